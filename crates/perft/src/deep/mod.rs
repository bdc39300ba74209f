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
use crate::scalar::after;

pub use error::DeepError;
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
/// An entry matches if 64 bits of the hash and the depth are equal. Another 64 bits select the
/// bucket, which has four entries. So a probe for a position that is not stored returns a wrong
/// count with a probability of at most 4 / 2⁶⁴. A count with *n* probes is wrong with a
/// probability of at most *n* / 2⁶². For the start position at depth 9, *n* is 22 million, and
/// the probability 5 in 10¹². Without a hash table the count is exact.
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_perft::{Deep, Perft};
///
/// let deep = Deep::new(Perft::new(), 2)?.with_hash(16 << 20)?;
/// assert_eq!(deep.count(&Position::START, 6), 119_060_324);
/// # Ok::<(), tabiya_perft::DeepError>(())
/// ```
#[derive(Debug)]
pub struct Deep {
    perft: Perft,
    pool: ThreadPool,
    table: Option<Table>,
}

/// The least number of subtrees per thread, for load balancing at the end.
const SUBTREES_A_THREAD: usize = 256;
/// The least number of subtrees in total: equal ones are counted once, even on one thread.
const SUBTREES: usize = 1000;
/// The greatest depth of trees that are not split: a split would cost more time than it saves.
const NOT_CUT: u8 = 4;
/// The greatest depth of trees that bypass the hash table: the back end counts them in less time
/// than probes for their children take.
const NOT_HASHED: u8 = 3;
/// The stack size of a thread: a tree can be 255 plies deep.
const STACK: usize = 16 << 20;

