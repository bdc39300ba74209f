//! [`Classical`], slider attacks by rays and bit scans.

use tabiya_core::{Bitboard, Direction, Square};

use crate::ray;

use super::backend::SliderBackend;

/// The classical approach: rays that end at their first blocker.
///
/// A bit scan finds the blocker nearest to the slider on each ray. The exclusive or with the ray from
/// the blocker removes the squares behind it. A sentinel in the corner h8 or a1, from which no ray
/// continues, replaces the test for a ray without blockers.
///
/// [`Hyperbola`](super::Hyperbola) needs a smaller table.
///
/// ```
/// use tabiya::Square;
/// use tabiya_tables::sliders::{Classical, SliderBackend};
///
/// assert_eq!(Classical::bishop_attacks(Square::A1, Square::C3.into()).len(), 2); // b2 and c3
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Classical;

impl SliderBackend for Classical {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        positive_ray_attacks(square, occupied, Direction::North)
            | positive_ray_attacks(square, occupied, Direction::East)
            | negative_ray_attacks(square, occupied, Direction::South)
            | negative_ray_attacks(square, occupied, Direction::West)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        positive_ray_attacks(square, occupied, Direction::NorthEast)
            | positive_ray_attacks(square, occupied, Direction::NorthWest)
            | negative_ray_attacks(square, occupied, Direction::SouthEast)
            | negative_ray_attacks(square, occupied, Direction::SouthWest)
    }
}

/// Returns the attacks along a ray with increasing indices, whose first blocker is the lowest bit.
#[inline]
fn positive_ray_attacks(square: Square, occupied: Bitboard, direction: Direction) -> Bitboard {
    let full_ray = ray(square, direction);
    // The sentinel h8: no positive ray continues beyond it.
    let blocker = Square::from_low_bits(((full_ray & occupied).0 | 1 << 63).trailing_zeros() as u8);
    full_ray ^ ray(blocker, direction)
}

/// Returns the attacks along a ray with decreasing indices, whose first blocker is the highest bit.
#[inline]
fn negative_ray_attacks(square: Square, occupied: Bitboard, direction: Direction) -> Bitboard {
    let full_ray = ray(square, direction);
    // The sentinel a1: no negative ray continues beyond it.
    let blocker = Square::from_low_bits(((full_ray & occupied).0 | 1).ilog2() as u8);
    full_ray ^ ray(blocker, direction)
}
