//! Multithreaded perft with a hash table, on a tree split into subtrees.

mod error;
mod key;
mod split;
mod table;

use core::ops::ControlFlow;
use std::vec::Vec;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tabiya_movegen::{BoardKey, GenericBoard, Position};

use crate::builder::Perft;
use crate::scalar::after_move;

pub use error::ParallelPerftError;
pub use split::{Subtree, split};

use key::Key;
use split::split_until;
use table::Table;

/// A perft counter that uses several threads and, optionally, a hash table.
///
/// It wraps a [`Perft`], whose back end counts the leaves. A tree is [split](split()) into
/// subtrees, so that equal positions are counted once. Each thread takes the next subtree when
/// it has finished one. The total does not depend on the threads, and saturates at
/// [`u128::MAX`].
///
/// # Hash collisions
///
/// An entry matches if 64 hash bits and the depth are equal. Another 64 bits select the bucket,
/// which has four entries. So a probe for a position that is not stored returns a wrong count with
/// a probability of at most 4 / 2⁶⁴. A count with *n* probes is wrong with a probability of at most
/// *n* / 2⁶². For the start position at depth 9, *n* is 22 million, and the probability 5 in 10¹².
/// Without a hash table the count is exact.
///
/// ```
/// use tabiya::Position;
/// use tabiya::perft::{ParallelPerft, Perft};
///
/// let counter = ParallelPerft::new(Perft::new(), 2)?.with_hash(16 << 20)?;
/// assert_eq!(counter.count(&Position::START, 6), 119_060_324);
/// # Ok::<(), tabiya::perft::ParallelPerftError>(())
/// ```
#[derive(Debug)]
pub struct ParallelPerft {
    perft: Perft,
    pool: ThreadPool,
    table: Option<Table>,
}

/// The size and occupancy of a hash table: see [`ParallelPerft::hash_usage`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HashUsage {
    /// The hash table's size in bytes.
    pub bytes: u64,
    /// The fraction of hash table entries in use, from 0 to 1.
    pub fraction_used: f64,
}

/// The least number of subtrees per thread, for load balancing at the end.
const MIN_SUBTREES_PER_THREAD: usize = 256;
/// The least number of subtrees in a split tree: equal subtrees are counted once, even on one
/// thread.
const MIN_SUBTREES: usize = 1000;
/// The least depth at which a tree is split: below it, a split costs more time than it saves.
const MIN_SPLIT_DEPTH: u8 = 5;
/// The least depth of a tree whose children are probed: below it, the back end counts the tree in
/// less time than the probes take.
const MIN_HASH_DEPTH: u8 = 4;
/// The stack size of a counting thread in bytes: a tree can be 255 plies deep.
const STACK_SIZE: usize = 16 << 20;

