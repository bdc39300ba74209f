//! Staged move ordering: hash move, captures and promotions, killer moves, quiet moves.

use super::move_code::MoveCode;
use super::node::{Candidate, Stages};

/// A search's maximum ply.
pub(super) const MAX_PLY: usize = 64;

/// The maximum history score; captures and promotions score at least twice as much.
const HISTORY_LIMIT: i32 = 0x3fff;
const NOISY_SCORE: i32 = 0x8000;

/// The captured pieces' values, in pawns.
const VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// A generated move with its score.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove<M> {
    /// The score above the inverted code: the highest value comes first, and no two are equal.
    rank: u32,
    pub(super) mv: M,
}

impl<M> ScoredMove<M> {
    #[inline(always)]
    fn new(mv: M, code: MoveCode, score: i32) -> Self {
        Self { rank: (score as u32) << 16 | u32::from(!code.0), mv }
    }

    #[inline(always)]
    pub(super) const fn code(&self) -> MoveCode {
        MoveCode(!self.rank as u16)
    }
}

/// The killer and history heuristics.
pub(super) struct Ordering {
    /// The two killer moves at each ply, the latest first.
    killers: [[MoveCode; 2]; MAX_PLY],
    /// The history scores by side to move, origin and target.
    history: Box<[[[i16; 64]; 64]; 2]>,
}

impl Ordering {
    pub(super) fn new() -> Self {
        let history = Box::new([[[0; 64]; 64]; 2]);
        Self { killers: [[MoveCode::NONE; 2]; MAX_PLY], history }
    }

    /// Updates both heuristics after a beta cutoff by a quiet move.
    pub(super) fn update(&mut self, is_black: bool, code: MoveCode, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != code {
            *killers = [code, killers[0]];
        }
        let (from, to) = (usize::from(code.from()), usize::from(code.to()));
        let history = &mut self.history[usize::from(is_black)][from][to];
        let bonus = (16 * depth * depth).min(1600);
        let old = i32::from(*history);
        *history = (old + bonus - old * bonus / HISTORY_LIMIT) as i16;
    }

    #[inline(always)]
    fn history(&self, is_black: bool, code: MoveCode) -> i32 {
        let (from, to) = (usize::from(code.from()), usize::from(code.to() & 63));
        self.history[usize::from(is_black)][from & 63][to].into()
    }

    /// Returns a move's score: MVV-LVA for captures and promotions, history for quiet moves.
    #[inline(always)]
    fn score<M>(&self, is_black: bool, candidate: &Candidate<M>) -> i32 {
        let &Candidate { code, moved, captured, .. } = candidate;
        if captured.is_none() && code.promotion().is_none() {
            return self.history(is_black, code);
        }
        let captured = captured.map_or(0, |captured| VALUES[usize::from(captured)]);
        let promoted = code.promotion().map_or(0, |promotion| VALUES[usize::from(promotion)]);
        NOISY_SCORE + 64 * (captured + promoted) + 5 - i32::from(moved)
    }
}

/// The moves that a picker yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Selection {
    /// All moves in stages.
    Staged,
    /// Captures and promotions only.
    Noisy,
    /// All moves, generated together: evasions.
    Evasions,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Start,
    HashMove,
    Noisy,
    FirstKiller,
    SecondKiller,
    Last,
}

/// The state of one node's moves, which are at the end of a vector that all plies share.
pub(super) struct Picker {
    stage: Stage,
    selection: Selection,
    hash_move: MoveCode,
    killers: [MoveCode; 2],
    /// The index at which the node's first move is in the shared vector.
    start: usize,
    is_black: bool,
}

impl Picker {
    pub(super) fn new(
        ordering: &Ordering,
        selection: Selection,
        hash_move: MoveCode,
        (is_black, ply): (bool, usize),
        start: usize,
    ) -> Self {
        let killers = ordering.killers[ply];
        Self { stage: Stage::Start, selection, hash_move, killers, start, is_black }
    }

