//! `--unique`: the number of unique positions at each depth.

use std::env::temp_dir;
use std::io::{self, ErrorKind, Write};
use std::time::Instant;

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use tabiya::Position;
use tabiya_units::levels::Levels;

use super::by_depth::ByDepth;
use crate::{progress, verdict};

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
    for depth in 0..=depth {
        let descended = if depth > 0 { pool.install(|| levels.descend()) } else { Ok(()) };
        let (positions, nodes) = match descended.and_then(|()| levels.count()) {
            Ok(counts) => counts,
            Err(error) if error.kind() == ErrorKind::Interrupted => break,
            Err(error) => return Err(enumeration_error(error).into()),
        };
        if !as_json {
            writeln!(out, "{depth}: {positions} positions, {nodes} nodes")?;
            out.flush()?;
        }
        rows.push(Level { depth, positions, nodes });
    }
    ByDepth::new(root, depth, rows, usize::from(depth) + 1, start).print(as_json, out)
}

/// Creates the level of the root. Ctrl-C ends its methods with an error.
fn new_levels(root: &Position, limits: ResourceLimits) -> Levels {
    Levels::new(root, limits.memory, temp_dir()).with_stop_signal(progress::interrupt_flag())
}

/// Starts the threads of an enumeration.
pub fn thread_pool(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.with_context(|| format!("cannot start {threads} threads"))
}

/// Returns the error of a failed enumeration, which counts as an input failure of the command.
fn enumeration_error(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot enumerate the positions")
}
