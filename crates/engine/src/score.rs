//! Scores, and the windows and plies that bound them.

use crate::watch::Stopped;

/// No line of a search is longer.
pub(crate) const MAX_PLY: usize = 128;
/// More than any score.
pub(crate) const INFINITE: i32 = 32_000;
/// The score of having mated at the root.
pub(crate) const MATE: i32 = 31_000;
/// From here on, a score is that of a mate.
pub(crate) const MATE_IN_SIGHT: i32 = MATE - MAX_PLY as i32;

/// What is asked about a score: is it above the first (alpha), is it below the second (beta)?
pub(crate) type Window = (i32, i32);
pub(crate) type Score = Result<i32, Stopped>;

/// The score of being mated so many plies from the root.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}
