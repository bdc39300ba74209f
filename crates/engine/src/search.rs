//! Principal variation search (alpha-beta).

use tabiya::{Board, CheckInfo, Move, MoveList, PieceType};

use crate::node::Node;
use crate::ordering::{HISTORY_LIMIT, Picker};
use crate::score::{INFINITE, MATE_IN_SIGHT, MAX_PLY, Score, Window, mated_in};
use crate::state::Search;
use crate::table::{Bound, Found};
use crate::watch::Stopped;

/// The state of a node while its moves are searched.
struct Here<'a> {
    node: &'a Node,
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    /// The static evaluation; `None` in check.
    evaluation: Option<i32>,
    best: i32,
}

/// A move to search.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    is_quiet: bool,
    /// The 1-based move number in the order of the search.
    place: usize,
}

impl Search {
    /// Returns the score of a node for its side to move, exact if it lies within the window.
    pub(crate) fn score(&mut self, node: &Node, window: Window, depth: i32, ply: usize) -> Score {
        self.lines[ply].clear();
        let (mut alpha, mut beta) = window;
        let board = &node.board;
        let in_check = board.is_check();
        // Check extension.
        let depth = depth + i32::from(in_check);
        if depth <= 0 {
            return self.quiesce(node, window, ply);
        }
        self.watch.visit()?;
        if ply > 0 {
            if self.is_draw(board) {
                return Ok(0);
            }
            if ply + 1 >= MAX_PLY {
                return Ok(node.evaluation());
            }
            // Mate distance pruning: this subtree cannot improve on a shorter mate.
            (alpha, beta) = (alpha.max(mated_in(ply)), beta.min(-mated_in(ply + 1)));
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        let is_pv = beta - alpha > 1;
        let known = self.table.probe(board.key());
        let decides = known.and_then(|entry| entry.decides(depth, (alpha, beta), ply));
        if let Some(score) = decides.filter(|_| !is_pv) {
            return Ok(score);
        }
        let remembered = known.and_then(|entry| entry.mv);
        let evaluation = match known {
            _ if in_check => None,
            Some(entry) => Some(entry.evaluation.into()),
            None => Some(node.evaluation()),
        };
        // Internal iterative reduction: a shallower search finds a hash move sooner.
        let depth = depth - i32::from(depth >= 5 && remembered.is_none());

        let mut here = Here { node, depth, ply, alpha, beta, evaluation, best: -INFINITE };
        if let Some(evaluation) = evaluation.filter(|&evaluation| !is_pv && evaluation >= beta)
            && let Some(score) = self.score_without_moving(&here, evaluation)?
        {
            return Ok(score);
        }
        self.try_moves(&mut here, remembered)
    }

    /// Returns a score if the node fails high without a search of its moves: reverse futility
    /// pruning and null-move pruning.
    fn score_without_moving(
        &mut self,
        here: &Here,
        evaluation: i32,
    ) -> Result<Option<i32>, Stopped> {
        let &Here { node, depth, beta, ply, .. } = here;
        // Reverse futility pruning.
        if depth <= 7 && evaluation - 75 * depth >= beta && beta.abs() < MATE_IN_SIGHT {
            return Ok(Some(evaluation));
        }
        // Null-move pruning: if even a null move fails high, a real move will. Pawn endings are
        // excluded because of zugzwang, and so are two null moves in a row.
        let has_just_passed = self.keys.len() == self.first_key + 1;
        if depth < 3 || has_just_passed || !has_pieces(&node.board) {
            return Ok(None);
        }
        let Some(passed) = node.passed() else { return Ok(None) };
        let depth = depth - 4 - depth / 4 - ((evaluation - beta) / 200).min(3);
        let first_key = std::mem::replace(&mut self.first_key, self.keys.len());
        let score = self.below(&passed, (beta - 1, beta), depth, ply)?;
        self.first_key = first_key;
        // A mate score after a null move is not proven.
        Ok((score >= beta).then_some(if score < MATE_IN_SIGHT { score } else { beta }))
    }

    /// Searches the moves of a node.
    fn try_moves(&mut self, here: &mut Here, remembered: Option<Move>) -> Score {
        let board = &here.node.board;
        // Late moves are tested for check.
        let check_info = board.check_info();
        let generator = board.generator();
        let mut picker = Picker::new(&self.ordering, remembered, here.ply);
        let (mut best_move, mut bound, mut place) = (None, Bound::Upper, 0);
        let mut quiets = MoveList::new();
        while let Some(mv) = picker.next(board, &generator, &self.ordering) {
            place += 1;
            let is_quiet = board.is_quiet(mv);
            if is_quiet {
                quiets.push(mv);
            }
            if is_hopeless(here, &check_info, mv, is_quiet, quiets.len()) {
                continue;
            }
            let candidate = Candidate { mv, is_quiet, place };
            let score = self.score_of_move(here, &check_info, candidate)?;
            here.best = here.best.max(score);
            if score > here.alpha {
                (here.alpha, best_move, bound) = (score, Some(mv), Bound::Exact);
                self.lengthen_line(mv, here.ply);
            }
            if score >= here.beta {
                bound = Bound::Lower;
                if is_quiet {
                    self.ordering.learn(board, &quiets, here.depth, here.ply);
                }
                break;
            }
        }
        if place == 0 {
            return Ok(if here.evaluation.is_none() { mated_in(here.ply) } else { 0 });
        }
        let evaluation = here.evaluation.unwrap_or(0);
        let (score, depth) = (here.best, here.depth);
        let found = Found { mv: best_move, score, bound, evaluation, depth };
        self.table.store(board.key(), found, here.ply);
        Ok(here.best)
    }

    /// Returns the score of a move.
    ///
    /// The first move is searched with the full window. The others are searched with a null window
    /// and late move reductions, and searched again if they raise alpha.
    fn score_of_move(&mut self, here: &Here, info: &CheckInfo, candidate: Candidate) -> Score {
        let &Here { node, ply, alpha, beta, .. } = here;
        let Candidate { mv, is_quiet, place } = candidate;
        self.table.prefetch(node.board.key_after(mv));
        let after = node.after(mv);
        let depth = here.depth - 1;
        if place == 1 {
            return self.below(&after, (alpha, beta), depth, ply);
        }
        let reduction = if is_quiet { self.reduction(here, info, candidate) } else { 0 };
        let null_window = (alpha, alpha + 1);
        let mut score = self.below(&after, null_window, depth - reduction, ply)?;
        if score > alpha && reduction > 0 {
            score = self.below(&after, null_window, depth, ply)?;
        }
        if score > alpha && score < beta {
            score = self.below(&after, (alpha, beta), depth, ply)?;
        }
        Ok(score)
    }

    /// Returns the late move reduction of a quiet move, in plies.
    fn reduction(&self, here: &Here, info: &CheckInfo, candidate: Candidate) -> i32 {
        let Candidate { mv, place, .. } = candidate;
        if here.depth < 3 || here.evaluation.is_none() {
            return 0;
        }
        let board = &here.node.board;
        let reduction = (2 + here.depth.ilog2() * place.ilog2()) as i32 / 3
            - i32::from(here.beta - here.alpha > 1)
            - i32::from(info.gives_check(mv))
            - 2 * self.ordering.history(board, mv) / HISTORY_LIMIT;
        reduction.clamp(0, here.depth - 2)
    }

    /// Returns the score of a child node, for the side that moved.
    fn below(&mut self, after: &Node, window: Window, depth: i32, ply: usize) -> Score {
        self.keys.push(after.board.key());
        let score = self.score(after, (-window.1, -window.0), depth, ply + 1)?;
        self.keys.pop();
        Ok(-score)
    }

    /// Sets the principal variation of a ply to a move and the variation of the next ply.
    fn lengthen_line(&mut self, mv: Move, ply: usize) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(mv);
        above[ply].extend(below[0].iter().copied());
    }
}

/// Tests whether a move near the leaves is pruned: by SEE, by futility pruning or by late move
/// pruning.
fn is_hopeless(here: &Here, info: &CheckInfo, mv: Move, is_quiet: bool, quiets: usize) -> bool {
    let &Here { node, depth, alpha, best, .. } = here;
    let Some(evaluation) = here.evaluation else { return false };
    if here.ply == 0 || best <= -MATE_IN_SIGHT || depth > 7 {
        return false;
    }
    if !is_quiet {
        return !node.board.see_ge(mv, -90 * depth);
    }
    let is_late = quiets > (3 + depth * depth) as usize;
    let is_futile = evaluation + 90 + 80 * depth <= alpha;
    (is_late || is_futile || !node.board.see_ge(mv, -50 * depth)) && !info.gives_check(mv)
}

/// Tests whether the side to move has a piece other than king and pawns.
fn has_pieces(board: &Board) -> bool {
    let pawns_and_king = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    !pawns_and_king.is_superset(board.colors(board.side_to_move()))
}
