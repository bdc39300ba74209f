//! From where a square is attacked on an empty board, kind by kind, in one cache line.

use tabiya_core::{Bitboard, Square};

use crate::generated::leapers::{KING_ATTACKS, KNIGHT_ATTACKS};
use crate::generated::pawns::PAWN_ATTACKS;
use crate::generated::rays::{BISHOP_RAYS, BISHOP_RAYS_KING_ZONE, ROOK_RAYS, ROOK_RAYS_KING_ZONE};

/// From where pieces attack a square of an empty board, and from where sliders attack one
/// beside it: what a king looks out for.
///
/// Whatever stands on none of these squares gives no check, now or after any other piece has
/// moved.
///
/// ```
/// use tabiya_core::{Color, Square};
/// use tabiya_tables::{pseudo_attacks, pawn_attacks, rook_rays};
///
/// let king = pseudo_attacks(Square::E1);
/// assert_eq!(king.orthogonal, rook_rays(Square::E1));
/// assert_eq!(king.pawns[Color::White.index()], pawn_attacks(Color::White, Square::E1));
/// // A rook on the second rank keeps the king from stepping there.
/// assert!(king.orthogonal_king_zone.contains(Square::H2));
/// assert!(!king.orthogonal.contains(Square::H2));
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PseudoAttacks {
    /// Rooks and queens, by rank and file.
    pub orthogonal: Bitboard,
    /// Bishops and queens, by diagonal.
    pub diagonal: Bitboard,
    /// Knights.
    pub knights: Bitboard,
    /// Pawns that attack a piece of this colour: Black's for White, first.
    pub pawns: [Bitboard; 2],
    /// Kings.
    pub kings: Bitboard,
    /// Rooks and queens that attack a neighbour of the square.
    pub orthogonal_king_zone: Bitboard,
    /// Bishops and queens that attack a neighbour of the square.
    pub diagonal_king_zone: Bitboard,
}

/// From where a square and its neighbours are attacked on an empty board.
///
/// ```
/// use tabiya_core::Square;
/// use tabiya_tables::{knight_attacks, pseudo_attacks};
///
/// assert_eq!(pseudo_attacks(Square::G8).knights, knight_attacks(Square::G8));
/// ```
#[doc(hidden)]
#[inline]
pub fn pseudo_attacks(square: Square) -> &'static PseudoAttacks {
    &PSEUDO_ATTACKS[square as usize]
}

static PSEUDO_ATTACKS: [PseudoAttacks; 64] = {
    const NONE: PseudoAttacks = PseudoAttacks {
        orthogonal: Bitboard::EMPTY,
        diagonal: Bitboard::EMPTY,
        knights: Bitboard::EMPTY,
        pawns: [Bitboard::EMPTY; 2],
        kings: Bitboard::EMPTY,
        orthogonal_king_zone: Bitboard::EMPTY,
        diagonal_king_zone: Bitboard::EMPTY,
    };
    let mut table = [NONE; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = PseudoAttacks {
            orthogonal: Bitboard(ROOK_RAYS[square]),
            diagonal: Bitboard(BISHOP_RAYS[square]),
            knights: Bitboard(KNIGHT_ATTACKS[square]),
            pawns: [Bitboard(PAWN_ATTACKS[0][square]), Bitboard(PAWN_ATTACKS[1][square])],
            kings: Bitboard(KING_ATTACKS[square]),
            orthogonal_king_zone: Bitboard(ROOK_RAYS_KING_ZONE[square]),
            diagonal_king_zone: Bitboard(BISHOP_RAYS_KING_ZONE[square]),
        };
        square += 1;
    }
    table
};
