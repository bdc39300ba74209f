//! Layout for slider attack tables, with both magics and PEXT: one block per square, one entry per
//! relevant occupancy.

use std::array::from_fn;

use super::walk::Slider;

/// The block layout in a slider's attack table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The slider.
    pub slider: Slider,
    /// The relevant squares for each square: those whose occupancy can change the attacks.
    pub masks: [u64; 64],
    /// The index of the first entry in each square's block.
    pub offsets: [u32; 64],
    /// The number of entries in all blocks.
    pub entries: usize,
}

impl Blocks {
    /// Lays out the blocks of a slider in square order.
    pub fn new(slider: Slider) -> Self {
        let masks = from_fn(|square| slider.relevant_occupancy(square));
        let mut end = 0;
        let offsets = masks.map(|mask| {
            let offset = end;
            end += 1 << mask.count_ones();
            offset
        });
        Self { slider, masks, offsets, entries: end as usize }
    }

    /// Returns the block of a square in a table.
    pub fn block<'a, T>(&self, table: &'a mut [T], square: usize) -> &'a mut [T] {
        let start = self.offsets[square] as usize;
        &mut table[start..][..1 << self.masks[square].count_ones()]
    }
}

/// Returns every subset of a set, starting with the empty set (Carry-Rippler).
///
/// Subtracting the set from a subset carries through the zero bits of the set to the next subset.
pub fn subsets(set: u64) -> impl Iterator<Item = u64> {
    let next = move |&subset: &u64| Some(subset.wrapping_sub(set) & set).filter(|&next| next != 0);
    std::iter::successors(Some(0), next)
}
