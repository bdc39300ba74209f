//! The counts of `go perft`, compared with the correct ones.

use alloc::string::{String, ToString};
use alloc::vec::Vec;

use tabiya::uci::UciMove;
use tabiya::{Board, Move, Position};

use super::root::Root;
use crate::divide::{Divide, DivideRow};
use crate::notation::uci_text;

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

    /// Returns the wrong counts. `line` is that of the total.
    pub fn check(&self, root: &Root, line: u64) -> Vec<WrongCount> {
        let position = root.board.position();
        let branches = position.legal_moves().len() as u128;
        let is_too_large =
            branches.checked_pow(u32::from(self.depth)).is_none_or(|leaves| leaves > MAX_LEAVES);
        if is_too_large {
            return Vec::new();
        }
        let correct = correct_counts(&position, &root.board, self.depth);
        let resolve = |row: &DivideRow| UciMove::parse(&row.r#move).ok()?.resolve(&position).ok();
        let mut wrong = Vec::new();
        for (row, &number) in self.divide.rows().iter().zip(&self.lines) {
            let expected =
                resolve(row).and_then(|mv| correct.iter().find(|(_, other, _)| *other == mv));
            let rule = match expected {
                None => "extra".to_string(),
                Some((_, _, nodes)) if *nodes == row.count => continue,
                Some((_, _, nodes)) => alloc::format!("count-{nodes}"),
            };
            wrong.push(WrongCount {
                line: number,
                code: "perft-move",
                claim: row.r#move.clone(),
                rule,
            });
        }
        for (text, mv, _) in &correct {
            if !self.divide.rows().iter().any(|row| resolve(row) == Some(*mv)) {
                let rule = "missing".to_string();
                wrong.push(WrongCount { line, code: "perft-move", claim: text.clone(), rule });
            }
        }
        let total: u128 = correct.iter().map(|(_, _, nodes)| nodes).sum();
        if let Some(found) = self.divide.total().filter(|&found| found != total) {
            let rule = alloc::format!("count-{total}");
            wrong.push(WrongCount { line, code: "perft-total", claim: found.to_string(), rule });
        }
        wrong
    }
}

/// Returns the leaves behind each legal move, with the move in UCI notation.
fn correct_counts(position: &Position, board: &Board, depth: u8) -> Vec<(String, Move, u128)> {
    let count = |mv: Move| {
        let mut after = *board;
        after.make_move(mv);
        (uci_text(position, mv), mv, leaves(&after, depth - 1))
    };
    board.legal_moves().into_iter().map(count).collect()
}

/// Returns the number of leaves at a depth.
fn leaves(board: &Board, depth: u8) -> u128 {
    match depth {
        0 => 1,
        1 => board.legal_moves().len() as u128,
        _ => board.legal_moves().into_iter().fold(0, |sum, mv| {
            let mut after = *board;
            after.make_move(mv);
            sum + leaves(&after, depth - 1)
        }),
    }
}
