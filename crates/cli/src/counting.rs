//! Perft counts and their command-line arguments, shared by several commands.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use tabiya::perft::{self, Backend, Perft};
use tabiya::{Move, Position};

/// The argument that sets the number of threads.
#[derive(Args, Clone, Copy, Debug)]
pub struct ThreadArgs {
    /// Use this many threads [default: one per logical CPU]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl ThreadArgs {
    /// Returns the number of threads; by default that of the logical CPUs.
    pub fn thread_count(self) -> usize {
        let cpus = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(cpus, usize::from)
    }
}

/// Counts the leaves of a position at a depth.
pub fn count_leaves(position: &Position, depth: u8) -> u128 {
    perft::perft(position, depth)
}

/// Yields the leaf count of each root move. Each move is counted as the iterator advances.
pub fn divide(position: &Position, depth: u8) -> impl ExactSizeIterator<Item = (Move, u128)> {
    perft::divide(position, depth)
}

/// Yields a perft counter for each back end that this build and this CPU support.
pub fn available_counters() -> impl Iterator<Item = Perft> {
    Backend::ALL.into_iter().filter_map(|backend| Perft::with(backend).ok())
}
