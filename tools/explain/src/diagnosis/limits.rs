//! The limits on a diagnosis in depth and work.

/// The maximum depth for a reported count, in plies.
pub const MAX_DEPTH: u8 = 30;

/// The maximum number of reported counts in a diagnosis. The work for correct counts grows with it.
pub const MAX_OBSERVATIONS: usize = 1_000;

/// The limits on a diagnosis in work.
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
