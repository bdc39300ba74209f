//! `tabiya moves`: the legal moves of a position, all or some.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use tabiya::{Move, Square, san, uci};

use crate::json;
use crate::start::{Start, castling_notation, fen_of};
use crate::verdict::{self, Verdict};

/// What `tabiya moves` is told.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya moves --from e2\n  \
        tabiya moves --san --captures --moves \"1. e4 d5\"\n\n\
        Each line is a move in UCI notation, then in SAN.")]
pub struct Arguments {
    #[command(flatten)]
    start: Start,
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

/// The moves, in the shape of `--json`.
#[derive(Serialize)]
struct Report {
    fen: String,
    moves: Vec<Written>,
}

/// A move in both forms.
#[derive(Serialize)]
struct Written {
    uci: String,
    san: String,
}

impl Arguments {
    /// Lists.
    ///
    /// # Errors
    ///
    /// If the position is refused or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let position = self.start.position()?;
        let castling = castling_notation(&position);
        let is_wanted = |mv: &Move| {
            self.from.is_none_or(|from| mv.from() == from)
                && (!self.captures || position.is_capture(*mv))
        };
        let write = |mv: Move| Written {
            uci: uci::display(mv, castling).to_string(),
            san: san::display(&position, mv).to_string(),
        };
        let moves = position.legal_moves().into_iter().filter(is_wanted).map(write);
        if self.json {
            let report = Report { fen: fen_of(&position), moves: moves.collect() };
            json::write(out, &report)?;
            return Ok(Verdict::Success);
        }
        for Written { uci, san } in moves {
            match (self.uci, self.san) {
                (true, _) => writeln!(out, "{uci}")?,
                (_, true) => writeln!(out, "{san}")?,
                _ => writeln!(out, "{uci:5}  {san}")?,
            }
        }
        Ok(Verdict::Success)
    }
}
