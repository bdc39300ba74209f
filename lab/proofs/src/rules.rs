//! The legal moves by the rules, for each target: a move is possible, and the king is not attacked after it.

use std::array::from_fn;

use crate::boards::AnyBoard;
use crate::graph::Bit;
use crate::specification::{
    BISHOP, BISHOP_STEPS, Board, Bug, KING, KNIGHT, KNIGHT_STEPS, PAWN, Place, QUEEN, ROOK,
    ROOK_STEPS, all, any, index, step, walk,
};

/// The rules on a board.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    board: &'a Board,
    king: Place,
    ep: &'a [Bit; 64],
    rooks: &'a [Bit; 64],
}

/// Returns the opposite step.
pub const fn back((files, ranks): Place) -> Place {
    (-files, -ranks)
}

/// Returns the kind, beside the queen, that slides in a direction.
pub const fn slider((files, ranks): Place) -> usize {
    if files == 0 || ranks == 0 { ROOK } else { BISHOP }
}

impl<'a> Rules<'a> {
    pub const fn new(any_board: &'a AnyBoard) -> Self {
        let AnyBoard { board, king, ep, rooks, .. } = any_board;
        Self { board, king: *king, ep, rooks }
    }

    /// Returns the rules on a board with a king of the side to move, an en passant square and castling rooks.
    pub const fn on(
        board: &'a Board,
        king: Place,
        ep: &'a [Bit; 64],
        rooks: &'a [Bit; 64],
    ) -> Self {
        Self { board, king, ep, rooks }
    }

    /// Tests whether a square is beside the king.
    pub const fn is_near_king(self, (file, rank): Place) -> bool {
        let files = (file - self.king.0).abs();
        let ranks = (rank - self.king.1).abs();
        files <= 1 && ranks <= 1 && files + ranks > 0
    }

    fn is_safe(self, from: Place, to: Place) -> Bit {
        self.board.is_safe(self.king, from, to, to)
    }

    fn is_last_rank(self, at: Place) -> bool {
        at.1 == if self.board.up > 0 { 7 } else { 0 }
    }

    /// A slider reaches a square in a direction, over empty squares.
    pub fn slide(self, direction: Place, to: Place) -> Bit {
        let mut is_clear = Bit::ONE;
        any(walk(to, back(direction)).map(|from| {
            let ours = self.board.ours[index(from)];
            let slides =
                is_clear & (ours[slider(direction)] | ours[QUEEN]) & !self.board.is_ours(to);
            is_clear = is_clear & self.board.is_empty(from);
            slides & self.is_safe(from, to)
        }))
    }

    /// The king steps to a square.
    pub fn king_step(self, to: Place) -> Bit {
        if !self.is_near_king(to) {
            return Bit::ZERO;
        }
        !self.board.is_ours(to) & self.is_safe(self.king, to)
    }

    /// A knight reaches a square by a jump.
    pub fn knight_jump(self, jump: Place, to: Place) -> Bit {
        let Some(from) = step(to, back(jump)) else { return Bit::ZERO };
        self.board.ours[index(from)][KNIGHT] & !self.board.is_ours(to) & self.is_safe(from, to)
    }

    /// A pawn steps ahead (0) or captures to the west (-1) or east (1).
    pub fn pawn_step(self, side: i32, to: Place) -> Bit {
        let board = self.board;
        let Some(from) = step(to, (-side, -board.up)) else { return Bit::ZERO };
        let is_possible = if side == 0 {
            board.unless(Bug::PushCaptures, board.is_empty(to))
        } else {
            board.unless(Bug::CaptureOfNothing, board.is_theirs(to))
        };
        let pawn = board.ours[index(from)][PAWN];
        pawn & is_possible & !board.is_ours(to) & self.is_safe(from, to)
    }

    /// A pawn steps to the last rank.
    pub fn promotion(self, side: i32, to: Place) -> Bit {
        if self.is_last_rank(to) { self.pawn_step(side, to) } else { Bit::ZERO }
    }

    /// A pawn goes two squares ahead from its first one.
    pub fn double_push(self, to: Place) -> Bit {
        let Board { up, bug, .. } = *self.board;
        let places = step(to, (0, -up)).and_then(|over| Some((over, step(over, (0, -up))?)));
        let Some((over, from)) = places else { return Bit::ZERO };
        let is_first = from.1 == if up > 0 { 1 } else { 6 };
        if !is_first && bug != Some(Bug::DoublePushAnywhere) {
            return Bit::ZERO;
        }
        let is_clear = self.board.unless(Bug::DoublePushJumps, self.board.is_empty(over));
        let pawn = self.board.ours[index(from)][PAWN];
        pawn & is_clear & self.board.is_empty(to) & self.is_safe(from, to)
    }

    /// Tests whether one of their pawns is beside a square.
    pub fn is_beside_their_pawn(self, at: Place) -> Bit {
        let beside = [-1, 1].into_iter().filter_map(|side| step(at, (side, 0)));
        any(beside.map(|at| self.board.theirs[index(at)][PAWN]))
    }

