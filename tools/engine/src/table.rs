//! The transposition table.

use tabiya::prefetch;
use tabiya::prelude::*;

use crate::entry::{Bound, Entry, shift_mate_score};
use crate::zeroed::empty_entries;

/// A search result to store in the transposition table.
#[derive(Clone, Copy)]
pub(crate) struct SearchResult {
    pub(crate) mv: Option<Move>,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) evaluation: i32,
    pub(crate) depth: i32,
}

/// A bucket in the transposition table: four entries in one cache line.
type Bucket = [Entry; BUCKET_LEN];

/// The number of entries in a bucket.
const BUCKET_LEN: usize = 4;

const _: () = assert!(size_of::<Bucket>() == 64);

/// The transposition table: buckets of entries, and the current generation.
pub(crate) struct Table {
    /// The entries. If their allocation had a cache line's alignment, it would be filled with zeros
    /// by the program, which accesses all pages, rather than by the system.
    entries: Vec<Entry>,
    /// The index of the first entry that starts a cache line.
    start: usize,
    bucket_count: usize,
    mebibytes: usize,
    age: u8,
}

impl Table {
    /// Creates an empty table with a size in mebibytes, or with one bucket for 0. Returns `None` if
    /// the system cannot allocate it.
    pub(crate) fn new(mebibytes: usize) -> Option<Self> {
        let len = mebibytes.checked_mul((1 << 20) / size_of::<Entry>())?.max(BUCKET_LEN);
        let entries = empty_entries(len.checked_add(BUCKET_LEN)?)?;
        // Without alignment, which no allocator in use has, buckets are only slower.
        let offset = entries.as_ptr().align_offset(size_of::<Bucket>());
        let start = if offset < BUCKET_LEN { offset } else { 0 };
        Some(Self { entries, start, bucket_count: len / BUCKET_LEN, mebibytes, age: 0 })
    }

    /// Returns the table's size in mebibytes.
    pub(crate) const fn mebibytes(&self) -> usize {
        self.mebibytes
    }

    /// Starts a new generation; entries from older generations are replaced first.
    pub(crate) fn start_generation(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Returns the index of the first entry in a key's bucket. The key's upper bits select the
    /// bucket, since an entry stores the lower ones.
    fn first_index(&self, key: u64) -> usize {
        let bucket = (u128::from(key) * self.bucket_count as u128) >> 64;
        self.start + bucket as usize * BUCKET_LEN
    }

    /// Loads a key's bucket into the cache before it is needed.
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.entries[self.first_index(key)]);
    }

    /// Returns the entry for the position with a Zobrist key, if there is one.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = &self.entries[self.first_index(key)..][..BUCKET_LEN];
        // Half a key may be 0, as in an empty entry.
        let is_found = |entry: &&Entry| {
            entry.key_check == key as u32 && !matches!(entry.bound, Bound::Unknown)
        };
        bucket.iter().find(is_found).copied()
    }

    /// Stores a search result, replacing the entry for the same position or else the least useful
    /// one.
    pub(crate) fn store(&mut self, key: u64, result: SearchResult, ply: usize) {
        let age = self.age;
        let key_check = key as u32;
        let first = self.first_index(key);
        let usefulness = |entry: &&mut Entry| {
            if entry.key_check == key_check {
                i32::MIN
            } else {
                i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age))
            }
        };
        let bucket = &mut self.entries[first..][..BUCKET_LEN];
        if let Some(entry) = bucket.iter_mut().min_by_key(usefulness) {
            // A search that failed low has no best move, so the previous one is kept.
            let mv = result.mv.or(entry.mv.filter(|_| entry.key_check == key_check));
            let score = shift_mate_score(result.score, ply as i32) as i16;
            let depth = result.depth.clamp(0, 255) as u8;
            let evaluation = result.evaluation as i16;
            let bound = result.bound;
            *entry = Entry { key_check, mv, score, evaluation, depth, bound, age };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: Move = Move::new(Square::E2, Square::E4);

    #[test]
    fn zeros_are_empty_entries() {
        let entries = empty_entries(5000).expect("5000 entries can be allocated");
        assert!(entries.len() == 5000 && entries.iter().all(|entry| *entry == Entry::default()));
    }

    #[test]
    fn empty_entry_matches_no_key() {
        let mut table = Table::new(1).expect("1 MiB can be allocated");
        // The low half of these keys is the same as in an empty entry.
        let keys = [0, 1 << 63, u64::MAX << 32];
        let mv = Some(MOVE);
        let bound = Bound::Exact;
        let result = SearchResult { mv, score: 7, bound, evaluation: -3, depth: 5 };
        for key in keys {
            assert_eq!(table.probe(key), None, "{key:x}");
            table.store(key, result, 0);
            let entry = table.probe(key).expect("the stored entry");
            assert_eq!((entry.mv, entry.score, entry.evaluation), (mv, 7, -3), "{key:x}");
        }
    }

    #[test]
    fn buckets_are_cache_lines() {
        for mebibytes in [0, 1, 3] {
            let table = Table::new(mebibytes).expect("3 MiB can be allocated");
            assert_eq!(table.bucket_count, (mebibytes << 14).max(1));
            for key in [0, u64::MAX] {
                let address = std::ptr::from_ref(&table.entries[table.first_index(key)]).addr();
                assert_eq!(address % 64, 0, "{mebibytes} MiB");
            }
        }
    }

    #[test]
    fn oversized_table_is_none() {
        assert!(Table::new(usize::MAX).is_none());
        assert!(Table::new(usize::MAX >> 20).is_none());
    }
}
