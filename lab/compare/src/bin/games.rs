//! Converts a PGN file to `benches/data/games.bin`: two bytes per move, see `benches/data/README.md`.
//!
//! ```console
//! cd lab && cargo run --release --bin games -- games.pgn ../benches/data/games.bin
//! ```
#![forbid(unsafe_code)]

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use tabiya_bench_compare::games::{from_pgn, to_bytes};

/// Convert the games of a PGN file to 16-bit moves
#[derive(Parser)]
struct Arguments {
    /// The PGN file: standard chess, no variations
    pgn: PathBuf,
    /// The file that is written
    output: PathBuf,
}

fn main() -> Result<()> {
    let Arguments { pgn, output } = Arguments::parse();
    let text = fs::read_to_string(&pgn).with_context(|| format!("{}", pgn.display()))?;
    let games = from_pgn(&text)?;
    fs::write(&output, to_bytes(&games)).with_context(|| format!("{}", output.display()))?;
    println!("{} games, {} plies", games.len(), games.iter().map(Vec::len).sum::<usize>());
    Ok(())
}
