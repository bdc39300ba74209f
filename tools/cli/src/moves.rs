//! `tabiya moves`: the legal moves in a position.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tabiya::{Move, Square, san, uci};
use tabiya_program::json;
use tabiya_program::position::{PositionArgs, castling_notation, format_fen};
use tabiya_program::verdict::{self, Verdict};

/// The arguments of `tabiya moves`.
#[derive(Args)]
#[command(
    override_usage = "tabiya moves [OPTIONS] [POSITION]",
    after_help = "Examples:\n  \
        tabiya moves --from e2\n  \
        tabiya moves --san --captures --moves \"1. e4 d5\"\n\n\
        Each line is a move in UCI notation, then in SAN."
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
}