    /// Any piece but a knight reaches a square in a direction, without promotions and double pushes beside a pawn.
    pub fn line_move(self, direction: Place, to: Place) -> Bit {
        let from = step(to, back(direction));
        let king = if from == Some(self.king) { self.king_step(to) } else { Bit::ZERO };
        let is_up = direction.1 == self.board.up;
        let step = if is_up && !self.is_last_rank(to) {
            self.pawn_step(direction.0, to)
        } else {
            Bit::ZERO
        };
        let double = if is_up && direction.0 == 0 { self.double_push(to) } else { Bit::ZERO };
        self.slide(direction, to) | king | step | double & !self.is_beside_their_pawn(to)
    }

    /// A pawn on a square captures en passant.
    pub fn en_passant(self, from: Place) -> Bit {
        any([-1, 1].into_iter().filter_map(|side| {
            let to = step(from, (side, self.board.up))?;
            let captured = step(from, (side, 0))?;
            let is_safe = self.board.is_safe(self.king, from, to, captured);
            Some(self.board.ours[index(from)][PAWN] & self.ep[index(to)] & is_safe)
        }))
    }

    /// The king castles with a rook.
    pub fn castling(self, rook: Place) -> Bit {
        all(self.castling_conditions(rook))
    }

    /// Returns the conditions of castling: the right, empty squares, and no attacks on the way.
    pub fn castling_conditions(self, rook: Place) -> Vec<Bit> {
        let Self { board, king, rooks, .. } = self;
        let rank = king.1;
        let [king_to, rook_to] =
            if rook.0 > king.0 { [6, 5] } else { [2, 3] }.map(|file| (file, rank));
        let squares = |from: Place, to: Place| {
            (from.0.min(to.0)..=from.0.max(to.0)).map(move |file| (file, rank))
        };
        let mut conditions = vec![board.unless(Bug::CastlingWithoutRight, rooks[index(rook)])];
        let path = squares(king, king_to).chain(squares(rook, rook_to));
        for at in path.filter(|&at| at != king && at != rook) {
            conditions.push(board.unless(Bug::CastlingJumps, board.is_empty(at)));
        }
        for at in squares(king, king_to) {
            let bug = if at == king { Bug::CastlingInCheck } else { Bug::CastlingThroughAttack };
            conditions.push(board.unless(bug, !board.is_attacked(at)));
        }
        let mut after = board.without(king).without(rook);
        after.ours[index(king_to)] = from_fn(|kind| Bit::constant(kind == KING));
        after.ours[index(rook_to)] = from_fn(|kind| Bit::constant(kind == ROOK));
        conditions.push(board.unless(Bug::CastlingUncovers, !after.is_attacked(king_to)));
        conditions
    }

    /// The king may not enter a square beside it: they attack it on the board without the king.
    pub fn is_danger(self, at: Place) -> Bit {
        self.board.without(self.king).is_attacked(at)
    }

    /// A move of another piece than the king to a square ends every check: it captures the checker or stands between.
    pub fn ends_every_check(self, at: Place) -> Bit {
        let Self { board, king, .. } = self;
        let mut all_end = Bit::ONE;
        for line in [ROOK_STEPS, BISHOP_STEPS].concat() {
            let mut is_clear = Bit::ONE;
            let mut is_reached = false;
            for from in walk(king, line) {
                let their = board.theirs[index(from)];
                is_reached |= from == at;
                let checks = is_clear & (their[slider(line)] | their[QUEEN]);
                all_end = all_end & !(checks & Bit::constant(!is_reached));
                is_clear = is_clear & board.is_empty(from);
            }
        }
        let pawns = [-1, 1].map(|side| (PAWN, step(king, (side, board.up))));
        let knights = KNIGHT_STEPS.map(|jump| (KNIGHT, step(king, jump)));
        for (kind, from) in pawns.into_iter().chain(knights) {
            if let Some(from) = from.filter(|&from| from != at) {
                all_end = all_end & !board.theirs[index(from)][kind];
            }
        }
        all_end
    }

    /// One of our pieces is the only one between our king and one of their sliders.
    pub fn is_pinned(self, at: Place) -> Bit {
        let Self { board, king, .. } = self;
        let mut lines = [ROOK_STEPS, BISHOP_STEPS].concat().into_iter();
        let Some(line) = lines.find(|&line| walk(king, line).any(|on| on == at)) else {
            return Bit::ZERO;
        };
        let between = walk(king, line).take_while(|&on| on != at);
        let is_clear = between.fold(Bit::ONE, |clear, on| clear & board.is_empty(on));
        board.is_ours(at) & is_clear & board.is_attacked_on_line(at, line, slider(line))
    }

    /// Their slider attacks a square in a direction.
    pub fn is_attacked_from(self, direction: Place, at: Place) -> Bit {
        self.board.is_attacked_on_line(at, back(direction), slider(direction))
    }
}
