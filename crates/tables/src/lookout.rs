//! From where a square is attacked on an empty board, kind by kind, in one cache line.

use tabiya_core::{Bitboard, Square};

use crate::generated::leapers::{KING_ATTACKS, KNIGHT_ATTACKS};
use crate::generated::pawns::PAWN_ATTACKS;
use crate::generated::rays::{BISHOP_RAYS, BISHOP_RAYS_BESIDE, ROOK_RAYS, ROOK_RAYS_BESIDE};

/// From where pieces attack a square of an empty board, and from where sliders attack one
/// beside it: what a king looks out for.
///
/// Whatever stands on none of these squares gives no check, now or after any other piece has
/// moved.
///
/// ```
/// use tabiya_core::{Color, Square};
/// use tabiya_tables::{lookout, pawn_attacks, rook_rays};
///
/// let king = lookout(Square::E1);
/// assert_eq!(king.straight, rook_rays(Square::E1));
/// assert_eq!(king.pawns[Color::White.index()], pawn_attacks(Color::White, Square::E1));
/// // A rook on the second rank keeps the king from stepping there.
/// assert!(king.straight_beside.contains(Square::H2));
/// assert!(!king.straight.contains(Square::H2));
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lookout {
    /// Rooks and queens, by rank and file.
    pub straight: Bitboard,
    /// Bishops and queens, by diagonal.
    pub diagonal: Bitboard,
    /// Knights.
    pub knights: Bitboard,
    /// Pawns that attack a piece of this colour: Black's for White, first.
    pub pawns: [Bitboard; 2],
    /// Kings.
    pub kings: Bitboard,
    /// Rooks and queens that attack a neighbour of the square.
    pub straight_beside: Bitboard,
    /// Bishops and queens that attack a neighbour of the square.
    pub diagonal_beside: Bitboard,
}

/// From where a square and its neighbours are attacked on an empty board.
///
/// ```
/// use tabiya_core::Square;
/// use tabiya_tables::{knight_attacks, lookout};
///
/// assert_eq!(lookout(Square::G8).knights, knight_attacks(Square::G8));
/// ```
#[doc(hidden)]
#[inline]
pub fn lookout(square: Square) -> &'static Lookout {
    &LOOKOUTS[square as usize]
}

static LOOKOUTS: [Lookout; 64] = {
    const NONE: Lookout = Lookout {
        straight: Bitboard::EMPTY,
        diagonal: Bitboard::EMPTY,
        knights: Bitboard::EMPTY,
        pawns: [Bitboard::EMPTY; 2],
        kings: Bitboard::EMPTY,
        straight_beside: Bitboard::EMPTY,
        diagonal_beside: Bitboard::EMPTY,
    };
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = Lookout {
            straight: Bitboard(ROOK_RAYS[square]),
            diagonal: Bitboard(BISHOP_RAYS[square]),
            knights: Bitboard(KNIGHT_ATTACKS[square]),
            pawns: [Bitboard(PAWN_ATTACKS[0][square]), Bitboard(PAWN_ATTACKS[1][square])],
            kings: Bitboard(KING_ATTACKS[square]),
            straight_beside: Bitboard(ROOK_RAYS_BESIDE[square]),
            diagonal_beside: Bitboard(BISHOP_RAYS_BESIDE[square]),
        };
        square += 1;
    }
    table
};
