//! [`U64x4`] in two SSE2 registers. Every x86-64 CPU has SSE2.
//!
//! This module is compiled only where SSE2 is a target feature for the whole build.

use core::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_castsi128_ps, _mm_cvtsi128_si64, _mm_movemask_ps, _mm_or_si128,
    _mm_set_epi64x, _mm_set1_epi64x, _mm_shuffle_ps, _mm_sll_epi64, _mm_srl_epi64,
    _mm_unpackhi_epi64,
};

use tabiya_core::Square;

/// A square's shift count, and the mask for all other squares.
#[derive(Clone, Copy)]
pub(in crate::placement) struct SquareShift(__m128i);

impl SquareShift {
    #[inline]
    pub(in crate::placement) fn new(square: Square) -> Self {
        let [shift_to_sign, other_squares] = SQUARE_SHIFTS.0[square as usize];
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        Self(unsafe { _mm_set_epi64x(other_squares.cast_signed(), shift_to_sign.cast_signed()) })
    }

    /// Returns the mask for all squares but two, as one integer and as four.
    #[inline]
    pub(in crate::placement) fn keep_mask(from: SquareShift, to: SquareShift) -> (u64, U64x4) {
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        unsafe {
            let both = _mm_and_si128(from.0, to.0);
            let other_squares = _mm_unpackhi_epi64(both, both);
            (_mm_cvtsi128_si64(other_squares).cast_unsigned(), U64x4([other_squares; 2]))
        }
    }
}

/// Four 64-bit integers that are shifted together.
#[derive(Clone, Copy)]
pub(in crate::placement) struct U64x4([__m128i; 2]);

impl U64x4 {
    #[inline]
    pub(in crate::placement) fn new([first, second, third, fourth]: [u64; 4]) -> Self {
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        unsafe {
            Self([
                _mm_set_epi64x(second.cast_signed(), first.cast_signed()),
                _mm_set_epi64x(fourth.cast_signed(), third.cast_signed()),
            ])
        }
    }

    #[inline]
    pub(in crate::placement) fn splat(value: u64) -> Self {
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        Self([unsafe { _mm_set1_epi64x(value.cast_signed()) }; 2])
    }

    #[inline]
    pub(in crate::placement) fn to_array(self) -> [u64; 4] {
        let [low, high] = self.0;
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        unsafe {
            [
                _mm_cvtsi128_si64(low).cast_unsigned(),
                _mm_cvtsi128_si64(_mm_unpackhi_epi64(low, low)).cast_unsigned(),
                _mm_cvtsi128_si64(high).cast_unsigned(),
                _mm_cvtsi128_si64(_mm_unpackhi_epi64(high, high)).cast_unsigned(),
            ]
        }
    }

    #[inline]
    pub(in crate::placement) fn and(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        unsafe { Self([_mm_and_si128(a, c), _mm_and_si128(b, d)]) }
    }

    #[inline]
    pub(in crate::placement) fn or(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        unsafe { Self([_mm_or_si128(a, c), _mm_or_si128(b, d)]) }
    }

    /// Shifts each integer left until the square's bit is the sign bit.
    #[inline]
    pub(in crate::placement) fn shift_square_to_sign(self, shift: SquareShift) -> Self {
        let [low, high] = self.0;
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        unsafe { Self([_mm_sll_epi64(low, shift.0), _mm_sll_epi64(high, shift.0)]) }
    }

    /// Shifts each integer right until the sign bit is the square's bit.
    #[inline]
    pub(in crate::placement) fn shift_sign_to_square(self, shift: SquareShift) -> Self {
        let [low, high] = self.0;
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        unsafe { Self([_mm_srl_epi64(low, shift.0), _mm_srl_epi64(high, shift.0)]) }
    }

    /// Returns each integer's sign bit, the first in bit 0.
    #[inline]
    pub(in crate::placement) fn sign_bits(self) -> u32 {
        let [low, high] = self.0;
        // SAFETY: `cfg(target_feature = "sse2")` on this module.
        unsafe {
            let low = _mm_castsi128_ps(low);
            let high = _mm_castsi128_ps(high);
            // Each integer's upper half, which holds the sign.
            _mm_movemask_ps(_mm_shuffle_ps::<0b11_01_11_01>(low, high)).cast_unsigned()
        }
    }
}

/// Each square's shift count and mask, adjacent so that one load reads both.
#[repr(C, align(16))]
struct SquareShifts([[u64; 2]; 64]);

static SQUARE_SHIFTS: SquareShifts = {
    let mut shifts = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        shifts[square] = [63 - square as u64, !(1 << square)];
        square += 1;
    }
    SquareShifts(shifts)
};
