//! `tabiya moves`: the legal moves in a position, or the moves that can have led to it.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tabiya::retrograde::{PriorCastling, Retraction, RetractionOptions};
use tabiya::{Move, Position, Square, san, uci};
use tabiya_program::position::{PositionArgs, castling_notation, format_fen};
use tabiya_program::verdict::{self, Verdict};
use tabiya_program::{json, message};

/// The arguments of `tabiya moves`.
#[derive(Args)]
#[command(
    override_usage = "tabiya moves [OPTIONS] [POSITION]",
    after_help = "Examples:\n  \
        tabiya moves --from e2\n  \
        tabiya moves --san --captures --moves \"1. e4 d5\"\n  \
        tabiya moves --back --fen \"8/8/8/8/8/5k2/8/K7 b - - 0 1\"\n\n\
        Each line is a move in UCI notation, then in SAN. With --back, it is a move that can have led\n\
        to the position, such as d6e7xB for a captured bishop, then the FEN before it."
)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArgs,
    /// Print SAN only
    #[arg(long, conflicts_with = "uci")]
    san: bool,
    /// Print UCI notation only
    #[arg(long)]
    uci: bool,
    /// List only moves from this square
    #[arg(long, value_name = "SQUARE")]
    from: Option<Square>,
    /// List only captures
    #[arg(long)]
    captures: bool,
    /// List the moves that can have led to the position
    #[arg(long, conflicts_with_all = ["san", "uci"])]
    back: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output from `tabiya moves`.
#[derive(Serialize)]
struct Report {
    fen: String,
    moves: Vec<MoveText>,
}

/// The JSON output from `tabiya moves --back`.
#[derive(Serialize)]
struct BackReport {
    fen: String,
    retractions: Vec<RetractionText>,
}

/// A move that can have led to a position.
#[derive(Serialize)]
struct RetractionText {
    retraction: String,
    /// The position before, with the fewest castling rights.
    before: String,
    /// The number of castling rights and en passant squares that it may have had.
    states: usize,
}

/// A move in UCI notation and in SAN.
#[derive(Serialize)]
struct MoveText {
    uci: String,
    san: String,
}

impl Arguments {
    /// Lists the legal moves that the arguments select.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let position = self.position.position()?;
        if self.back {
            return self.run_back(&position, out);
        }
        let castling = castling_notation(&position);
        let is_selected = |mv: &Move| {
            self.from.is_none_or(|from| mv.from() == from)
                && (!self.captures || position.is_capture(*mv))
        };
        let write = |mv: Move| MoveText {
            uci: uci::display(mv, castling).to_string(),
            san: san::display(&position, mv).to_string(),
        };
        let moves = position.legal_moves().into_iter().filter(is_selected).map(write);
        if self.json {
            let report = Report { fen: format_fen(&position), moves: moves.collect() };
            json::write_line(out, &report)?;
            return Ok(Verdict::Success);
        }
        for MoveText { uci, san } in moves {
            match (self.uci, self.san) {
                (true, _) => writeln!(out, "{uci}")?,
                (_, true) => writeln!(out, "{san}")?,
                _ => writeln!(out, "{uci:5}  {san}")?,
            }
        }
        Ok(Verdict::Success)
    }

    /// Lists the retractions that the arguments select. With castling rights of Chess960, castling of any start position
    /// may have led to the position.
    fn run_back(&self, position: &Position, out: &mut dyn Write) -> verdict::Result {
        let is_standard = position.is_standard_castling();
        let castling = if is_standard { PriorCastling::Standard } else { PriorCastling::Any };
        let options = RetractionOptions::new().castling(castling);
        let retractor = position.retractor(&options);
        let list = retractor.retractions();
        let is_selected = |retraction: &&Retraction| {
            self.from.is_none_or(|from| retraction.mv().from() == from)
                && (!self.captures || retraction.captured().is_some())
        };
        let write = |&retraction: &Retraction| RetractionText {
            retraction: retraction.to_string(),
            before: format_fen(&retractor.before(retraction)),
            states: retractor.prior_states(retraction).len(),
        };
        let retractions = list.iter().filter(is_selected).map(write);
        if self.json {
            let retractions = retractions.collect();
            json::write_line(out, &BackReport { fen: format_fen(position), retractions })?;
            return Ok(Verdict::Success);
        }
        if list.is_empty() {
            message::print_line("note: no move can have led to the position");
        }
        for RetractionText { retraction, before, .. } in retractions {
            writeln!(out, "{retraction:12}  {before}")?;
        }
        Ok(Verdict::Success)
    }
}
