//! The counts from a conversion.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

/// The number of games and positions that a conversion wrote, and of the others by reason.
///
/// Every game is counted once in `games_written`, `games_skipped`, `games_with_null_moves`,
/// `games_of_chess960`, `games_without_result` or `games_without_records`. In formats with scores or positions, every
/// position in the games in the first and last of these is counted once, too.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
#[serde(default)]
pub struct Summary {
    /// The games that were read.
    pub games: u64,
    /// The games for which a record was written.
    pub games_written: u64,
    /// The games that were not written because they have an error.
    pub games_skipped: u64,
    /// The games that were not written because training data cannot hold their null moves.
    pub games_with_null_moves: u64,
    /// The games that were not written because binpack cannot hold their castling rights of Chess960.
    pub games_of_chess960: u64,
    /// The games that were not written because their result is unknown.
    pub games_without_result: u64,
    /// The games without moves or positions that could be written.
    pub games_without_records: u64,
    /// The games with errors, also those that were written up to the error.
    pub games_with_errors: u64,
    /// The positions that were written, also as move rows.
    pub positions_written: u64,
    /// The positions among the plies that the options skip.
    pub positions_before_ply: u64,
    /// The positions in check, or before a capture or promotion.
    pub positions_not_quiet: u64,
    /// The positions without a score.
    pub positions_without_score: u64,
    /// The positions that [`interval`](super::ConvertOptions::interval) or the sample excludes.
    pub positions_not_sampled: u64,
    /// The positions that binpack cannot hold, because their ply is above 16,383.
    pub positions_not_expressible: u64,
}

impl AddAssign for Summary {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.games_written += other.games_written;
        self.games_skipped += other.games_skipped;
        self.games_with_null_moves += other.games_with_null_moves;
        self.games_of_chess960 += other.games_of_chess960;
        self.games_without_result += other.games_without_result;
        self.games_without_records += other.games_without_records;
        self.games_with_errors += other.games_with_errors;
        self.positions_written += other.positions_written;
        self.positions_before_ply += other.positions_before_ply;
        self.positions_not_quiet += other.positions_not_quiet;
        self.positions_without_score += other.positions_without_score;
        self.positions_not_sampled += other.positions_not_sampled;
        self.positions_not_expressible += other.positions_not_expressible;
    }
}
