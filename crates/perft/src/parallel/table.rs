//! A lockless hash table for perft counts, with a fixed size and shared by all threads.

use core::fmt;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::vec::Vec;

use crate::parallel::error::ParallelPerftError;
use crate::parallel::key::Key;

/// The 64-bit words in an entry: the key XOR the data, and the data. The data is the depth in the
/// low bits and the count above.
const ENTRY_WORDS: usize = 2;
/// The number of entries in a bucket, which fill a cache line.
const BUCKET_ENTRIES: usize = 4;
/// The number of 64-bit words in a bucket.
const BUCKET_WORDS: usize = ENTRY_WORDS * BUCKET_ENTRIES;
/// The number of low bits that hold the depth in an entry's data.
const DEPTH_BITS: u32 = 8;

/// A hash table with perft counts by position and depth.
///
/// Threads share it by lockless hashing (Hyatt and Mann): the key is stored XOR the data. If two
/// threads write one word each to the same entry, its key matches neither position.
pub(crate) struct Table {
    words: Vec<AtomicU64>,
    /// The index of the first word that is aligned to a cache line.
    first_aligned_word: usize,
    buckets: usize,
    /// The number of buckets in use. The memory behind the others has not been touched.
    used_buckets: AtomicUsize,
}

impl Table {
    /// Allocates a table with at most `bytes` bytes, rounded down to 8. The memory is zeroed
    /// lazily: the system commits pages at the first write.
    pub(crate) fn with_bytes(bytes: u64) -> Result<Self, ParallelPerftError> {
        let error = ParallelPerftError::Memory { bytes };
        let words = usize::try_from(bytes / 8).map_err(|_| error)?;
        if words < 2 * BUCKET_WORDS {
            return Err(ParallelPerftError::HashTooSmall { bytes });
        }
        let words: Vec<AtomicU64> =
            bytemuck::allocation::try_zeroed_vec(words).map_err(|()| error)?;
        let first_aligned_word =
            words.as_ptr().align_offset(size_of::<[u64; BUCKET_WORDS]>()).min(BUCKET_WORDS);
        let buckets = (words.len() - first_aligned_word) / BUCKET_WORDS;
        Ok(Self { words, first_aligned_word, buckets, used_buckets: AtomicUsize::new(1) })
    }

    /// Enlarges the used part of the table to hold `entries` entries, as far as the table suffices.
    /// Stored entries may be lost, since their buckets change.
    ///
    /// Committing a page costs more than counting a small subtree, so a small tree uses only a part
    /// of a large table.
    pub(crate) fn reserve(&self, entries: f64) {
        let needed = (entries / BUCKET_ENTRIES as f64) as usize;
        self.used_buckets.fetch_max(needed.min(self.buckets), Ordering::Relaxed);
    }

    /// Returns the stored count of a position at a depth above 0, if any.
    #[inline]
    pub(crate) fn probe(&self, key: Key, depth: u8) -> Option<u64> {
        self.bucket(key).chunks_exact(ENTRY_WORDS).find_map(|entry| {
            let (stored_hash, value) = load_entry(entry);
            (stored_hash == key.stored_hash && value as u8 == depth).then_some(value >> DEPTH_BITS)
        })
    }

    /// Stores the count of a position at a depth, replacing the entry in its bucket with the
    /// smallest count. A count that does not fit 56 bits is not stored.
    #[inline]
    pub(crate) fn store(&self, key: Key, depth: u8, count: u128) {
        let Ok(count) = u64::try_from(count) else { return };
        if count.leading_zeros() < DEPTH_BITS {
            return;
        }
        let entries = self.bucket(key).chunks_exact(ENTRY_WORDS);
        let smallest = entries.min_by_key(|entry| entry[1].load(Ordering::Relaxed) >> DEPTH_BITS);
        let Some(entry) = smallest else { return };
        let value = count << DEPTH_BITS | u64::from(depth);
        entry[0].store(key.stored_hash ^ value, Ordering::Relaxed);
        entry[1].store(value, Ordering::Relaxed);
    }

    /// Returns the table's size in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    /// Returns the fraction of entries in use, from 0 to 1, estimated from a sample.
    pub(crate) fn fraction_used(&self) -> f64 {
        let step = (self.buckets / 1000).max(1);
        let lines = self.words[self.first_aligned_word..].chunks_exact(BUCKET_WORDS).step_by(step);
        let entries = lines.clone().count() * BUCKET_ENTRIES;
        let used_entries = lines.flat_map(|line| line.chunks_exact(ENTRY_WORDS));
        used_entries.filter(|entry| load_entry(entry).1 != 0).count() as f64 / entries as f64
    }

    /// Returns the 64-bit words in a key's bucket, by multiply-shift range reduction.
    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let used = self.used_buckets.load(Ordering::Relaxed);
        let bucket = ((u128::from(key.bucket_hash) * used as u128) >> 64) as usize;
        let first = self.first_aligned_word + bucket * BUCKET_WORDS;
        &self.words[first..first + BUCKET_WORDS]
    }
}

