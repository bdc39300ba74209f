//! Phrases about pieces and lines, from which sentences are made.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::tables::line;
use tabiya::{Bitboard, Color, PieceType, PlacedPiece, Position, Square};

/// Returns a piece's description: "the black rook on e8".
///
/// ```
/// use tabiya::{Position, Square};
/// use tabiya_explain::legality::describe_piece;
///
/// assert_eq!(describe_piece(&Position::START, Square::A8), "the black rook on a8");
/// assert_eq!(describe_piece(&Position::START, Square::E4), "no piece on e4");
/// ```
pub fn describe_piece(position: &Position, square: Square) -> String {
    match position.piece_on(square) {
        Some(piece) => PlacedPiece { piece, square }.to_string(),
        None => format!("no piece on {square}"),
    }
}

/// Describes pieces, joined by "and".
///
/// ```
/// use tabiya::{Bitboard, Position, Square};
/// use tabiya_explain::legality::describe_pieces;
///
/// let squares = Bitboard::from(Square::E1).with(Square::E8);
/// let text = describe_pieces(&Position::START, squares);
/// assert_eq!(text, "the white king on e1 and the black king on e8");
/// ```
pub fn describe_pieces(position: &Position, squares: Bitboard) -> String {
    let pieces = squares.into_iter().map(|square| describe_piece(position, square));
    pieces.collect::<Vec<_>>().join(" and ")
}

/// Describes the line through two squares: "on the e-file", "on rank 4" or "on the diagonal a1-h8".
///
/// ```
/// use tabiya::Square;
/// use tabiya_explain::legality::describe_line;
///
/// assert_eq!(describe_line(Square::E1, Square::E8), "on the e-file");
/// assert_eq!(describe_line(Square::A4, Square::H4), "on rank 4");
/// assert_eq!(describe_line(Square::E1, Square::B4), "on the diagonal e1-a5");
/// ```
pub fn describe_line(a: Square, b: Square) -> String {
    if a.file() == b.file() {
        format!("on the {}-file", a.file())
    } else if a.rank() == b.rank() {
        format!("on rank {}", a.rank())
    } else {
        let diagonal = line(a, b);
        match (diagonal.first(), diagonal.last()) {
            (Some(first), Some(last)) => format!("on the diagonal {first}-{last}"),
            _ => "on a diagonal".to_owned(),
        }
    }
}

/// Returns the square from which a piece pins one that belongs to the side to move, if one does.
///
/// ```
/// use tabiya::{Position, Square};
/// use tabiya_explain::legality::pinner;
///
/// let position = Position::from_fen("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1")?;
/// assert_eq!(pinner(&position, Square::E2), Some(Square::E8));
/// # Ok::<(), tabiya::FenError>(())
/// ```
pub fn pinner(position: &Position, pinned: Square) -> Option<Square> {
    let us = position.side_to_move();
    let king = position.king(us);
    let attackers = |occupied| position.attackers_to(king, occupied) & position.colors(!us);
    let occupied = position.occupied();
    (attackers(occupied.without(pinned)) - attackers(occupied)).first()
}

/// Returns a piece type's English name, such as "queen".
pub(super) fn piece_name(piece_type: PieceType) -> &'static str {
    piece_type.of(Color::White).name().trim_start_matches("white ")
}
