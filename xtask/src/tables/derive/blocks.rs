//! The blocks into which the tables of sliding attacks are cut, the same for magics and
//! for PEXT: one block for each piece and square, one entry for each relevant occupancy.

use std::array::from_fn;

use super::walk::Slider;

/// The entries of all rooks' and all bishops' blocks.
pub const ENTRIES: usize = 107_648;

/// The blocks of one slider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blocks {
    /// The slider.
    pub slider: Slider,
    /// The squares whose occupation matters to it on each square.
    pub masks: [u64; 64],
    /// Where each square's block begins.
    pub offsets: [u32; 64],
}

impl Blocks {
    /// The blocks of rooks, the first in the table, and of bishops, which follow them.
    pub fn rooks_then_bishops() -> [Self; 2] {
        let mut end = 0;
        let blocks = [Slider::Rook, Slider::Bishop].map(|slider| {
            let masks = from_fn(|square| slider.relevant(square));
            let offsets = masks.map(|mask| {
                let offset = end;
                end += 1 << mask.count_ones();
                offset
            });
            Self { slider, masks, offsets }
        });
        assert_eq!(end as usize, ENTRIES, "the blocks fill the table");
        blocks
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
