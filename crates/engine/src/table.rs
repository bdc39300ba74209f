//! The transposition table.

use tabiya::prelude::*;

use crate::prefetch::prefetch;
use crate::score::MIN_MATE_SCORE;

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, Default)]
pub(crate) enum Bound {
    /// The bound of an empty entry: none.
    #[default]
    Unknown,
    /// The bound of a search that failed low: an upper bound.
    Upper,
    /// The bound of a search that failed high: a lower bound.
    Lower,
    /// The bound of a search within its window: the exact score.
    Exact,
}

/// An entry of the transposition table, 16 bytes.
///
/// It stores only half of the Zobrist key. Because another position can share that half and the
/// bucket, the move must be tested for legality before it is made.
#[derive(Clone, Copy, Default)]
pub(crate) struct Entry {
    key_check: u32,
    pub(crate) mv: Option<Move>,
    score: i16,
    pub(crate) evaluation: i16,
    depth: u8,
    bound: Bound,
    age: u8,
}

const _: () = assert!(size_of::<Entry>() == 16);

/// A search result to store in the transposition table.
#[derive(Clone, Copy)]
pub(crate) struct SearchResult {
    pub(crate) mv: Option<Move>,
    pub(crate) score: i32,
    pub(crate) bound: Bound,
    pub(crate) evaluation: i32,
    pub(crate) depth: i32,
}

/// A bucket of the transposition table: four entries in one cache line.
#[derive(Clone, Copy, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

impl Entry {
    /// Returns the stored score if its depth and bound suffice for a cutoff in a window.
    pub(crate) fn cutoff_score(
        &self,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> Option<i32> {
        let score = shift_mate_score(self.score.into(), -(ply as i32));
        let is_cutoff = match self.bound {
            Bound::Unknown => false,
            Bound::Upper => score <= alpha,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        };
        (is_cutoff && i32::from(self.depth) >= depth).then_some(score)
    }
}

/// Converts a mate score between plies from the root and plies from the position.
fn shift_mate_score(score: i32, plies: i32) -> i32 {
    if score.abs() < MIN_MATE_SCORE { score } else { score + score.signum() * plies }
}

/// The transposition table: buckets of entries, and the current generation.
pub(crate) struct Table {
    buckets: Vec<Bucket>,
    age: u8,
}

impl Table {
    /// Creates an empty table of a size in mebibytes.
    pub(crate) fn new(mebibytes: usize) -> Self {
        let buckets = ((mebibytes << 20) / size_of::<Bucket>()).max(1);
        Self { buckets: vec![Bucket::default(); buckets], age: 0 }
    }

    /// Starts a new generation of entries; entries of older generations are replaced first.
    pub(crate) fn start_generation(&mut self) {
        self.age = self.age.wrapping_add(1);
    }

    /// Returns the index of the bucket of a key: the upper bits of the key, since an entry stores
    /// the lower ones.
    fn bucket_index(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    /// Loads the bucket of a key into the cache ahead of its use.
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.buckets[self.bucket_index(key)]);
    }

    /// Returns the entry of the position with a Zobrist key, if there is one.
    pub(crate) fn probe(&self, key: u64) -> Option<Entry> {
        let bucket = &self.buckets[self.bucket_index(key)];
        bucket.0.iter().find(|entry| entry.key_check == key as u32).copied()
    }

    /// Stores a search result, replacing the entry of the same position or else the least useful
    /// one.
    pub(crate) fn store(&mut self, key: u64, result: SearchResult, ply: usize) {
        let (age, key_check, bucket) = (self.age, key as u32, self.bucket_index(key));
        let usefulness = |entry: &&mut Entry| match entry.key_check == key_check {
            true => i32::MIN,
            false => i32::from(entry.depth) - 8 * i32::from(age.wrapping_sub(entry.age)),
        };
        if let Some(entry) = self.buckets[bucket].0.iter_mut().min_by_key(usefulness) {
            // A search that failed low has no best move, so the previous one is kept.
            let mv = result.mv.or(entry.mv.filter(|_| entry.key_check == key_check));
            let score = shift_mate_score(result.score, ply as i32) as i16;
            let depth = result.depth.clamp(0, 255) as u8;
            let (evaluation, bound) = (result.evaluation as i16, result.bound);
            *entry = Entry { key_check, mv, score, evaluation, depth, bound, age };
        }
    }
}
