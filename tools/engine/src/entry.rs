//! An entry in the transposition table.

use tabiya::prelude::*;

use crate::score::MIN_MATE_SCORE;

/// The relation between a stored score and the true score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Bound {
    /// No bound: the entry is empty.
    #[default]
    Unknown = 0,
    /// An upper bound: the search failed low.
    Upper,
    /// A lower bound: the search failed high.
    Lower,
    /// The exact score: the search stayed within its window.
    Exact,
}

/// A transposition table entry, 16 bytes.
///
/// It stores only half the Zobrist key. Because another position can share that half and the
/// bucket, you must test the move for legality before you make it. An empty entry consists of
/// zeros.
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
