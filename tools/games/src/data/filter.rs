//! The choice of positions for training.

use tabiya::binpack::Entry;

use super::counters::counters;
use super::decode::MAX_SCORE;
use super::{is_quiet, splitmix64};

/// The conditions that a position must satisfy.
///
/// ```
/// use tabiya_games::data::Filter;
///
/// // The conditions that most trainers use.
/// let mut filter = Filter::new();
/// filter.skip_plies = 16;
/// filter.max_score = Some(10_000);
/// filter.quiet_only = true;
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Filter {
    /// The number of plies at the start of a game whose positions are rejected.
    pub skip_plies: u16,
    /// The greatest absolute score, before scaling.
    pub max_score: Option<u16>,
    /// `true` to reject positions in check, those whose move is a capture or a promotion, and those without a move.
    pub quiet_only: bool,
    /// The least number of pieces, kings and pawns included.
    pub min_pieces: usize,
    /// The greatest number of pieces.
    pub max_pieces: usize,
    /// The greatest score for the loser of the game, and the greatest absolute score in a draw.
    pub against_result: Option<u16>,
    /// The fraction of positions that are chosen at random.
    pub sample: Option<f64>,
    /// The seed of the choice.
    pub seed: u64,
    /// The factor of scores.
    pub scale: f64,
}

impl Filter {
    /// Returns the conditions that every position satisfies.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            skip_plies: 0,
            max_score: None,
            quiet_only: false,
            min_pieces: 0,
            max_pieces: 32,
            against_result: None,
            sample: None,
            seed: 0,
            scale: 1.0,
        }
    }

    /// Tests whether the conditions may reject a position.
    pub(super) fn rejects_any(&self) -> bool {
        let none = Self { seed: self.seed, scale: self.scale, ..Self::new() };
        Self { max_pieces: self.max_pieces.min(none.max_pieces), ..*self } != none
    }

    /// Tests an entry, and counts it by the first condition that it does not satisfy.
    pub fn accepts(&self, entry: &Entry, counts: &mut Counts) -> bool {
        let score = entry.score.unsigned_abs();
        let pieces = entry.position.occupied().len();
        let is_against = |limit| match entry.winner {
            None => score > limit,
            Some(winner) => {
                score > limit && (winner != entry.position.side_to_move()) == (entry.score > 0)
            }
        };
        let counter = if entry.ply < self.skip_plies {
            &mut counts.before_ply
        } else if self.max_score.is_some_and(|max| score > max) {
            &mut counts.beyond_score
        } else if self.quiet_only && !entry.mv.is_some_and(|mv| is_quiet(&entry.position, mv)) {
            &mut counts.not_quiet
        } else if pieces < self.min_pieces || pieces > self.max_pieces {
            &mut counts.other_pieces
        } else if self.against_result.is_some_and(is_against) {
            &mut counts.against_result
        } else if self.sample.is_some_and(|sample| !self.is_sampled(entry, sample)) {
            &mut counts.not_sampled
        } else {
            return true;
        };
        *counter += 1;
        false
    }

    /// Tests whether an entry belongs to a sample, by its position, its ply and the seed.
    fn is_sampled(&self, entry: &Entry, sample: f64) -> bool {
        let key = entry.position.computed_key() ^ splitmix64(self.seed ^ u64::from(entry.ply));
        u128::from(splitmix64(key)) < (sample * 2_f64.powi(64)) as u128
    }

    /// Returns the scaled score.
    pub(super) fn scaled(&self, score: i16) -> i16 {
        if self.scale == 1.0 {
            return score;
        }
        let max = f64::from(MAX_SCORE);
        (f64::from(score) * self.scale).round().clamp(-max, max) as i16
    }
}

impl Default for Filter {
    fn default() -> Self {
        Self::new()
    }
}

counters! {
    /// The numbers of positions that a conversion has read, by what became of them.
    Counts {
        /// All positions.
        read: "read",
        /// Those that were written with a score.
        written: "written",
        /// Those that were written with a mark, so that the chain goes on.
        marked: "marked",
        /// Those that the input marks.
        read_marked: "marked in the input",
        /// Those before the first ply that counts.
        before_ply: "before --skip-plies",
        /// Those whose score is too great.
        beyond_score: "beyond --max-score",
        /// Those that are not quiet.
        not_quiet: "not quiet",
        /// Those with fewer or more pieces.
        other_pieces: "with other numbers of pieces",
        /// Those whose score contradicts the result.
        against_result: "against the result",
        /// Those that were not chosen at random.
        not_sampled: "not in the sample",
        /// Those that came before.
        duplicates: "duplicates",
        /// Those without a move, which the format needs.
        without_move: "without a move",
        /// Those that the format cannot express.
        not_expressible: "that the format cannot express (Chess960, or a ply above 16383)",
        /// The bytes behind the chains of blocks, which readers ignore.
        ignored_bytes: "bytes behind the chains of blocks ignored",
    }
}
