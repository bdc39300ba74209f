//! Staged move ordering. A stage is generated only when the stages before it cause no cutoff.

use tabiya::prelude::*;
use tabiya::{AnyGenerator, MoveList, ScoredMove, ScoredMoveList};

use crate::score::MAX_PLY;

/// The maximum absolute history score.
pub(crate) const HISTORY_LIMIT: i32 = 8192;

/// The killer and history heuristics, which order quiet moves.
pub(crate) struct Ordering {
    /// The two killer moves at each ply, the latest first.
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// The history scores for quiet moves by color, origin and target.
    history: [[[i16; Square::COUNT]; Square::COUNT]; Color::COUNT],
}

impl Ordering {
    pub(crate) const fn new() -> Self {
        let history = [[[0; Square::COUNT]; Square::COUNT]; Color::COUNT];
        Self { killers: [[None; 2]; MAX_PLY], history }
    }

    pub(crate) fn history(&self, board: &Board, mv: Move) -> i32 {
        let history = &self.history[board.side_to_move().index()];
        i32::from(history[mv.from().index()][mv.to().index()])
    }

    /// Updates killers and history after a beta cutoff.
    ///
    /// The last move in `tried` caused the cutoff; the quiet moves before it did not.
    pub(crate) fn update(&mut self, board: &Board, tried: &[Move], depth: i32, ply: usize) {
        let Some((&refutation, others)) = tried.split_last() else { return };
        let killers = &mut self.killers[ply];
        if killers[0] != Some(refutation) {
            *killers = [Some(refutation), killers[0]];
        }
        let bonus = (16 * depth * depth + 32 * depth).min(1600);
        self.adjust(board, refutation, bonus);
        for &mv in others {
            self.adjust(board, mv, -bonus);
        }
    }

    /// Adds a bonus to a move's history score, scaled down as the score approaches its limit.
    fn adjust(&mut self, board: &Board, mv: Move, bonus: i32) {
        let old = self.history(board, mv);
        let new = old + bonus - old * bonus.abs() / HISTORY_LIMIT;
        let history = &mut self.history[board.side_to_move().index()];
        history[mv.from().index()][mv.to().index()] = new as i16;
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Start,
    HashMove,
    Noisy,
    Killers,
    Quiets,
    LosingCaptures,
}

/// An iterator over a position's moves, the most promising first.
pub(crate) struct MovePicker {
    stage: Stage,
    /// The legal hash move, which later stages must not repeat.
    hash_move: Option<Move>,
    killers: [Option<Move>; 2],
    /// The moves in the current stage.
    moves: ScoredMoveList,
    /// The captures that lose material, played in the last stage.
    losing_captures: ScoredMoveList,
}

impl MovePicker {
    /// Creates a picker for all legal moves.
    pub(crate) fn new(ordering: &Ordering, hash_move: Option<Move>, ply: usize) -> Self {
        let moves = ScoredMoveList::new();
        let losing_captures = ScoredMoveList::new();
        let killers = ordering.killers[ply];
        Self { stage: Stage::Start, hash_move, killers, moves, losing_captures }
    }

    pub(crate) fn next(
        &mut self,
        generator: &AnyGenerator<'_>,
        ordering: &Ordering,
    ) -> Option<Move> {
        loop {
            while let Some(ScoredMove { mv, score }) = self.moves.pick_best() {
                match self.stage {
                    Stage::Noisy | Stage::Quiets if Some(mv) == self.hash_move => {}
                    Stage::Quiets if self.killers.contains(&Some(mv)) => {}
                    Stage::Noisy if !generator.see_ge(mv, 0) => {
                        self.losing_captures.push(mv, score);
                    }
                    _ => return Some(mv),
                }
            }
            self.moves.clear();
            self.enter_next_stage(generator, ordering)?;
        }
    }

    /// Generates the moves in the next stage; `None` after the last one.
    fn enter_next_stage(
        &mut self,
        generator: &AnyGenerator<'_>,
        ordering: &Ordering,
    ) -> Option<()> {
        let board = generator.board();
        self.stage = match self.stage {
            Stage::Start => {
                // A hash collision can yield a move from another position.
                self.hash_move = self.hash_move.filter(|&mv| generator.is_legal(mv));
                self.moves.extend_from_moves(self.hash_move.as_slice(), |_| 0);
                Stage::HashMove
            }
            Stage::HashMove => {
                let mut noisy = MoveList::new();
                generator.noisy_into(&mut noisy);
                score_moves(&mut self.moves, &noisy, |mv| capture_score(board, mv));
                Stage::Noisy
            }
            Stage::Noisy => {
                let is_legal_quiet = |mv| board.is_quiet(mv) && generator.is_legal(mv);
                let is_new = |mv| Some(mv) != self.hash_move && is_legal_quiet(mv);
                self.killers = self.killers.map(|killer| killer.filter(|&mv| is_new(mv)));
                for killer in self.killers {
                    self.moves.extend_from_moves(killer.as_slice(), |_| 0);
                }
                Stage::Killers
            }
            Stage::Killers => {
                let mut quiets = MoveList::new();
                generator.quiets_into(&mut quiets);
                score_moves(&mut self.moves, &quiets, |mv| ordering.history(board, mv));
                Stage::Quiets
            }
            Stage::Quiets => {
                self.moves.extend(self.losing_captures.iter().copied());
                Stage::LosingCaptures
            }
            Stage::LosingCaptures => return None,
        };
        Some(())
    }
}

/// Appends moves with their scores to a list.
///
/// Scores have 16 bits. If moves have equal scores, the one with the highest bits comes first, so
/// that the order does not depend on that in the generator.
pub(crate) fn score_moves(list: &mut ScoredMoveList, moves: &[Move], score: impl Fn(Move) -> i32) {
    let scored = moves.iter().map(|&mv| {
        let score = score(mv);
        debug_assert!(i16::try_from(score).is_ok(), "score {score} of {mv:?}");
        ScoredMove { mv, score: (score << 16) + i32::from(mv.to_bits()) }
    });
    list.extend(scored);
}

/// Scores a capture or promotion by MVV-LVA (most valuable victim, least valuable attacker).
pub(crate) fn capture_score(board: &Board, mv: Move) -> i32 {
    let rank = |piece: Option<PieceType>| piece.map_or(0, |piece| piece as i32 + 1);
    8 * (rank(board.captured_piece(mv)) + rank(mv.promotion()))
        - rank(board.piece_type_on(mv.from()))
}
