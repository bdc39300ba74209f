//! The choice of positions for training data.

use tabiya::pgn::RawGame;

use super::record::Step;
use super::{ConvertOptions, Summary};
use crate::data::{self, splitmix64};
use crate::dedupe::GameKey;

/// The choice among the positions in one game.
pub(super) struct Selection<'a> {
    options: &'a ConvertOptions,
    /// The number of positions that satisfy the conditions, modulo `interval`.
    phase: u32,
    sample: Option<Sample>,
}

impl<'a> Selection<'a> {
    pub(super) fn new(options: &'a ConvertOptions, game: &RawGame<'_>) -> Self {
        let sample = options.sample.map(|fraction| Sample::new(fraction, options.seed, game));
        Self { options, phase: 0, sample }
    }

    /// Tests whether a position is chosen, and counts it by reason if not.
    ///
    /// `has_score` tells whether the position has the score that the format needs.
    pub(super) fn accepts(&mut self, step: &Step, has_score: bool, summary: &mut Summary) -> bool {
        let (counter, is_chosen) = if step.is_before(self.options.skip_plies) {
            (&mut summary.positions_before_ply, false)
        } else if self.options.quiet_only && !is_quiet(step) {
            (&mut summary.positions_not_quiet, false)
        } else if !has_score {
            (&mut summary.positions_without_score, false)
        } else if !self.is_sampled(step.ply) {
            (&mut summary.positions_not_sampled, false)
        } else {
            (&mut summary.positions_written, true)
        };
        *counter += 1;
        is_chosen
    }

    fn is_sampled(&mut self, ply: usize) -> bool {
        let is_next = self.phase == 0;
        self.phase = (self.phase + 1) % self.options.interval;
        is_next && self.sample.as_ref().is_none_or(|sample| sample.accepts(ply))
    }
}

/// Tests whether a position is quiet. A null move is no capture.
fn is_quiet(step: &Step) -> bool {
    let Step { position, mv, .. } = step;
    mv.to_move().map_or(!position.is_check(), |mv| data::is_quiet(position, mv))
}

/// A pseudorandom choice that depends on the game's text and the ply only.
struct Sample {
    key: u64,
    /// Hashes below this value are chosen.
    limit: u128,
}

impl Sample {
    fn new(fraction: f64, seed: u64, game: &RawGame<'_>) -> Self {
        let GameKey([a, b, c, d, e, f, g, h, ..]) = GameKey::of_text(game);
        let key = u64::from_le_bytes([a, b, c, d, e, f, g, h]) ^ splitmix64(seed);
        Self { key, limit: (fraction * 2_f64.powi(64)) as u128 }
    }

    fn accepts(&self, ply: usize) -> bool {
        u128::from(splitmix64(self.key.wrapping_add(ply as u64))) < self.limit
    }
}
