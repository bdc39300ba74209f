//! Perft counts and their command-line arguments, shared by several commands.

use std::num::NonZeroUsize;
use std::thread;

use clap::Args;
use tabiya::perft::{self, Backend, Perft};
use tabiya::{Move, Position};

use crate::node_count::NodeCount;

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

/// Counts the leaves of a position at a depth, and stops soon after their number exceeds a limit.
pub fn count_leaves_up_to(limit: u128, position: &Position, depth: u8) -> NodeCount {
    let mut left = limit;
    if count_down(&mut left, position, depth) {
        NodeCount::Exact(limit - left)
    } else {
        NodeCount::AtLeast(limit.saturating_add(1))
    }
}

/// The depth of the subtrees that [`count_down`] counts as a whole. They have some million leaves at
/// most, and 218 to the power of this depth in the worst case.
const SUBTREE_DEPTH: u8 = 4;

/// Subtracts the leaves of a position from `left`. Returns `false` if there are more.
fn count_down(left: &mut u128, position: &Position, depth: u8) -> bool {
    if depth > SUBTREE_DEPTH {
        let moves = position.legal_moves();
        return moves.iter().all(|&mv| count_down(left, &position.after(mv), depth - 1));
    }
    let rest = left.checked_sub(perft::perft(position, depth));
    *left = rest.unwrap_or(0);
    rest.is_some()
}

/// Yields the leaf count of each root move. Each move is counted as the iterator advances.
pub fn divide(position: &Position, depth: u8) -> impl ExactSizeIterator<Item = (Move, u128)> {
    perft::divide(position, depth)
}

/// Yields a perft counter for each back end that this build and this CPU support.
pub fn available_counters() -> impl Iterator<Item = Perft> {
    Backend::ALL.into_iter().filter_map(|backend| Perft::with(backend).ok())
}
