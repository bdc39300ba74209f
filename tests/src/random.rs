//! Random numbers, the same in every run.

use tabiya::Bitboard;

/// SplitMix64 (S. Vigna, public domain): every seed gives another, fixed sequence.
#[derive(Clone, Copy, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`, which is not 0; near enough to uniform for tests.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// A set that holds each square with one chance in two, or in four or eight: boards
    /// from full to nearly empty.
    pub fn squares(&mut self) -> Bitboard {
        let mut squares = self.next();
        for _ in 0..self.below(3) {
            squares &= self.next();
        }
        Bitboard(squares)
    }
}
