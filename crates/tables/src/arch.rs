//! The two BMI2 instructions that gather and scatter bits, for builds that have them.
//!
//! This is the only unsafe code of the crate. It exists in builds whose target has BMI2.

use core::arch::x86_64::{_pdep_u64, _pext_u64};

/// The bits of `value` at the set bits of `mask`, packed to the low end.
#[inline]
pub(crate) fn pext(value: u64, mask: u64) -> u64 {
    // SAFETY: this module is compiled only where the target has BMI2, so every processor
    // the program may run on has the instruction; it touches no memory.
    unsafe { _pext_u64(value, mask) }
}

/// The low bits of `value`, scattered to the set bits of `mask`.
#[inline]
pub(crate) fn pdep(value: u64, mask: u64) -> u64 {
    // SAFETY: as for `pext`.
    unsafe { _pdep_u64(value, mask) }
}
