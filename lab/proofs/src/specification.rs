//! The rules of chess on a board of symbolic bits, as a player says them: pieces walk square by square, and a move is legal
//! if the own king is not attacked after it. Shares nothing with the library.

use crate::graph::Bit;

/// A file and a rank, from 0 to 7.
pub type Place = (i32, i32);

pub const ROOK_STEPS: [Place; 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];
pub const BISHOP_STEPS: [Place; 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const KNIGHT_STEPS: [Place; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The kinds of pieces.
pub const PAWN: usize = 0;
pub const KNIGHT: usize = 1;
pub const BISHOP: usize = 2;
pub const ROOK: usize = 3;
pub const QUEEN: usize = 4;
pub const KING: usize = 5;

/// A wrong rule. Each must make a lemma fail, and then yields a board that shows the bug.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bug {
    /// A pawn attacks straight ahead.
    PawnAttacksAhead,
    /// A pawn attacks one side only.
    PawnAttacksOneSide,
    /// A knight never attacks.
    KnightsHarmless,
    /// A king never attacks.
    KingHarmless,
    /// A queen slides as a rook only.
    QueenAsRook,
    /// Pieces do not block sliders.
    SlidersJump,
    /// A captured piece stays on the board.
    CapturedStays,
    /// A piece that moves still blocks on its old square.
    MoverBlocks,
    /// A king may step back along the line of a check.
    KingShadows,
    /// Pins do not matter.
    PinsIgnored,
    /// A double push jumps over a piece.
    DoublePushJumps,
    /// A double push is possible on every rank.
    DoublePushAnywhere,
    /// A pawn pushes onto pieces.
    PushCaptures,
    /// A pawn captures an empty square.
    CaptureOfNothing,
    /// En passant does not empty the captured pawn's square.
    EnPassantKeepsPawn,
    /// En passant is legal without a test of the king.
    EnPassantUntested,
    /// Castling ignores the pieces between king and rook.
    CastlingJumps,
    /// Castling is possible in check.
    CastlingInCheck,
    /// The king may castle over an attacked square.
    CastlingThroughAttack,
    /// After castling, nobody tests whether the rook had protected the king.
    CastlingUncovers,
    /// Castling needs no right.
    CastlingWithoutRight,
}

impl Bug {
    /// All wrong rules.
    pub const ALL: [Self; 21] = [
        Self::PawnAttacksAhead,
        Self::PawnAttacksOneSide,
        Self::KnightsHarmless,
        Self::KingHarmless,
        Self::QueenAsRook,
        Self::SlidersJump,
        Self::CapturedStays,
        Self::MoverBlocks,
        Self::KingShadows,
        Self::PinsIgnored,
        Self::DoublePushJumps,
        Self::DoublePushAnywhere,
        Self::PushCaptures,
        Self::CaptureOfNothing,
        Self::EnPassantKeepsPawn,
        Self::EnPassantUntested,
        Self::CastlingJumps,
        Self::CastlingInCheck,
        Self::CastlingThroughAttack,
        Self::CastlingUncovers,
        Self::CastlingWithoutRight,
    ];
}

/// A board: for each square, which piece kind is there, ours or theirs.
#[derive(Clone)]
pub struct Board {
    pub ours: [[Bit; 6]; 64],
    pub theirs: [[Bit; 6]; 64],
    /// The rank step of our pawns.
    pub up: i32,
    /// A rule that is wrong.
    pub bug: Option<Bug>,
}

pub fn index((file, rank): Place) -> usize {
    (8 * rank + file) as usize
}

pub fn place(index: usize) -> Place {
    (index as i32 % 8, index as i32 / 8)
}

/// Returns the square after a step, if it is on the board.
pub fn step((file, rank): Place, (files, ranks): Place) -> Option<Place> {
    let to = (file + files, rank + ranks);
    ((0..8).contains(&to.0) && (0..8).contains(&to.1)).then_some(to)
}

/// Returns the squares in a direction, the nearest first.
pub fn walk(from: Place, direction: Place) -> impl Iterator<Item = Place> {
    std::iter::successors(step(from, direction), move |&at| step(at, direction))
}

pub fn any(bits: impl IntoIterator<Item = Bit>) -> Bit {
    bits.into_iter().fold(Bit::ZERO, |any, bit| any | bit)
}

pub fn all(bits: impl IntoIterator<Item = Bit>) -> Bit {
    bits.into_iter().fold(Bit::ONE, |all, bit| all & bit)
}

impl Board {
    /// Returns the board as the opponent sees it.
    pub const fn mirrored(&self) -> Self {
        Self { ours: self.theirs, theirs: self.ours, up: -self.up, bug: None }
    }

    pub fn has(&self, bug: Bug) -> bool {
        self.bug == Some(bug)
    }

    /// Returns a bit, or the constant 1 with a bug that ignores it.
    pub fn unless(&self, bug: Bug, bit: Bit) -> Bit {
        if self.has(bug) { Bit::ONE } else { bit }
    }

    pub fn is_ours(&self, at: Place) -> Bit {
        any(self.ours[index(at)])
    }

    pub fn is_theirs(&self, at: Place) -> Bit {
        any(self.theirs[index(at)])
    }

    pub fn is_empty(&self, at: Place) -> Bit {
        !(self.is_ours(at) | self.is_theirs(at))
    }

    /// Tests whether one of their pieces attacks a square.
    pub fn is_attacked(&self, at: Place) -> Bit {
        let their = |kind: usize, from: Option<Place>| {
            from.map_or(Bit::ZERO, |from| self.theirs[index(from)][kind])
        };
        let sides = match self.bug {
            Some(Bug::PawnAttacksAhead) => [0, 0],
            Some(Bug::PawnAttacksOneSide) => [1, 1],
            _ => [-1, 1],
        };
        let pawns = sides.map(|side| their(PAWN, step(at, (side, self.up))));
        let knight = if self.has(Bug::KnightsHarmless) { Bit::ZERO } else { Bit::ONE };
        let knights = KNIGHT_STEPS.map(|jump| knight & their(KNIGHT, step(at, jump)));
        let king = if self.has(Bug::KingHarmless) { Bit::ZERO } else { Bit::ONE };
        let kings = [ROOK_STEPS, BISHOP_STEPS].concat();
        let kings = kings.into_iter().map(|side| king & their(KING, step(at, side)));
        let rooks = ROOK_STEPS.map(|line| self.is_attacked_on_line(at, line, ROOK));
        let bishops = BISHOP_STEPS.map(|line| self.is_attacked_on_line(at, line, BISHOP));
        any(pawns) | any(knights) | any(kings) | any(rooks) | any(bishops)
    }

    /// Tests whether the first piece in a direction is one of theirs that slides along it.
    pub fn is_attacked_on_line(&self, at: Place, direction: Place, kind: usize) -> Bit {
        let mut is_clear = Bit::ONE;
        any(walk(at, direction).map(|from| {
            let their = self.theirs[index(from)];
            let queen =
                if self.has(Bug::QueenAsRook) && kind == BISHOP { Bit::ZERO } else { their[QUEEN] };
            let attacks = is_clear & (their[kind] | queen);
            is_clear = is_clear & self.unless(Bug::SlidersJump, self.is_empty(from));
            attacks
        }))
    }

    /// Returns the board after a piece went from one square to another, and `captured` was emptied.
    pub fn after(&self, from: Place, to: Place, captured: Place) -> Self {
        let mut board = self.clone();
        let stays =
            self.has(Bug::CapturedStays) || self.has(Bug::EnPassantKeepsPawn) && captured != to;
        if !stays {
            board.theirs[index(captured)] = [Bit::ZERO; 6];
            board.theirs[index(to)] = [Bit::ZERO; 6];
        }
        board.ours[index(to)] = self.ours[index(from)];
        if !self.has(Bug::MoverBlocks) {
            board.ours[index(from)] = [Bit::ZERO; 6];
        }
        board
    }

    /// Returns the board without one of our pieces.
    pub fn without(&self, at: Place) -> Self {
        let mut board = self.clone();
        board.ours[index(at)] = [Bit::ZERO; 6];
        board
    }

    /// Tests whether our king, which may be the piece that moves, is safe after a move.
    pub fn is_safe(&self, king: Place, from: Place, to: Place, captured: Place) -> Bit {
        let is_king = from == king;
        let king = if is_king { to } else { king };
        if is_king && self.has(Bug::KingShadows) {
            return !self.is_attacked(to);
        }
        let is_untested = self.has(Bug::PinsIgnored) && !is_king
            || self.has(Bug::EnPassantUntested) && captured != to;
        if is_untested {
            return !self.is_attacked(king);
        }
        !self.after(from, to, captured).is_attacked(king)
    }
}
