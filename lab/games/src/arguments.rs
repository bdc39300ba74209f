//! The command line.

use std::path::PathBuf;

use clap::Parser;

use crate::rows::RowName;

/// Benchmark games against pgn-reader, pgn-extract and others.
///
/// A complete run writes docs/reference/benchmarks-games.md. It fails if counts differ, or if a process
/// needs 256 MiB or more.
#[derive(Clone, Debug, Parser)]
#[command(name = "bench-games", bin_name = "cargo xtask bench-games")]
pub struct Arguments {
    /// Folder of `lichess_db.pgn` and `twic1599.pgn`
    #[arg(value_name = "FOLDER", required_unless_present_any = ["quick", "count", "peak_memory"])]
    pub folder: Option<PathBuf>,
    /// Measure only these rows; writes no page
    #[arg(long, value_enum, value_delimiter = ',', value_name = "ROW")]
    pub rows: Vec<RowName>,
    /// Megabytes of text that a round reads
    #[arg(long, value_name = "MB", default_value_t = 64)]
    pub size: usize,
    /// Megabytes of text in a compressed file
    #[arg(long, value_name = "MB", default_value_t = 1000)]
    pub zst_size: usize,
    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 9)]
    pub rounds: usize,
    /// Smoke test on generated games, in one round
    #[arg(long)]
    pub quick: bool,
    /// Count the games and plies of a file by pgn-reader
    #[arg(long, value_name = "FILE")]
    pub count: Option<PathBuf>,
    /// Replay a file by one thread and print the peak memory
    #[arg(long, value_name = "FILE", hide = true)]
    pub peak_memory: Option<PathBuf>,
}
