//! Unique positions: their number at each depth, and the file of `--split`.

use std::env::temp_dir;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;
use tabiya::Position;

use super::files::{create_file, path_context};
use crate::levels::Levels;
use crate::position::format_fen;
use crate::subtrees::Writer;
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

/// Writes the unique positions after `plies` plies to a file. An interrupted enumeration writes none,
/// or a file that readers refuse.
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
    let mut levels = new_levels(root, limits);
    let (positions, nodes) = match descend_by(plies, &mut levels, &pool) {
        Ok(counts) => counts,
        Err(error) if error.kind() == ErrorKind::Interrupted => {
            writeln!(out, "Interrupted: {} is not written", path.display())?;
            return Ok(Verdict::Interrupted);
        }
        Err(error) => return Err(enumeration_error(error).into()),
    };
    let file = BufWriter::new(create_file(path)?);
    let mut writer = Writer::begin(file, root, plies).map_err(path_context(path))?;
    match levels.for_each(|subtree| writer.write(subtree)) {
        Err(error) if error.kind() == ErrorKind::Interrupted => {
            writeln!(out, "Interrupted: {} is incomplete", path.display())?;
            return Ok(Verdict::Interrupted);
        }
        result => result.map_err(path_context(path))?,
    }
    let file = writer.end().map_err(path_context(path))?;
    // Pipes and terminals cannot be synchronized, and the message would be part of the file.
    if file.get_ref().metadata().is_ok_and(|metadata| metadata.is_file()) {
        file.get_ref().sync_all().map_err(path_context(path))?;
        let path = path.display();
        writeln!(out, "wrote {positions} unique positions ({nodes} paths) to {path}")?;
    }
    Ok(Verdict::Success)
}

/// Creates the level of the root. Ctrl-C ends its methods with an error.
fn new_levels(root: &Position, limits: ResourceLimits) -> Levels {
    Levels::new(root, limits.memory, temp_dir()).with_stop_signal(progress::interrupt_flag())
}

/// Descends by some plies, and returns the number of unique positions and of nodes.
fn descend_by(plies: u8, levels: &mut Levels, pool: &ThreadPool) -> io::Result<(u64, u128)> {
    (0..plies).try_for_each(|_| pool.install(|| levels.descend()))?;
    levels.count()
}

fn thread_pool(threads: usize) -> anyhow::Result<ThreadPool> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    pool.with_context(|| format!("cannot start {threads} threads"))
}

/// Returns the error of a failed enumeration, which counts as an input failure of the command.
fn enumeration_error(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot enumerate the positions")
}
