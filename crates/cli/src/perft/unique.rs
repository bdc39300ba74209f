//! Unique positions: their number at each depth, and the file of `--split`.

use std::env::temp_dir;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use serde::Serialize;
use tabiya::Position;

use super::files::{create_file, path_context};
use crate::json;
use crate::levels::Levels;
use crate::position::format_fen;
use crate::subtrees::Writer;
use crate::verdict::{self, Verdict};

/// The JSON output of `tabiya perft --unique`.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u8,
    levels: Vec<Level>,
    seconds: f64,
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
    let mut levels = Levels::new(root, limits.memory, temp_dir());
    let mut rows = Vec::new();
    for depth in 0..=depth {
        if depth > 0 {
            pool.install(|| levels.descend()).map_err(enumeration_error)?;
        }
        let (positions, nodes) = levels.count().map_err(enumeration_error)?;
        if !as_json {
            writeln!(out, "{depth}: {positions} positions, {nodes} nodes")?;
            out.flush()?;
        }
        rows.push(Level { depth, positions, nodes });
    }
    let seconds = start.elapsed().as_secs_f64();
    if as_json {
        json::write_line(out, &Report { fen: format_fen(root), depth, levels: rows, seconds })?;
    } else {
        writeln!(out, "Seconds: {seconds:.3}")?;
    }
    Ok(Verdict::Success)
}

/// Writes the unique positions after `plies` plies to a file.
///
/// # Errors
///
/// Returns an error if the disk fails or the output cannot be written.
pub fn write_subtrees(
    root: &Position,
    plies: u8,
    path: &Path,
    limits: ResourceLimits,
    out: &mut dyn Write,
) -> verdict::Result {
    let pool = thread_pool(limits.threads)?;
    let mut levels = Levels::new(root, limits.memory, temp_dir());
    for _ in 0..plies {
        pool.install(|| levels.descend()).map_err(enumeration_error)?;
    }
    let (positions, nodes) = levels.count().map_err(enumeration_error)?;
    let file = BufWriter::new(create_file(path)?);
    let mut writer = Writer::begin(file, root, plies).map_err(path_context(path))?;
    levels.for_each(|subtree| writer.write(subtree)).map_err(path_context(path))?;
    let file = writer.end().map_err(path_context(path))?;
    file.get_ref().sync_all().map_err(path_context(path))?;
    let path = path.display();
    writeln!(out, "wrote {positions} unique positions ({nodes} paths) to {path}")?;
    Ok(Verdict::Success)
}

fn thread_pool(threads: usize) -> anyhow::Result<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.with_context(|| format!("cannot start {threads} threads"))
}

/// Returns the error of a failed enumeration, which counts as an input failure of the command.
fn enumeration_error(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot enumerate the positions")
}
