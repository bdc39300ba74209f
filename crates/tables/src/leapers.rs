//! Knights, kings and pawns: one look-up a square.

use tabiya_core::{Bitboard, Color, Square};

use crate::generated::leapers::{KING_ATTACKS, KNIGHT_ATTACKS};
use crate::generated::pawns::{PAWN_ATTACKS, PAWN_PUSHES};

/// The squares a knight attacks.
///
/// Source of the method: the span drawn for a knight on c3 (square 18), shifted to the
/// square and masked by file when the table is generated.
///
/// ```
/// use tabiya_core::{bitboard, Square};
/// use tabiya_tables::knight_attacks;
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
#[inline]
pub const fn knight_attacks(square: Square) -> Bitboard {
    Bitboard(KNIGHT_ATTACKS[square as usize])
}

/// The squares a king attacks.
///
/// Source of the method: the span drawn for a king on b2 (square 9), shifted to the square
/// and masked by file when the table is generated.
///
/// ```
/// use tabiya_core::{bitboard, Square};
/// use tabiya_tables::king_attacks;
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
#[inline]
pub const fn king_attacks(square: Square) -> Bitboard {
    Bitboard(KING_ATTACKS[square as usize])
}

/// The squares a pawn attacks: two diagonal steps forward, one on the edge files.
///
/// Pure geometry, defined on every square: `pawn_attacks(!color, square)` are the squares
/// from which a pawn of `color` attacks `square`.
///
/// ```
/// use tabiya_core::{Color, Square};
/// use tabiya_tables::pawn_attacks;
///
/// let attacks = pawn_attacks(Color::Black, Square::E4);
/// assert_eq!(attacks, Square::D3.bitboard() | Square::F3.bitboard());
/// ```
#[inline]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN_ATTACKS[color as usize][square as usize])
}

/// The squares a pawn may advance to on an empty board: one step, from its home rank also
/// two.
///
/// ```
/// use tabiya_core::{Color, Square};
/// use tabiya_tables::pawn_pushes;
///
/// let pushes = pawn_pushes(Color::White, Square::E2);
/// assert_eq!(pushes, Square::E3.bitboard() | Square::E4.bitboard());
/// assert_eq!(pawn_pushes(Color::White, Square::E3).len(), 1);
/// ```
#[inline]
pub const fn pawn_pushes(color: Color, square: Square) -> Bitboard {
    Bitboard(PAWN_PUSHES[color as usize][square as usize])
}
