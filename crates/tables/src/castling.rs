//! The squares that castling asks about, for every king and rook file.

use tabiya_core::{Bitboard, Color, File};

use crate::generated::castling::{CASTLING_EMPTY, CASTLING_SAFE};

/// The squares that must hold no piece but the two that castle: all that either crosses or
/// lands on. Empty if the files are alike.
///
/// ```
/// use tabiya_core::{bitboard, Color, File};
/// use tabiya_tables::castling_empty;
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
    on_back_rank(CASTLING_EMPTY[king as usize][rook as usize], color)
}

/// The squares the king stands on, crosses or lands on, none of which may be attacked.
/// Empty if the files are alike.
///
/// ```
/// use tabiya_core::{Color, File, Square};
/// use tabiya_tables::castling_safe;
///
/// let squares: Vec<_> =
///     castling_safe(Color::Black, File::E, File::H).into_iter().collect();
/// assert_eq!(squares, [Square::E8, Square::F8, Square::G8]);
/// ```
#[inline]
pub const fn castling_safe(color: Color, king: File, rook: File) -> Bitboard {
    on_back_rank(CASTLING_SAFE[king as usize][rook as usize], color)
}

#[inline]
const fn on_back_rank(first_rank: u64, color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard(first_rank),
        Color::Black => Bitboard(first_rank << 56),
    }
}
