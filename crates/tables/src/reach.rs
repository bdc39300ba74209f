//! Where every piece goes on an empty board, found without a branch on its kind.

use tabiya_core::{Bitboard, Color, Square};

use crate::generated::leapers::{KING_ATTACKS, KNIGHT_ATTACKS};
use crate::generated::pawns::{PAWN_ATTACKS, PAWN_PUSHES};
use crate::generated::rays::{BISHOP_RAYS, QUEEN_RAYS, ROOK_RAYS};

/// Where a piece goes on an empty board, by the number of its kind.
///
/// The kinds are 1 and more: one above the index of the [`PieceType`], a pawn's being where it
/// advances, and 7 for where a pawn captures. Kind 0 goes nowhere. Of a larger number the
/// low three bits count.
///
/// ```
/// use tabiya_core::{Color, PieceType, Square};
/// use tabiya_tables::{pawn_attacks, pawn_pushes, queen_attacks, reach};
///
/// let queen = PieceType::Queen.index() + 1;
/// assert_eq!(reach(Color::Black, queen, Square::D4).len(), 27);
/// assert_eq!(reach(Color::White, 1, Square::E2), pawn_pushes(Color::White, Square::E2));
/// assert_eq!(reach(Color::White, 7, Square::E2), pawn_attacks(Color::White, Square::E2));
/// assert!(reach(Color::White, 0, Square::E2).is_empty());
/// ```
///
/// [`PieceType`]: tabiya_core::PieceType
#[inline]
pub fn reach(color: Color, kind: usize, from: Square) -> Bitboard {
    Bitboard(REACH[color as usize][kind % 8][from as usize])
}

static REACH: [[[u64; 64]; 8]; 2] = {
    const NOWHERE: [u64; 64] = [0; 64];
    const fn kinds(pushes: [u64; 64], captures: [u64; 64]) -> [[u64; 64]; 8] {
        [
            NOWHERE,
            pushes,
            *KNIGHT_ATTACKS,
            *BISHOP_RAYS,
            *ROOK_RAYS,
            *QUEEN_RAYS,
            *KING_ATTACKS,
            captures,
        ]
    }
    [kinds(PAWN_PUSHES[0], PAWN_ATTACKS[0]), kinds(PAWN_PUSHES[1], PAWN_ATTACKS[1])]
};
