//! The leaves at each depth, for `--by-depth`, and their categories, for `--categories`.

use std::fmt::Display;
use std::io::Write;
use std::ops::{AddAssign, ControlFlow};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

use rayon::ThreadPool;
use rayon::prelude::*;
use serde::Serialize;
use tabiya::Position;
use tabiya::perft::ParallelPerft;
use tabiya_explain::leaf_categories::LeafCategories;
use tabiya_program::by_depth::ByDepth;
use tabiya_program::node_count::NodeCount;
use tabiya_program::report::Output;
use tabiya_program::{progress, verdict};

use super::divide::{ByMove, root_moves};

/// The depths to count, and the form in which their results are printed.
#[derive(Clone, Copy)]
pub struct Depths {
    /// The greatest depth.
    pub depth: u8,
    /// The first depth.
    pub first: u8,
    /// `true` if the leaves are also counted by root move.
    pub divide: bool,
    /// The output format.
    pub output: Output,
}

/// The leaves at a depth.
#[derive(Serialize)]
struct Level<T> {
    depth: u8,
    #[serde(flatten)]
    leaves: T,
    /// The leaves by root move, for `--divide`.
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<ByMove<T>>,
}

/// A kind of leaf count: the number of leaves, or their categories.
trait Leaves: Copy + Default + AddAssign + Serialize {
    /// The first column of the header, if the text has a header.
    const HAS_HEADER: bool;

    /// Returns a row for the text.
    fn row(&self, label: &dyn Display) -> String;
}

impl Leaves for NodeCount {
    const HAS_HEADER: bool = false;

    fn row(&self, label: &dyn Display) -> String {
        format!("{label}: {self}")
    }
}

impl Leaves for LeafCategories {
    const HAS_HEADER: bool = true;

    fn row(&self, label: &dyn Display) -> String {
        table_row(label, self.values())
    }
}

/// Returns a row for a category table, right-aligned below the header.
fn table_row(label: &dyn Display, cells: [impl ToString; 9]) -> String {
    const WIDTHS: [usize; 9] = [12, 11, 12, 10, 12, 10, 12, 8, 12];
    let cells =
        cells.iter().zip(WIDTHS).map(|(cell, width)| format!("{:>width$}", cell.to_string()));
    format!("{:>5}{}", label.to_string(), cells.collect::<String>())
}

/// Prints the number of leaves at each depth, a row when it is complete.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print_nodes(
    depths: Depths,
    counter: &ParallelPerft,
    root: &Position,
    out: &mut dyn Write,
) -> verdict::Result {
    let interrupted = progress::interrupt_flag();
    let count = |position: &Position, depth| count_nodes(counter, position, depth, &interrupted);
    print_levels(depths, root, count, out)
}

/// Prints the leaf categories at each depth, a row when it is complete.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn print_categories(
    depths: Depths,
    pool: &ThreadPool,
    root: &Position,
    out: &mut dyn Write,
) -> verdict::Result {
    let interrupted = progress::interrupt_flag();
    let count = |position: &Position, depth| count_categories(pool, position, depth, &interrupted);
    print_levels(depths, root, count, out)
}

/// Prints the leaves that `count` returns, unless Ctrl-C stops the count.
fn print_levels<T: Leaves>(
    depths: Depths,
    root: &Position,
    count: impl Fn(&Position, u8) -> Option<T>,
    out: &mut dyn Write,
) -> verdict::Result {
    let Depths { depth, first, divide, output } = depths;
    let mut levels = ByDepth::new(root, depth, output);
    if T::HAS_HEADER {
        let label = if divide { "move" } else { "depth" };
        levels.print_line(&table_row(&label, LeafCategories::NAMES), out)?;
    }
    'depths: for depth in first..=depth {
        let mut leaves = T::default();
        let mut by_move = Vec::new();
        let moves = if divide { root_moves(root, depth) } else { Vec::new() };
        for (mv, position) in moves {
            let Some(count) = count(&position, depth - 1) else { break 'depths };
            levels.print_line(&count.row(&mv), out)?;
            leaves += count;
            by_move.push((mv, count));
        }
        if !divide || depth == 0 {
            let Some(count) = count(root, depth) else { break };
            leaves = count;
        }
        levels.print_line(&leaves.row(&depth), out)?;
        let divide = divide.then_some(ByMove(by_move));
        levels.add(Level { depth, leaves, divide }, out)?;
    }
    levels.finish((first..=depth).count(), out)
}

/// Counts the leaves at a depth, unless Ctrl-C stops the count.
fn count_nodes(
    counter: &ParallelPerft,
    root: &Position,
    depth: u8,
    interrupted: &AtomicBool,
) -> Option<NodeCount> {
    let (plies, subtrees) = counter.split(root, depth);
    let sum = Mutex::new(0_u128);
    let flow = counter.count_each(&subtrees, depth - plies, |index, leaves| {
        let nodes = leaves.saturating_mul(subtrees[index].multiplicity);
        if let Ok(mut sum) = sum.lock() {
            *sum = sum.saturating_add(nodes);
        }
        if interrupted.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let nodes = sum.into_inner().ok()?;
    flow.is_continue().then_some(NodeCount::from_saturating(nodes))
}

/// Counts the leaf categories at a depth on several threads, unless Ctrl-C stops the count.
fn count_categories(
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
