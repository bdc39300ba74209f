//! Alpha-beta: what a position is worth, so many plies deep.

use std::sync::LazyLock;

use tabiya::{Board, Color, History, Move, MoveList, PieceType};

use crate::deepening::{Stopped, Watch};
use crate::node::Node;
use crate::ordering::{Ordering, Picker};
use crate::table::{Bound, Found, Table};

/// No line of a search is longer.
pub(crate) const MAX_PLY: usize = 128;
/// No search is asked to go deeper; extensions may.
pub(crate) const MAX_DEPTH: i32 = 100;
/// More than any score.
pub(crate) const INFINITE: i32 = 32_000;
/// The score of being mated at the root, with the sign of the one who is not.
pub(crate) const MATE: i32 = 31_000;
/// From here on, a score is that of a mate.
pub(crate) const MATE_IN_SIGHT: i32 = MATE - MAX_PLY as i32;

/// All that a search needs, kept from one to the next.
#[derive(Debug)]
pub(crate) struct Search {
    pub(crate) table: Table,
    pub(crate) ordering: Ordering,
    pub(crate) watch: Watch,
    /// The keys of the game, and of the line that is being searched.
    pub(crate) keys: Vec<u64>,
    /// The first key that a repetition may be of: nothing repeats across a pass.
    pub(crate) first_key: usize,
    /// What the positions of the line were judged to be worth; `None` in check.
    evaluations: [Option<i32>; MAX_PLY],
}

/// What a node knows before it tries its moves.
struct Here<'a> {
    node: &'a Node,
    depth: i32,
    ply: usize,
    alpha: i32,
    beta: i32,
    /// The evaluation; `None` in check, where it means nothing.
    evaluation: Option<i32>,
    /// Whether the side to move stands better than at its last move.
    is_improving: bool,
    best: i32,
}

/// How many plies less a late move is searched, by depth and by its place.
static REDUCTIONS: LazyLock<[[i32; 64]; 64]> = LazyLock::new(|| {
    let log = |number: usize| (number.max(1) as f64).ln();
    let reduction = |depth, place| (0.6 + log(depth) * log(place) / 2.3) as i32;
    std::array::from_fn(|depth| std::array::from_fn(|place| reduction(depth, place)))
});

impl Search {
    pub(crate) fn new(mebibytes: usize) -> Self {
        Self {
            table: Table::new(mebibytes),
            ordering: Ordering::new(),
            watch: Watch::default(),
            keys: Vec::new(),
            first_key: 0,
            evaluations: [None; MAX_PLY],
        }
    }

    /// Forgets all that was learnt, for a new game.
    pub(crate) fn forget(&mut self) {
        self.table.clear();
        self.ordering = Ordering::new();
    }

    /// The score of a node for its side to move, exact between `alpha` and `beta`; `line` is
    /// set to the moves that lead there.
    pub(crate) fn score(
        &mut self,
        node: &Node,
        (mut alpha, mut beta): (i32, i32),
        depth: i32,
        ply: usize,
        line: &mut MoveList,
    ) -> Result<i32, Stopped> {
        line.clear();
        let board = &node.board;
        let in_check = board.is_check();
        // A check is answered before anything is judged.
        let depth = depth + i32::from(in_check);
        if depth <= 0 {
            return self.quiesce(node, (alpha, beta), ply);
        }
        self.watch.visit(ply)?;
        if ply > 0 {
            if self.is_draw(board) {
                return Ok(0);
            }
            if ply + 1 >= MAX_PLY {
                return Ok(node.evaluation());
            }
            // No mate from here is faster than one that is already found.
            alpha = alpha.max(mated_in(ply));
            beta = beta.min(-mated_in(ply + 1));
            if alpha >= beta {
                return Ok(alpha);
            }
        }

        let is_pv = beta - alpha > 1;
        let known = self.table.probe(board.key());
        if let Some(entry) = known.filter(|entry| !is_pv && i32::from(entry.depth) >= depth) {
            let score = from_table(entry.score.into(), ply);
            if entry.decides(score, alpha, beta) {
                return Ok(score);
            }
        }
        let remembered = known.and_then(|entry| entry.mv);
        let evaluation = match known {
            _ if in_check => None,
            Some(entry) => Some(entry.evaluation.into()),
            None => Some(node.evaluation()),
        };
        self.evaluations[ply] = evaluation;
        let before = if ply >= 2 { self.evaluations[ply - 2] } else { None };
        let is_improving = evaluation.zip(before).is_some_and(|(now, before)| now > before);
        // Without a move to begin with, a depth less finds one sooner.
        let depth = depth - i32::from(depth >= 5 && remembered.is_none());

        let best = -INFINITE;
        let mut here = Here { node, depth, ply, alpha, beta, evaluation, is_improving, best };
        if !is_pv && let Some(score) = self.score_without_moving(&here)? {
            return Ok(score);
        }
        self.try_moves(&mut here, remembered, line)
    }

