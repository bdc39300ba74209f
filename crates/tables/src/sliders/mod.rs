//! Rook, bishop and queen attacks: four back ends with one interface, [`SliderBackend`].
//!
//! | back end | method | table |
//! |---|---|---|
//! | [`Hyperbola`] | subtracts the slider from the blockers, on each line and its mirror image | 2 KiB |
//! | [`Classical`] | ends each ray at its first blocker, found by a bit scan | 4 KiB |
//! | `Magic` | hashes a bishop's blockers by a magic, gathers a rook's blockers per line | 48 KiB |
//! | `Pext` | gathers the blockers by the instruction PEXT | 213 KiB |
//!
//! The free functions, such as [`rook_attacks`], use [`DefaultBackend`]. It is `Pext` if the
//! compile-time target features include BMI2, and `Magic` otherwise. Only one of the two back ends is compiled:
//! run-time dispatch on each call would be expensive compared with the lookup. The feature `small`, for microcontrollers,
//! makes it `Hyperbola`.
//!
//! AMD CPUs before Zen 3 implement PEXT in microcode, which is slow. Builds with `-C target-cpu` for
//! such a CPU should add `-C target-feature=-bmi2`.
//!
//! In the repository, `docs/decisions/0001-slider-tables.md` compares these tables with larger and
//! smaller ones on distinct positions.

mod backend;
mod classical;
mod hyperbola;
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
mod magic;
#[doc(hidden)]
pub mod magic_steps;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
mod pext;

pub use backend::SliderBackend;
pub use classical::Classical;
pub use hyperbola::{Hyperbola, bishop_attacks_const, queen_attacks_const, rook_attacks_const};
#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
pub use magic::Magic;
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
pub use pext::Pext;

use tabiya_core::{Bitboard, Piece, PieceType, Square};

use crate::generated::rays::{BISHOP_RAYS, ROOK_RAYS};
use crate::{king_attacks, knight_attacks, pawn_attacks};

/// The slider back end that free functions such as [`rook_attacks`] use.
#[doc(alias = "pext")]
#[cfg(all(not(feature = "small"), target_arch = "x86_64", target_feature = "bmi2"))]
pub type DefaultBackend = Pext;

/// The slider back end that free functions such as [`rook_attacks`] use.
#[doc(alias = "pext")]
#[cfg(all(not(feature = "small"), not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
pub type DefaultBackend = Magic;

/// The slider back end that free functions such as [`rook_attacks`] use.
#[doc(alias = "pext")]
#[cfg(feature = "small")]
pub type DefaultBackend = Hyperbola;

/// Returns the squares that a rook attacks: along its rank and file, up to and including the first
/// blocker in each direction.
///
/// The rook's own square in `occupied` makes no difference. In constants, use
/// [`rook_attacks_const`].
///
/// ```
/// use tabiya::tables::rook_attacks;
/// use tabiya::{Square, bitboard};
///
/// let occupied = Square::D2.bitboard() | Square::B6.bitboard();
/// assert_eq!(rook_attacks(Square::D6, occupied), bitboard! {
///     . . . X . . . .
///     . . . X . . . .
///     . X X . X X X X
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . X . . . .
///     . . . . . . . .
/// });
/// ```
#[doc(alias = "get_rook_moves")]
#[inline]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    DefaultBackend::rook_attacks(square, occupied)
}

/// Returns the squares that a bishop attacks: along both diagonals, up to and including the first
/// blocker in each direction.
///
/// The bishop's own square in `occupied` makes no difference. In constants, use
/// [`bishop_attacks_const`].
///
/// ```
/// use tabiya::tables::bishop_attacks;
/// use tabiya::{Square, bitboard};
///
/// assert_eq!(bishop_attacks(Square::F1, Square::D3.bitboard()), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . X . . . X
///     . . . . X . X .
///     . . . . . . . .
/// });
/// ```
#[doc(alias = "get_bishop_moves")]
#[inline]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    DefaultBackend::bishop_attacks(square, occupied)
}

/// Returns the squares that a queen attacks: the squares that a rook or a bishop attacks there.
///
/// In constants, use [`queen_attacks_const`].
///
/// ```
/// use tabiya::tables::queen_attacks;
/// use tabiya::{Bitboard, Square};
///
/// assert_eq!(queen_attacks(Square::D4, Bitboard::EMPTY).len(), 27); // the most of any piece
/// assert_eq!(queen_attacks(Square::A1, Bitboard::FULL).len(), 3); // the neighbors of a1
/// ```
#[inline]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

/// Returns the squares that a piece attacks, with one branch on the piece type.
///
/// Only slider attacks depend on `occupied`. If you know the piece type at compile time, call that
/// type's function instead.
///
/// ```
/// use tabiya::tables::{attacks, pawn_attacks, rook_attacks};
/// use tabiya::{Bitboard, Piece, Square};
///
/// let occupied = Square::D7.bitboard();
/// let rook = attacks(Piece::BlackRook, Square::D4, occupied);
/// assert_eq!(rook, rook_attacks(Square::D4, occupied));
/// let pawn = attacks(Piece::WhitePawn, Square::D4, occupied);
/// assert_eq!(pawn, Square::C5.bitboard() | Square::E5.bitboard());
/// ```
#[inline]
pub fn attacks(piece: Piece, square: Square, occupied: Bitboard) -> Bitboard {
    match piece.piece_type() {
        PieceType::Pawn => pawn_attacks(piece.color(), square),
        PieceType::Knight => knight_attacks(square),
        PieceType::Bishop => bishop_attacks(square, occupied),
        PieceType::Rook => rook_attacks(square, occupied),
        PieceType::Queen => queen_attacks(square, occupied),
        PieceType::King => king_attacks(square),
    }
}

/// Returns the squares that a rook attacks on an empty board.
///
/// ```
/// use tabiya::Square;
/// use tabiya::tables::rook_rays;
///
/// // A rook attacks 14 squares from anywhere.
/// assert!(Square::ALL.into_iter().all(|square| rook_rays(square).len() == 14));
/// ```
#[doc(alias = "get_rook_rays")]
#[inline]
pub const fn rook_rays(square: Square) -> Bitboard {
    Bitboard(ROOK_RAYS[square as usize])
}

/// Returns the squares that a bishop attacks on an empty board.
///
/// ```
/// use tabiya::Square;
/// use tabiya::tables::bishop_rays;
///
/// assert_eq!(bishop_rays(Square::D4).len(), 13);
/// assert_eq!(bishop_rays(Square::A1).len(), 7);
/// ```
#[doc(alias = "get_bishop_rays")]
#[inline]
pub const fn bishop_rays(square: Square) -> Bitboard {
    Bitboard(BISHOP_RAYS[square as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the default back end with safe code, under Miri too.
    #[test]
    fn default_backend_on_any_square_equals_hyperbola() {
        let mut occupied = Bitboard(0x9e37_79b9_7f4a_7c15);
        for square in Square::ALL {
            for _ in 0..8 {
                occupied = Bitboard(occupied.0.rotate_left(23).wrapping_mul(0xbf58_476d_1ce4_e5b9));
                let rook = rook_attacks(square, occupied);
                assert_eq!(
                    rook,
                    Hyperbola::rook_attacks(square, occupied),
                    "{square} {occupied:?}"
                );
                let bishop = bishop_attacks(square, occupied);
                let expected = Hyperbola::bishop_attacks(square, occupied);
                assert_eq!(bishop, expected, "{square} {occupied:?}");
            }
        }
    }
}
