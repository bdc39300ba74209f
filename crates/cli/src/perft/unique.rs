//! `--unique`: the number of unique positions at each depth.

use std::env::temp_dir;
use std::io::{self, ErrorKind, Write};
use std::time::Instant;

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use tabiya::Position;

use super::levels::Levels;
use crate::position::format_fen;
use crate::verdict::{self, Verdict};
use crate::{json, progress};

/// The JSON output of `tabiya perft --unique`.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u8,
    levels: Vec<Level>,
    seconds: f64,
    /// `true` if Ctrl-C ended the enumeration before `depth`.
    #[serde(skip_serializing_if = "is_false")]
    interrupted: bool,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// The number of unique positions and of nodes at a depth.
#[derive(Serialize)]
struct Level {
    depth: u8,
    positions: u64,
    nodes: u128,
}

/// The limits of an enumeration of positions.
#[derive(Clone, Copy)]
pub struct ResourceLimits {
    /// The memory limit in bytes. Positions beyond it are stored on disk.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Prints the number of unique positions at each depth up to `depth`.
///
/// # Errors
///
/// Returns an error if the disk fails or the output cannot be written.
pub fn print_counts(
    root: &Position,
    depth: u8,
    limits: ResourceLimits,
    as_json: bool,
    out: &mut dyn Write,
) -> verdict::Result {
    let start = Instant::now();
    let pool = thread_pool(limits.threads)?;
    let mut levels = new_levels(root, limits);
    let mut rows = Vec::new();
    let mut interrupted = false;
    for depth in 0..=depth {
        let descended = if depth > 0 { pool.install(|| levels.descend()) } else { Ok(()) };
        let (positions, nodes) = match descended.and_then(|()| levels.count()) {
            Ok(counts) => counts,
            Err(error) if error.kind() == ErrorKind::Interrupted => {
                interrupted = true;
                break;
            }
            Err(error) => return Err(enumeration_error(error).into()),
        };
        if !as_json {
            writeln!(out, "{depth}: {positions} positions, {nodes} nodes")?;
            out.flush()?;
        }
        rows.push(Level { depth, positions, nodes });
    }
    let seconds = start.elapsed().as_secs_f64();
    if as_json {
        let report = Report { fen: format_fen(root), depth, levels: rows, seconds, interrupted };
        json::write_line(out, &report)?;
    } else {
        if interrupted {
            writeln!(out, "Interrupted after {} of {} depths", rows.len(), u16::from(depth) + 1)?;
        }
        writeln!(out, "Seconds: {seconds:.3}")?;
    }
    Ok(if interrupted { Verdict::Interrupted } else { Verdict::Success })
}

/// Creates the level of the root. Ctrl-C ends its methods with an error.
pub fn new_levels(root: &Position, limits: ResourceLimits) -> Levels {
    Levels::new(root, limits.memory, temp_dir()).with_stop_signal(progress::interrupt_flag())
}

/// Starts the threads of an enumeration.
pub fn thread_pool(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.with_context(|| format!("cannot start {threads} threads"))
}

/// Returns the error of a failed enumeration, which counts as an input failure of the command.
pub fn enumeration_error(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot enumerate the positions")
}
