//! Four boards in 256 bits: AVX2, which has no popcount and turns no bits round.

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

use super::{doors, instruction};
use crate::lanes::{self, Boards, Castling, Lanes, List, operators};

#[derive(Clone, Copy)]
pub(super) struct Four(__m256i);

operators!(Four:
    |a, b| instruction!(_mm256_and_si256(a, b)),
    |a, b| instruction!(_mm256_or_si256(a, b)),
    |a, b| instruction!(_mm256_xor_si256(a, b)),
    |a| instruction!(_mm256_xor_si256(a, _mm256_set1_epi64x(-1))),
    |a, b| instruction!(_mm256_add_epi64(a, b)),
    |a, b| instruction!(_mm256_sub_epi64(a, b)));

impl Four {
    /// All ones in the lanes where the set is empty.
    #[inline(always)]
    fn is_empty(self) -> __m256i {
        instruction!(_mm256_cmpeq_epi64(self.0, _mm256_setzero_si256()))
    }
}

impl Lanes for Four {
    const WIDTH: usize = 4;

    #[inline(always)]
    fn splat(set: u64) -> Self {
        Self(instruction!(_mm256_set1_epi64x(set as i64)))
    }

    #[inline(always)]
    fn load(words: &[u64; 8]) -> Self {
        Self(instruction!(_mm256_loadu_si256(words.as_ptr().cast())))
    }

    #[inline(always)]
    fn store(self) -> [u64; 8] {
        let mut words = [0; 8];
        instruction!(_mm256_storeu_si256(words.as_mut_ptr().cast(), self.0));
        words
    }

    #[inline(always)]
    fn widen(bytes: u64) -> Self {
        Self(instruction!(_mm256_cvtepu8_epi64(_mm_cvtsi64_si128(bytes as i64))))
    }

    #[inline(always)]
    fn up(self, places: u64) -> Self {
        let places = Self::splat(places);
        Self(instruction!(_mm256_sllv_epi64(self.0, places.0)))
    }

    #[inline(always)]
    fn down(self, places: u64) -> Self {
        let places = Self::splat(places);
        Self(instruction!(_mm256_srlv_epi64(self.0, places.0)))
    }

    #[inline(always)]
    fn turned(self, places: Self) -> Self {
        let places = places & Self::splat(63);
        let rest = Self::splat(64) - places;
        let up = instruction!(_mm256_sllv_epi64(self.0, places.0));
        Self(instruction!(_mm256_or_si256(up, _mm256_srlv_epi64(self.0, rest.0))))
    }

    /// Muła's way: the bits of each half byte from a table in a register, then sums of bytes.
    #[inline(always)]
    fn count(self) -> Self {
        let table = instruction!(_mm256_setr_epi8(
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
        ));
        let nibble = instruction!(_mm256_set1_epi8(15));
        let low = instruction!(_mm256_and_si256(self.0, nibble));
        let high = instruction!(_mm256_and_si256(_mm256_srli_epi16::<4>(self.0), nibble));
        let bytes = instruction!(_mm256_add_epi8(
            _mm256_shuffle_epi8(table, low),
            _mm256_shuffle_epi8(table, high)
        ));
        Self(instruction!(_mm256_sad_epu8(bytes, _mm256_setzero_si256())))
    }

    #[inline(always)]
    fn times(self, other: Self) -> Self {
        Self(instruction!(_mm256_mul_epu32(self.0, other.0)))
    }

    #[inline(always)]
    fn where_any(self, condition: Self) -> Self {
        Self(instruction!(_mm256_andnot_si256(condition.is_empty(), self.0)))
    }

    #[inline(always)]
    fn where_none(self, condition: Self) -> Self {
        Self(instruction!(_mm256_and_si256(condition.is_empty(), self.0)))
    }

    #[inline(always)]
    fn any(self) -> bool {
        instruction!(_mm256_testz_si256(self.0, self.0)) == 0
    }

    #[inline(always)]
    fn lanes_with_any(self) -> u64 {
        let empty = instruction!(_mm256_movemask_pd(_mm256_castsi256_pd(self.is_empty())));
        !empty as u64 & 15
    }

    /// By halves of 32 bits, the only ones that AVX2 carries across a register as it is told.
    #[inline(always)]
    fn pick(self, lanes: Self) -> Self {
        let low = lanes + lanes;
        let halves = low | (low + Self::splat(1)).up(32);
        Self(instruction!(_mm256_permutevar8x32_epi32(self.0, halves.0)))
    }

    #[inline(always)]
    fn look_up(table: &[u64; 16], indices: Self) -> Self {
        let within = indices & Self::splat(15);
        Self(instruction!(_mm256_i64gather_epi64::<8>(table.as_ptr().cast(), within.0)))
    }

    #[inline(always)]
    fn write_squares(set: u64, to: &mut [u8; 64]) -> usize {
        for (place, square) in to.iter_mut().zip(Bitboard(set)) {
            *place = square as u8;
        }
        set.count_ones() as usize
    }

    doors!(Four, "avx2,popcnt,bmi1,bmi2,lzcnt");
}