    /// A score for a node so good that it need not look at its moves.
    fn score_without_moving(&mut self, here: &Here) -> Result<Option<i32>, Stopped> {
        let &Here { node, depth, ply, beta, .. } = here;
        let Some(evaluation) = here.evaluation.filter(|&evaluation| evaluation >= beta) else {
            return Ok(None);
        };
        // So far ahead that no few plies will change it.
        let margin = 80 * (depth - i32::from(here.is_improving));
        if depth <= 7 && evaluation - margin >= beta && beta.abs() < MATE_IN_SIGHT {
            return Ok(Some(evaluation));
        }
        // Passing is worse than the best move nearly always: if even that is too good, stop.
        // Not where only pawns are left, where it may be best, nor twice in a row.
        let has_just_passed = self.keys.len() == self.first_key + 1;
        if depth < 3 || has_just_passed || !has_pieces(&node.board, node.board.side_to_move()) {
            return Ok(None);
        }
        let Some(passed) = node.passed() else { return Ok(None) };
        let depth = depth - 4 - depth / 4 - ((evaluation - beta) / 200).min(3);
        let first_key = std::mem::replace(&mut self.first_key, self.keys.len());
        let score = self.below(&passed, (beta - 1, beta), depth, ply, &mut MoveList::new())?;
        self.first_key = first_key;
        // A mate that needs the opponent to pass is none.
        Ok((score >= beta).then_some(if score < MATE_IN_SIGHT { score } else { beta }))
    }

    /// Searches the moves of a node, the best first if the ordering is right.
    fn try_moves(
        &mut self,
        here: &mut Here,
        remembered: Option<Move>,
        line: &mut MoveList,
    ) -> Result<i32, Stopped> {
        let board = &here.node.board;
        let mut picker = Picker::all(&self.ordering, remembered, here.ply);
        let (mut best_move, mut bound) = (None, Bound::Upper);
        let (mut quiets, mut place) = (MoveList::new(), 0);
        let mut below = MoveList::new();
        while let Some(mv) = picker.next(board, &mut self.ordering) {
            place += 1;
            let is_quiet = board.is_quiet(mv);
            if is_hopeless(here, mv, is_quiet, quiets.len()) {
                if is_quiet {
                    quiets.push(mv);
                }
                continue;
            }
            let score = self.score_of_move(here, mv, is_quiet, place, &mut below)?;
            if score > here.best {
                here.best = score;
            }
            if score > here.alpha {
                (here.alpha, best_move, bound) = (score, Some(mv), Bound::Exact);
                line.clear();
                line.push(mv);
                line.extend(below.iter().copied());
            }
            if score >= here.beta {
                bound = Bound::Lower;
                if is_quiet {
                    self.ordering.reward(board, mv, &quiets, (here.depth, here.ply));
                }
                break;
            }
            if is_quiet {
                quiets.push(mv);
            }
        }
        picker.finish(&mut self.ordering);
        if place == 0 {
            return Ok(if board.is_check() { mated_in(here.ply) } else { 0 });
        }
        let found = Found {
            mv: best_move,
            score: to_table(here.best, here.ply),
            evaluation: here.evaluation.unwrap_or(0),
            depth: here.depth,
            bound,
        };
        self.table.store(board.key(), found);
        Ok(here.best)
    }

