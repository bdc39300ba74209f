//! Counting with all processors and with memory: threads, a hash table, trees cut in pieces.

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

/// Counts leaves on several threads and, on request, with a hash table.
///
/// A tree is [cut](split) into subtrees, equal positions are counted once, and each thread
/// takes the next subtree. The total depends on none of this. [`u128::MAX`] stands for all that
/// does not fit 128 bits.
///
/// # The risk of a hash table
///
/// An entry is believed if 64 bits of a hash and the depth agree, in one of four entries that
/// another 64 bits choose. So each look-up of a position that is not there believes a wrong
/// count with a chance of at most 4 in 2⁶⁴, and a run with *n* look-ups is wrong with one of
/// at most *n* / 2⁶²: for the start position at depth 9, which takes 22 million, 5 in 10¹².
/// Without a hash table the count is exact.
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

/// Subtrees for each thread, so that none is left with much at the end.
const SUBTREES_A_THREAD: usize = 256;
/// As many are worth it for one thread too, since equal ones are counted once.
const SUBTREES: usize = 1000;
/// Cutting trees of this depth costs more than it gives.
const NOT_CUT: u8 = 4;
/// Trees that are given to the back end without a look into the table: it counts them in less
/// time than it takes to look their subtrees up.
const NOT_HASHED: u8 = 3;
/// The stack of a thread: a tree can be 255 plies deep.
const STACK: usize = 16 << 20;

impl Deep {
    /// Without a hash table, on `threads` threads; 0 stands for one for each processor.
    ///
    /// # Errors
    ///
    /// [`DeepError::Threads`] if they cannot be started.
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

    /// With a hash table in so many bytes, which is never exceeded. The system hands them out
    /// as they are used.
    ///
    /// # Errors
    ///
    /// [`DeepError::Memory`] if there are not so many, and [`DeepError::HashTooSmall`] below
    /// 128.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::{Deep, Perft};
    ///
    /// // Two knights' ways through an empty board meet again and again.
    /// let knights = Position::from_fen("n3k3/8/8/8/8/8/8/4K2N w - - 0 1")?;
    /// let deep = Deep::new(Perft::new(), 1)?.with_hash(1 << 20)?;
    /// assert_eq!(deep.count(&knights, 9), 482_298_126);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn with_hash(self, bytes: u64) -> Result<Self, DeepError> {
        Ok(Self { table: Some(Table::with_bytes(bytes)?), ..self })
    }

    /// How many threads count.
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

    /// The size of the hash table in bytes and what part of it is taken, from 0 to 1, if there
    /// is one.
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

    /// How many sequences of `depth` legal moves lead on from a position: see
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

    /// A tree cut so that all threads stay busy to the end: the plies that were cut off, and
    /// the subtrees below.
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

    /// Counts each of some subtrees to a depth, in any order, and tells of each by its place as
    /// it is finished; on whichever thread that was. Ends early, and does not start another
    /// one, when told to break.
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

    /// Judges by some of the subtrees how many counts there will be to keep.
    fn make_room(&self, subtrees: &[Subtree], depth: u8) {
        let Some(table) = &self.table else { return };
        let sample = subtrees.iter().step_by(subtrees.len() / 100 + 1);
        let two_plies: u128 = sample.clone().map(|tree| self.perft.count(&tree.position, 2)).sum();
        let ply = (two_plies as f64 / sample.len().max(1) as f64).sqrt();
        let below = ply.powi(i32::from(depth.saturating_sub(NOT_HASHED)));
        table.make_room(subtrees.len() as f64 * below);
    }

    /// The leaves below a position, on this thread.
    fn below(&self, position: &Position, depth: u8) -> u128 {
        match &self.table {
            Some(table) if depth > NOT_HASHED => self.hashed(table, position, depth),
            _ => self.perft.count(position, depth),
        }
    }

    /// The leaves below a position whose children are worth looking up.
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
