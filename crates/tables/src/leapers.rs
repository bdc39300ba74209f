//! Knight, king and pawn attacks, and pawn pushes: one lookup per square.

use tabiya_core::{Bitboard, Color, Square};

use crate::generated::leapers::{KING_ATTACKS, KNIGHT_ATTACKS};
use crate::generated::pawns::{PAWN_ATTACKS, PAWN_PUSHES};

/// Returns the squares that a knight attacks.
///
/// The table is generated from a knight's attacks on c3 (square 18), which are shifted to each
/// square and masked by file. For a set of knights, use
/// [`setwise::knight_attacks`](crate::setwise::knight_attacks).
///
/// ```
/// use tabiya::tables::knight_attacks;
/// use tabiya::{Square, bitboard};
///
/// assert_eq!(knight_attacks(Square::C3), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . X . X . . . .
///     X . . . X . . .
///     . . . . . . . .
///     X . . . X . . .
///     . X . X . . . .
/// });
/// ```
#[doc(alias = "get_knight_moves")]
#[inline]
pub const fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(KNIGHT_ATTACKS[square as usize])
}

/// Returns the squares that a king attacks.
///
/// The table is generated from a king's attacks on b2 (square 9), which are shifted to each square
/// and masked by file. For a set of kings, use
/// [`setwise::king_attacks`](crate::setwise::king_attacks).
///
/// ```
/// use tabiya::tables::king_attacks;
/// use tabiya::{Square, bitboard};
///
/// assert_eq!(king_attacks(Square::H2), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . X X
///     . . . . . . X .
///     . . . . . . X X
/// });
/// ```
#[doc(alias = "get_king_moves")]
#[inline]
pub const fn king_attacks(square: Square) -> Bitboard {
    Bitboard(KING_ATTACKS[square as usize])
}

/// Returns the squares that a pawn attacks: the two squares diagonally in front of it, or one on the
/// a-file and the h-file.
///
/// The attacks are defined on every square, including the first and the last rank. Therefore
/// `pawn_attacks(!color, square)` returns the squares from which a pawn of `color` attacks
/// `square`. For a set of pawns, use [`setwise::pawn_attacks`](crate::setwise::pawn_attacks).
///
/// ```
/// use tabiya::tables::pawn_attacks;
/// use tabiya::{Color, Square};
///
/// let attacks = pawn_attacks(Color::Black, Square::E4);
/// assert_eq!(attacks, Square::D3.bitboard() | Square::F3.bitboard());
/// ```
#[doc(alias = "get_pawn_attacks")]
#[doc(alias = "get_pawn_moves")]
#[inline]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN_ATTACKS[color as usize][square as usize])
}

/// Returns the squares to which a pawn can push on an empty board: one square, or two from the rank
/// on which the pawn starts.
///
/// ```
/// use tabiya::tables::pawn_pushes;
/// use tabiya::{Color, Square};
///
/// let pushes = pawn_pushes(Color::White, Square::E2);
/// assert_eq!(pushes, Square::E3.bitboard() | Square::E4.bitboard());
/// assert_eq!(pawn_pushes(Color::White, Square::E3).len(), 1);
/// ```
#[doc(alias = "get_pawn_quiets")]
#[inline]
pub const fn pawn_pushes(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN_PUSHES[color as usize][square as usize])
}
