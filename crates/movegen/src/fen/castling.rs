//! Reading the castling field of a FEN: a fast path for rooks in the corners, and a slow path.

use tabiya_core::{Bitboard, CastlingRights, CastlingSide, Color, File, PieceType, Rank, Square};

use crate::Position;

use super::error::{CastlingErrorKind, FenError};

/// Reads a castling field and returns the castling rooks.
#[inline]
pub(super) fn read(text: &[u8], position: &Position) -> Result<Bitboard, FenError> {
    match read_corners(text, position) {
        Some(rooks) => Ok(rooks),
        None => read_with_care(text, position),
    }
}

/// Reads a castling field on the fast path, for `-` and `KQkq` with rooks in the corners.
///
/// Returns `None` for any other field, and where king and rooks do not agree with it.
#[inline]
fn read_corners(text: &[u8], position: &Position) -> Option<Bitboard> {
    if text == b"-" {
        return Some(Bitboard::EMPTY);
    }
    let mut named = Bitboard::EMPTY;
    for &byte in text {
        let is = |letter, square: Square| Bitboard(u64::from(byte == letter) << square as u8);
        let corner = is(b'K', Square::H1)
            | is(b'Q', Square::A1)
            | is(b'k', Square::H8)
            | is(b'q', Square::A8);
        if corner.is_empty() || !named.is_disjoint(corner) {
            return None;
        }
        named |= corner;
    }
    let are_home = |color: Color| {
        let back_rank = Rank::First.relative_to(color);
        let named = named & Bitboard::from(back_rank);
        let has_king = position.king(color).rank() == back_rank;
        named.is_empty()
            || has_king && position.colored_pieces(color, PieceType::Rook).is_superset(named)
    };
    (are_home(Color::White) && are_home(Color::Black)).then_some(named)
}

/// Reads a castling field character by character, or returns the first error.
#[inline]
fn read_with_care(text: &[u8], position: &Position) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    for &byte in text {
        let rook = castling_rook(byte, rooks, position)
            .map_err(|fault| FenError::Castling { found: byte.into(), fault })?;
        rooks |= rook.bitboard();
    }
    Ok(rooks)
}

/// Returns the rooks of castling rights, checked as if a castling field named each by its file.
#[inline]
pub(super) fn check(rights: CastlingRights, position: &Position) -> Result<Bitboard, FenError> {
    let mut rooks = Bitboard::EMPTY;
    for (color, side, file) in rights.iter() {
        let letter = match color {
            Color::White => file.to_char().to_ascii_uppercase(),
            Color::Black => file.to_char(),
        };
        let rook = castling_rook(letter as u8, rooks, position)
            .and_then(|rook| match position.state.castling_side(rook) == side {
                true => Ok(rook),
                false => Err(CastlingErrorKind::NoRook),
            })
            .map_err(|fault| FenError::Castling { found: letter, fault })?;
        rooks |= rook.bitboard();
    }
    Ok(rooks)
}

/// Returns the rook that a character of the castling field names, given the rooks named before.
#[inline]
fn castling_rook(
    letter: u8,
    before: Bitboard,
    position: &Position,
) -> Result<Square, CastlingErrorKind> {
    let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
    let back_rank = Rank::First.relative_to(color);
    let king = position.king(color);
    let home = Bitboard::from(back_rank);
    let rooks = position.colored_pieces(color, PieceType::Rook) & home;
    let beyond = |side| rooks & wing(king, home, side);

    // X-FEN: K and Q name the outermost rook of the wing, a file names any rook.
    let rook = match letter.to_ascii_lowercase() {
        b'k' => beyond(CastlingSide::KingSide).last(),
        b'q' => beyond(CastlingSide::QueenSide).first(),
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
        .find(|&side| wing(king, home, side).contains(rook))
        .ok_or(CastlingErrorKind::NoRook)?;
    if before.is_disjoint(wing(king, home, side)) {
        Ok(rook)
    } else {
        Err(CastlingErrorKind::Repeated)
    }
}

/// Returns the squares of a king's back rank to one side of the king.
#[inline]
pub(super) fn wing(king: Square, home: Bitboard, side: CastlingSide) -> Bitboard {
    let below = Bitboard(king.bitboard().0 - 1);
    match side {
        CastlingSide::KingSide => home - below - king.bitboard(),
        CastlingSide::QueenSide => home & below,
    }
}

#[cfg(test)]
mod tests {
    use tabiya_core::{Color, File, Piece, PieceType, Rank, Square};

    use super::{read_corners, read_with_care};
    use crate::Position;
    use crate::key::NoKey;
    use crate::placement::Placement;
    use crate::state::State;

    /// Tests every field of up to three characters. The boards have the kings on the back rank or
    /// off it, and rooks of either player in the corners and beside them.
    #[test]
    fn corners_are_read_as_letter_by_letter() {
        let letters = b"KQkqAbgh";
        // All boards take minutes in Miri.
        let step = if cfg!(miri) { 37 } else { 1 };
        let mut at_once = 0;
        for board in (0..256).step_by(step) {
            let rank = if board & 8 == 0 { Rank::First } else { Rank::Second };
            let position = with_kings_and_rooks(File::ALL[board & 7], rank, board >> 4);
            for number in (0..512).step_by(step) {
                let text = [0, 3, 6].map(|shift| letters[number >> shift & 7]);
                for text in [&text[..1], &text[..2], &text[..]] {
                    if let Some(corners) = read_corners(text, &position) {
                        at_once += 1;
                        let careful = read_with_care(text, &position);
                        assert_eq!(careful, Ok(corners), "{text:?} {position:?}");
                    }
                }
            }
        }
        assert!(cfg!(miri) || at_once > 1_000, "{at_once}");
        assert!(read_corners(b"KQkq", &Position::START).is_some());
    }

    /// Returns a position with both kings on a file, on opposite ranks, and a pair of rooks for
    /// each bit.
    fn with_kings_and_rooks(king: File, rank: Rank, pairs: usize) -> Position {
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
        for (place, (rook, squares)) in rooks.into_iter().enumerate() {
            for square in squares {
                if pairs >> place & 1 != 0 && !placement.occupied().contains(square) {
                    placement = placement.with(rook, square);
                }
            }
        }
        Position { state: State { placement, ..State::START }, key: NoKey }
    }
}
