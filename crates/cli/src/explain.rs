//! `tabiya explain`: the reason why a move is legal or illegal.

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use serde::Serialize;
use tabiya::san::{self, SanError};
use tabiya::uci::{self, UciError};
use tabiya::{Move, Position};

use crate::position::{PositionArgs, castling_notation, format_fen};
use crate::verdict::{self, Verdict};
use crate::{json, move_explanation};

/// The arguments of `tabiya explain`.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya explain e1g1 --fen \"4k3/8/8/8/8/8/5r2/4K2R w K - 0 1\"\n  \
        tabiya explain Nc3 --fen \"4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1\"\n\n\
        Exit code 0 if the move is legal, 1 if it is illegal, 2 if the text is not a move.")]
pub struct Arguments {
    /// Explain this move, in UCI notation or in SAN
    #[arg(value_name = "MOVE")]
    mv: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output of `tabiya explain`.
#[derive(Serialize)]
struct Report<'a> {
    fen: String,
    #[serde(rename = "move")]
    mv: &'a str,
    legal: bool,
    uci: Option<String>,
    san: Option<String>,
    reason: String,
}

impl Arguments {
    /// Explains why the move of the arguments is legal or illegal.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid, the text is not a move, or the output cannot be
    /// written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let position = self.position.position()?;
        let parsed = parse_move(&position, &self.mv)?;
        let reason = match &parsed {
            Ok(mv) => move_explanation::explain_legal(&position, *mv),
            Err(reason) => reason.clone(),
        };
        if self.json {
            let mv = parsed.as_ref().ok();
            let castling = castling_notation(&position);
            let report = Report {
                fen: format_fen(&position),
                mv: &self.mv,
                legal: mv.is_some(),
                uci: mv.map(|&mv| uci::display(mv, castling).to_string()),
                san: mv.map(|&mv| san::display(&position, mv).to_string()),
                reason,
            };
            json::write_line(out, &report)?;
        } else {
            let legality = if parsed.is_ok() { "legal" } else { "illegal" };
            writeln!(out, "{} is {legality}: {reason}", self.mv)?;
        }
        Ok(Verdict::mismatch_if(parsed.is_err()))
    }
}

/// Parses a legal move, or returns the reason why the move is illegal.
///
/// # Errors
///
/// Returns an error if the text is not a move.
fn parse_move(position: &Position, text: &str) -> anyhow::Result<Result<Move, String>> {
    let illegal = |reason| move_explanation::explain_illegal(position, reason);
    match uci::parse(position, text) {
        Ok(mv) => return Ok(Ok(mv)),
        Err(UciError::Illegal { reason, .. }) => return Ok(Err(illegal(&reason))),
        Err(UciError::NullMove) => return Ok(Err("a null move is not a legal move".to_owned())),
        // Not UCI notation, but possibly SAN.
        Err(_) => {}
    }
    match san::parse(position, text) {
        Ok(mv) => Ok(Ok(mv)),
        Err(SanError::Malformed(found)) => {
            Err(anyhow!("{found}: not a move; expected e.g. e2e4, e7e8q, Nf3, exd8=Q or O-O"))
        }
        Err(SanError::Illegal { reason, .. } | SanError::Castling { reason, .. }) => {
            Ok(Err(illegal(&reason)))
        }
        Err(error) => Ok(Err(error.to_string())),
    }
}
