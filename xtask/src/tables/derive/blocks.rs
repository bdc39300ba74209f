//! The blocks into which a table of sliding attacks is cut, the same for magics and for PEXT:
//! one block for each square, one entry for each relevant occupancy.

use std::array::from_fn;

use super::walk::Slider;

/// The blocks of one slider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The slider.
    pub slider: Slider,
    /// The squares whose occupation matters to it on each square.
    pub masks: [u64; 64],
    /// The first entry of each square's block.
    pub offsets: [u32; 64],
    /// The entries of all blocks together.
    pub entries: usize,
}

impl Blocks {
    /// The blocks of a slider, one after the other.
    pub fn new(slider: Slider) -> Self {
        let masks = from_fn(|square| slider.relevant(square));
        let mut end = 0;
        let offsets = masks.map(|mask| {
            let offset = end;
            end += 1 << mask.count_ones();
            offset
        });
        Self { slider, masks, offsets, entries: end as usize }
    }

    /// The part of a table that belongs to `square`.
    pub fn block<'a, T>(&self, table: &'a mut [T], square: usize) -> &'a mut [T] {
        let start = self.offsets[square] as usize;
        &mut table[start..][..1 << self.masks[square].count_ones()]
    }
}

/// Every subset of a set, the empty one first: subtracting the whole from a subset
/// carries through the gaps of the set to the next subset.
pub fn subsets(set: u64) -> impl Iterator<Item = u64> {
    let next = move |&subset: &u64| Some(subset.wrapping_sub(set) & set).filter(|&next| next != 0);
    std::iter::successors(Some(0), next)
}
