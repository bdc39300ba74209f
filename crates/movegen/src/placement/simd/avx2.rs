//! [`U64x4`] in one AVX2 register.
//!
//! This module is compiled only where AVX2 is a target feature for the whole build.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi64_si128, _mm256_and_si256, _mm256_castsi256_pd,
    _mm256_extract_epi64, _mm256_movemask_pd, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_sll_epi64, _mm256_srl_epi64,
};

use tabiya_core::Square;

use super::shifts::SQUARE_SHIFTS;

/// A square's shift count, and the mask for all other squares.
#[derive(Clone, Copy)]
pub(in crate::placement) struct SquareShift {
    shift_count: __m128i,
    other_squares: u64,
}

impl SquareShift {
    #[inline]
    pub(in crate::placement) fn new(square: Square) -> Self {
        let index = square as usize;
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        let shift_count =
            unsafe { _mm_cvtsi64_si128(SQUARE_SHIFTS.shift_to_sign[index].cast_signed()) };
        Self { shift_count, other_squares: SQUARE_SHIFTS.other_squares[index] }
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
pub(in crate::placement) struct U64x4(__m256i);

impl U64x4 {
    #[inline]
    pub(in crate::placement) fn new(values: [u64; 4]) -> Self {
        let [first, second, third, fourth] = values.map(u64::cast_signed);
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        Self(unsafe { _mm256_set_epi64x(fourth, third, second, first) })
    }

    #[inline]
    pub(in crate::placement) fn splat(value: u64) -> Self {
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        Self(unsafe { _mm256_set1_epi64x(value.cast_signed()) })
    }

    #[inline]
    pub(in crate::placement) fn to_array(self) -> [u64; 4] {
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        let values = unsafe {
            [
                _mm256_extract_epi64::<0>(self.0),
                _mm256_extract_epi64::<1>(self.0),
                _mm256_extract_epi64::<2>(self.0),
                _mm256_extract_epi64::<3>(self.0),
            ]
        };
        values.map(i64::cast_unsigned)
    }

    #[inline]
    pub(in crate::placement) fn and(self, other: Self) -> Self {
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline]
    pub(in crate::placement) fn or(self, other: Self) -> Self {
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    /// Shifts each integer left until the square's bit is the sign bit.
    #[inline]
    pub(in crate::placement) fn shift_square_to_sign(self, shift: SquareShift) -> Self {
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        Self(unsafe { _mm256_sll_epi64(self.0, shift.shift_count) })
    }

    /// Shifts each integer right until the sign bit is the square's bit.
    #[inline]
    pub(in crate::placement) fn shift_sign_to_square(self, shift: SquareShift) -> Self {
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        Self(unsafe { _mm256_srl_epi64(self.0, shift.shift_count) })
    }

    /// Returns each integer's sign bit, the first in bit 0.
    #[inline]
    pub(in crate::placement) fn sign_bits(self) -> u32 {
        // SAFETY: `cfg(target_feature = "avx2")` on this module.
        unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(self.0)) }.cast_unsigned()
    }
}
