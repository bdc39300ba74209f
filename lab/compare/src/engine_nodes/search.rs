//! The search: iterative deepening, alpha-beta, transposition table and quiescence search.

use std::hint::black_box;

use super::calls::{self, Calls};
use super::move_code::MoveCode;
use super::node::{Node, Stages};
use super::ordering::{MAX_PLY, Ordering, Picker, ScoredMove, Selection, is_noisy};
use super::state::State;
use super::table::{Bound, Entry, NodeResult, Table};

/// The score for a mate at the root.
const MATE: i32 = 30_000;

/// A search's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) nodes: u64,
    pub(super) score: i32,
    pub(super) best: MoveCode,
}

/// A search from one position. With two keys, the second one only costs time.
pub(super) struct Search<'a, M, const CALLS: usize, const KEYS: usize> {
    table: &'a mut Table,
    ordering: Ordering,
    /// The moves at all plies.
    moves: Vec<ScoredMove<M>>,
    /// The keys in the current line.
    line: Vec<u64>,
    nodes: u64,
    root_depth: i32,
    best: MoveCode,
}

/// A node's arguments: its state, window, depth and ply.
#[derive(Clone, Copy)]
struct Parameters<const KEYS: usize> {
    state: State<KEYS>,
    alpha: i32,
    beta: i32,
    depth: i32,
    ply: usize,
}

impl<const KEYS: usize> Parameters<KEYS> {
    /// Returns the parameters for the node after a move.
    #[inline(always)]
    fn after(self, mut state: State<KEYS>, code: MoveCode, depth: i32) -> Self {
        state.complete_move(code);
        if KEYS > 1 {
            black_box(state.keys());
        }
        Self { state, alpha: -self.beta, beta: -self.alpha, depth, ply: self.ply + 1 }
    }
}

impl<'a, M: Copy, const CALLS: usize, const KEYS: usize> Search<'a, M, CALLS, KEYS> {
    pub(super) fn new(table: &'a mut Table) -> Self {
        table.start_search();
        let ordering = Ordering::new();
        let moves = Vec::new();
        let line = Vec::new();
        Self { table, ordering, moves, line, nodes: 0, root_depth: 0, best: MoveCode::NONE }
    }

    /// Searches a position to a fixed depth by iterative deepening.
    pub(super) fn run<N: Node<Move = M>>(
        mut self,
        root: &mut N,
        state: State<KEYS>,
        depth: i32,
    ) -> Outcome {
        let mut score = 0;
        for depth in 1..=depth {
            self.root_depth = depth;
            score =
                self.search(root, Parameters { state, alpha: -MATE, beta: MATE, depth, ply: 0 });
        }
        Outcome { nodes: self.nodes, score, best: self.best }
    }

    /// Returns a node's score.
    fn search<N: Node<Move = M>>(&mut self, node: &mut N, parameters: Parameters<KEYS>) -> i32 {
        let Parameters { state, alpha, beta, depth, ply } = parameters;
        self.nodes += 1;
        if ply > 0 && self.is_draw(&state) {
            return 0;
        }
        if ply + 1 >= MAX_PLY {
            return state.evaluation();
        }
        let entry = self.table.probe(state.key());
        let cutoff = entry.and_then(|entry| entry.cutoff(depth, alpha, beta, ply));
        if let (Some(score), true) = (cutoff, ply > 0) {
            return score;
        }
        let mut stages = calls::start::<N, CALLS>(node);
        let in_check = stages.is_check();
        // Check extension, limited so that a series of checks ends.
        let may_extend = in_check && (ply as i32) < 2 * self.root_depth;
        let extended = depth + i32::from(may_extend);
        if extended <= 0 {
            return self.quiesce_moves::<N>(&mut stages, parameters, entry);
        }
        self.line.push(state.key());
        let score = self.search_moves::<N>(&mut stages, parameters, extended, entry);
        self.line.pop();
        score
    }

