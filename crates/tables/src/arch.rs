//! Slider attack lookups without bounds checks, and the BMI2 instructions PEXT and PDEP.
//!
//! This is the only unsafe code in the crate. A bounds check would add a comparison and a panic
//! branch to each iteration in the generator's loops.

/// One square's block in a slider attack table with `LEN` entries.
///
/// The attacks depend on which of a mask's `n` squares are occupied, so the block has `1 << n`
/// entries.
#[derive(Clone, Copy)]
pub(crate) struct TableBlock<const LEN: usize> {
    mask: u64,
    offset: usize,
    /// The hash's right shift, `64 - n` for a mask with `n` squares, where `1 <= n <= 64`.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
    shift: u32,
}

impl<const LEN: usize> TableBlock<LEN> {
    /// Creates the block for all occupancies within `mask`, whose first entry has the index
    /// `offset`.
    ///
    /// # Panics
    ///
    /// Panics if the block exceeds the table, or if the mask is empty.
    pub(crate) const fn new(mask: u64, offset: usize) -> Self {
        let mask_len = mask.count_ones();
        assert!(mask_len > 0 && offset + (1 << mask_len) <= LEN, "block exceeds table");
        Self {
            mask,
            offset,
            #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
            shift: 64 - mask_len,
        }
    }

    /// Returns the entry for an occupancy, at the index that multiplying by a magic yields.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
    #[inline]
    pub(crate) fn lookup_by_magic<T: Copy>(
        &self,
        table: &[T; LEN],
        occupied: u64,
        magic: u64,
    ) -> T {
        let hash = (occupied & self.mask).wrapping_mul(magic) >> self.shift;
        // SAFETY: `offset + hash < LEN`, because `hash < 1 << (64 - shift)` by the shift above.
        // `new`, the only constructor, asserts `offset + (1 << mask_len) <= LEN` and stores
        // `shift = 64 - mask_len`.
        unsafe { *table.get_unchecked(self.offset + hash as usize) }
    }

    /// Returns the entry for an occupancy, at the index that the instruction PEXT gathers.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline]
    pub(crate) fn lookup_by_pext<T: Copy>(&self, table: &[T; LEN], occupied: u64) -> T {
        // SAFETY: BMI2 is present: `#[cfg(target_feature = "bmi2")]` on this function.
        let index = unsafe { core::arch::x86_64::_pext_u64(occupied, self.mask) };
        // SAFETY: `offset + index < LEN`, because PEXT returns `index < 1 << mask.count_ones()`.
        // `new`, the only constructor, asserts `offset + (1 << mask_len) <= LEN` with
        // `mask_len = mask.count_ones()`.
        unsafe { *table.get_unchecked(self.offset + index as usize) }
    }
}

/// Scatters `value`'s low bits to the set bits in `mask`, by the instruction PDEP.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
pub(crate) fn pdep(value: u64, mask: u64) -> u64 {
    // SAFETY: BMI2 is present: `#[cfg(target_feature = "bmi2")]` on this function.
    unsafe { core::arch::x86_64::_pdep_u64(value, mask) }
}

#[cfg(test)]
mod tests {
    use super::TableBlock;

    #[test]
    fn lookup_returns_entry_for_each_occupancy() {
        let table = [0, 0, 1, 2, 3, 4];
        let block = TableBlock::new(0b101, 2);
        // The magic moves the two squares to the highest bits.
        for (occupied, entry) in [(0, 1), (0b001, 2), (0b100, 3), (!0, 4)] {
            assert_eq!(block.lookup_by_magic(&table, occupied, 1 << 62 | 1 << 61), entry);
            #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
            assert_eq!(block.lookup_by_pext(&table, occupied), entry);
        }
    }

    #[test]
    #[should_panic(expected = "block exceeds table")]
    fn new_block_beyond_the_table_panics() {
        let _ = TableBlock::<6>::new(0b101, 3);
    }
}
