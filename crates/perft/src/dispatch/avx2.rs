//! The back end for AVX2: four boards in a 256-bit register.
//!
//! AVX2 has neither a popcount nor a rotation for 64-bit lanes. The functions of [`U64x4`] are safe
//! because only [`dispatch`](super) can name the type.

use core::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_add_epi8, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi64, _mm256_cvtepu8_epi64,
    _mm256_i64gather_epi64, _mm256_loadu_si256, _mm256_movemask_pd, _mm256_mul_epu32,
    _mm256_or_si256, _mm256_permutevar8x32_epi32, _mm256_sad_epu8, _mm256_set1_epi8,
    _mm256_set1_epi64x, _mm256_setr_epi8, _mm256_setzero_si256, _mm256_shuffle_epi8,
    _mm256_sllv_epi64, _mm256_srli_epi16, _mm256_srlv_epi64, _mm256_storeu_si256, _mm256_sub_epi64,
    _mm256_testz_si256, _mm256_xor_si256,
};
use core::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use tabiya_core::{Bitboard, Side};

use crate::lanes::{self, Boards, Castling, Lanes, MoveBatchList, PerftKernel, operators};

/// Four 64-bit lanes in a 256-bit register.
#[derive(Clone, Copy)]
pub(super) struct U64x4(__m256i);

operators!(U64x4:
    |a, b| intrinsic!(_mm256_and_si256(a, b)),
    |a, b| intrinsic!(_mm256_or_si256(a, b)),
    |a, b| intrinsic!(_mm256_xor_si256(a, b)),
    |a| intrinsic!(_mm256_xor_si256(a, _mm256_set1_epi64x(-1))),
    |a, b| intrinsic!(_mm256_add_epi64(a, b)),
    |a, b| intrinsic!(_mm256_sub_epi64(a, b)));

impl U64x4 {
    /// Returns a lane mask: all ones in the lanes that are zero.
    #[inline(always)]
    fn zero_lane_mask(self) -> __m256i {
        intrinsic!(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()))
    }
}

impl Lanes for U64x4 {
    const WIDTH: usize = 4;

    #[inline(always)]
    fn splat(value: u64) -> Self {
        Self(intrinsic!(_mm256_set1_epi64x(value as i64)))
    }

    #[inline(always)]
    fn load(values: &[u64; 8]) -> Self {
        // SAFETY: AVX2 as in `intrinsic!`. The load reads 32 of the 64 bytes of `values`.
        Self(unsafe { _mm256_loadu_si256(values.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut values = [0; 8];
        // SAFETY: AVX2 as in `intrinsic!`. The store writes 32 of the 64 bytes of `values`.
        unsafe { _mm256_storeu_si256(values.as_mut_ptr().cast(), self.0) };
        values
    }

    #[inline(always)]
    fn zero_extend_bytes(bytes: u64) -> Self {
        Self(intrinsic!(_mm256_cvtepu8_epi64(_mm_cvtsi64_si128(bytes as i64))))
    }

    #[inline(always)]
    fn shl(self, count: u64) -> Self {
        let counts = Self::splat(count);
        Self(intrinsic!(_mm256_sllv_epi64(self.0, counts.0)))
    }

    #[inline(always)]
    fn shr(self, count: u64) -> Self {
        let counts = Self::splat(count);
        Self(intrinsic!(_mm256_srlv_epi64(self.0, counts.0)))
    }

    #[inline(always)]
    fn rotate_left(self, counts: Self) -> Self {
        let counts = counts & Self::splat(63);
        let right_counts = Self::splat(64) - counts;
        let high = intrinsic!(_mm256_sllv_epi64(self.0, counts.0));
        Self(intrinsic!(_mm256_or_si256(high, _mm256_srlv_epi64(self.0, right_counts.0))))
    }

    /// Counts bits by Muła's method: a byte shuffle looks up each nibble's count, then the bytes in
    /// each lane are summed.
    #[inline(always)]
    fn popcount(self) -> Self {
        let table = intrinsic!(_mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        ));
        let nibble = intrinsic!(_mm256_set1_epi8(15));
        let low = intrinsic!(_mm256_and_si256(self.0, nibble));
        let high = intrinsic!(_mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble));
        let bytes = intrinsic!(_mm256_add_epi8(
            _mm256_shuffle_epi8(table, low),
            _mm256_shuffle_epi8(table, high)
        ));
        Self(intrinsic!(_mm256_sad_epu8(bytes, _mm256_setzero_si256())))
    }

    #[inline(always)]
    fn mul_lo32(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_mul_epu32(self.0, other.0)))
    }

    #[inline(always)]
    fn keep_where_nonzero(self, condition: Self) -> Self {
        Self(intrinsic!(_mm256_andnot_si256(condition.zero_lane_mask(), self.0)))
    }

    #[inline(always)]
    fn keep_where_zero(self, condition: Self) -> Self {
        Self(intrinsic!(_mm256_and_si256(condition.zero_lane_mask(), self.0)))
    }

    #[inline(always)]
    fn any(self) -> bool {
        intrinsic!(_mm256_testz_si256(self.0, self.0)) == 0
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u64 {
        let zero_mask = intrinsic!(_mm256_movemask_pd(_mm256_castsi256_pd(self.zero_lane_mask())));
        !zero_mask as u64 & 15
    }

    /// Permutes 32-bit halves, with AVX2's only variable permutation across the whole register.
    #[inline(always)]
    fn permute(self, indices: Self) -> Self {
        let low = indices + indices;
        let halves = low | (low + Self::splat(1)).shl(32);
        Self(intrinsic!(_mm256_permutevar8x32_epi32(self.0, halves.0)))
    }

    #[inline(always)]
    fn lookup16(table: &[u64; 16], indices: Self) -> Self {
        let masked = indices & Self::splat(15);
        // SAFETY: AVX2 as in `intrinsic!`. Every index is below 16, the length of `table`:
        // the line above masks them.
        Self(unsafe { _mm256_i64gather_epi64::<8>(table.as_ptr().cast(), masked.0) })
    }

    #[inline(always)]
    fn write_squares(set: u64, to: &mut [u8; 64]) -> usize {
        for (byte, square) in to.iter_mut().zip(Bitboard(set)) {
            *byte = square as u8;
        }
        set.count_ones() as usize
    }
}

kernel_with_features!(U64x4, "avx2,popcnt,bmi1,bmi2,lzcnt");
