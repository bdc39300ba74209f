//! Perft counts and their command-line arguments, shared by several commands.

use std::num::NonZeroUsize;
use std::thread;

use anyhow::Context;
use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};
use tabiya::Position;
use tabiya::perft::{self, Backend, ParallelPerft, Perft};

use crate::node_count::NodeCount;
use crate::number::parse_size;

/// The argument that sets the number of threads.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    /// Use this many threads [default: one per logical CPU]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// Returns the number of threads; by default one per logical CPU.
    pub fn thread_count(self) -> usize {
        let cpus = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cpus, usize::from)
    }

    /// Starts the threads.
    ///
    /// # Errors
    ///
    /// Returns an error if the system refuses them.
    pub fn pool(self) -> anyhow::Result<ThreadPool> {
        let threads = self.thread_count();
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.with_context(|| format!("cannot start {threads} threads"))
    }
}

/// Starts a thread for which the program does not wait.
///
/// # Errors
///
/// Returns an error if the system refuses the thread.
pub fn start_thread(work: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    thread::Builder::new().spawn(work).context("cannot start a thread")?;
    Ok(())
}

/// The arguments of a perft counter.
#[derive(Args, Clone, Copy, Debug)]
pub struct CounterArgs {
    /// Back end: scalar, avx2 or avx512 [default: fastest supported]
    #[arg(long, value_name = "NAME")]
    backend: Option<Backend>,
    /// The threads.
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Hash table size (e.g. 512M)
    #[arg(long, value_name = "SIZE", default_value = "64M", value_parser = parse_size)]
    hash: u64,
    /// Disable the hash table
    #[arg(long, conflicts_with = "hash")]
    no_hash: bool,
}

impl CounterArgs {
    /// Returns a counter with the back end, the threads and the hash table.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them is not available.
    pub fn counter(&self) -> anyhow::Result<ParallelPerft> {
        let counter = ParallelPerft::new(self.perft()?, self.threads.thread_count())?;
        match self.hash_bytes() {
            Some(bytes) => counter.with_hash(bytes).context("--hash"),
            None => Ok(counter),
        }
    }

    /// Returns a counter with the back end.
    ///
    /// # Errors
    ///
    /// Returns an error if this build or this CPU does not support it.
    pub fn perft(&self) -> anyhow::Result<Perft> {
        Ok(self.backend.map_or_else(|| Ok(Perft::new()), Perft::with)?)
    }

    /// Returns the hash table's size in bytes.
    pub fn hash_bytes(&self) -> Option<u64> {
        (!self.no_hash).then_some(self.hash)
    }
}

/// Counts the leaves below a position at a depth, and stops soon after their number exceeds a
/// limit.
pub fn count_leaves_within(limit: u128, position: &Position, depth: u8) -> NodeCount {
    let mut left = limit;
    if count_down(&mut left, position, depth) {
        NodeCount::Exact(limit - left)
    } else {
        NodeCount::AtLeast(limit.saturating_add(1))
    }
}

/// The depth at which [`count_down`] counts subtrees as a whole. They have some million leaves at
/// most, and 218 to the power of this depth in the worst case.
const SUBTREE_DEPTH: u8 = 4;

/// Subtracts the leaves below a position from `left`. Returns `false` if there are more.
fn count_down(left: &mut u128, position: &Position, depth: u8) -> bool {
    if depth > SUBTREE_DEPTH {
        let moves = position.legal_moves();
        return moves.iter().all(|&mv| count_down(left, &position.after(mv), depth - 1));
    }
    let rest = left.checked_sub(perft::perft(position, depth));
    *left = rest.unwrap_or(0);
    rest.is_some()
}
