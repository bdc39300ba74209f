//! Memory prefetch.

/// Loads a value's cache line ahead of its use. It does nothing on CPUs other than x86-64.
///
/// Use it to prefetch a transposition table entry before you make the move: see
/// [`key_after`](crate::AnyGenerator::key_after). A load instead would make the CPU wait once it
/// has no other work.
///
/// ```
/// use tabiya::prelude::*;
/// use tabiya::prefetch;
///
/// let table = vec![0_u64; 1 << 10];
/// let board = Board::default();
/// let generator = board.generator();
/// for &mv in &generator.legal_moves() {
///     let key = generator.key_after(mv);
///     prefetch(&table[key as usize % table.len()]);
///     let after = generator.make(mv);
///     assert_eq!(after.key(), key);
/// }
/// ```
#[inline]
pub fn prefetch<T>(value: &T) {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse"))]
    {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the build has SSE by the condition above, and a prefetch reads nothing that the program can
        // observe, at any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(value).cast()) };
    }
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse")))]
    let _ = value;
}
