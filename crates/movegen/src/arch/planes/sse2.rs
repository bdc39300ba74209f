//! Four words in two registers, by SSE2, which every x86-64 processor has.
//!
//! The intrinsics need SSE2 and nothing else, and this module is compiled only where the
//! whole build may use it.

use core::arch::x86_64::{
    __m128i, _mm_and_si128, _mm_castsi128_ps, _mm_cvtsi128_si64, _mm_movemask_ps, _mm_or_si128,
    _mm_set_epi64x, _mm_set1_epi64x, _mm_shuffle_ps, _mm_sll_epi64, _mm_srl_epi64,
    _mm_unpackhi_epi64,
};

use tabiya_core::Move;

use super::Way;

/// What a square is to a word.
#[derive(Clone, Copy)]
pub(crate) struct Place(__m128i);

#[expect(unsafe_code, reason = "intrinsics ask for a feature that every x86-64 build has")]
impl Place {
    #[inline(always)]
    pub(super) fn of(index: usize) -> Self {
        let [to_sign, rest] = PLACES.0[index];
        Self::new(to_sign, rest)
    }

    #[inline(always)]
    fn new(to_sign: u64, rest: u64) -> Self {
        // SAFETY: SSE2 is there, see the module.
        Self(unsafe { _mm_set_epi64x(rest.cast_signed(), to_sign.cast_signed()) })
    }

    /// All bits but those of two squares, in a word and in each of four.
    #[inline(always)]
    pub(super) fn rest(from: Place, to: Place) -> (u64, Four) {
        // SAFETY: SSE2 is there, see the module.
        unsafe {
            let both = _mm_and_si128(from.0, to.0);
            let rest = _mm_unpackhi_epi64(both, both);
            (_mm_cvtsi128_si64(rest).cast_unsigned(), Four([rest; 2]))
        }
    }
}

/// Four words, shifted together.
#[derive(Clone, Copy)]
pub(super) struct Four([__m128i; 2]);

#[expect(unsafe_code, reason = "intrinsics ask for a feature that every x86-64 build has")]
impl Four {
    #[inline(always)]
    pub(super) fn new([first, second, third, fourth]: [u64; 4]) -> Self {
        // SAFETY: SSE2 is there, see the module.
        unsafe {
            Self([
                _mm_set_epi64x(second.cast_signed(), first.cast_signed()),
                _mm_set_epi64x(fourth.cast_signed(), third.cast_signed()),
            ])
        }
    }

    #[inline(always)]
    pub(super) fn all(word: u64) -> Self {
        // SAFETY: SSE2 is there, see the module.
        Self([unsafe { _mm_set1_epi64x(word.cast_signed()) }; 2])
    }

    #[inline(always)]
    pub(super) fn words(self) -> [u64; 4] {
        let [low, high] = self.0;
        // SAFETY: SSE2 is there, see the module.
        unsafe {
            [
                _mm_cvtsi128_si64(low).cast_unsigned(),
                _mm_cvtsi128_si64(_mm_unpackhi_epi64(low, low)).cast_unsigned(),
                _mm_cvtsi128_si64(high).cast_unsigned(),
                _mm_cvtsi128_si64(_mm_unpackhi_epi64(high, high)).cast_unsigned(),
            ]
        }
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: SSE2 is there, see the module.
        unsafe { Self([_mm_and_si128(a, c), _mm_and_si128(b, d)]) }
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        let ([a, b], [c, d]) = (self.0, other.0);
        // SAFETY: SSE2 is there, see the module.
        unsafe { Self([_mm_or_si128(a, c), _mm_or_si128(b, d)]) }
    }

    /// Each word shifted left until a square's bit is its sign.
    #[inline(always)]
    pub(super) fn left(self, place: Place) -> Self {
        let [low, high] = self.0;
        // SAFETY: SSE2 is there, see the module.
        unsafe { Self([_mm_sll_epi64(low, place.0), _mm_sll_epi64(high, place.0)]) }
    }

    /// Each word shifted right until its sign is a square's bit.
    #[inline(always)]
    pub(super) fn right(self, place: Place) -> Self {
        let [low, high] = self.0;
        // SAFETY: SSE2 is there, see the module.
        unsafe { Self([_mm_srl_epi64(low, place.0), _mm_srl_epi64(high, place.0)]) }
    }

    /// The highest bit of each word.
    #[inline(always)]
    pub(super) fn signs(self) -> u32 {
        let [low, high] = self.0;
        // SAFETY: SSE2 is there, see the module.
        unsafe {
            let (low, high) = (_mm_castsi128_ps(low), _mm_castsi128_ps(high));
            // The upper half of each word, where the sign is.
            _mm_movemask_ps(_mm_shuffle_ps::<0b11_01_11_01>(low, high)).cast_unsigned()
        }
    }
}

/// The way of a move where nobody asks for its squares.
#[inline(always)]
pub(crate) fn way_of(mv: Move) -> impl Way {
    let bits = usize::from(mv.to_bits());
    Doubled { from: bits << 1 & DOUBLED, to: bits >> 5 & DOUBLED }
}

/// The bits of a doubled index.
const DOUBLED: usize = 2 * 63;

/// A way by twice the indices of its squares. By the index itself, a pair of numbers is found after
/// a shift, for processors multiply by eight at most.
#[derive(Clone, Copy)]
struct Doubled {
    from: usize,
    to: usize,
}

impl Doubled {
    #[inline(always)]
    fn place(doubled: usize) -> Place {
        let numbers = PLACES.0.as_flattened();
        Place::new(numbers[doubled], numbers[doubled + 1])
    }
}

impl Way for Doubled {
    #[inline(always)]
    fn places(self) -> (Place, Place) {
        (Self::place(self.from), Self::place(self.to))
    }

    #[inline(always)]
    fn may_pass(self) -> bool {
        self.from ^ self.to == 2 * 16
    }

    #[inline(always)]
    fn sum(self) -> usize {
        (self.from + self.to) / 2
    }
}

/// What squares are to a word, each looked up in one load: by how much its bit is shifted left to be
/// the sign, and all bits but its own.
#[repr(C, align(16))]
struct Places([[u64; 2]; 64]);

static PLACES: Places = {
    let mut places = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        places[square] = [63 - square as u64, !(1 << square)];
        square += 1;
    }
    Places(places)
};
