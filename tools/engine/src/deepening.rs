//! Iterative deepening with aspiration windows: each iteration improves the next one's move
//! ordering.

use tabiya::KeyStack;
use tabiya::prelude::*;

use crate::limit_checker::LimitChecker;
use crate::node::Node;
use crate::score::{INFINITE, Score};
use crate::state::Search;

impl Search {
    /// Returns the best move found within the limits, or `None` without a legal move.
    ///
    /// `keys` holds the game's Zobrist keys, ending with the board's. `report` receives each
    /// completed depth and its score, and an interrupted depth without a score if it has another best move.
    pub(crate) fn search_root(
        &mut self,
        board: Board,
        keys: KeyStack,
        limit_checker: LimitChecker,
        mut report: impl FnMut(&Self, i32, Option<i32>),
    ) -> Option<Move> {
        let limits = limit_checker.limits();
        (self.limit_checker, self.keys) = (limit_checker, keys);
        self.table.start_generation();

        let root = Node::new(board);
        let legal = board.legal_moves();
        let mut best = self.root_moves.first().or(legal.first()).copied();
        let mut score = 0;
        for depth in 1..=limits.depth {
            let result = self.search_aspiration_window(&root, depth, score);
            // An interrupted iteration searches the previous best move first, so its best move is at
            // least as good.
            let reported = best;
            best = self.pvs[0].first().copied().or(best);
            let Ok(result) = result else {
                if best != reported {
                    report(self, depth, None);
                }
                break;
            };
            score = result;
            report(self, depth, Some(score));
            let is_forced = legal.len() == 1 && limits.soft.is_some();
            if best.is_none() || is_forced || self.limit_checker.has_passed(limits.soft) {
                break;
            }
        }
        self.limit_checker.wait_for_stop();
        best
    }

    /// Returns the root score, searched in an aspiration window that widens on failure.
    fn search_aspiration_window(&mut self, root: &Node, depth: i32, previous: i32) -> Score {
        let mut width = if depth < 5 { INFINITE } else { 25 };
        let mut alpha = previous - width;
        let mut beta = previous + width;
        loop {
            let score = self.search_node(root, (alpha, beta), depth, 0)?;
            width *= 4;
            if score <= alpha && score > -INFINITE {
                alpha = (score - width).max(-INFINITE);
            } else if score >= beta && score < INFINITE {
                beta = (score + width).min(INFINITE);
            } else {
                return Ok(score);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::limits::Limits;

    #[test]
    fn partial_root_score_is_not_stored() {
        let fen = "7k/8/6K1/8/8/8/8/R7 w - - 0 1";
        let board = Board::from_fen(fen).expect(fen);
        let slow = Move::new(Square::A1, Square::A7); // Ra8 mates
        let mut search = Search::new(1);
        for (root_moves, is_stored) in [(vec![slow], false), (Vec::new(), true)] {
            let best = root_moves.first().copied().unwrap_or(Move::new(Square::A1, Square::A8));
            search.root_moves = root_moves;
            let limit_checker = LimitChecker::new(Limits::fixed_depth(4), Arc::default());
            let found =
                search.search_root(board, KeyStack::new(board.key()), limit_checker, |_, _, _| {});
            assert_eq!(found, Some(best));
            assert_eq!(search.table.probe(board.key()).is_some(), is_stored);
        }
    }
}
