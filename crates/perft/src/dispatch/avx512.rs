//! The back end for AVX-512: eight boards in a 512-bit register.
//!
//! VPOPCNTDQ counts a lane's bits, and VBMI2 compresses bytes, which turns a set into its squares.
//! The functions of [`U64x8`] are safe because only [`dispatch`](super) can name the type.

use core::arch::x86_64::{
    __m512i, _mm_cvtsi64_si128, _mm512_add_epi64, _mm512_and_si512, _mm512_cvtepu8_epi64,
    _mm512_loadu_si512, _mm512_maskz_compress_epi8, _mm512_maskz_mov_epi64, _mm512_mul_epu32,
    _mm512_or_si512, _mm512_permutex2var_epi64, _mm512_permutexvar_epi64, _mm512_popcnt_epi64,
    _mm512_reduce_add_epi64, _mm512_rolv_epi64, _mm512_set_epi64, _mm512_set1_epi64,
    _mm512_sllv_epi64, _mm512_srlv_epi64, _mm512_storeu_si512, _mm512_sub_epi64,
    _mm512_test_epi64_mask, _mm512_testn_epi64_mask, _mm512_xor_si512,
};
use core::ops::{Add, BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

use tabiya_core::Side;

use crate::lanes::{self, Boards, Castling, Lanes, MoveBatchList, PerftKernel, operators};

/// Eight 64-bit lanes in a 512-bit register.
#[derive(Clone, Copy)]
pub(super) struct U64x8(__m512i);

operators!(U64x8:
    |a, b| intrinsic!(_mm512_and_si512(a, b)),
    |a, b| intrinsic!(_mm512_or_si512(a, b)),
    |a, b| intrinsic!(_mm512_xor_si512(a, b)),
    |a| intrinsic!(_mm512_xor_si512(a, _mm512_set1_epi64(-1))),
    |a, b| intrinsic!(_mm512_add_epi64(a, b)),
    |a, b| intrinsic!(_mm512_sub_epi64(a, b)));

impl Lanes for U64x8 {
    const WIDTH: usize = 8;

    #[inline(always)]
    fn splat(value: u64) -> Self {
        Self(intrinsic!(_mm512_set1_epi64(value as i64)))
    }

    #[inline(always)]
    fn load(values: &[u64; 8]) -> Self {
        // SAFETY: AVX-512 as in `intrinsic!`. The load reads the 64 bytes of `values`.
        Self(unsafe { _mm512_loadu_si512(values.as_ptr().cast()) })
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut values = [0; 8];
        // SAFETY: AVX-512 as in `intrinsic!`. The store writes the 64 bytes of `values`.
        unsafe { _mm512_storeu_si512(values.as_mut_ptr().cast(), self.0) };
        values
    }

    #[inline(always)]
    fn zero_extend_bytes(bytes: u64) -> Self {
        Self(intrinsic!(_mm512_cvtepu8_epi64(_mm_cvtsi64_si128(bytes as i64))))
    }

    #[inline(always)]
    fn shl(self, count: u64) -> Self {
        let counts = Self::splat(count);
        Self(intrinsic!(_mm512_sllv_epi64(self.0, counts.0)))
    }

    #[inline(always)]
    fn shr(self, count: u64) -> Self {
        let counts = Self::splat(count);
        Self(intrinsic!(_mm512_srlv_epi64(self.0, counts.0)))
    }

    #[inline(always)]
    fn rotate_left(self, counts: Self) -> Self {
        Self(intrinsic!(_mm512_rolv_epi64(self.0, counts.0)))
    }

    #[inline(always)]
    fn popcount(self) -> Self {
        Self(intrinsic!(_mm512_popcnt_epi64(self.0)))
    }

    #[inline(always)]
    fn mul_lo32(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_mul_epu32(self.0, other.0)))
    }

    #[inline(always)]
    fn keep_where_nonzero(self, condition: Self) -> Self {
        let mask = intrinsic!(_mm512_test_epi64_mask(condition.0, condition.0));
        Self(intrinsic!(_mm512_maskz_mov_epi64(mask, self.0)))
    }

    #[inline(always)]
    fn keep_where_zero(self, condition: Self) -> Self {
        let mask = intrinsic!(_mm512_testn_epi64_mask(condition.0, condition.0));
        Self(intrinsic!(_mm512_maskz_mov_epi64(mask, self.0)))
    }

    #[inline(always)]
    fn any(self) -> bool {
        intrinsic!(_mm512_test_epi64_mask(self.0, self.0)) != 0
    }

    #[inline(always)]
    fn nonzero_mask(self) -> u64 {
        intrinsic!(_mm512_test_epi64_mask(self.0, self.0)).into()
    }

    #[inline(always)]
    fn permute(self, indices: Self) -> Self {
        Self(intrinsic!(_mm512_permutexvar_epi64(indices.0, self.0)))
    }

    #[inline(always)]
    fn lookup16(table: &[u64; 16], indices: Self) -> Self {
        // SAFETY: AVX-512 as in `intrinsic!`. Each load reads one half of the 128 bytes of `table`.
        let (low, high) = unsafe {
            (
                _mm512_loadu_si512(table.as_ptr().cast()),
                _mm512_loadu_si512(table[8..].as_ptr().cast()),
            )
        };
        Self(intrinsic!(_mm512_permutex2var_epi64(low, indices.0, high)))
    }

    #[inline(always)]
    fn write_squares(set: u64, to: &mut [u8; 64]) -> usize {
        let all = intrinsic!(_mm512_set_epi64(
            0x3f3e_3d3c_3b3a_3938,
            0x3736_3534_3332_3130,
            0x2f2e_2d2c_2b2a_2928,
            0x2726_2524_2322_2120,
            0x1f1e_1d1c_1b1a_1918,
            0x1716_1514_1312_1110,
            0x0f0e_0d0c_0b0a_0908,
            0x0706_0504_0302_0100,
        ));
        let squares = intrinsic!(_mm512_maskz_compress_epi8(set, all));
        // SAFETY: AVX-512 as in `intrinsic!`. The store writes the 64 bytes of `to`.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), squares) };
        set.count_ones() as usize
    }

    #[inline(always)]
    fn reduce_sum(self) -> u64 {
        intrinsic!(_mm512_reduce_add_epi64(self.0)) as u64
    }
}

kernel_with_features!(
    U64x8,
    "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,avx512vpopcntdq,popcnt,bmi1,bmi2,lzcnt"
);
