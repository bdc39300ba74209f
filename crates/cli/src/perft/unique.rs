//! Distinct positions: how many there are, and the file of a tree that is cut there.

use std::env::temp_dir;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use serde::Serialize;
use tabiya::Position;

use super::files::{create, of_file};
use crate::json;
use crate::levels::Levels;
use crate::position::format_fen;
use crate::subtrees::Writer;
use crate::verdict::{self, Verdict};

/// What was found, in the shape of `--json`.
#[derive(Serialize)]
struct Report {
    fen: String,
    depth: u8,
    levels: Vec<Level>,
    seconds: f64,
}

/// The positions at a depth.
#[derive(Serialize)]
struct Level {
    depth: u8,
    positions: u64,
    nodes: u128,
}

/// The memory and the threads that finding positions may take.
#[derive(Clone, Copy)]
pub struct Resources {
    /// Bytes of memory; beyond them, positions are kept on disk.
    pub memory: u64,
    /// How many threads.
    pub threads: usize,
}

/// Counts the distinct positions at each depth up to one.
///
/// # Errors
///
/// If the disk fails or the output cannot be written.
pub fn count(
    root: &Position,
    depth: u8,
    resources: Resources,
    as_json: bool,
    out: &mut dyn Write,
) -> verdict::Result {
    let start = Instant::now();
    let pool = pool(resources.threads)?;
    let mut levels = Levels::new(root, resources.memory, temp_dir());
    let mut found = Vec::new();
    for depth in 0..=depth {
        if depth > 0 {
            pool.install(|| levels.descend()).map_err(of_disk)?;
        }
        let (positions, nodes) = levels.count().map_err(of_disk)?;
        if !as_json {
            writeln!(out, "{depth}: {positions} positions, {nodes} nodes")?;
            out.flush()?;
        }
        found.push(Level { depth, positions, nodes });
    }
    let seconds = start.elapsed().as_secs_f64();
    if as_json {
        json::write(out, &Report { fen: format_fen(root), depth, levels: found, seconds })?;
    } else {
        writeln!(out, "Seconds: {seconds:.3}")?;
    }
    Ok(Verdict::Success)
}

/// Writes the distinct positions after some plies to a file.
///
/// # Errors
///
/// If the disk fails or the output cannot be written.
pub fn split(
    root: &Position,
    plies: u8,
    path: &Path,
    resources: Resources,
    out: &mut dyn Write,
) -> verdict::Result {
    let pool = pool(resources.threads)?;
    let mut levels = Levels::new(root, resources.memory, temp_dir());
    for _ in 0..plies {
        pool.install(|| levels.descend()).map_err(of_disk)?;
    }
    let (positions, nodes) = levels.count().map_err(of_disk)?;
    let file = BufWriter::new(create(path)?);
    let mut writer = Writer::begin(file, root, plies).map_err(of_file(path))?;
    levels.for_each(|subtree| writer.write(subtree)).map_err(of_file(path))?;
    let file = writer.end().map_err(of_file(path))?;
    file.get_ref().sync_all().map_err(of_file(path))?;
    let path = path.display();
    writeln!(out, "wrote {positions} unique positions ({nodes} paths) to {path}")?;
    Ok(Verdict::Success)
}

fn pool(threads: usize) -> anyhow::Result<rayon::ThreadPool> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.with_context(|| format!("cannot start {threads} threads"))
}

/// What a failing disk means.
fn of_disk(error: io::Error) -> anyhow::Error {
    anyhow::Error::new(error).context("cannot enumerate the positions")
}
