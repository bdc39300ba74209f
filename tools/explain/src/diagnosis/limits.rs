//! The limits of a diagnosis in depth, work and memory.

/// The maximum depth of a diagnosis, in plies.
///
/// A count of leaves at this depth fits the integers of the counter even with hundreds of moves per
/// position.
pub const MAX_DEPTH: u8 = 7;

/// The limits of a diagnosis in work and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of moves that are tested, over all trees.
    pub moves: u64,
    /// The approximate maximum size of the table of subtrees in bytes.
    pub table_bytes: usize,
}

impl Default for Limits {
    /// Returns 100 million moves and 256 MiB.
    fn default() -> Self {
        Self { moves: 100_000_000, table_bytes: 256 << 20 }
    }
}
