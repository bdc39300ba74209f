//! Pseudo-attacks: the attacks on a square of an empty board, by piece type, in one cache line.

use tabiya_core::{Bitboard, Square};

use crate::generated::leapers::{KING_ATTACKS, KNIGHT_ATTACKS};
use crate::generated::pawns::PAWN_ATTACKS;
use crate::generated::rays::{BISHOP_RAYS, BISHOP_RAYS_KING_ZONE, ROOK_RAYS, ROOK_RAYS_KING_ZONE};

/// The squares from which each piece type attacks a square on an empty board.
///
/// [`pseudo_attacks`] returns a square's value. If a king is on the square, a piece that is in none
/// of the first five fields cannot give check, whatever the occupancy. The last two fields do the
/// same for the king's neighbors, where it could move.
///
/// ```
/// use tabiya::tables::{pawn_attacks, pseudo_attacks, rook_rays};
/// use tabiya::{Color, Square};
///
/// let king = pseudo_attacks(Square::E1);
/// assert_eq!(king.orthogonal, rook_rays(Square::E1));
/// assert_eq!(king.pawns[Color::White.index()], pawn_attacks(Color::White, Square::E1));
/// // A rook on h2 attacks squares next to the king.
/// assert!(king.orthogonal_king_zone.contains(Square::H2));
/// assert!(!king.orthogonal.contains(Square::H2));
/// ```
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct PseudoAttacks {
    /// The squares from which rooks and queens attack along a rank or file.
    pub orthogonal: Bitboard,
    /// The squares from which bishops and queens attack along a diagonal.
    pub diagonal: Bitboard,
    /// The squares from which knights attack.
    pub knights: Bitboard,
    /// The squares from which pawns attack a piece, by the piece's color: black pawns for White,
    /// white pawns for Black.
    pub pawns: [Bitboard; 2],
    /// The squares from which kings attack.
    pub kings: Bitboard,
    /// The squares from which rooks and queens attack one of the square's neighbors.
    pub orthogonal_king_zone: Bitboard,
    /// The squares from which bishops and queens attack one of the square's neighbors.
    pub diagonal_king_zone: Bitboard,
}

/// Returns the pseudo-attacks on a square and its neighbors.
///
/// ```
/// use tabiya::Square;
/// use tabiya::tables::{knight_attacks, pseudo_attacks};
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
