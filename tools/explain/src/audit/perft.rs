//! The counts of `go perft`, compared with the correct ones.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::Board;

use super::root::Root;
use crate::divide::{Comparison, Divide};

/// The most leaves that are counted, so that an audit ends.
const MAX_LEAVES: u128 = 100_000_000;

/// A running `go perft`.
#[derive(Clone, Debug)]
pub struct Count {
    pub depth: u8,
    divide: Divide,
    /// The line of each row.
    lines: Vec<u64>,
}

/// A wrong count: the line, the code, the claim and the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongCount {
    pub line: u64,
    pub code: &'static str,
    pub claim: String,
    pub rule: String,
}

impl Count {
    pub fn new(depth: u8) -> Self {
        Self { depth, divide: Divide::default(), lines: Vec::new() }
    }

    /// Reads a line. Returns `true` once the total is known.
    pub fn read(&mut self, number: u64, line: &str) -> bool {
        let rows = self.divide.rows().len();
        self.divide.add_line(line);
        self.lines.extend(core::iter::repeat_n(number, self.divide.rows().len() - rows));
        self.divide.rows().len() == rows && self.divide.total().is_some()
    }

    /// Returns the wrong counts, or `None` if there are too many leaves to count. `line` is that of the total.
    pub fn check(&self, root: &Root, line: u64) -> Option<Vec<WrongCount>> {
        let position = root.board.position();
        let moves = root.board.legal_moves();
        let most_leaves = (moves.len() as u128).checked_pow(u32::from(self.depth));
        if most_leaves.is_none_or(|leaves| leaves > MAX_LEAVES) {
            return None;
        }
        let correct: Vec<_> = moves
            .into_iter()
            .map(|mv| (mv, leaves(&root.board.after(mv), self.depth - 1)))
            .collect();
        let Comparison { moves, counts, .. } = Comparison::new(&position, &correct, &self.divide);
        let of_move = |claim: String, rule: String| {
            let rows = self.divide.rows().iter().zip(&self.lines);
            let mut named = rows.filter(|(row, _)| row.r#move == claim).map(|(_, &number)| number);
            WrongCount { line: named.next().unwrap_or(line), code: "perft-move", claim, rule }
        };
        let wrong_moves =
            moves.into_iter().map(|wrong| of_move(wrong.r#move, wrong.error.name().to_string()));
        let wrong_counts =
            counts.into_iter().map(|wrong| of_move(wrong.uci, format!("count-{}", wrong.expected)));
        let mut wrong: Vec<_> = wrong_moves.chain(wrong_counts).collect();
        let total: u128 = correct.iter().map(|(_, nodes)| nodes).sum();
        if let Some(found) = self.divide.total().filter(|&found| found != total) {
            let rule = format!("count-{total}");
            wrong.push(WrongCount { line, code: "perft-total", claim: found.to_string(), rule });
        }
        Some(wrong)
    }
}

/// Returns the number of leaves at a depth.
fn leaves(board: &Board, depth: u8) -> u128 {
    match depth {
        0 => 1,
        1 => board.legal_moves().len() as u128,
        _ => board.legal_moves().into_iter().map(|mv| leaves(&board.after(mv), depth - 1)).sum(),
    }
}
