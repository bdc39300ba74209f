//! The limits of a diagnosis in depth and work.

/// The maximum depth of a reported count, in plies.
pub const MAX_DEPTH: u8 = 30;

/// The most reported counts in a diagnosis. The work for correct counts grows with them.
pub const MAX_OBSERVATIONS: usize = 1_000;

/// The limits of a diagnosis in work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The maximum number of positions whose moves are generated, over all trees.
    pub positions: u64,
}

impl Default for Limits {
    /// Returns 20 million positions.
    fn default() -> Self {
        Self { positions: 20_000_000 }
    }
}
