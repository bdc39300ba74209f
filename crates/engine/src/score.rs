//! Scores, search windows and ply limits.

use crate::watch::Stopped;

/// The maximum ply of the search.
pub(crate) const MAX_PLY: usize = 128;
/// An upper bound of all scores.
pub(crate) const INFINITE: i32 = 32_000;
/// The score of checkmate at the root.
pub(crate) const MATE: i32 = 31_000;
/// The smallest score of a forced mate.
pub(crate) const MATE_IN_SIGHT: i32 = MATE - MAX_PLY as i32;

/// A search window: alpha and beta.
pub(crate) type Window = (i32, i32);
pub(crate) type Score = Result<i32, Stopped>;

/// Returns the score of being checkmated at a ply.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}
