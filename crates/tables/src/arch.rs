//! Look-ups in the attacks of sliders without bounds checks, and the BMI2 instructions PEXT
//! and PDEP, for builds that have them.
//!
//! This is the only unsafe code of the crate. A bounds check, and the exit from the generator's
//! loop that it adds, cost a tenth of the instructions of counting a position's moves.

/// A part of a table of `LEN` entries: `1 << n` of them for a mask of `n` squares.
#[derive(Clone, Copy)]
pub(crate) struct Block<const LEN: usize> {
    mask: u64,
    offset: usize,
    /// `64 - n`, where `1 <= n <= 64`.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
    shift: u32,
}

impl<const LEN: usize> Block<LEN> {
    /// Returns the block of a mask that begins at an offset.
    ///
    /// # Panics
    ///
    /// Panics if the block exceeds the table, or if the mask is empty.
    pub(crate) const fn new(mask: u64, offset: usize) -> Self {
        let squares = mask.count_ones();
        assert!(squares > 0 && offset + (1 << squares) <= LEN, "block exceeds table");
        Self {
            mask,
            offset,
            #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
            shift: 64 - squares,
        }
    }

    /// Returns the entry for the occupied squares by a magic.
    #[cfg(any(test, not(all(target_arch = "x86_64", target_feature = "bmi2"))))]
    #[inline]
    pub(crate) fn by_magic<T: Copy>(&self, table: &[T; LEN], occupied: u64, magic: u64) -> T {
        let hash = (occupied & self.mask).wrapping_mul(magic) >> self.shift;
        // SAFETY: `offset + hash < LEN`: `hash < 1 << (64 - shift)` by the shift above, and
        // `assert!(offset + (1 << squares) <= LEN)` with `shift = 64 - squares` in `new`, the
        // only constructor.
        unsafe { *table.get_unchecked(self.offset + hash as usize) }
    }

    /// Returns the entry for the occupied squares by the bits gathered from the mask.
    #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
    #[inline]
    pub(crate) fn by_pext<T: Copy>(&self, table: &[T; LEN], occupied: u64) -> T {
        // SAFETY: BMI2 is present: `#[cfg(target_feature = "bmi2")]` on this function.
        let gathered = unsafe { core::arch::x86_64::_pext_u64(occupied, self.mask) };
        // SAFETY: `offset + gathered < LEN`: `gathered < 1 << mask.count_ones()` by PEXT, and
        // `assert!(offset + (1 << squares) <= LEN)` with `squares = mask.count_ones()` in `new`.
        unsafe { *table.get_unchecked(self.offset + gathered as usize) }
    }
}

/// Returns the low bits of `value`, scattered to the set bits of `mask`.
#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline]
pub(crate) fn pdep(value: u64, mask: u64) -> u64 {
    // SAFETY: BMI2 is present: `#[cfg(target_feature = "bmi2")]` on this function.
    unsafe { core::arch::x86_64::_pdep_u64(value, mask) }
}

#[cfg(test)]
mod tests {
    use super::Block;

    #[test]
    fn last_entry_of_block_is_found() {
        let table = [0, 0, 1, 2, 3, 4];
        let block = Block::new(0b101, 2);
        // The magic moves the two squares to the highest bits.
        for (occupied, entry) in [(0, 1), (0b001, 2), (0b100, 3), (!0, 4)] {
            assert_eq!(block.by_magic(&table, occupied, 1 << 62 | 1 << 61), entry);
            #[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
            assert_eq!(block.by_pext(&table, occupied), entry);
        }
    }

    #[test]
    #[should_panic(expected = "block exceeds table")]
    fn block_beyond_the_end_panics() {
        let _ = Block::<6>::new(0b101, 3);
    }
}
