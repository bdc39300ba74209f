//! Viriformat games.

use std::convert::Infallible;

use tabiya::viriformat::{Entry, write_game};
use tabiya::{Move, Position};

use super::positions::{position_score, winner};
use super::record::Record;
use super::{ConvertOptions, Summary};

/// Appends each run of moves in a game whose positions have scores.
pub(super) fn write(
    bytes: &mut Vec<u8>,
    summary: &mut Summary,
    record: &Record<'_>,
    options: &ConvertOptions,
) {
    let mut run = Run { start: Position::START, moves: Vec::new() };
    for step in record.steps() {
        if step.is_before(options.skip_plies) {
            summary.positions_before_ply += 1;
            continue;
        }
        match step.mv.to_move().zip(position_score(&step, options)) {
            Some((mv, score)) => {
                summary.positions_written += 1;
                if run.moves.is_empty() {
                    run.start = step.position.with_legal_ep_square();
                }
                run.moves.push((mv, score));
            }
            None => {
                summary.positions_without_score += 1;
                run.flush(bytes, record);
            }
        }
    }
    run.flush(bytes, record);
}

/// Consecutive moves whose positions have scores.
struct Run {
    start: Position,
    moves: Vec<(Move, i16)>,
}

impl Run {
    /// Appends the moves, if there are any, and clears the run.
    fn flush(&mut self, bytes: &mut Vec<u8>, record: &Record<'_>) {
        if self.moves.is_empty() {
            return;
        }
        let winner = winner(record.result);
        let start = Entry { position: self.start, eval: 0, winner, extra: 0 };
        let Ok(()) = write_game(&start, self.moves.drain(..), |part| {
            bytes.extend_from_slice(part);
            Ok::<_, Infallible>(())
        });
    }
}
