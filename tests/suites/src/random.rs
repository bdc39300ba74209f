//! Reproducible pseudorandom numbers.

use tabiya::Bitboard;

/// SplitMix64 (S. Vigna, public domain): a generator whose sequence depends on its seed only.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix(pub u64);

/// The difference between successive states: 2^64 divided by the golden ratio.
const INCREMENT: u64 = 0x9e37_79b9_7f4a_7c15;

impl SplitMix {
    /// Returns a number in the sequence with seed 0; the first has the index 1.
    pub const fn nth(index: u64) -> u64 {
        Self(index.wrapping_sub(1).wrapping_mul(INCREMENT)).next()
    }

    /// Returns the next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(INCREMENT);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a number below `bound`, which must not be 0.
    ///
    /// The distribution is slightly biased, which does not matter for tests.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// Returns a random set, which contains each square with probability 1/2, 1/4 or 1/8.
    pub fn squares(&mut self) -> Bitboard {
        let mut squares = self.next();
        for _ in 0..self.below(3) {
            squares &= self.next();
        }
        Bitboard(squares)
    }
}
