//! Classical rays: each ray, cut at its first blocker.

use tabiya_core::{Bitboard, Direction, Square};

use crate::ray;

use super::backend::SliderBackend;

/// Sliders by rays and bit scans.
///
/// On each ray the nearest blocker is found by scanning from the slider's side; the ray
/// that goes on from the blocker is taken away. A sentinel square at the far end spares the
/// test whether there is a blocker at all: the ray from a corner's far side is empty.
///
/// ```
/// use tabiya_core::Square;
/// use tabiya_tables::sliders::{Classical, SliderBackend};
///
/// assert_eq!(Classical::bishop_attacks(Square::A1, Square::C3.into()).len(), 2); // b2 and c3
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Classical;

impl SliderBackend for Classical {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        upwards(square, occupied, Direction::North)
            | upwards(square, occupied, Direction::East)
            | downwards(square, occupied, Direction::South)
            | downwards(square, occupied, Direction::West)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        upwards(square, occupied, Direction::NorthEast)
            | upwards(square, occupied, Direction::NorthWest)
            | downwards(square, occupied, Direction::SouthEast)
            | downwards(square, occupied, Direction::SouthWest)
    }
}

/// A ray on which the indices grow: its first blocker is the lowest bit.
#[inline]
fn upwards(square: Square, occupied: Bitboard, direction: Direction) -> Bitboard {
    let whole = ray(square, direction);
    // Nothing lies beyond h8 on any ray that grows.
    let blocker = Square::from_low_bits(((whole & occupied).0 | 1 << 63).trailing_zeros() as u8);
    whole ^ ray(blocker, direction)
}

/// A ray on which the indices fall: its first blocker is the highest bit.
#[inline]
fn downwards(square: Square, occupied: Bitboard, direction: Direction) -> Bitboard {
    let whole = ray(square, direction);
    // Nothing lies beyond a1 on any ray that falls.
    let blocker = Square::from_low_bits(((whole & occupied).0 | 1).ilog2() as u8);
    whole ^ ray(blocker, direction)
}
