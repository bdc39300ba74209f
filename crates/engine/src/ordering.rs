//! Which move to try next: stages, of which the later ones are not even generated when an
//! earlier move suffices.

use tabiya::{AnyGenerator, Board, Color, Move, MoveList, PieceType, Square};

use crate::score::MAX_PLY;

/// The most that the history says of a move, either way.
pub(crate) const HISTORY_LIMIT: i32 = 8192;

/// What makes one quiet move look better than another, learnt while searching.
pub(crate) struct Ordering {
    /// The two moves that last refuted something, a ply each.
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// How well a move did elsewhere.
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

    /// Learns that the last of some quiet moves was too good for the opponent, and that
    /// those tried before it were not.
    pub(crate) fn learn(&mut self, board: &Board, tried: &[Move], depth: i32, ply: usize) {
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

    /// Moves the history of a move towards its limit, the slower the nearer it is.
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
    Remembered,
    Noisy,
    Killers,
    Quiets,
    Losing,
}

/// Hands out the moves of one position, the most promising first.
pub(crate) struct Picker {
    stage: Stage,
    /// The table's move and the killers, as far as they are legal: not to be given twice.
    remembered: Option<Move>,
    killers: [Option<Move>; 2],
    /// The moves of the stage, the best last.
    moves: MoveList,
    /// The captures that lose material, put off until the end.
    losing: MoveList,
}

impl Picker {
    /// All moves; first that of the table.
    pub(crate) fn new(ordering: &Ordering, remembered: Option<Move>, ply: usize) -> Self {
        let (killers, moves, losing) = (ordering.killers[ply], MoveList::new(), MoveList::new());
        Self { stage: Stage::Start, remembered, killers, moves, losing }
    }

    pub(crate) fn next(
        &mut self,
        board: &Board,
        generator: &AnyGenerator<'_>,
        ordering: &Ordering,
    ) -> Option<Move> {
        loop {
            while let Some(mv) = self.moves.pop() {
                match self.stage {
                    Stage::Noisy | Stage::Quiets if Some(mv) == self.remembered => {}
                    Stage::Quiets if self.killers.contains(&Some(mv)) => {}
                    Stage::Noisy if !board.see_ge(mv, 0) => self.losing.push(mv),
                    _ => return Some(mv),
                }
            }
            self.enter_next_stage(board, generator, ordering)?;
        }
    }

    /// Finds the moves of the next stage; `None` after the last one.
    fn enter_next_stage(
        &mut self,
        board: &Board,
        generator: &AnyGenerator<'_>,
        ordering: &Ordering,
    ) -> Option<()> {
        self.stage = match self.stage {
            Stage::Start => {
                // The table may confuse positions, so its move may be any.
                self.remembered = self.remembered.filter(|&mv| generator.is_legal(mv));
                self.moves.extend(self.remembered);
                Stage::Remembered
            }
            Stage::Remembered => {
                generator.noisy_into(&mut self.moves);
                sort_captures(board, &mut self.moves);
                Stage::Noisy
            }
            Stage::Noisy => {
                let fits = |mv| board.is_quiet(mv) && generator.is_legal(mv);
                let is_new = |mv| Some(mv) != self.remembered && fits(mv);
                self.killers = self.killers.map(|killer| killer.filter(|&mv| is_new(mv)));
                self.moves.extend(self.killers.into_iter().rev().flatten());
                Stage::Killers
            }
            Stage::Killers => {
                generator.quiets_into(&mut self.moves);
                self.moves.sort_by_key(|&mv| ordering.history(board, mv));
                Stage::Quiets
            }
            Stage::Quiets => {
                self.losing.reverse();
                std::mem::swap(&mut self.moves, &mut self.losing);
                Stage::Losing
            }
            Stage::Losing => return None,
        };
        Some(())
    }
}

/// Sorts captures and promotions, the best last: the most valuable victim, by the least valuable
/// attacker.
pub(crate) fn sort_captures(board: &Board, moves: &mut MoveList) {
    let rank = |piece: Option<PieceType>| piece.map_or(0, |piece| piece as i32 + 1);
    moves.sort_by_key(|&mv| {
        8 * (rank(board.captured(mv)) + rank(mv.promotion())) - rank(board.moved(mv))
    });
}
