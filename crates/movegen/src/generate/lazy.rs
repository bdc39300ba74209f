//! A set that is computed on first use, behind a shared reference.

#[cfg(target_has_atomic = "64")]
use core::sync::atomic::{AtomicU64, Ordering};

use tabiya_core::Bitboard;

/// A set of squares that is computed on first use; it is never empty.
///
/// Concurrent threads can compute it twice, with the same result. Targets without 64-bit atomics
/// compute it at each use.
#[derive(Debug)]
pub(super) struct LazySet(#[cfg(target_has_atomic = "64")] AtomicU64);

#[cfg(target_has_atomic = "64")]
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

#[cfg(not(target_has_atomic = "64"))]
impl LazySet {
    pub(super) const fn new() -> Self {
        Self()
    }

    /// Returns `None`, because targets without 64-bit atomics store no set.
    pub(super) fn get(&self) -> Option<Bitboard> {
        None
    }

    pub(super) fn set(&self, _: Bitboard) {}
}

impl Clone for LazySet {
    #[inline]
    fn clone(&self) -> Self {
        let clone = Self::new();
        if let Some(set) = self.get() {
            clone.set(set);
        }
        clone
    }
}
