//! Magics: factors that map the relevant occupancy to the top bits of a product.
//!
//! The search tries random sparse numbers. A magic maps no two occupancies with different attacks to the
//! same index. The random number generator has a fixed seed, so every run finds the same magics.

use super::blocks::{Blocks, subsets};
use super::walk::Slider;
use crate::random::SplitMix64;

/// The search's seed: "tabiya" in ASCII.
const SEED: u64 = 0x7461_6269_7961;

/// The bishop magics and their attack table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Magics {
    /// The block layout of the table.
    pub blocks: Blocks,
    /// The magic of each square.
    pub factors: [u64; 64],
    /// The attack sets in all blocks; 0 for unused entries.
    pub attacks: Vec<u64>,
}

impl Magics {
    /// Finds a magic for every square and fills the table.
    pub fn find() -> Self {
        let blocks = Blocks::new(Slider::Bishop);
        let mut random = SplitMix64(SEED);
        let mut attacks = vec![0; blocks.entries];
        let factors = std::array::from_fn(|square| {
            let search = MagicSearch::new(blocks.slider, square, blocks.masks[square]);
            search.run(&mut random, blocks.block(&mut attacks, square))
        });
        Self { blocks, factors, attacks }
    }
}

/// Returns the index of an occupancy in its square's block.
pub fn index(occupied: u64, mask: u64, magic: u64) -> usize {
    let product = (occupied & mask).wrapping_mul(magic);
    // A bishop has at most nine relevant squares.
    (product >> (64 - mask.count_ones())) as usize
}

/// The search for the magic of one square.
struct MagicSearch {
    mask: u64,
    /// Each relevant occupancy with its attacks.
    occupancies: Vec<(u64, u64)>,
}

impl MagicSearch {
    fn new(slider: Slider, square: usize, mask: u64) -> Self {
        let with_attacks = |occupied| (occupied, slider.attacks(square, occupied));
        Self { mask, occupancies: subsets(mask).map(with_attacks).collect() }
    }

    /// Tries numbers until one is a magic, and fills the block with its attacks.
    fn run(&self, random: &mut SplitMix64, block: &mut [u64]) -> u64 {
        loop {
            // About eight bits are set: magics are more frequent among sparse numbers.
            let magic = random.next() & random.next() & random.next();
            // A product with few bits in its top byte rarely separates the occupancies.
            let is_sparse = (self.mask.wrapping_mul(magic) >> 56).count_ones() < 6;
            if !is_sparse && self.fill(magic, block) {
                return magic;
            }
        }
    }

    /// Fills the block; returns `false` when different attacks first collide.
    fn fill(&self, magic: u64, block: &mut [u64]) -> bool {
        block.fill(0);
        self.occupancies.iter().all(|&(occupied, attacks)| {
            // A slider attacks at least one square, so 0 marks an unused entry.
            let entry = &mut block[index(occupied, self.mask, magic)];
            let has_no_collision = *entry == 0 || *entry == attacks;
            *entry = attacks;
            has_no_collision
        })
    }
}
