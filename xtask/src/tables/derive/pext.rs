//! The table for processors with PEXT and PDEP: bits gathered and scattered by a mask.
//!
//! PEXT of the occupancy by the relevant squares is an index without a factor. An attack
//! set lies on the slider's two lines, at most fourteen squares beside its own, so PEXT
//! of it by those lines fits sixteen bits, and PDEP brings it back.

use super::blocks::{Blocks, subsets};
use super::walk::{self, Slider};

/// The compressed attack sets of a slider, block by block.
pub fn attacks(blocks: &Blocks) -> Vec<u16> {
    let mut table = vec![0; blocks.entries];
    let lines = line_sets(blocks.slider);
    for (square, (&mask, line)) in blocks.masks.iter().zip(lines).enumerate() {
        let block = blocks.block(&mut table, square);
        for occupied in subsets(mask) {
            let attacks = pext(blocks.slider.attacks(square, occupied), line);
            let entry = u16::try_from(attacks).expect("two lines hold at most 14 other squares");
            // At most twelve squares are relevant.
            block[pext(occupied, mask) as usize] = entry;
        }
    }
    table
}

/// The squares of both lines of a slider through each square, without that square.
pub fn line_sets(slider: Slider) -> [u64; 64] {
    let [ranks, files, diagonals, antidiagonals] = walk::lines();
    // Each line holds the square itself, so that exclusive-or drops it.
    match slider {
        Slider::Rook => std::array::from_fn(|square| ranks[square] ^ files[square]),
        Slider::Bishop => std::array::from_fn(|square| diagonals[square] ^ antidiagonals[square]),
    }
}

/// The bits of `source` that `mask` selects, gathered at the low end.
pub fn pext(source: u64, mut mask: u64) -> u64 {
    let mut gathered = 0;
    let mut to = 1;
    while mask != 0 {
        let lowest = mask & mask.wrapping_neg();
        if source & lowest != 0 {
            gathered |= to;
        }
        mask ^= lowest;
        to <<= 1;
    }
    gathered
}
