//! `tabiya board`: a diagram of a position with its checkers and pinned pieces.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use tabiya::{Bitboard, Position};
use tabiya_explain::legality::{describe_piece, describe_pieces, pinner};
use tabiya_program::json;
use tabiya_program::position::{PositionArgs, format_fen};
use tabiya_program::verdict::{self, Verdict};

use crate::draw::svg::SvgArgs;
use crate::draw::{Diagram, text};

/// The arguments of `tabiya board`.
#[derive(Args)]
#[command(
    override_usage = "tabiya board [OPTIONS] [POSITION]",
    after_help = "Examples:\n  \
        tabiya board --moves \"1. e4 e5 2. Qh5 Ke7\"\n  \
        tabiya board --ascii --fen \"4k3/8/8/8/1b5r/8/3N4/4K3 w - - 0 1\"\n  \
        tabiya board --svg board.svg\n\n\
        [ ] marks a piece that gives check, ( ) a pinned piece."
)]
pub struct Arguments {
    #[command(flatten)]
    position: PositionArgs,
    /// Draw letters instead of figurines
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    svg: SvgArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The JSON output from `tabiya board`.
#[derive(Serialize)]
struct Report {
    fen: String,
    side_to_move: &'static str,
    checkers: Vec<String>,
    pinned: Vec<String>,
    legal_moves: usize,
    outcome: Option<String>,
    key: String,
}

impl Arguments {
    /// Draws the position that the arguments set up.
    ///
    /// # Errors
    ///
    /// Returns an error if the position is invalid or an output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let position = self.position.position()?;
        let mut diagram = Diagram::from_position(&position, false);
        diagram.caption = format!("{} to move", position.side_to_move().name());
        self.svg.save(&[vec![diagram]])?;
        if self.json {
            json::write_line(out, &report(&position))?;
        } else {
            print(&position, self.ascii, out)?;
        }
        Ok(Verdict::Success)
    }
}

/// Prints a diagram of a position. Lines below the board name the side to move, checkers, pinned
/// pieces, the outcome and the FEN.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print(position: &Position, ascii: bool, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", text::draw_board(&Diagram::from_position(position, ascii)))?;
    writeln!(out)?;
    writeln!(out, "{} to move", position.side_to_move().name())?;
    if position.is_check() {
        writeln!(out, "Check by {}", describe_pieces(position, position.checkers()))?;
    }
    for square in position.generator().pinned() {
        write!(out, "Pinned: {}", describe_piece(position, square))?;
        if let Some(pinner) = pinner(position, square) {
            write!(out, ", by {}", describe_piece(position, pinner))?;
        }
        writeln!(out)?;
    }
    if let Some(outcome) = position.outcome() {
        writeln!(out, "Game over: {outcome}")?;
    }
    writeln!(out, "FEN: {}", format_fen(position))
}

fn report(position: &Position) -> Report {
    let squares = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
    Report {
        fen: format_fen(position),
        side_to_move: position.side_to_move().name(),
        checkers: squares(position.checkers()),
        pinned: squares(position.generator().pinned()),
        legal_moves: position.legal_move_count(),
        outcome: position.outcome().map(|outcome| outcome.to_string()),
        key: format!("{:#018x}", position.computed_key()),
    }
}
