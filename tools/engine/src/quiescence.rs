//! Quiescence search: captures and promotions only, so that leaf positions are quiet.

use tabiya::prelude::*;
use tabiya::{Black, Generator, MoveList, ScoredMove, ScoredMoveList, SeeValues, Side, White};

use crate::entry::Bound;
use crate::node::Node;
use crate::ordering::{capture_score, score_moves};
use crate::score::{MAX_PLY, Score, Window, mated_in};
use crate::state::Search;
use crate::table::SearchResult;

impl Search {
    /// Returns a node's quiescence score.
    ///
    /// The side to move may stand pat, but in check, all evasions are searched instead.
    pub(crate) fn quiesce(&mut self, node: &Node, window: Window, ply: usize) -> Score {
        if node.board.side_to_move().is_white() {
            self.quiesce_as::<White>(node, window, ply)
        } else {
            self.quiesce_as::<Black>(node, window, ply)
        }
    }

    /// Returns a node's quiescence score with `S` to move. The side to move is a type parameter, so
    /// that the recursion does not branch on the color.
    fn quiesce_as<S: Side>(&mut self, node: &Node, window: Window, ply: usize) -> Score {
        let (mut alpha, beta) = window;
        self.limit_checker.count_node()?;
        let board = &node.board;
        if self.is_draw(board) {
            return Ok(0);
        }
        if ply + 1 >= MAX_PLY {
            return Ok(node.evaluation());
        }
        let entry = self.table.probe(board.key());
        if let Some(score) = entry.and_then(|entry| entry.cutoff_score(0, window, ply)) {
            return Ok(score);
        }
        let generator = board.generator_as::<S>();
        let in_check = generator.is_check();
        let evaluation = entry.map_or_else(|| node.evaluation(), |entry| entry.evaluation.into());
        let mut best = if in_check { mated_in(ply) } else { evaluation };
        if best >= beta {
            return Ok(best);
        }
        alpha = alpha.max(best);

        let mut moves =
            if in_check { evasions(node, &generator) } else { noisy_moves(board, &generator) };
        let mut best_move = None;
        let mut bound = Bound::Upper;
        while let Some(ScoredMove { mv, .. }) = moves.pick_best() {
            // Delta pruning, and pruning for captures that lose material by static exchange
            // evaluation (SEE).
            let is_futile = || evaluation + material_gain(node, mv) + 150 <= alpha;
            if !in_check && (is_futile() || !generator.see_ge(mv, 0)) {
                continue;
            }
            self.table.prefetch(generator.key_after(mv));
            let after = node.after_move_as(&generator, mv);
            self.keys.push(after.board.key());
            let score = -self.quiesce_as::<S::Them>(&after, (-beta, -alpha), ply + 1)?;
            self.keys.pop();
            best = best.max(score);
            if score > alpha {
                (alpha, best_move) = (score, Some(mv));
            }
            if score >= beta {
                bound = Bound::Lower;
                break;
            }
        }
        let result = SearchResult { mv: best_move, score: best, bound, evaluation, depth: 0 };
        self.table.store(board.key(), result, ply);
        Ok(best)
    }
}

/// Returns all check evasions in a node, scored by the material that they gain.
fn evasions<S: Side>(node: &Node, generator: &Generator<'_, S>) -> ScoredMoveList {
    let mut scored = ScoredMoveList::new();
    score_moves(&mut scored, &generator.legal_moves(), |mv| material_gain(node, mv));
    scored
}

/// Returns the captures and promotions that a generator yields, with their scores.
fn noisy_moves<S: Side>(board: &Board, generator: &Generator<'_, S>) -> ScoredMoveList {
    let mut moves = MoveList::new();
    generator.noisy_into(&mut moves);
    let mut scored = ScoredMoveList::new();
    score_moves(&mut scored, &moves, |mv| capture_score(board, mv));
    scored
}

/// Returns the value of a move's captured piece and promotion piece together, in centipawns.
fn material_gain(node: &Node, mv: Move) -> i32 {
    let value = |piece: Option<PieceType>| piece.map_or(0, |piece| SeeValues::DEFAULT.value(piece));
    value(node.board.captured_piece(mv)) + value(mv.promotion())
}
