//! An entry of the transposition table.

use tabiya::prelude::*;

use crate::score::MIN_MATE_SCORE;

/// The relation of a stored score to the true score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The bound of an empty entry: none.
    #[default]
    Unknown = 0,
    /// The bound of a search that failed low: an upper bound.
    Upper,
    /// The bound of a search that failed high: a lower bound.
    Lower,
    /// The bound of a search within its window: the exact score.
    Exact,
}

/// An entry of the transposition table, 16 bytes.
///
/// It stores only half of the Zobrist key. Because another position can share that half and the
/// bucket, the move must be tested for legality before it is made. An empty entry consists of zeros.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) key_check: u32,
    pub(crate) mv: Option<Move>,
    pub(crate) score: i16,
    pub(crate) evaluation: i16,
    pub(crate) depth: u8,
    pub(crate) bound: Bound,
    pub(crate) age: u8,
}

const _: () = assert!(size_of::<Entry>() == 16);

impl Entry {
    /// Returns the stored score if its depth and bound suffice for a cutoff in a window.
    pub(crate) fn cutoff_score(
        &self,
        depth: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> Option<i32> {
        let score = shift_mate_score(self.score.into(), -(ply as i32));
        let is_cutoff = match self.bound {
            Bound::Unknown => false,
            Bound::Upper => score <= alpha,
            Bound::Lower => score >= beta,
            Bound::Exact => true,
        };
        (is_cutoff && i32::from(self.depth) >= depth).then_some(score)
    }
}

/// Converts a mate score between plies from the root and plies from the position.
pub(crate) fn shift_mate_score(score: i32, plies: i32) -> i32 {
    if score.abs() < MIN_MATE_SCORE { score } else { score + score.signum() * plies }
}