    /// The score of one move: the first in the whole window, the others against the least
    /// one that would matter, and late ones not as deep, until they surprise.
    fn score_of_move(
        &mut self,
        here: &Here,
        mv: Move,
        is_quiet: bool,
        place: usize,
        line: &mut MoveList,
    ) -> Result<i32, Stopped> {
        let &Here { node, ply, alpha, beta, .. } = here;
        self.table.prefetch(node.board.key_after(mv));
        let after = node.after(mv);
        let depth = here.depth - 1;
        if place == 1 {
            return self.below(&after, (alpha, beta), depth, ply, line);
        }
        let reduction = if is_quiet { self.reduction(here, mv, place) } else { 0 };
        let null_window = (alpha, alpha + 1);
        let mut score = self.below(&after, null_window, depth - reduction, ply, line)?;
        if score > alpha && reduction > 0 {
            score = self.below(&after, null_window, depth, ply, line)?;
        }
        if score > alpha && score < beta {
            score = self.below(&after, (alpha, beta), depth, ply, line)?;
        }
        Ok(score)
    }

    /// How many plies less a quiet move is searched.
    fn reduction(&self, here: &Here, mv: Move, place: usize) -> i32 {
        if here.depth < 3 || here.evaluation.is_none() {
            return 0;
        }
        let board = &here.node.board;
        let reduction = REDUCTIONS[here.depth.min(63) as usize][place.min(63)]
            + i32::from(!here.is_improving)
            - i32::from(here.beta - here.alpha > 1)
            - i32::from(board.gives_check(mv))
            - self.ordering.history(board, mv) / 4096;
        reduction.clamp(0, here.depth - 2)
    }

    /// The score of a node one ply below, for the side that moved there.
    pub(crate) fn below(
        &mut self,
        after: &Node,
        (alpha, beta): (i32, i32),
        depth: i32,
        ply: usize,
        line: &mut MoveList,
    ) -> Result<i32, Stopped> {
        self.keys.push(after.board.key());
        let score = self.score(after, (-beta, -alpha), depth, ply + 1, line)?;
        self.keys.pop();
        Ok(-score)
    }

    /// Whether the game is drawn here, or would be if nobody changed anything.
    pub(crate) fn is_draw(&self, board: &Board) -> bool {
        let history = History::new(&self.keys[self.first_key..]);
        history.is_repetition(board.halfmove_clock())
            || board.is_fifty_moves()
            || board.occupied().len() <= 4 && board.is_insufficient_material()
    }
}

/// Whether a move near the leaves is not worth making: what is given up here is the one in
/// a hundred that would have been best.
fn is_hopeless(here: &Here, mv: Move, is_quiet: bool, quiets: usize) -> bool {
    let &Here { node, depth, alpha, best, .. } = here;
    let board = &node.board;
    if here.ply == 0 || best <= -MATE_IN_SIGHT || depth > 7 {
        return false;
    }
    let Some(evaluation) = here.evaluation else { return false };
    if !is_quiet {
        return !board.see_ge(mv, -90 * depth);
    }
    let enough = (3 + depth * depth) as usize / (2 - usize::from(here.is_improving));
    let is_late = quiets > enough;
    let is_futile = evaluation + 90 + 80 * depth <= alpha;
    (is_late || is_futile || !board.see_ge(mv, -50 * depth)) && !board.gives_check(mv)
}

/// The score of being mated so many plies from the root.
pub(crate) const fn mated_in(ply: usize) -> i32 {
    ply as i32 - MATE
}

/// A mate is so far from the root, but the table keeps how far it is from the position.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score.abs() < MATE_IN_SIGHT { score } else { score + score.signum() * ply as i32 }
}

/// The way back from [`to_table`].
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score.abs() < MATE_IN_SIGHT { score } else { score - score.signum() * ply as i32 }
}

/// Whether a player has more than king and pawns.
fn has_pieces(board: &Board, color: Color) -> bool {
    let pawns_and_king = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
    !pawns_and_king.is_superset(board.colors(color))
}
