//! Counting leaves: the one place that calls `tabiya::perft`.

use tabiya::perft::{self, Backend, Perft};
use tabiya::{Move, Position};

/// How many sequences of `depth` moves there are.
pub fn count(position: &Position, depth: u8) -> u64 {
    perft::perft(position, depth)
}

/// The same by first move, each counted as it is asked for.
pub fn divide(position: &Position, depth: u8) -> impl ExactSizeIterator<Item = (Move, u64)> {
    perft::divide(position, depth)
}

/// Every way to count that this build and this processor have.
pub fn backends() -> impl Iterator<Item = Perft> {
    Backend::ALL.into_iter().filter_map(|backend| Perft::with(backend).ok())
}
