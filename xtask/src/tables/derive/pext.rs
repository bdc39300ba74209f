//! Slider attacks for CPUs with PEXT and PDEP.
//!
//! The index of an entry is PEXT of the occupancy by the relevant squares. A slider's two lines
//! have at most fourteen other squares, so PEXT of an attack set by these lines fits 16 bits. PDEP
//! restores it.

use super::blocks::{Blocks, subsets};
use super::walk::{self, Slider};

/// Returns a slider's compressed attack sets, in block order.
pub fn attacks(blocks: &Blocks) -> Vec<u16> {
    let mut table = vec![0; blocks.entries];
    let lines = line_sets(blocks.slider);
    for (square, (&mask, line)) in blocks.masks.iter().zip(lines).enumerate() {
        let block = blocks.block(&mut table, square);
        for occupied in subsets(mask) {
            let attacks = pext(blocks.slider.attacks(square, occupied), line);
            let entry = u16::try_from(attacks).expect("two lines hold at most 14 other squares");
            // A slider has at most twelve relevant squares.
            block[pext(occupied, mask) as usize] = entry;
        }
    }
    table
}

/// Returns the squares on both slider lines for each square, without that square.
pub fn line_sets(slider: Slider) -> [u64; 64] {
    let [ranks, files, diagonals, antidiagonals] = walk::lines();
    // Both lines contain the square itself, so that exclusive-or removes it.
    match slider {
        Slider::Rook => std::array::from_fn(|square| ranks[square] ^ files[square]),
        Slider::Bishop => std::array::from_fn(|square| diagonals[square] ^ antidiagonals[square]),
    }
}

/// Gathers the `source` bits that `mask` selects in the low bits (PEXT).
pub fn pext(source: u64, mut mask: u64) -> u64 {
    let mut result = 0;
    let mut result_bit = 1;
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        if source & lowest != 0 {
            result |= result_bit;
        }
        mask ^= lowest;
        result_bit <<= 1;
    }
    result
}
