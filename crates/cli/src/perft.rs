//! `tabiya perft`: counts, and the shapes they are printed in.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use tabiya::perft::{divide, perft};
use tabiya::uci::{self, CastlingNotation};
use tabiya::{CastlingSide, Color, EnPassantStyle, FenOptions, File, Position};

/// What `tabiya perft` is told.
#[derive(Args)]
#[command(
    after_help = "Example:\n  tabiya perft 3 --divide --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\""
)]
pub struct Arguments {
    /// How many plies to look ahead, 0 to 255
    depth: u8,
    /// The position to start from [default: the start position]
    #[arg(long)]
    fen: Option<String>,
    /// Accept checks that no last move can have given, as problems have them
    #[arg(long)]
    composed: bool,
    /// Print a line for each first move
    #[arg(long)]
    divide: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What a count gave, in the shape of `--json`.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u8,
    nodes: u64,
    seconds: f64,
    nodes_per_second: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Map<String, Value>>,
}

impl Arguments {
    /// The position to count from.
    ///
    /// # Errors
    ///
    /// If the FEN is refused.
    pub fn position(&self) -> anyhow::Result<Position> {
        let Some(fen) = &self.fen else { return Ok(Position::START) };
        FenOptions::new().composed(self.composed).read(fen.as_bytes()).context("the FEN is refused")
    }

    /// Counts, and prints as it was asked to.
    ///
    /// # Errors
    ///
    /// If the output cannot be written.
    pub fn run(&self, position: &Position, out: &mut impl Write) -> io::Result<()> {
        if !self.divide {
            let start = Instant::now();
            let nodes = perft(position, self.depth);
            return self.report(position, nodes, start.elapsed(), None, out);
        }
        let castling = castling_notation(position);
        let start = Instant::now();
        let mut total = u64::from(self.depth == 0);
        let mut by_move = Map::new();
        for (mv, nodes) in divide(position, self.depth) {
            let text = uci::display(mv, castling).to_string();
            total += nodes;
            if !self.json {
                writeln!(out, "{text}: {nodes}")?;
            }
            by_move.insert(text, nodes.into());
        }
        self.report(position, total, start.elapsed(), Some(by_move), out)
    }

    fn report(
        &self,
        position: &Position,
        nodes: u64,
        time: Duration,
        divide: Option<Map<String, Value>>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let seconds = time.as_secs_f64();
        let nodes_per_second = (nodes as f64 / seconds.max(1e-9)) as u64;
        if self.json {
            let fen = position.fen().en_passant(EnPassantStyle::Always).to_string();
            let depth = self.depth;
            let report = Report { fen, depth, nodes, seconds, nodes_per_second, divide };
            serde_json::to_writer(&mut *out, &report)?;
            return writeln!(out);
        }
        if divide.is_some() {
            writeln!(out)?;
        }
        writeln!(out, "Nodes: {nodes}")?;
        writeln!(out, "Seconds: {seconds:.3}")?;
        writeln!(out, "Nodes a second: {nodes_per_second}")
    }
}

/// As engines write it: the king's journey in standard chess, the rook's square as soon as
/// a right is one that only Chess960 has.
fn castling_notation(position: &Position) -> CastlingNotation {
    let rights = position.castling_rights();
    let is_standard = Color::ALL.into_iter().all(|color| {
        let on = |side, standard| rights.rook_file(color, side).is_none_or(|file| file == standard);
        let king_is_home = !rights.any_of(color) || position.king(color).file() == File::E;
        king_is_home && on(CastlingSide::KingSide, File::H) && on(CastlingSide::QueenSide, File::A)
    });
    CastlingNotation::for_chess960(!is_standard)
}
