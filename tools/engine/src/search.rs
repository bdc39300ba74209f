//! Principal variation search (alpha-beta).

use tabiya::prelude::*;
use tabiya::{AnyGenerator, CheckInfo, MoveList};

use crate::entry::Bound;
use crate::limit_checker::InterruptError;
use crate::node::Node;
use crate::ordering::{HISTORY_LIMIT, MovePicker};
use crate::score::{INFINITE, MAX_PLY, MIN_MATE_SCORE, Score, Window, mated_in};
use crate::state::Search;
use crate::table::SearchResult;

/// A node's state while its moves are searched.
struct NodeState<'a> {
    node: &'a Node,
    generator: AnyGenerator<'a>,
    /// The data for testing which late moves give check.
    check_info: CheckInfo,
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    /// The static evaluation; `None` in check.
    evaluation: Option<i32>,
    best: i32,
}

/// A move that is about to be searched in a node.
#[derive(Clone, Copy)]
struct Candidate {
    mv: Move,
    is_quiet: bool,
    /// The move's 1-based number in the search order.
    move_number: usize,
}

impl Search {
    /// Returns a node's score for its side to move, exact if it lies within the window.
    pub(crate) fn search_node(
        &mut self,
        node: &Node,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Score {
        self.pvs[ply].clear();
        let (mut alpha, mut beta) = window;
        let board = &node.board;
        let generator = board.generator();
        let in_check = generator.is_check();
        // Check extension.
        let depth = depth + i32::from(in_check);
        if depth <= 0 {
            return self.quiesce(node, window, ply);
        }
        self.limit_checker.count_node()?;
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
        let entry = self.table.probe(board.key());
        let cutoff = entry.and_then(|entry| entry.cutoff_score(depth, (alpha, beta), ply));
        if let Some(score) = cutoff.filter(|_| !is_pv) {
            return Ok(score);
        }
        let hash_move = entry.and_then(|entry| entry.mv);
        let evaluation = match entry {
            _ if in_check => None,
            Some(entry) => Some(entry.evaluation.into()),
            None => Some(node.evaluation()),
        };
        // Internal iterative reduction: a shallower search finds a hash move sooner.
        let depth = depth - i32::from(depth >= 5 && hash_move.is_none());

        let check_info = generator.check_info();
        let best = -INFINITE;
        let mut state =
            NodeState { node, generator, check_info, depth, ply, alpha, beta, evaluation, best };
        if let Some(evaluation) = evaluation.filter(|&evaluation| !is_pv && evaluation >= beta)
            && let Some(score) = self.prune_node(&state, evaluation)?
        {
            return Ok(score);
        }
        self.search_moves(&mut state, hash_move)
    }

    /// Returns a score if the node fails high without searching its moves: reverse futility pruning
    /// and null-move pruning.
    fn prune_node(
        &mut self,
        state: &NodeState,
        evaluation: i32,
    ) -> Result<Option<i32>, InterruptError> {
        let &NodeState { node, depth, beta, ply, .. } = state;
        // Reverse futility pruning.
        if depth <= 7 && evaluation - 75 * depth >= beta && beta.abs() < MIN_MATE_SCORE {
            return Ok(Some(evaluation));
        }
        // Null-move pruning: if even a null move fails high, a real move will. Pawn endings are
        // excluded because of zugzwang, and so are two null moves in a row.
        if depth < 3 || self.keys.is_after_null_move() || !has_pieces(&node.board) {
            return Ok(None);
        }
        let Some(after) = node.after_null_move(&state.generator) else { return Ok(None) };
        let depth = depth - 4 - depth / 4 - ((evaluation - beta) / 200).min(3);
        self.keys.push_null_move(after.board.key());
        let score = -self.search_node(&after, (-beta, 1 - beta), depth, ply + 1)?;
        self.keys.pop();
        // A mate score after a null move is not proven.
        Ok((score >= beta).then_some(if score < MIN_MATE_SCORE { score } else { beta }))
    }

    /// Searches a node's moves and returns its score.
    fn search_moves(&mut self, state: &mut NodeState, hash_move: Option<Move>) -> Score {
        let board = &state.node.board;
        let mut picker = MovePicker::new(&self.ordering, hash_move, state.ply);
        let mut best_move = None;
        let mut bound = Bound::Upper;
        let mut move_number = 0;
        let mut quiets = MoveList::new();
        while let Some(mv) = picker.next(&state.generator, &self.ordering) {
            let is_root_move = self.root_moves.is_empty() || self.root_moves.contains(&mv);
            if state.ply == 0 && !is_root_move {
                continue;
            }
            move_number += 1;
            let is_quiet = board.is_quiet(mv);
            if is_quiet {
                quiets.push(mv);
            }
            if is_pruned(state, mv, is_quiet, quiets.len()) {
                continue;
            }
            let candidate = Candidate { mv, is_quiet, move_number };
            let score = self.search_move(state, candidate)?;
            state.best = state.best.max(score);
            if score > state.alpha {
                (state.alpha, best_move, bound) = (score, Some(mv), Bound::Exact);
                self.update_pv(mv, state.ply);
            }
            if score >= state.beta {
                bound = Bound::Lower;
                if is_quiet {
                    self.ordering.update(board, &quiets, state.depth, state.ply);
                }
                break;
            }
        }
        if move_number == 0 {
            return Ok(if state.evaluation.is_none() { mated_in(state.ply) } else { 0 });
        }
        let evaluation = state.evaluation.unwrap_or(0);
        let score = state.best;
        let depth = state.depth;
        let result = SearchResult { mv: best_move, score, bound, evaluation, depth };
        // If only some root moves are searched, their score is not the position's.
        if state.ply > 0 || self.root_moves.is_empty() {
            self.table.store(board.key(), result, state.ply);
        }
        Ok(state.best)
    }

    /// Searches one move in a node and returns its score.
    ///
    /// The first move is searched with the full window. The others are searched with a null window
    /// and late move reductions, and searched again if they raise alpha.
    fn search_move(&mut self, state: &NodeState, candidate: Candidate) -> Score {
        let &NodeState { node, ply, alpha, beta, .. } = state;
        let Candidate { mv, is_quiet, move_number } = candidate;
        self.table.prefetch(state.generator.key_after(mv));
        let after = node.after_move(&state.generator, mv);
        let depth = state.depth - 1;
        if move_number == 1 {
            return self.search_child(&after, (alpha, beta), depth, ply);
        }
        let reduction = if is_quiet { self.reduction(state, candidate) } else { 0 };
        let null_window = (alpha, alpha + 1);
        let mut score = self.search_child(&after, null_window, depth - reduction, ply)?;
        if score > alpha && reduction > 0 {
            score = self.search_child(&after, null_window, depth, ply)?;
        }
        if score > alpha && score < beta {
            score = self.search_child(&after, (alpha, beta), depth, ply)?;
        }
        Ok(score)
    }

    /// Returns the late move reduction for a quiet move, in plies.
    fn reduction(&self, state: &NodeState, candidate: Candidate) -> i32 {
        let Candidate { mv, move_number, .. } = candidate;
        if state.depth < 3 || state.evaluation.is_none() {
            return 0;
        }
        let board = &state.node.board;
        let reduction = (2 + state.depth.ilog2() * move_number.ilog2()) as i32 / 3
            - i32::from(state.beta - state.alpha > 1)
            - i32::from(state.check_info.gives_check(mv))
            - 2 * self.ordering.history(board, mv) / HISTORY_LIMIT;
        reduction.clamp(0, state.depth - 2)
    }

    /// Returns a child node's score, for the side that moved.
    fn search_child(&mut self, after: &Node, window: Window, depth: i32, ply: usize) -> Score {
        self.keys.push(after.board.key());
        let score = self.search_node(after, (-window.1, -window.0), depth, ply + 1)?;
        self.keys.pop();
        Ok(-score)
    }

    /// Sets the principal variation at a ply to a move and the next ply's variation.
    fn update_pv(&mut self, mv: Move, ply: usize) {
        let (pvs, next_pvs) = self.pvs.split_at_mut(ply + 1);
        pvs[ply].clear();
        pvs[ply].push(mv);
        pvs[ply].extend(next_pvs[0].iter().copied());
    }
}

/// Tests whether a move near the leaves is pruned: by SEE, by futility pruning or by late move
/// pruning.
fn is_pruned(state: &NodeState, mv: Move, is_quiet: bool, quiets: usize) -> bool {
    let &NodeState { depth, alpha, best, .. } = state;
    let Some(evaluation) = state.evaluation else { return false };
    if state.ply == 0 || best <= -MIN_MATE_SCORE || depth > 7 {
        return false;
    }
    if !is_quiet {
        return !state.generator.see_ge(mv, -90 * depth);
    }
    let is_late = quiets > (3 + depth * depth) as usize;
    let is_futile = evaluation + 90 + 80 * depth <= alpha;
    (is_late || is_futile || !state.generator.see_ge(mv, -50 * depth))
        && !state.check_info.gives_check(mv)
}

/// Tests whether the side to move has a piece other than king and pawns.
fn has_pieces(board: &Board) -> bool {
    let pawns_and_king = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    !pawns_and_king.is_superset(board.colors(board.side_to_move()))
}
