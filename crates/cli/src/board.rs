//! `tabiya board`: a position drawn, with its checkers and pinned pieces.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use tabiya::{Bitboard, Position};

use crate::draw::{Diagram, svg, text};
use crate::start::{Start, fen_of, name};
use crate::verdict::{self, Verdict};
use crate::{json, sentence};

/// What `tabiya board` is told.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya board --moves \"1. e4 e5 2. Qh5 Ke7\"\n  \
        tabiya board --ascii --fen \"4k3/8/8/8/1b5r/8/3N4/4K3 w - - 0 1\"\n  \
        tabiya board --svg board.svg\n\n\
        [ ] marks a piece that gives check, ( ) a pinned piece.")]
pub struct Arguments {
    #[command(flatten)]
    start: Start,
    /// Draw letters instead of figurines
    #[arg(long)]
    ascii: bool,
    /// Also write the diagram to this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What is to be seen on a board, in the shape of `--json`.
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
    /// Draws.
    ///
    /// # Errors
    ///
    /// If the position is refused or an output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let position = self.start.position()?;
        if let Some(path) = &self.svg {
            let mut diagram = Diagram::of_position(&position, false);
            diagram.caption = format!("{} to move", name(position.side_to_move()));
            svg::save(path, &[vec![diagram]])?;
        }
        if self.json {
            json::write(out, &report(&position))?;
        } else {
            print(&position, self.ascii, out)?;
        }
        Ok(Verdict::Success)
    }
}

/// Draws a board with what there is to say about it below.
///
/// # Errors
///
/// If the output cannot be written.
pub fn print(position: &Position, ascii: bool, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", text::wide(&Diagram::of_position(position, ascii)))?;
    writeln!(out)?;
    writeln!(out, "{} to move", name(position.side_to_move()))?;
    if position.is_check() {
        writeln!(out, "Check by {}", sentence::all_named(position, position.checkers()))?;
    }
    for square in position.pinned() {
        write!(out, "Pinned: {}", sentence::named(position, square))?;
        if let Some(pinner) = sentence::pinner(position, square) {
            write!(out, ", by {}", sentence::named(position, pinner))?;
        }
        writeln!(out)?;
    }
    if let Some(outcome) = position.outcome() {
        writeln!(out, "Game over: {outcome}")?;
    }
    writeln!(out, "FEN: {}", fen_of(position))
}

fn report(position: &Position) -> Report {
    let squares = |set: Bitboard| set.into_iter().map(|square| square.to_string()).collect();
    Report {
        fen: fen_of(position),
        side_to_move: name(position.side_to_move()),
        checkers: squares(position.checkers()),
        pinned: squares(position.pinned()),
        legal_moves: position.legal_move_count(),
        outcome: position.outcome().map(|outcome| outcome.to_string()),
        key: format!("{:#018x}", position.computed_key()),
    }
}
