//! The leaf count of each root move, for `--divide`.

use std::io::Write;
use std::time::Instant;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use tabiya::perft::ParallelPerft;
use tabiya::{Position, uci};
use tabiya_program::node_count::NodeCount;
use tabiya_program::position::castling_notation;
use tabiya_program::report::{FinishedParts, Leaves, Output, Progress, Report, Work};
use tabiya_program::verdict::{self, Verdict};

/// Values by root move, in move order. In JSON, they are the fields of an object.
pub struct ByMove<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for ByMove<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(mv, value)| map.serialize_entry(mv, value))?;
        map.end()
    }
}

/// A leaf count that is a number in JSON if it is exact.
#[derive(Serialize)]
#[serde(untagged)]
enum MoveCount {
    Exact(u128),
    Other(NodeCount),
}

/// The part that the JSON output of other counts does not have.
#[derive(Serialize)]
struct Details {
    divide: ByMove<MoveCount>,
}

/// Counts the leaves below each root move, and prints each count when it is complete.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn run(
    counter: &ParallelPerft,
    root: &Position,
    depth: u8,
    output: Output,
    out: &mut dyn Write,
) -> verdict::Result {
    let start = Instant::now();
    let mut nodes = u128::from(depth == 0);
    let mut by_move = Vec::new();
    let moves = root_moves(root, depth);
    let total = moves.len() as u64;
    for (text, position) in moves {
        let leaves = counter.count(&position, depth - 1);
        nodes = nodes.saturating_add(leaves);
        let count = NodeCount::from_saturating(leaves);
        if output == Output::Text {
            writeln!(out, "{text}: {count}")?;
        }
        by_move.push((text, count.exact().map_or(MoveCount::Other(count), MoveCount::Exact)));
        if output == Output::JsonLines {
            let finished = by_move.len() as u64;
            let parts = FinishedParts { name: "moves", finished, total };
            Progress::new(parts, nodes, Work { finished, total }, start).print(out)?;
        }
    }
    let leaves = Leaves { nodes, resumed_nodes: 0, time: start.elapsed() };
    let report = Report::new(root, depth, leaves, Details { divide: ByMove(by_move) });
    report.print(output, &"\n", out)?;
    Ok(Verdict::Success)
}

/// Returns the root moves to count, none at depth 0, each with the position after it.
pub fn root_moves(root: &Position, depth: u8) -> Vec<(String, Position)> {
    let castling = castling_notation(root);
    let moves = root.legal_moves();
    let moves = moves.iter().take_while(|_| depth > 0);
    moves.map(|&mv| (uci::display(mv, castling).to_string(), root.after(mv))).collect()
}
