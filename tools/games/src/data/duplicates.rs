//! Positions that came before.

use std::collections::TryReserveError;

use tabiya::binpack::Entry;

/// The number of keys that compete for a place.
const BUCKET_LEN: usize = 8;

/// A memory of positions by 64-bit keys, which forgets the oldest of those that share a bucket.
///
/// Two positions are equal by [`Position::normalized`](tabiya::GenericBoard::normalized). A duplicate may stay, if its
/// position was forgotten. A position is lost only if another one has its key.
#[derive(Clone, Debug)]
pub struct Duplicates {
    buckets: Vec<[u64; BUCKET_LEN]>,
}

impl Duplicates {
    /// Creates an empty memory with at most a number of bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if there is less memory.
    pub fn new(bytes: u64) -> Result<Self, TryReserveError> {
        let len = bytes / size_of::<[u64; BUCKET_LEN]>() as u64;
        let len = usize::try_from(len).unwrap_or(usize::MAX).max(1);
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(len)?;
        buckets.resize(len, [0; BUCKET_LEN]);
        Ok(Self { buckets })
    }

    /// Remembers the position of an entry. Returns `true` if it is new.
    pub fn insert(&mut self, entry: &Entry) -> bool {
        let key = entry.position.normalized().computed_key().max(1);
        let len = self.buckets.len() as u128;
        let bucket = &mut self.buckets[((u128::from(key) * len) >> 64) as usize];
        if bucket.contains(&key) {
            return false;
        }
        bucket.rotate_right(1);
        bucket[0] = key;
        true
    }
}
