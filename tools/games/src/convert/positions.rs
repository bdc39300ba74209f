//! Formats whose records are positions.

use std::io::Write;

use tabiya::binpack::{Chains, Entry};
use tabiya::pgn::Termination;
use tabiya::{Color, PackedPosition};

use super::record::{Record, Step};
use super::selection::Selection;
use super::{ConvertOptions, Format, MATE_SCORE, Summary, score};
use crate::data::{self, Counts, DataFormat, Encoder};

/// Appends a game's positions.
pub(super) fn write(
    bytes: &mut Vec<u8>,
    summary: &mut Summary,
    record: &Record<'_>,
    options: &ConvertOptions,
) {
    let mut selection = Selection::new(options, record.game);
    for step in record.steps() {
        let score = position_score(&step, options);
        let has_score = score.is_some() || !options.format.has_scores();
        if selection.accepts(&step, has_score, summary) {
            write_position(bytes, &step, options.format, score.unwrap_or(0), record.result);
        }
    }
}

/// Returns a game as chains of binpack, in which positions that are left out are marked, or as games of viriformat, which
/// they end.
pub(super) fn encode(
    format: DataFormat,
    summary: &mut Summary,
    record: &Record<'_>,
    options: &ConvertOptions,
) -> Chains {
    let mut selection = Selection::new(options, record.game);
    let mut encoder = Encoder::new(format, true);
    for step in record.steps() {
        let score = position_score(&step, options);
        let position = step.position.with_legal_ep_square();
        // Beyond the limit is the mark.
        let white_score = score.unwrap_or(0).clamp(-MATE_SCORE, MATE_SCORE);
        let is_white = position.side_to_move().is_white();
        let entry = Entry {
            position,
            mv: step.mv.to_move(),
            score: if is_white { white_score } else { -white_score },
            ply: data::ply(&position),
            winner: winner(record.result),
        };
        if !selection.accepts(&step, score.is_some(), summary) {
            encoder.reject(&entry);
            continue;
        }
        let mut counts = Counts::default();
        encoder.accept(&entry, &mut counts);
        // A ply that no chain can begin with.
        summary.positions_written -= counts.not_expressible;
        summary.positions_not_expressible += counts.not_expressible;
    }
    encoder.finish()
}

/// Returns the score for the position before a move, or the one from the options.
fn position_score(step: &Step, options: &ConvertOptions) -> Option<i16> {
    let eval = step.eval.and_then(|eval| score(eval, step.position.side_to_move()));
    eval.or(options.default_score)
}

/// Returns a game's winner; `None` for a draw.
const fn winner(result: Termination) -> Option<Color> {
    match result {
        Termination::WhiteWins => Some(Color::White),
        Termination::BlackWins => Some(Color::Black),
        _ => None,
    }
}

fn write_position(
    bytes: &mut Vec<u8>,
    step: &Step,
    format: Format,
    score: i16,
    result: Termination,
) {
    let position = step.position;
    match format {
        Format::Bulletformat => {
            data::write_bulletformat(&position, score, winner(result), bytes);
        }
        Format::Packed => bytes.extend_from_slice(&PackedPosition::from(&position).to_bytes()),
        Format::ScoredFen => data::write_scored_fen(&position, score, winner(result), bytes),
        _ => drop(writeln!(bytes, "{position}")),
    }
}