impl Deep {
    /// Creates a counter with `threads` threads and no hash table; 0 stands for one thread per
    /// logical CPU.
    ///
    /// # Errors
    ///
    /// Returns [`DeepError::Threads`] if the threads cannot be started.
    ///
    /// ```
    /// use tabiya_perft::{Deep, Perft};
    ///
    /// assert_eq!(Deep::new(Perft::new(), 3)?.threads(), 3);
    /// # Ok::<(), tabiya_perft::DeepError>(())
    /// ```
    pub fn new(perft: Perft, threads: usize) -> Result<Self, DeepError> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build();
        let pool = pool.map_err(|_| DeepError::Threads { asked: threads })?;
        Ok(Self { perft, pool, table: None })
    }

    /// Adds a hash table of at most `bytes` bytes. The system commits its memory as it is used.
    ///
    /// # Errors
    ///
    /// Returns [`DeepError::HashTooSmall`] if `bytes` is below 128, and [`DeepError::Memory`] if
    /// the allocation fails.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::{Deep, Perft};
    ///
    /// // Many move orders of two knights on an empty board transpose.
    /// let knights = Position::from_fen("n3k3/8/8/8/8/8/8/4K2N w - - 0 1")?;
    /// let deep = Deep::new(Perft::new(), 1)?.with_hash(1 << 20)?;
    /// assert_eq!(deep.count(&knights, 9), 482_298_126);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn with_hash(self, bytes: u64) -> Result<Self, DeepError> {
        Ok(Self { table: Some(Table::with_bytes(bytes)?), ..self })
    }

    /// Returns the number of threads.
    ///
    /// ```
    /// use tabiya_perft::{Deep, Perft};
    ///
    /// assert!(Deep::new(Perft::new(), 0)?.threads() > 0);
    /// # Ok::<(), tabiya_perft::DeepError>(())
    /// ```
    pub fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Returns the size of the hash table in bytes and the fraction of it in use, from 0 to 1.
    /// Returns `None` without a hash table.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::{Deep, Perft};
    ///
    /// let deep = Deep::new(Perft::new(), 1)?.with_hash(1 << 20)?;
    /// assert_eq!(deep.hash(), Some((1 << 20, 0.0)));
    /// deep.count(&Position::START, 6);
    /// assert!(deep.hash().is_some_and(|(_, taken)| taken > 0.05));
    /// # Ok::<(), tabiya_perft::DeepError>(())
    /// ```
    pub fn hash(&self) -> Option<(u64, f64)> {
        self.table.as_ref().map(|table| (table.bytes(), table.fill()))
    }

    /// Counts the sequences of `depth` legal moves that begin at a position, like
    /// [`perft`](crate::perft).
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::{Deep, Perft};
    ///
    /// let deep = Deep::new(Perft::new(), 2)?;
    /// assert_eq!(deep.count(&Position::START, 5), 4_865_609);
    /// # Ok::<(), tabiya_perft::DeepError>(())
    /// ```
    pub fn count<K: BoardKey>(&self, board: &GenericBoard<K>, depth: u8) -> u128 {
        let (plies, subtrees) = self.cut(board, depth);
        self.make_room(&subtrees, depth - plies);
        self.pool.install(|| {
            let counts = subtrees.par_iter().with_max_len(1).map(|subtree| {
                self.below(&subtree.position, depth - plies).saturating_mul(subtree.ways)
            });
            counts.reduce(|| 0, u128::saturating_add)
        })
    }

    /// Splits a tree into enough subtrees to keep all threads busy, as [`count`](Self::count) does.
    /// Returns the ply of the split and the subtrees there.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::{Deep, Perft};
    ///
    /// let (plies, subtrees) = Deep::new(Perft::new(), 2)?.cut(&Position::START, 9);
    /// assert_eq!((plies, subtrees.len()), (3, 5_362));
    /// # Ok::<(), tabiya_perft::DeepError>(())
    /// ```
    pub fn cut<K: BoardKey>(&self, root: &GenericBoard<K>, depth: u8) -> (u8, Vec<Subtree>) {
        let enough = (SUBTREES_A_THREAD * self.threads()).max(SUBTREES);
        split_until(&root.position(), depth, enough, NOT_CUT)
    }

    /// Counts each subtree to a depth, in any order.
    ///
    /// Calls `finished` with the index and the count of each subtree, on the thread that counted
    /// it. If `finished` returns [`ControlFlow::Break`], no further subtree is started.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use core::sync::atomic::{AtomicU64, Ordering};
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::{Deep, Perft, split};
    ///
    /// let subtrees = split(&Position::START, 2);
    /// let total = AtomicU64::new(0);
    /// let ended = Deep::new(Perft::new(), 2)?.count_each(&subtrees, 3, |place, leaves| {
    ///     total.fetch_add((subtrees[place].ways * leaves) as u64, Ordering::Relaxed);
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(ended.is_continue());
    /// assert_eq!(total.into_inner(), 4_865_609);
    /// # Ok::<(), tabiya_perft::DeepError>(())
    /// ```
    pub fn count_each(
        &self,
        subtrees: &[Subtree],
        depth: u8,
        finished: impl Fn(usize, u128) -> ControlFlow<()> + Sync,
    ) -> ControlFlow<()> {
        self.make_room(subtrees, depth);
        self.pool.install(|| {
            subtrees.par_iter().enumerate().with_max_len(1).try_for_each(|(place, subtree)| {
                finished(place, self.below(&subtree.position, depth))
            })
        })
    }

    /// Sizes the used part of the hash table, by an estimate from a sample of the subtrees.
    fn make_room(&self, subtrees: &[Subtree], depth: u8) {
        let Some(table) = &self.table else { return };
        let sample = subtrees.iter().step_by(subtrees.len() / 100 + 1);
        let two_plies: u128 = sample.clone().map(|tree| self.perft.count(&tree.position, 2)).sum();
        let ply = (two_plies as f64 / sample.len().max(1) as f64).sqrt();
        let below = ply.powi(i32::from(depth.saturating_sub(NOT_HASHED)));
        table.make_room(subtrees.len() as f64 * below);
    }

    /// Counts the leaves below a position, on the current thread.
    fn below(&self, position: &Position, depth: u8) -> u128 {
        match &self.table {
            Some(table) if depth > NOT_HASHED => self.hashed(table, position, depth),
            _ => self.perft.count(position, depth),
        }
    }

    /// Counts the leaves below a position, probing the hash table for each child.
    fn hashed(&self, table: &Table, position: &Position, depth: u8) -> u128 {
        let mut sum: u128 = 0;
        for &mv in &position.legal_moves() {
            let child = after(position, mv);
            let key = Key::of(&child);
            let count = table.count(key, depth - 1).map(u128::from).unwrap_or_else(|| {
                let count = self.below(&child, depth - 1);
                table.keep(key, depth - 1, count);
                count
            });
            sum = sum.saturating_add(count);
        }
        sum
    }
}