impl ParallelPerft {
    /// Creates a counter with `threads` threads and no hash table; 0 stands for one thread per
    /// logical CPU.
    ///
    /// # Errors
    ///
    /// Returns [`ParallelPerftError::Threads`] if the threads cannot be started.
    ///
    /// ```
    /// use tabiya::perft::{ParallelPerft, Perft};
    ///
    /// assert_eq!(ParallelPerft::new(Perft::new(), 3)?.threads(), 3);
    /// # Ok::<(), tabiya::perft::ParallelPerftError>(())
    /// ```
    pub fn new(perft: Perft, threads: usize) -> Result<Self, ParallelPerftError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK_SIZE).build();
        let pool = pool.map_err(|_| ParallelPerftError::Threads { requested: threads })?;
        Ok(Self { perft, pool, table: None })
    }

    /// Adds a hash table with at most `bytes` bytes. The system commits its memory as it is used.
    ///
    /// # Errors
    ///
    /// Returns [`ParallelPerftError::HashTooSmall`] if `bytes` is below 128, and
    /// [`ParallelPerftError::Memory`] if the allocation fails.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::perft::{ParallelPerft, Perft};
    ///
    /// // Many move orders of two knights on an empty board transpose.
    /// let knights = Position::from_fen("n3k3/8/8/8/8/8/8/4K2N w - - 0 1")?;
    /// let counter = ParallelPerft::new(Perft::new(), 1)?.with_hash(1 << 20)?;
    /// assert_eq!(counter.count(&knights, 9), 482_298_126);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn with_hash(self, bytes: u64) -> Result<Self, ParallelPerftError> {
        Ok(Self { table: Some(Table::with_bytes(bytes)?), ..self })
    }

    /// Returns the number of threads.
    ///
    /// ```
    /// use tabiya::perft::{ParallelPerft, Perft};
    ///
    /// assert!(ParallelPerft::new(Perft::new(), 0)?.threads() > 0);
    /// # Ok::<(), tabiya::perft::ParallelPerftError>(())
    /// ```
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Returns the hash table's size and occupancy, or `None` without one.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::perft::{ParallelPerft, Perft};
    ///
    /// let counter = ParallelPerft::new(Perft::new(), 1)?.with_hash(1 << 20)?;
    /// counter.count(&Position::START, 6);
    /// let usage = counter.hash_usage().expect("the counter has a hash table");
    /// assert_eq!(usage.bytes, 1 << 20);
    /// assert!(usage.fraction_used > 0.05);
    /// # Ok::<(), tabiya::perft::ParallelPerftError>(())
    /// ```
    pub fn hash_usage(&self) -> Option<HashUsage> {
        let usage = |table: &Table| HashUsage {
            bytes: table.bytes(),
            fraction_used: table.fraction_used(),
        };
        self.table.as_ref().map(usage)
    }

    /// Counts the sequences of `depth` legal moves that begin at a position, like
    /// [`perft`](crate::perft).
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::perft::{ParallelPerft, Perft};
    ///
    /// let counter = ParallelPerft::new(Perft::new(), 2)?;
    /// assert_eq!(counter.count(&Position::START, 5), 4_865_609);
    /// # Ok::<(), tabiya::perft::ParallelPerftError>(())
    /// ```
    pub fn count<K: BoardKey>(&self, board: &GenericBoard<K>, depth: u8) -> u128 {
        let (plies, subtrees) = self.split(board, depth);
        self.reserve(&subtrees, depth - plies);
        self.pool.install(|| {
            let counts = subtrees.par_iter().with_max_len(1).map(|subtree| {
                self.count_below(&subtree.position, depth - plies)
                    .saturating_mul(subtree.multiplicity)
            });
            counts.reduce(|| 0, u128::saturating_add)
        })
    }

    /// Splits a tree into enough subtrees to keep all threads busy, as [`count`](Self::count) does.
    /// Returns the ply of the split and the subtrees there.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::perft::{ParallelPerft, Perft};
    ///
    /// let (plies, subtrees) = ParallelPerft::new(Perft::new(), 2)?.split(&Position::START, 9);
    /// assert_eq!((plies, subtrees.len()), (3, 5_362));
    /// # Ok::<(), tabiya::perft::ParallelPerftError>(())
    /// ```
    pub fn split<K: BoardKey>(&self, root: &GenericBoard<K>, depth: u8) -> (u8, Vec<Subtree>) {
        let min_subtrees = (MIN_SUBTREES_PER_THREAD * self.threads()).max(MIN_SUBTREES);
        split_until(&root.position(), depth, min_subtrees, MIN_SPLIT_DEPTH)
    }

    /// Counts the leaves below each subtree at a depth, in any subtree order.
    ///
    /// Calls `finished` with the index and the count of each subtree, on the thread that counted
    /// it. If `finished` returns [`ControlFlow::Break`], no further subtree is started.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use core::sync::atomic::{AtomicU64, Ordering};
    /// use tabiya::Position;
    /// use tabiya::perft::{ParallelPerft, Perft, split};
    ///
    /// let subtrees = split(&Position::START, 2);
    /// let total = AtomicU64::new(0);
    /// let ended = ParallelPerft::new(Perft::new(), 2)?.count_each(&subtrees, 3, |index, leaves| {
    ///     total.fetch_add((subtrees[index].multiplicity * leaves) as u64, Ordering::Relaxed);
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(ended.is_continue());
    /// assert_eq!(total.into_inner(), 4_865_609);
    /// # Ok::<(), tabiya::perft::ParallelPerftError>(())
    /// ```
    pub fn count_each(
        &self,
        subtrees: &[Subtree],
        depth: u8,
        finished: impl Fn(usize, u128) -> ControlFlow<()> + Sync,
    ) -> ControlFlow<()> {
        self.reserve(subtrees, depth);
        self.pool.install(|| {
            subtrees.par_iter().enumerate().with_max_len(1).try_for_each(|(index, subtree)| {
                finished(index, self.count_below(&subtree.position, depth))
            })
        })
    }

    /// Enlarges the used part of the hash table for a count, by an estimate from a subtree sample.
    fn reserve(&self, subtrees: &[Subtree], depth: u8) {
        let Some(table) = &self.table else { return };
        let sample = subtrees.iter().step_by(subtrees.len() / 100 + 1);
        let leaves: u128 = sample.clone().map(|tree| self.perft.count(&tree.position, 2)).sum();
        let moves_per_position = (leaves as f64 / sample.len().max(1) as f64).sqrt();
        let positions_per_subtree =
            moves_per_position.powi(i32::from(depth.saturating_sub(MIN_HASH_DEPTH - 1)));
        table.reserve(subtrees.len() as f64 * positions_per_subtree);
    }

    /// Counts the leaves below a position, on the current thread.
    fn count_below(&self, position: &Position, depth: u8) -> u128 {
        match &self.table {
            Some(table) if depth >= MIN_HASH_DEPTH => self.count_hashed(table, position, depth),
            _ => self.perft.count(position, depth),
        }
    }

    /// Counts the leaves below a position, probing the hash table for each child.
    fn count_hashed(&self, table: &Table, position: &Position, depth: u8) -> u128 {
        let mut sum: u128 = 0;
        for &mv in &position.legal_moves() {
            let child = after_move(position, mv);
            let key = Key::new(&child);
            let count = table.probe(key, depth - 1).map(u128::from).unwrap_or_else(|| {
                let count = self.count_below(&child, depth - 1);
                table.store(key, depth - 1, count);
                count
            });
            sum = sum.saturating_add(count);
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use tabiya_core::Move;

    use super::*;

    /// A table that loses the counts of transpositions would leave every count correct.
    #[test]
    #[cfg_attr(miri, ignore = "rayon's thread pool casts integers to pointers")]
    fn each_child_count_is_stored_for_its_depth() {
        let counter = ParallelPerft::new(Perft::new(), 1).expect("one thread");
        let table = Table::with_bytes(1 << 16).expect("64 KiB");
        table.reserve(1e6);
        assert_eq!(counter.count_hashed(&table, &Position::START, 3), 8_902);
        let is_stored = |mv: &Move| {
            let child = after_move(&Position::START, *mv);
            let count = table.probe(Key::new(&child), 2).map(u128::from);
            count == Some(counter.perft.count(&child, 2))
        };
        assert!(Position::START.legal_moves().iter().all(is_stored));
    }

    #[test]
    #[cfg_attr(miri, ignore = "rayon's thread pool casts integers to pointers")]
    fn hash_usage_is_table_size_and_occupancy() {
        let counter = ParallelPerft::new(Perft::new(), 1).expect("one thread");
        assert_eq!(counter.hash_usage(), None);
        let counter = counter.with_hash(1 << 16).expect("64 KiB");
        let empty = HashUsage { bytes: 1 << 16, fraction_used: 0.0 };
        assert_eq!(counter.hash_usage(), Some(empty));
        // The 400 positions after two plies are stored in 400 of the 4,096 entries.
        assert_eq!(counter.count(&Position::START, 5), 4_865_609);
        let fraction_used = counter.hash_usage().map(|usage| usage.fraction_used);
        assert!(fraction_used.is_some_and(|used| (0.05..0.1).contains(&used)), "{fraction_used:?}");
    }
}
