//! `tabiya perft`: counts, and the shapes they are printed in.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;
use serde_json::{Map, Value};
use tabiya::perft::{Backend, Perft};
use tabiya::{Position, uci};

use crate::json;
use crate::start::{Start, castling_notation, fen_of};
use crate::verdict::{self, Failure, Verdict};

/// What `tabiya perft` is told.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya perft 5\n  \
        tabiya perft 3 --divide --moves \"e2e4 e7e5\"\n  \
        tabiya perft 3 --divide --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1\"")]
pub struct Arguments {
    /// How many plies to look ahead, 0 to 255
    depth: u8,
    #[command(flatten)]
    start: Start,
    /// Count with these instructions: portable, bmi2 or avx512 [default: the fastest there are]
    #[arg(long, value_name = "NAME")]
    backend: Option<Backend>,
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
    /// Counts, and prints as it was asked to.
    ///
    /// # Errors
    ///
    /// If the position is refused, the back end is not available or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let position = self.start.position()?;
        let perft = self.backend.map_or_else(|| Ok(Perft::new()), Perft::with);
        let perft = perft.map_err(anyhow::Error::new)?;
        let start = Instant::now();
        let (nodes, by_move) = if self.divide {
            let (nodes, by_move) = self.divide(perft, &position, out)?;
            (nodes, Some(by_move))
        } else {
            (perft.count(&position, self.depth), None)
        };
        self.report(&position, nodes, start.elapsed(), by_move, out)?;
        Ok(Verdict::Fine)
    }

    /// Counts by first move, and prints each as it is known.
    fn divide(
        &self,
        perft: Perft,
        position: &Position,
        out: &mut dyn Write,
    ) -> io::Result<(u64, Map<String, Value>)> {
        let castling = castling_notation(position);
        let mut total = u64::from(self.depth == 0);
        let mut by_move = Map::new();
        for (mv, nodes) in perft.divide(position, self.depth) {
            let text = uci::display(mv, castling).to_string();
            total = total.wrapping_add(nodes);
            if !self.json {
                writeln!(out, "{text}: {nodes}")?;
            }
            by_move.insert(text, nodes.into());
        }
        Ok((total, by_move))
    }

    fn report(
        &self,
        position: &Position,
        nodes: u64,
        time: Duration,
        divide: Option<Map<String, Value>>,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        let seconds = time.as_secs_f64();
        let nodes_per_second = (nodes as f64 / seconds.max(1e-9)) as u64;
        if self.json {
            let (fen, depth) = (fen_of(position), self.depth);
            return json::write(
                out,
                &Report { fen, depth, nodes, seconds, nodes_per_second, divide },
            );
        }
        if divide.is_some() {
            writeln!(out)?;
        }
        writeln!(out, "Nodes: {nodes}")?;
        writeln!(out, "Seconds: {seconds:.3}")?;
        Ok(writeln!(out, "Nodes a second: {nodes_per_second}")?)
    }
}
