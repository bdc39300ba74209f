//! Four words, each by itself.

use super::places::PLACES;

/// What a square is to a word.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    to_sign: u64,
    rest: u64,
}

impl Place {
    #[inline(always)]
    pub(super) fn of(index: usize) -> Self {
        Self { to_sign: PLACES.to_sign[index], rest: PLACES.rest[index] }
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
pub(super) struct Four([u64; 4]);

impl Four {
    #[inline(always)]
    pub(super) fn new(words: [u64; 4]) -> Self {
        Self(words)
    }

    #[inline(always)]
    pub(super) fn all(word: u64) -> Self {
        Self([word; 4])
    }

    #[inline(always)]
    pub(super) fn words(self) -> [u64; 4] {
        self.0
    }

    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }

    /// Each word shifted left until a square's bit is its sign.
    #[inline(always)]
    pub(super) fn left(self, place: Place) -> Self {
        Self(self.0.map(|word| word << place.to_sign))
    }

    /// Each word shifted right until its sign is a square's bit.
    #[inline(always)]
    pub(super) fn right(self, place: Place) -> Self {
        Self(self.0.map(|word| word >> place.to_sign))
    }

    /// The highest bit of each word.
    #[inline(always)]
    pub(super) fn signs(self) -> u32 {
        (0..4).map(|i| ((self.0[i] >> 63) as u32) << i).sum()
    }
}
