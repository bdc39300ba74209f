//! The squares that must be empty or safe for castling, for every king and rook file.

use tabiya_core::{Bitboard, Color, File};

use crate::generated::castling::{CASTLING_EMPTY, CASTLING_SAFE};

/// Returns the squares that must be empty for castling, apart from the king's and the rook's.
///
/// These are the squares between king and rook, the squares that either piece crosses, and the two
/// destinations. You pass the king's and the rook's files before castling, as in Chess960. If they
/// are equal, the set is empty. [`castling_safe`] returns the squares that must not be attacked.
///
/// ```
/// use tabiya::tables::castling_empty;
/// use tabiya::{Color, File, bitboard};
///
/// assert_eq!(castling_empty(Color::White, File::E, File::A), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . X X X . . . .
/// });
/// ```
#[inline]
pub const fn castling_empty(color: Color, king: File, rook: File) -> Bitboard {
    back_rank_relative_to(CASTLING_EMPTY[king as usize][rook as usize], color)
}

/// Returns the squares that must not be attacked for castling: the king's square, the squares it
/// crosses, and its destination.
///
/// You pass the king's and the rook's files before castling, as in Chess960. If they are equal, the
/// set is empty. [`castling_empty`] returns the squares that must be empty.
///
/// ```
/// use tabiya::tables::castling_safe;
/// use tabiya::{Color, File, Square};
///
/// let squares: Vec<_> =
///     castling_safe(Color::Black, File::E, File::H).into_iter().collect();
/// assert_eq!(squares, [Square::E8, Square::F8, Square::G8]);
/// ```
#[inline]
pub const fn castling_safe(color: Color, king: File, rook: File) -> Bitboard {
    back_rank_relative_to(CASTLING_SAFE[king as usize][rook as usize], color)
}

/// Returns squares on rank 1 as the squares on the same files of a player's back rank.
#[inline]
const fn back_rank_relative_to(first_rank: u64, color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(first_rank),
        Color::Black => Bitboard(first_rank << 56),
    }
}
