//! Which move to try next: stages, of which the later ones are not even generated when an
//! earlier move suffices.

use std::ops::ControlFlow;

use tabiya::{Board, Color, Move, PieceType, Square};

use crate::search::MAX_PLY;

/// The most that the history says of a move, either way.
const HISTORY_LIMIT: i32 = 8192;

/// What makes one move look better than another, learnt while searching, and the moves that
/// wait at all plies, side by side.
#[derive(Debug)]
pub(crate) struct Ordering {
    waiting: Vec<Scored>,
    /// The two quiet moves that last refuted something, a ply each.
    killers: [[Option<Move>; 2]; MAX_PLY],
    /// How well a quiet move did elsewhere.
    history: [[[i16; Square::COUNT]; Square::COUNT]; Color::COUNT],
}

#[derive(Clone, Copy, Debug)]
struct Scored {
    mv: Move,
    score: i32,
}

impl Ordering {
    pub(crate) fn new() -> Self {
        Self {
            waiting: Vec::with_capacity(4096),
            killers: [[None; 2]; MAX_PLY],
            history: [[[0; Square::COUNT]; Square::COUNT]; Color::COUNT],
        }
    }

    /// Forgets what holds for one search alone.
    pub(crate) fn start_search(&mut self) {
        self.waiting.clear();
        self.killers = [[None; 2]; MAX_PLY];
    }

    pub(crate) fn history(&self, board: &Board, mv: Move) -> i32 {
        let history = &self.history[board.side_to_move().index()];
        i32::from(history[mv.from().index()][mv.to().index()])
    }

    /// Learns that a quiet move was too good for the opponent, and that those tried before
    /// it were not.
    pub(crate) fn reward(&mut self, board: &Board, mv: Move, before: &[Move], at: (i32, usize)) {
        let (depth, ply) = at;
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (16 * depth * depth + 32 * depth).min(1600);
        self.learn(board, mv, bonus);
        for &mv in before {
            self.learn(board, mv, -bonus);
        }
    }

    /// Moves the history of a move towards its limit, the slower the nearer it is.
    fn learn(&mut self, board: &Board, mv: Move, bonus: i32) {
        let old = self.history(board, mv);
        let new = old + bonus - old * bonus.abs() / HISTORY_LIMIT;
        let history = &mut self.history[board.side_to_move().index()];
        history[mv.from().index()][mv.to().index()] = new as i16;
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Remembered,
    GenerateNoisy,
    Noisy,
    Killers(usize),
    GenerateQuiets,
    Quiets,
    Losing,
}

/// Hands out the moves of one position, the most promising first.
#[derive(Debug)]
pub(crate) struct Picker {
    remembered: Option<Move>,
    killers: [Option<Move>; 2],
    stage: Stage,
    wants_quiets: bool,
    wants_losing: bool,
    /// The moves of this picker in [`Ordering::waiting`]: from `start` those that lose
    /// material, from `losing_end` those given, from `next` those to come.
    start: usize,
    losing_end: usize,
    next: usize,
}

impl Picker {
    /// All moves of a position; first that of the table, if it is legal.
    pub(crate) fn all(ordering: &Ordering, remembered: Option<Move>, ply: usize) -> Self {
        let start = ordering.waiting.len();
        Self {
            remembered,
            killers: ordering.killers[ply],
            stage: Stage::Remembered,
            wants_quiets: true,
            wants_losing: true,
            start,
            losing_end: start,
            next: start,
        }
    }

    /// The captures and promotions that lose no material.
    pub(crate) fn noisy(ordering: &Ordering) -> Self {
        let picker = Self::all(ordering, None, 0);
        Self { stage: Stage::GenerateNoisy, wants_losing: false, ..picker }
    }

    /// Gives no more quiet moves.
    pub(crate) fn skip_quiets(&mut self) {
        self.wants_quiets = false;
    }

    /// Drops the moves that are still waiting.
    pub(crate) fn finish(self, ordering: &mut Ordering) {
        ordering.waiting.truncate(self.start);
    }

    pub(crate) fn next(&mut self, board: &Board, ordering: &mut Ordering) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Remembered => {
                    self.stage = Stage::GenerateNoisy;
                    // The table may confuse positions, so the move may be any.
                    self.remembered = self.remembered.filter(|&mv| board.is_legal(mv));
                    if self.remembered.is_some() {
                        return self.remembered;
                    }
                }
                Stage::GenerateNoisy => {
                    self.stage = Stage::Noisy;
                    self.generate_noisy(board, ordering);
                }
                Stage::Noisy => match self.pick(ordering) {
                    Some(mv) if board.see_ge(mv, 0) => return Some(mv),
                    Some(_) => self.set_aside(ordering),
                    None if self.wants_losing => self.stage = Stage::Killers(0),
                    None => return None,
                },
                Stage::Killers(2) => self.stage = Stage::GenerateQuiets,
                Stage::Killers(place) => {
                    self.stage = Stage::Killers(place + 1);
                    let killer = self.killers[place].filter(|&mv| {
                        Some(mv) != self.remembered && board.is_legal(mv) && board.is_quiet(mv)
                    });
                    self.killers[place] = killer;
                    if self.wants_quiets && killer.is_some() {
                        return killer;
                    }
                }
                Stage::GenerateQuiets => {
                    self.stage = Stage::Quiets;
                    if self.wants_quiets {
                        self.generate_quiets(board, ordering);
                    }
                }
                Stage::Quiets => {
                    let quiet = if self.wants_quiets { self.pick(ordering) } else { None };
                    if quiet.is_some() {
                        return quiet;
                    }
                    ordering.waiting.truncate(self.losing_end);
                    self.next = self.start;
                    self.stage = Stage::Losing;
                }
                Stage::Losing => return self.pick(ordering),
            }
        }
    }

    /// What takes the most comes first; of those that take the same, what risks the least.
    fn generate_noisy(&self, board: &Board, ordering: &mut Ordering) {
        let waiting = &mut ordering.waiting;
        let _ = board.generate_noisy(&mut |mv: Move| {
            if Some(mv) != self.remembered {
                let index = |piece: Option<PieceType>| piece.map_or(0, |piece| piece as i32 + 1);
                let gain = index(board.captured(mv)) + index(mv.promotion());
                waiting.push(Scored { mv, score: 8 * gain - index(board.moved(mv)) });
            }
            ControlFlow::Continue(())
        });
    }

    fn generate_quiets(&mut self, board: &Board, ordering: &mut Ordering) {
        // The losing captures stay; those given make room.
        let mut waiting = std::mem::take(&mut ordering.waiting);
        waiting.truncate(self.losing_end);
        self.next = self.losing_end;
        let _ = board.generate_quiets(&mut |mv: Move| {
            if Some(mv) != self.remembered && !self.killers.contains(&Some(mv)) {
                waiting.push(Scored { mv, score: ordering.history(board, mv) });
            }
            ControlFlow::Continue(())
        });
        ordering.waiting = waiting;
    }

    /// Takes the best of the moves to come.
    fn pick(&mut self, ordering: &mut Ordering) -> Option<Move> {
        let waiting = &mut ordering.waiting[self.next..];
        let mut best = 0;
        for place in 1..waiting.len() {
            if waiting[place].score > waiting[best].score {
                best = place;
            }
        }
        let picked = *waiting.get(best)?;
        waiting.swap(0, best);
        self.next += 1;
        Some(picked.mv)
    }

    /// Keeps the move just picked for the end: it loses material.
    fn set_aside(&mut self, ordering: &mut Ordering) {
        ordering.waiting.swap(self.losing_end, self.next - 1);
        self.losing_end += 1;
    }
}
