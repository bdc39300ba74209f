//! Counting leaves: what the commands that do it share.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use tabiya::perft::{self, Backend, Perft};
use tabiya::{Move, Position};

/// How many threads count, as every command is told.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// Use this many threads [default: one per logical CPU]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Threads {
    /// The number asked for, or else that of the processors.
    pub fn number(self) -> usize {
        let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads.map_or_else(processors, usize::from)
    }
}

/// Counts the sequences of `depth` moves.
pub fn count(position: &Position, depth: u8) -> u128 {
    perft::perft(position, depth)
}

/// Counts them by first move, each as the iterator advances.
pub fn divide(position: &Position, depth: u8) -> impl ExactSizeIterator<Item = (Move, u128)> {
    perft::divide(position, depth)
}

/// Yields a counter for every back end that this build and this CPU have.
pub fn backends() -> impl Iterator<Item = Perft> {
    Backend::ALL.into_iter().filter_map(|backend| Perft::with(backend).ok())
}
