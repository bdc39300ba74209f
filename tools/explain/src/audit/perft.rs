//! The counts of `go perft`, compared with the correct ones.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::Board;

use super::finding::Finding;
use crate::divide::{Comparison, Divide, MoveError};

/// The most leaves that are counted, so that an audit ends.
const MAX_LEAVES: u128 = 100_000_000;

/// The most lines of output. No position has as many moves.
const MAX_LINES: usize = 1024;

/// A running `go perft`.
#[derive(Clone, Debug)]
pub struct Count {
    depth: u8,
    divide: Divide,
    /// The line of each row.
    lines: Vec<u64>,
    line_count: usize,
}

impl Count {
    pub fn new(depth: u8) -> Self {
        Self { depth, divide: Divide::default(), lines: Vec::new(), line_count: 0 }
    }

    /// Tests whether a root move has a count.
    pub fn has_rows(&self) -> bool {
        !self.divide.rows().is_empty()
    }

    /// Reads a line. Returns `true` once the total is known.
    pub fn read(&mut self, number: u64, line: &str) -> bool {
        self.line_count += 1;
        if self.line_count > MAX_LINES {
            return true;
        }
        let rows = self.divide.rows().len();
        self.divide.add_line(line);
        self.lines.resize(self.divide.rows().len(), number);
        self.divide.rows().len() == rows && self.divide.total().is_some()
    }

    /// Returns what is wrong with the counts, or `None` if there is too much to count. `line` is that of the total.
    pub fn check(&self, board: &Board, line: u64) -> Option<Vec<Finding>> {
        let mut total = 0;
        let mut correct = Vec::new();
        for mv in board.legal_moves() {
            let nodes = count_leaves(&board.after(mv), self.depth - 1, MAX_LEAVES - total)?;
            total += nodes;
            correct.push((mv, nodes));
        }
        if self.line_count > MAX_LINES {
            return None;
        }
        // A total without rows says nothing of moves.
        let Comparison { moves, counts, .. } = if self.divide.rows().is_empty() {
            Comparison::default()
        } else {
            Comparison::new(&board.position(), &correct, &self.divide)
        };
        let of_move = |claim: &str, rule: String, sentence: String| {
            let mut rows = self.divide.rows().iter().zip(&self.lines);
            let line = rows.find(|(row, _)| row.r#move == claim).map_or(line, |(_, &line)| line);
            Finding { line, rule, sentence, ..Finding::new("perft-move", claim.as_bytes()) }
        };
        let wrong_moves = moves.into_iter().map(|wrong| {
            let sentence = match wrong.error {
                MoveError::Missing => "the move is legal, but has no count".to_string(),
                _ => wrong.reason,
            };
            of_move(&wrong.r#move, wrong.error.name().to_string(), sentence)
        });
        let count = |count| (format!("count-{count}"), format!("the correct count is {count}"));
        let wrong_counts = counts.into_iter().map(|wrong| {
            let (rule, sentence) = count(wrong.expected);
            of_move(&wrong.uci, rule, sentence)
        });
        let mut wrong: Vec<_> = wrong_moves.chain(wrong_counts).collect();
        if let Some(found) = self.divide.total().filter(|&found| found != total) {
            let (rule, sentence) = count(total);
            let finding = Finding::new("perft-total", found.to_string().as_bytes());
            wrong.push(Finding { line, rule, sentence, ..finding });
        }
        Some(wrong)
    }
}

/// Returns the number of leaves at a depth, or `None` if it is greater than a limit.
fn count_leaves(board: &Board, depth: u8, limit: u128) -> Option<u128> {
    let moves = board.legal_moves();
    let leaves = match depth {
        0 => 1,
        1 => moves.len() as u128,
        _ => moves.into_iter().try_fold(0, |leaves, mv| {
            Some(leaves + count_leaves(&board.after(mv), depth - 1, limit.checked_sub(leaves)?)?)
        })?,
    };
    (leaves <= limit).then_some(leaves)
}
