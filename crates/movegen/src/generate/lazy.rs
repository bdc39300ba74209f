//! A set that is computed at its first use, behind a shared reference.

use core::sync::atomic::{AtomicU64, Ordering};

use tabiya_core::Bitboard;

/// A set of squares, never empty, that is computed when it is first needed.
///
/// Threads that need it at the same time may compute it twice, with the same result.
#[derive(Debug)]
pub(super) struct LazySet(AtomicU64);

impl LazySet {
    #[inline(always)]
    pub(super) const fn new() -> Self {
        Self(AtomicU64::new(0))
    }

    /// Returns the set, or `None` if it has not been computed yet.
    #[inline(always)]
    pub(super) fn get(&self) -> Option<Bitboard> {
        let set = Bitboard(self.0.load(Ordering::Relaxed));
        set.any().then_some(set)
    }

    #[inline(always)]
    pub(super) fn set(&self, set: Bitboard) {
        self.0.store(set.0, Ordering::Relaxed);
    }
}

impl Clone for LazySet {
    #[inline]
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}
