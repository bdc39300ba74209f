//! Four words in one register, by AVX2.
//!
//! The intrinsics need AVX2 and what it implies, and this module is compiled only where the
//! whole build may use it.

use core::arch::x86_64::{
    __m128i, __m256i, _mm_cvtsi64_si128, _mm256_and_si256, _mm256_castsi256_pd,
    _mm256_extract_epi64, _mm256_movemask_pd, _mm256_or_si256, _mm256_set_epi64x,
    _mm256_set1_epi64x, _mm256_sll_epi64, _mm256_srl_epi64,
};

use super::places::PLACES;

/// What a square is to a word.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    count: __m128i,
    rest: u64,
}

#[expect(unsafe_code, reason = "intrinsics ask for a feature that the whole build has")]
impl Place {
    #[inline(always)]
    pub(super) fn of(index: usize) -> Self {
        // SAFETY: AVX2 is there, see the module.
        let count = unsafe { _mm_cvtsi64_si128(PLACES.to_sign[index].cast_signed()) };
        Self { count, rest: PLACES.rest[index] }
    }

    /// All bits but those of two squares, in a word and in each of four.
    #[inline(always)]
    pub(super) fn rest(from: Place, to: Place) -> (u64, Four) {
        let rest = from.rest & to.rest;
        (rest, Four::all(rest))
    }
}

/// Four words, shifted together.
#[derive(Clone, Copy)]
pub(super) struct Four(__m256i);

#[expect(unsafe_code, reason = "intrinsics ask for a feature that the whole build has")]
impl Four {
    #[inline(always)]
    pub(super) fn new(words: [u64; 4]) -> Self {
        let [first, second, third, fourth] = words.map(u64::cast_signed);
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe { _mm256_set_epi64x(fourth, third, second, first) })
    }

    #[inline(always)]
    pub(super) fn all(word: u64) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe { _mm256_set1_epi64x(word.cast_signed()) })
    }

    #[inline(always)]
    pub(super) fn words(self) -> [u64; 4] {
        // SAFETY: AVX2 is there, see the module.
        let words = unsafe {
            [
                _mm256_extract_epi64::<0>(self.0),
                _mm256_extract_epi64::<1>(self.0),
                _mm256_extract_epi64::<2>(self.0),
                _mm256_extract_epi64::<3>(self.0),
            ]
        };
        words.map(i64::cast_unsigned)
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe { _mm256_and_si256(self.0, other.0) })
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe { _mm256_or_si256(self.0, other.0) })
    }

    /// Each word shifted left until a square's bit is its sign.
    #[inline(always)]
    pub(super) fn left(self, place: Place) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe { _mm256_sll_epi64(self.0, place.count) })
    }

    /// Each word shifted right until its sign is a square's bit.
    #[inline(always)]
    pub(super) fn right(self, place: Place) -> Self {
        // SAFETY: AVX2 is there, see the module.
        Self(unsafe { _mm256_srl_epi64(self.0, place.count) })
    }

    /// The highest bit of each word.
    #[inline(always)]
    pub(super) fn signs(self) -> u32 {
        // SAFETY: AVX2 is there, see the module.
        unsafe { _mm256_movemask_pd(_mm256_castsi256_pd(self.0)) }.cast_unsigned()
    }
}
