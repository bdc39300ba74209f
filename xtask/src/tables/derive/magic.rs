//! Magics: factors that gather the relevant occupancy into the top bits of a product.
//!
//! A magic is found by trying numbers with few bits until one maps no two occupancies
//! with different attacks to the same index. The numbers come from a generator with a
//! fixed seed, so that every run finds the same magics.

use super::blocks::{Blocks, subsets};
use super::walk::Slider;

/// The seed of the search: "tabiya" in ASCII.
const SEED: u64 = 0x7461_6269_7961;

/// The magics of bishops and the table that they index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Magics {
    /// The blocks of the table.
    pub blocks: Blocks,
    /// The magic of each square.
    pub factors: [u64; 64],
    /// The attack sets of all blocks; 0 where no occupancy leads.
    pub attacks: Vec<u64>,
}

impl Magics {
    /// Finds a magic for every square and fills the table.
    pub fn find() -> Self {
        let blocks = Blocks::new(Slider::Bishop);
        let mut random = SplitMix64(SEED);
        let mut attacks = vec![0; blocks.entries];
        let factors = std::array::from_fn(|square| {
            let candidates = Candidates::new(blocks.slider, square, blocks.masks[square]);
            candidates.search(&mut random, blocks.block(&mut attacks, square))
        });
        Self { blocks, factors, attacks }
    }
}

/// The index of an occupancy within its square's block.
pub fn index(occupied: u64, mask: u64, magic: u64) -> usize {
    let product = (occupied & mask).wrapping_mul(magic);
    // At most nine bits are left.
    (product >> (64 - mask.count_ones())) as usize
}

/// What a magic for one square must tell apart.
struct Candidates {
    mask: u64,
    /// Each occupancy with the attacks it leaves.
    occupancies: Vec<(u64, u64)>,
}

impl Candidates {
    fn new(slider: Slider, square: usize, mask: u64) -> Self {
        let with_attacks = |occupied| (occupied, slider.attacks(square, occupied));
        Self { mask, occupancies: subsets(mask).map(with_attacks).collect() }
    }

    /// Tries numbers until one is a magic, and leaves its attacks in `block`.
    fn search(&self, random: &mut SplitMix64, block: &mut [u64]) -> u64 {
        loop {
            // About eight bits set: magics are far commoner among such numbers.
            let magic = random.next() & random.next() & random.next();
            // A product whose top byte stays poor cannot spread the occupancies.
            let poor = (self.mask.wrapping_mul(magic) >> 56).count_ones() < 6;
            if !poor && self.fill(magic, block) {
                return magic;
            }
        }
    }

    /// Fills `block` by `magic`; false as soon as two different attacks meet.
    fn fill(&self, magic: u64, block: &mut [u64]) -> bool {
        block.fill(0);
        self.occupancies.iter().all(|&(occupied, attacks)| {
            // A slider attacks at least one square, so 0 can only be an unused entry.
            let entry = &mut block[index(occupied, self.mask, magic)];
            let fits = *entry == 0 || *entry == attacks;
            *entry = attacks;
            fits
        })
    }
}

/// The generator `SplitMix64` of Steele, Lea and Flood.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }
}
