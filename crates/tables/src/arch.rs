//! Look-ups in the attacks of sliders without a test of the bounds, and the two BMI2
//! instructions that gather and scatter bits, for builds that have them.
//!
//! This is the only unsafe code of the crate. The test, and the way out of the loop that it is,
//! cost a tenth of the instructions of counting a position's moves.

/// A part of a table of `LEN` entries: as many of them as the squares of a mask can be
/// occupied in ways.
#[derive(Clone, Copy)]
pub(crate) struct Block<const LEN: usize> {
    mask: u64,
    offset: usize,
    /// 64 less the squares of the mask, of which there is one at least.
    shift: u32,
}

impl<const LEN: usize> Block<LEN> {
    /// The block of a mask that begins at an offset.
    ///
    /// # Panics
    ///
    /// If it does not lie in the table, or the mask is empty.
    pub(crate) const fn new(mask: u64, offset: usize) -> Self {
        let squares = mask.count_ones();
        assert!(squares > 0 && offset + (1 << squares) <= LEN, "a block of the table");
        Self { mask, offset, shift: 64 - squares }
    }

    /// The entry for some occupied squares by a magic.
    #[inline]
    pub(crate) fn by_magic<T: Copy>(&self, table: &[T; LEN], occupied: u64, magic: u64) -> T {
        let hash = (occupied & self.mask).wrapping_mul(magic) >> self.shift;
        // SAFETY: what is left after the shift is below 2 to the number of the mask's squares,
        // and `new`, which makes every block, saw that the offset and that number together
        // are no more than `LEN`.
        unsafe { *table.get_unchecked(self.offset + hash as usize) }
    }

    /// The entry for some occupied squares by the bits gathered from the mask.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline]
    pub(crate) fn by_pext<T: Copy>(&self, table: &[T; LEN], occupied: u64) -> T {
        // SAFETY: this function is compiled only where the target has BMI2, so every processor
        // the program may run on has the instruction; it touches no memory.
        let gathered = unsafe { core::arch::x86_64::_pext_u64(occupied, self.mask) };
        // SAFETY: as many bits are gathered as the mask has squares; on with `by_magic`.
        unsafe { *table.get_unchecked(self.offset + gathered as usize) }
    }
}

/// The low bits of `value`, scattered to the set bits of `mask`.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
pub(crate) fn pdep(value: u64, mask: u64) -> u64 {
    // SAFETY: as for PEXT in `by_pext`.
    unsafe { core::arch::x86_64::_pdep_u64(value, mask) }
}

#[cfg(test)]
mod tests {
    use super::Block;

    #[test]
    fn the_last_entry_is_within_reach() {
        let table = [0, 0, 1, 2, 3, 4];
        let block = Block::new(0b101, 2);
        // The magic carries the two squares to the highest bits.
        for (occupied, entry) in [(0, 1), (0b001, 2), (0b100, 3), (!0, 4)] {
            assert_eq!(block.by_magic(&table, occupied, 1 << 62 | 1 << 61), entry);
            #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
            assert_eq!(block.by_pext(&table, occupied), entry);
        }
    }

    #[test]
    #[should_panic(expected = "a block of the table")]
    fn a_block_beyond_the_end_is_refused() {
        let _ = Block::<6>::new(0b101, 3);
    }
}
