//! Reading a FEN's castling field: a fast path for rooks in the corners, and a slow path.

use tabiya_core::{Bitboard, CastlingRights, CastlingSide, Color, File, PieceType, Rank, Square};

use crate::Position;
use crate::state::State;

use super::error::{CastlingErrorKind, FenError};
use super::excerpt::first_char;

/// Reads a castling field and returns the castling rooks.
#[inline]
pub(super) fn read_castling(text: &[u8], position: &Position) -> Result<Bitboard, FenError> {
    match parse_corner_rooks(text, position) {
        Some(rooks) => Ok(rooks),
        None => parse_with_errors(text, position),
    }
}

/// Parses a castling field on the fast path, for `-` and `KQkq` with rooks in the corners.
///
/// Returns `None` for any other field, and if king and rooks do not have the rights.
#[inline]
fn parse_corner_rooks(text: &[u8], position: &Position) -> Option<Bitboard> {
    if text == b"-" {
        return Some(Bitboard::EMPTY);
    }
    let mut rooks = Bitboard::EMPTY;
    for &byte in text {
        let corner_of =
            |letter, square: Square| Bitboard(u64::from(byte == letter) << square as u8);
        let corner = corner_of(b'K', Square::H1)
            | corner_of(b'Q', Square::A1)
            | corner_of(b'k', Square::H8)
            | corner_of(b'q', Square::A8);
        if corner.is_empty() || !rooks.is_disjoint(corner) {
            return None;
        }
        rooks |= corner;
    }
    let is_consistent = |color: Color| {
        let back_rank = Rank::First.relative_to(color);
        let rooks = rooks & Bitboard::from(back_rank);
        let has_king = position.king(color).rank() == back_rank;
        rooks.is_empty()
            || has_king && position.colored_pieces(color, PieceType::Rook).is_superset(rooks)
    };
    (is_consistent(Color::White) && is_consistent(Color::Black)).then_some(rooks)
}

/// Parses a castling field character by character, or returns the first error.
fn parse_with_errors(text: &[u8], position: &Position) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    for (index, &byte) in text.iter().enumerate() {
        let rook = find_castling_rook(byte, rooks, position)
            .map_err(|fault| FenError::Castling { found: first_char(&text[index..]), fault })?;
        rooks |= rook.bitboard();
    }
    Ok(rooks)
}

/// Returns the rooks for castling rights, checked as if a castling field named each by its file.
#[inline]
pub(super) fn check_castling_rights(
    rights: CastlingRights,
    position: &Position,
) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    for (color, side, file) in rights.iter() {
        let rook = find_rook_of_right(color, side, file, position)
            .map_err(|fault| FenError::Castling { found: file_letter(color, file), fault })?;
        rooks |= rook.bitboard();
    }
    Ok(rooks)
}

/// Returns the letter that names a castling rook by its file.
#[inline]
pub(crate) const fn file_letter(color: Color, file: File) -> char {
    match color {
        Color::White => file.to_char().to_ascii_uppercase(),
        Color::Black => file.to_char(),
    }
}

/// Returns the rook for a castling right, checked as if a castling field named it by its file.
#[inline]
pub(super) fn find_rook_of_right(
    color: Color,
    side: CastlingSide,
    file: File,
    position: &Position,
) -> Result<Square, CastlingErrorKind> {
    let rook = find_castling_rook(file_letter(color, file) as u8, Bitboard::EMPTY, position)?;
    if position.state.castling_side(rook) == side {
        Ok(rook)
    } else {
        Err(CastlingErrorKind::NoRook)
    }
}

/// Checks that a castling rook and its king are on their squares in standard chess.
#[inline]
pub(super) fn check_standard(
    rook: Square,
    position: &Position,
) -> Result<Square, CastlingErrorKind> {
    let king = position.king(State::castling_rook_owner(rook));
    match (king.file(), rook.file()) {
        (File::E, File::A | File::H) => Ok(rook),
        _ => Err(CastlingErrorKind::NotStandard),
    }
}