    /// Returns the next move; `None` after the last one.
    #[inline]
    pub(super) fn next<T: Stages>(
        &mut self,
        stages: &mut T,
        ordering: &Ordering,
        moves: &mut Vec<ScoredMove<T::Move>>,
    ) -> Option<ScoredMove<T::Move>> {
        loop {
            while let Some(best) = pick_best(moves, self.start) {
                let code = best.code();
                let is_killer = self.stage == Stage::Last && self.killers.contains(&code);
                if code != self.hash_move && !is_killer {
                    return Some(best);
                }
            }
            if let Some(found) = self.enter_next_stage(stages, ordering, moves)? {
                return Some(found);
            }
        }
    }

    /// Generates the moves in the next stage, or returns the only one; `None` after the last stage.
    fn enter_next_stage<T: Stages>(
        &mut self,
        stages: &mut T,
        ordering: &Ordering,
        moves: &mut Vec<ScoredMove<T::Move>>,
    ) -> Option<Option<ScoredMove<T::Move>>> {
        match self.stage {
            Stage::Start => {
                self.stage = Stage::HashMove;
                let code = self.hash_move;
                let is_selected = self.selection != Selection::Noisy || is_noisy(stages, code);
                let found = find(stages, code).filter(|_| is_selected);
                if found.is_none() {
                    self.hash_move = MoveCode::NONE;
                }
                Some(found)
            }
            Stage::HashMove => {
                self.generate_noisy(stages, ordering, moves);
                Some(None)
            }
            Stage::Noisy => {
                self.stage = Stage::FirstKiller;
                Some(self.find_killer(stages, 0))
            }
            Stage::FirstKiller => {
                self.stage = Stage::SecondKiller;
                Some(self.find_killer(stages, 1))
            }
            Stage::SecondKiller => {
                self.stage = Stage::Last;
                let is_black = self.is_black;
                stages.quiets(|mv, code| {
                    moves.push(ScoredMove::new(mv, code, ordering.history(is_black, code)));
                });
                Some(None)
            }
            Stage::Last => None,
        }
    }

    fn generate_noisy<T: Stages>(
        &mut self,
        stages: &mut T,
        ordering: &Ordering,
        moves: &mut Vec<ScoredMove<T::Move>>,
    ) {
        let is_black = self.is_black;
        let push = |candidate: Candidate<T::Move>| {
            let score = ordering.score(is_black, &candidate);
            moves.push(ScoredMove::new(candidate.mv, candidate.code, score));
        };
        self.stage = Stage::Last;
        match self.selection {
            Selection::Staged => {
                self.stage = Stage::Noisy;
                stages.noisy_before_quiets(push);
            }
            Selection::Noisy => {
                self.killers = [MoveCode::NONE; 2];
                stages.noisy(push);
            }
            Selection::Evasions => {
                self.killers = [MoveCode::NONE; 2];
                stages.all(push);
            }
        }
    }

    /// Returns a killer move that is legal and quiet here; later stages skip it.
    fn find_killer<T: Stages>(
        &mut self,
        stages: &mut T,
        index: usize,
    ) -> Option<ScoredMove<T::Move>> {
        let code = self.killers[index];
        let is_new = code != self.hash_move && !is_noisy(stages, code);
        let found = if is_new { find(stages, code) } else { None };
        if found.is_none() {
            self.killers[index] = MoveCode::NONE;
        }
        found
    }
}

/// Tests whether a legal move captures or promotes.
#[inline]
pub(super) fn is_noisy<T: Stages>(stages: &T, code: MoveCode) -> bool {
    match code.kind() {
        MoveCode::NORMAL => stages.is_occupied(code.to()),
        kind => kind != MoveCode::CASTLING,
    }
}

#[inline]
fn find<T: Stages>(stages: &T, code: MoveCode) -> Option<ScoredMove<T::Move>> {
    if code == MoveCode::NONE {
        return None;
    }
    stages.find(code).map(|mv| ScoredMove::new(mv, code, 0))
}

/// Removes and returns the best move from an index on: one selection sort step.
#[inline(always)]
fn pick_best<M: Copy>(moves: &mut Vec<ScoredMove<M>>, start: usize) -> Option<ScoredMove<M>> {
    let rest = &moves[start..];
    let mut best = 0;
    let mut rank = rest.first()?.rank;
    for (index, mv) in rest.iter().enumerate().skip(1) {
        if mv.rank > rank {
            (best, rank) = (index, mv.rank);
        }
    }
    Some(moves.swap_remove(start + best))
}
