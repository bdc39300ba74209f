//! The categories of leaves, for `--categories`.

use std::io::Write;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Instant;

use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;
use tabiya::Position;
use tabiya_explain::leaf_categories::LeafCategories;

use super::by_depth::ByDepth;
use super::unique::thread_pool;
use crate::{progress, verdict};

/// The categories of the leaves at a depth.
#[derive(Serialize)]
struct Level {
    depth: u8,
    #[serde(flatten)]
    leaves: LeafCategories,
}

/// Prints the categories of the leaves at each depth from 1 to `depth`, a row when it is complete.
///
/// # Errors
///
/// Returns an error if the threads cannot be started or the output cannot be written.
pub fn print_counts(
    root: &Position,
    depth: u8,
    threads: usize,
    is_json: bool,
    out: &mut dyn Write,
) -> verdict::Result {
    let start = Instant::now();
    let interrupted = progress::interrupt_flag();
    let pool = thread_pool(threads)?;
    let mut levels = Vec::new();
    if !is_json {
        writeln!(out, "{}", row("depth", LeafCategories::NAMES))?;
    }
    for depth in 1..=depth {
        let Some(leaves) = count(&pool, root, depth, &interrupted) else { break };
        if !is_json {
            writeln!(out, "{}", row(depth, leaves.values()))?;
            out.flush()?;
        }
        levels.push(Level { depth, leaves });
    }
    ByDepth::new(root, depth, levels, depth.into(), start).print(is_json, out)
}

/// Counts the leaves at a depth of at least 1 on several threads, unless Ctrl-C stops the count.
fn count(
    pool: &ThreadPool,
    root: &Position,
    depth: u8,
    interrupted: &AtomicBool,
) -> Option<LeafCategories> {
    let count = |position: &Position, depth| {
        LeafCategories::count_while(position, depth, || !interrupted.load(Relaxed))
    };
    if depth < 3 {
        return count(root, depth);
    }
    // The positions after two plies spread the work evenly.
    let moves = root.legal_moves();
    let positions = moves.iter().map(|&mv| root.after(mv));
    let positions = positions.flat_map(|position| {
        let moves: Vec<_> = position.legal_moves().into_iter().collect();
        moves.into_iter().map(move |mv| position.after(mv))
    });
    let positions: Vec<_> = positions.collect();
    pool.install(|| positions.par_iter().map(|position| count(position, depth - 2)).sum())
}

/// Returns a row of the table, right-aligned below the header.
fn row(depth: impl ToString, cells: [impl ToString; 9]) -> String {
    const WIDTHS: [usize; 9] = [12, 11, 12, 10, 12, 10, 12, 8, 12];
    let cells =
        cells.iter().zip(WIDTHS).map(|(cell, width)| format!("{:>width$}", cell.to_string()));
    format!("{:>5}{}", depth.to_string(), cells.collect::<String>())
}