/// Reads the key and an entry's data.
#[inline]
fn load_entry(entry: &[AtomicU64]) -> (u64, u64) {
    let value = entry[1].load(Ordering::Relaxed);
    (entry[0].load(Ordering::Relaxed) ^ value, value)
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("bytes", &self.bytes()).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::hint::black_box;
    use std::thread;

    use super::*;

    /// Returns a pseudorandom key and a count determined by it.
    fn arbitrary_entry(seed: u64) -> (Key, u64) {
        let stored_hash = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678;
        (
            Key {
                stored_hash,
                bucket_hash: stored_hash.rotate_left(17).wrapping_mul(0xd131_0ba6_98df_b5ad),
            },
            stored_hash >> 9,
        )
    }

    fn full_size_table(bytes: u64) -> Table {
        let table = Table::with_bytes(bytes).expect("the allocation succeeds");
        table.reserve(1e9);
        table
    }

    #[test]
    fn entry_is_returned_for_its_key_and_depth_only() {
        let table = full_size_table(1 << 16);
        let (key, count) = arbitrary_entry(1);
        table.store(key, 5, count.into());
        assert_eq!(table.probe(key, 5), Some(count));
        for depth in (1..=u8::MAX).filter(|&depth| depth != 5) {
            assert_eq!(table.probe(key, depth), None, "depth {depth}");
        }
        for bit in 0..64 {
            let other = Key { stored_hash: key.stored_hash ^ 1 << bit, ..key };
            assert_eq!(table.probe(other, 5), None, "bit {bit}");
        }
    }

    /// A torn entry, in which two threads have written one word each, matches neither position.
    #[test]
    fn torn_entry_matches_neither_key() {
        let [(one, first), (other, second)] = [1, 2].map(arbitrary_entry);
        let bucket_hash = one.bucket_hash;
        let first_table = full_size_table(256);
        let second_table = full_size_table(256);
        let mixed = full_size_table(256);
        first_table.store(one, 4, first.into());
        second_table.store(Key { bucket_hash, ..other }, 4, second.into());
        for tables in [[&first_table, &second_table], [&second_table, &first_table]] {
            for (index, word) in mixed.words.iter().enumerate() {
                let source = tables[(index - mixed.first_aligned_word.min(index)) % 2];
                let source_index = index
                    .wrapping_sub(mixed.first_aligned_word)
                    .wrapping_add(source.first_aligned_word);
                word.store(
                    source.words.get(source_index).map_or(0, |word| word.load(Ordering::Relaxed)),
                    Ordering::Relaxed,
                );
            }
            assert!(mixed.fraction_used() > 0.0);
            assert_eq!(mixed.probe(one, 4), None);
            assert_eq!(mixed.probe(Key { bucket_hash, ..other }, 4), None);
        }
    }

    /// Threads that overwrite each other's entries in a few buckets read only counts that were
    /// stored.
    #[test]
    fn concurrent_stores_never_yield_wrong_counts() {
        let table = &full_size_table(1 << 10);
        thread::scope(|scope| {
            for thread in 0..4 {
                scope.spawn(move || {
                    let mut hits = 0;
                    for round in 0..if cfg!(miri) { 500 } else { 200_000 } {
                        let (key, count) = arbitrary_entry((round * 7 + thread) % 500);
                        if let Some(stored) = table.probe(key, 3) {
                            assert_eq!(stored, count);
                            hits += 1;
                        }
                        table.store(key, 3, count.into());
                    }
                    assert!(hits > 0, "no entry was read, so nothing was tested");
                });
            }
        });
    }

    #[test]
    fn store_into_full_bucket_replaces_smallest_count() {
        let table = full_size_table(256);
        let (key, _) = arbitrary_entry(0);
        let keys =
            [0, 1, 2, 3, 4].map(|offset| Key { stored_hash: key.stored_hash + offset, ..key });
        for (key, count) in keys.into_iter().zip([50, 40, 10, 30, 20]) {
            table.store(key, 3, count);
        }
        let stored = keys.map(|key| table.probe(key, 3));
        assert_eq!(stored, [Some(50), Some(40), None, Some(30), Some(20)]);
    }

    #[test]
    fn count_above_56_bits_is_not_stored() {
        let table = full_size_table(256);
        let (key, _) = arbitrary_entry(0);
        for count in [1 << 56, u128::from(u64::MAX), 1 << 64, u128::MAX] {
            table.store(key, 3, count);
            assert_eq!(table.probe(key, 3), None, "{count}");
        }
        table.store(key, 3, (1 << 56) - 1);
        assert_eq!(table.probe(key, 3), Some((1 << 56) - 1));
    }

    #[test]
    fn table_size_is_at_most_the_given_bytes() {
        for bytes in [128, 129, 1000, 4096, 1_000_003] {
            let table = full_size_table(bytes);
            assert!(table.words.capacity() as u64 * 8 <= bytes, "{bytes}");
            let used = (table.first_aligned_word + table.buckets * BUCKET_WORDS) * 8;
            assert!(used as u64 + 128 >= bytes, "{bytes}: {used} used");
            assert!(
                table.words[table.first_aligned_word..].as_ptr().addr().is_multiple_of(64),
                "{bytes}"
            );
        }
        assert_eq!(
            Table::with_bytes(127).err(),
            Some(ParallelPerftError::HashTooSmall { bytes: 127 })
        );
        // Miri aborts instead of failing a large allocation.
        let too_large: &[u64] = if cfg!(miri) { &[u64::MAX] } else { &[u64::MAX, 1 << 62] };
        for &bytes in too_large {
            // `black_box` prevents the optimizer from removing the unused allocation.
            let error = black_box(Table::with_bytes(bytes)).err();
            assert_eq!(error, Some(ParallelPerftError::Memory { bytes }));
        }
    }
}