    /// Returns the score for the best move in a node.
    fn search_moves<N: Node<Move = M>>(
        &mut self,
        stages: &mut Calls<N::Stages<'_>, CALLS>,
        parameters: Parameters<KEYS>,
        extended: i32,
        entry: Option<Entry>,
    ) -> i32 {
        let Parameters { state, alpha, beta, depth, ply } = parameters;
        let in_check = stages.is_check();
        let selection = if in_check { Selection::Evasions } else { Selection::Staged };
        let hash_move = entry.map_or(MoveCode::NONE, |entry| entry.code);
        let start = self.moves.len();
        let side = (state.is_black_to_move(), ply);
        let mut picker = Picker::new(&self.ordering, selection, hash_move, side, start);
        let mut rest = parameters;
        let mut best = -MATE + ply as i32;
        let mut best_code = MoveCode::NONE;
        let mut has_move = false;
        while let Some(picked) = picker.next(stages, &self.ordering, &mut self.moves) {
            let code = picked.code();
            let score = stages.make(picked.mv, state, |after, state| {
                -self.search(after, rest.after(state, code, extended - 1))
            });
            let Some(score) = score else { continue };
            has_move = true;
            if score > best {
                best = score;
                if score > rest.alpha {
                    (rest.alpha, best_code) = (score, code);
                }
                if score >= beta {
                    break;
                }
            }
        }
        self.moves.truncate(start);
        if !has_move {
            return if in_check { -MATE + ply as i32 } else { 0 };
        }
        if best >= beta && !is_noisy(stages, best_code) {
            self.ordering.update(state.is_black_to_move(), best_code, extended, ply);
        }
        if ply == 0 {
            self.best = best_code;
        }
        let bound = bound(best, alpha, beta);
        let result = NodeResult { code: best_code, score: best, bound, depth };
        self.table.store(state.key(), result, ply);
        best
    }

    /// Returns a node's quiescence score.
    fn quiesce<N: Node<Move = M>>(&mut self, node: &mut N, parameters: Parameters<KEYS>) -> i32 {
        let Parameters { state, alpha, beta, ply, .. } = parameters;
        self.nodes += 1;
        if ply + 1 >= MAX_PLY {
            return state.evaluation();
        }
        let entry = self.table.probe(state.key());
        if let Some(score) = entry.and_then(|entry| entry.cutoff(0, alpha, beta, ply)) {
            return score;
        }
        let mut stages = calls::start::<N, CALLS>(node);
        self.quiesce_moves::<N>(&mut stages, parameters, entry)
    }

    /// Returns a node's quiescence score: the best among its evaluation and its captures and
    /// promotions, or among all moves in check.
    fn quiesce_moves<N: Node<Move = M>>(
        &mut self,
        stages: &mut Calls<N::Stages<'_>, CALLS>,
        parameters: Parameters<KEYS>,
        entry: Option<Entry>,
    ) -> i32 {
        let Parameters { state, alpha, beta, ply, .. } = parameters;
        let in_check = stages.is_check();
        let mut best = if in_check { -MATE + ply as i32 } else { state.evaluation() };
        if best >= beta {
            return best;
        }
        let mut rest = Parameters { alpha: alpha.max(best), ..parameters };
        let selection = if in_check { Selection::Evasions } else { Selection::Noisy };
        let hash_move = entry.map_or(MoveCode::NONE, |entry| entry.code);
        let start = self.moves.len();
        let side = (state.is_black_to_move(), ply);
        let mut picker = Picker::new(&self.ordering, selection, hash_move, side, start);
        let mut best_code = MoveCode::NONE;
        while let Some(picked) = picker.next(stages, &self.ordering, &mut self.moves) {
            let code = picked.code();
            let score = stages.make(picked.mv, state, |after, state| {
                -self.quiesce(after, rest.after(state, code, 0))
            });
            let Some(score) = score else { continue };
            best = best.max(score);
            if score > rest.alpha {
                (rest.alpha, best_code) = (score, code);
            }
            if score >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        let bound = bound(best, alpha, beta);
        let result = NodeResult { code: best_code, score: best, bound, depth: 0 };
        self.table.store(state.key(), result, ply);
        best
    }

    /// Tests for a draw by repetition or by the fifty-move rule.
    #[inline]
    fn is_draw(&self, state: &State<KEYS>) -> bool {
        let clock = usize::from(state.clock());
        // The line ends with the parent, an odd number of plies back.
        let mut earlier = self.line.iter().rev().take(clock).skip(1).step_by(2);
        clock >= 100 || earlier.any(|&key| key == state.key())
    }
}

fn bound(score: i32, alpha: i32, beta: i32) -> Bound {
    if score >= beta {
        Bound::Lower
    } else if score > alpha {
        Bound::Exact
    } else {
        Bound::Upper
    }
}
