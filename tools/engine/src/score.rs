//! Scores, search windows and ply limits.

use crate::limit_checker::InterruptError;

/// The maximum number of plies in a search line.
pub(crate) const MAX_PLY: usize = 128;
/// An upper bound for all search scores.
pub(crate) const INFINITE: i32 = 32_000;
/// The score for being checkmated at the root, negated.
pub(crate) const MATE_SCORE: i32 = 31_000;
/// The smallest search score for a forced mate.
pub(crate) const MIN_MATE_SCORE: i32 = MATE_SCORE - MAX_PLY as i32;

/// A search window: alpha and beta.
pub(crate) type Window = (i32, i32);
pub(crate) type Score = Result<i32, InterruptError>;

/// Returns the score for being checkmated at a ply.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE_SCORE
}
