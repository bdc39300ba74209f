//! Step 6: a transposition table, draws and iterative deepening.

use std::time::{Duration, Instant};

use tabiya::prelude::*;
use tabiya::{KeyStack, MoveList, MoveStack};

use super::step4::{Best, INFINITY, MATE, Moves, Window};
use super::step5::{order, quiesce};

/// The result of a search: the score lies between `low` and `high`.
#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    depth: i32,
    low: i32,
    high: i32,
    best: Option<Move>,
}

impl Entry {
    /// Returns the result of a search of this depth if the window does not require a new one.
    fn result(self, depth: i32, (alpha, beta): Window) -> Option<Best> {
        let score = if self.high <= alpha { self.high } else { self.low };
        let is_decided = self.high <= alpha || self.low >= beta || self.low == self.high;
        (self.depth == depth && is_decided).then_some((score, self.best))
    }
}

/// A search: the keys of the game and of the current line, and a table.
pub struct Search {
    keys: KeyStack,
    table: Vec<Option<Entry>>,
    pub nodes: u64,
}

impl Search {
    /// Creates a search with the keys of a game and a table of `len` entries.
    pub fn new(keys: KeyStack, len: usize) -> Self {
        Self { keys, table: vec![None; len], nodes: 0 }
    }

    /// Searches depth after depth. Starts none after an eighth of the time.
    pub fn think(&mut self, board: &Board, depth: i32, time: Duration) -> Best {
        let start = Instant::now();
        let mut stack = MoveStack::new();
        let mut best = (0, None);
        for depth in 1..=depth {
            best = self.search(board, depth, (-INFINITY, INFINITY), stack.frame());
            if start.elapsed() > time / 8 {
                break;
            }
        }
        best
    }

    /// Returns the score of a board for the side to move, and the best move.
    fn search(&mut self, board: &Board, depth: i32, window: Window, mut moves: Moves<'_>) -> Best {
        self.nodes += 1;
        if depth == 0 || moves.remaining() < MoveList::CAPACITY {
            return (quiesce(board, window, moves), None);
        }
        let slot = board.key() as usize % self.table.len();
        let known = self.table[slot].filter(|entry| entry.key == board.key());
        if let Some(result) = known.and_then(|entry| entry.result(depth, window)) {
            return result;
        }
        board.legal_moves_into(&mut moves);
        if moves.is_empty() {
            return (if board.is_check() { -MATE - depth } else { 0 }, None);
        }
        order(board, known.and_then(|entry| entry.best), &mut moves);
        let ((mut alpha, beta), mut score, mut best) = (window, -INFINITY, None);
        while let Some(mv) = moves.next_move() {
            let after = board.after(mv);
            self.keys.push(after.key());
            let reply = if self.is_draw(&after) {
                0
            } else {
                self.search(&after, depth - 1, (-beta, -alpha), moves.next_ply()).0
            };
            self.keys.pop();
            if -reply > score {
                (score, best) = (-reply, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        let low = if score > window.0 { score } else { -INFINITY };
        let high = if score < beta { score } else { INFINITY };
        self.table[slot] = Some(Entry { key: board.key(), depth, low, high, best });
        (score, best)
    }

    /// Tests whether the board is drawn; its key is the last one.
    fn is_draw(&self, board: &Board) -> bool {
        self.keys.history().is_repetition(board.halfmove_clock())
            || board.is_fifty_move_draw()
            || board.is_insufficient_material()
    }
}

/// Searches a board with a table of some length. Returns score, best move and nodes.
#[cfg(test)]
fn result(fen: &str, depth: i32, len: usize) -> (i32, Move, u64) {
    let board = Board::from_fen(fen).expect("a valid FEN");
    let mut search = Search::new(KeyStack::new(board.key()), len);
    let (score, best) = search.think(&board, depth, Duration::MAX);
    (score, best.expect("a legal move"), search.nodes)
}

#[test]
fn table_saves_nodes() {
    let fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    let one_entry = result(fen, 12, 1);
    let large = result(fen, 12, 1 << 16);
    println!("{one_entry:?} {large:?}");
    assert_eq!(large.0, one_entry.0);
    assert!(large.2 < one_entry.2 / 4);
}

#[test]
fn perpetual_check_is_a_draw() {
    let (score, best, _) = result("6k1/6p1/8/8/8/8/rr6/4Q2K w - - 0 1", 6, 1 << 16);
    assert_eq!((score, best), (0, Move::new(Square::E1, Square::E8)));
}
