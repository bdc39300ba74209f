//! The portable [`U64x4`]: four integers, one operation each.

use tabiya_core::Square;

use super::shifts::SQUARE_SHIFTS;

/// A square's shift count, and the mask for all other squares.
#[derive(Clone, Copy)]
pub(in crate::placement) struct SquareShift {
    shift_to_sign: u64,
    other_squares: u64,
}

impl SquareShift {
    #[inline]
    pub(in crate::placement) fn new(square: Square) -> Self {
        let index = square as usize;
        Self {
            shift_to_sign: SQUARE_SHIFTS.shift_to_sign[index],
            other_squares: SQUARE_SHIFTS.other_squares[index],
        }
    }

    /// Returns the mask for all squares but two, as one integer and as four.
    #[inline]
    pub(in crate::placement) fn keep_mask(from: SquareShift, to: SquareShift) -> (u64, U64x4) {
        let other_squares = from.other_squares & to.other_squares;
        (other_squares, U64x4::splat(other_squares))
    }
}

/// Four 64-bit integers that are shifted together.
#[derive(Clone, Copy)]
pub(in crate::placement) struct U64x4([u64; 4]);

impl U64x4 {
    #[inline]
    pub(in crate::placement) fn new(values: [u64; 4]) -> Self {
        Self(values)
    }

    #[inline]
    pub(in crate::placement) fn splat(value: u64) -> Self {
        Self([value; 4])
    }

    #[inline]
    pub(in crate::placement) fn to_array(self) -> [u64; 4] {
        self.0
    }

    #[inline]
    pub(in crate::placement) fn and(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline]
    pub(in crate::placement) fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Shifts each integer left until the square's bit is the sign bit.
    #[inline]
    pub(in crate::placement) fn shift_square_to_sign(self, shift: SquareShift) -> Self {
        Self(self.0.map(|value| value << shift.shift_to_sign))
    }

    /// Shifts each integer right until the sign bit is the square's bit.
    #[inline]
    pub(in crate::placement) fn shift_sign_to_square(self, shift: SquareShift) -> Self {
        Self(self.0.map(|value| value >> shift.shift_to_sign))
    }

    /// Returns each integer's sign bit, the first in bit 0.
    #[inline]
    pub(in crate::placement) fn sign_bits(self) -> u32 {
        (0..4).map(|i| ((self.0[i] >> 63) as u32) << i).sum()
    }
}