/// Returns the rook that a character in the castling field names, given the earlier characters'
/// rooks.
#[inline]
pub(super) fn find_castling_rook(
    letter: u8,
    earlier_rooks: Bitboard,
    position: &Position,
) -> Result<Square, CastlingErrorKind> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let back_rank = Rank::First.relative_to(color);
    let king = position.king(color);
    let back_rank_squares = Bitboard::from(back_rank);
    let rooks = position.colored_pieces(color, PieceType::Rook) & back_rank_squares;
    let rooks_on = |side| rooks & wing_squares(king, back_rank_squares, side);

    // X-FEN: K and Q name the outermost rook on the wing, a file names any rook.
    let rook = match letter.to_ascii_lowercase() {
        b'k' => rooks_on(CastlingSide::KingSide).last(),
        b'q' => rooks_on(CastlingSide::QueenSide).first(),
        lower => {
            let file = File::from_ascii(lower).ok_or(CastlingErrorKind::UnknownLetter)?;
            Some(Square::new(file, back_rank)).filter(|&square| rooks.contains(square))
        }
    };
    if king.rank() != back_rank {
        return Err(CastlingErrorKind::KingNotHome);
    }
    let rook = rook.ok_or(CastlingErrorKind::NoRook)?;
    let side = CastlingSide::ALL
        .into_iter()
        .find(|&side| wing_squares(king, back_rank_squares, side).contains(rook))
        .ok_or(CastlingErrorKind::NoRook)?;
    if earlier_rooks.is_disjoint(wing_squares(king, back_rank_squares, side)) {
        Ok(rook)
    } else {
        Err(CastlingErrorKind::Repeated)
    }
}

/// Returns the squares on a back rank to one side of a square.
#[inline]
pub(crate) fn wing_squares(square: Square, back_rank: Bitboard, side: CastlingSide) -> Bitboard {
    let below = Bitboard(square.bitboard().0 - 1);
    match side {
        CastlingSide::KingSide => back_rank - below - square.bitboard(),
        CastlingSide::QueenSide => back_rank & below,
    }
}

#[cfg(test)]
mod tests {
    use tabiya_core::{Color, File, Piece, PieceType, Rank, Square};

    use super::{parse_corner_rooks, parse_with_errors};
    use crate::Position;
    use crate::key::NoKey;
    use crate::placement::Placement;
    use crate::state::State;

    /// Tests every field of up to three characters. The boards have the kings on the back rank or
    /// off it, and either player's rooks in the corners and beside them.
    #[test]
    fn fast_and_slow_path_agree() {
        let letters = b"KQkqAbgh";
        // All boards take minutes in Miri.
        let step = if cfg!(miri) { 37 } else { 1 };
        let mut fast_reads = 0;
        for board in (0..256).step_by(step) {
            let rank = if board & 8 == 0 { Rank::First } else { Rank::Second };
            let position = position_with_kings_and_rooks(File::ALL[board & 7], rank, board >> 4);
            for bits in (0..512).step_by(step) {
                let text = [0, 3, 6].map(|shift| letters[bits >> shift & 7]);
                for text in [&text[..1], &text[..2], &text[..]] {
                    if let Some(corners) = parse_corner_rooks(text, &position) {
                        fast_reads += 1;
                        let expected = parse_with_errors(text, &position);
                        assert_eq!(expected, Ok(corners), "{text:?} {position:?}");
                    }
                }
            }
        }
        assert!(cfg!(miri) || fast_reads > 1_000, "{fast_reads}");
        assert!(parse_corner_rooks(b"KQkq", &Position::START).is_some());
    }

    /// Returns a position with both kings on a file, on opposite ranks, and a pair of rooks for
    /// each bit.
    fn position_with_kings_and_rooks(king: File, rank: Rank, pairs: usize) -> Position {
        let mut placement = Placement::EMPTY;
        for color in Color::ALL {
            let square = Square::new(king, rank.relative_to(color));
            placement = placement.with(PieceType::King.of(color), square);
        }
        let rooks = [
            (Piece::WhiteRook, [Square::A1, Square::H8]),
            (Piece::WhiteRook, [Square::H1, Square::B1]),
            (Piece::BlackRook, [Square::A8, Square::H8]),
            (Piece::BlackRook, [Square::H1, Square::G8]),
        ];
        for (index, (rook, squares)) in rooks.into_iter().enumerate() {
            for square in squares {
                if pairs >> index & 1 != 0 && !placement.occupied().contains(square) {
                    placement = placement.with(rook, square);
                }
            }
        }
        Position { state: State { placement, ..State::START }, key: NoKey }
    }
}
