//! What a position is worth: pieces and their squares, summed up as they move, and what
//! only the whole board shows.

use std::ops::{AddAssign, Mul, SubAssign};

use tabiya::tables::{
    bishop_attacks, king_attacks, knight_attacks, queen_attacks, rook_attacks, setwise,
};
use tabiya::{
    Bitboard, Black, Board, Color, File, MakeObserver, Piece, PieceType, Side, Square, White,
};

/// Two values in centipawns, for the middle game and for the end; the pieces left say how
/// much of each counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tapered {
    middle: i32,
    end: i32,
}

const fn tapered(middle: i32, end: i32) -> Tapered {
    Tapered { middle, end }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Self) {
        *self = tapered(self.middle + other.middle, self.end + other.end);
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Self) {
        *self = tapered(self.middle - other.middle, self.end - other.end);
    }
}

impl Mul<i32> for Tapered {
    type Output = Self;

    fn mul(self, factor: i32) -> Self {
        tapered(self.middle * factor, self.end * factor)
    }
}

/// What a kind of piece is worth, and what its rank (from its own side) and its file (from
/// the edge to the centre) add.
struct Worth {
    value: Tapered,
    middle_ranks: [i32; 8],
    end_ranks: [i32; 8],
    middle_files: [i32; 4],
    end_files: [i32; 4],
}

/// In the order of [`PieceType`].
const WORTHS: [Worth; 6] = [
    Worth {
        value: tapered(80, 105),
        middle_ranks: [0, -2, 0, 8, 14, 30, 60, 0],
        end_ranks: [0, -6, -8, 0, 12, 40, 80, 0],
        middle_files: [-8, -2, 2, 12],
        end_files: [4, 4, 0, -2],
    },
    Worth {
        value: tapered(325, 300),
        middle_ranks: [-28, -12, 4, 10, 18, 20, 0, -40],
        end_ranks: [-20, -8, 2, 10, 10, 2, -8, -24],
        middle_files: [-26, -8, 4, 10],
        end_files: [-22, -6, 4, 8],
    },
    Worth {
        value: tapered(345, 320),
        middle_ranks: [-16, 4, 8, 8, 8, 6, -6, -20],
        end_ranks: [-8, -4, 2, 4, 4, 2, -2, -6],
        middle_files: [-6, 2, 2, 4],
        end_files: [-6, -2, 2, 4],
    },
    Worth {
        value: tapered(475, 545),
        middle_ranks: [-6, -14, -12, -8, 0, 8, 20, 14],
        end_ranks: [-6, -6, -4, 0, 4, 4, 8, 6],
        middle_files: [-10, -4, 4, 8],
        end_files: [0, 0, 0, 0],
    },
    Worth {
        value: tapered(1010, 970),
        middle_ranks: [-4, 2, 2, 0, 0, 4, 2, 6],
        end_ranks: [-24, -16, -2, 12, 18, 16, 10, 4],
        middle_files: [-8, -2, 2, 4],
        end_files: [-12, -4, 4, 8],
    },
    Worth {
        value: tapered(0, 0),
        middle_ranks: [16, -4, -28, -44, -50, -50, -50, -50],
        end_ranks: [-30, -12, 0, 12, 20, 22, 10, -10],
        middle_files: [14, 24, -8, -14],
        end_files: [-16, 0, 8, 12],
    },
];

/// What each piece on each square adds to White's side of the scales.
static ON_SQUARE: [[Tapered; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[tapered(0, 0); Square::COUNT]; Piece::COUNT];
    let mut place = 0;
    while place < Piece::COUNT * Square::COUNT {
        let (piece, square) = (Piece::ALL[place / 64], Square::ALL[place % 64]);
        let worth = &WORTHS[piece.piece_type() as usize];
        let rank = square.relative_to(piece.color()).rank() as usize;
        let file = square.file() as usize;
        let file = if file < 4 { file } else { 7 - file };
        let middle = worth.value.middle + worth.middle_ranks[rank] + worth.middle_files[file];
        let end = worth.value.end + worth.end_ranks[rank] + worth.end_files[file];
        let sign = if piece.color().is_white() { 1 } else { -1 };
        table[piece as usize][square as usize] = tapered(sign * middle, sign * end);
        place += 1;
    }
    table
};

/// How much each kind of piece makes it a middle game; all together, [`FULL_PHASE`].
const PHASES: [i32; PieceType::COUNT] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// Pieces and squares, White's less Black's, kept up to date by watching moves being made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    worth: Tapered,
    phase: i32,
}

impl Sums {
    /// From scratch: what the updates spare.
    pub(crate) fn of(board: &Board) -> Self {
        let mut sums = Self::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                sums.placed(piece, square);
            }
        }
        sums
    }
}

impl MakeObserver for Sums {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.worth -= ON_SQUARE[piece.index()][square.index()];
        self.phase -= PHASES[piece.piece_type().index()];
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.worth += ON_SQUARE[piece.index()][square.index()];
        self.phase += PHASES[piece.piece_type().index()];
    }

    /// Both at once: the phase stays.
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        let worths = &ON_SQUARE[piece.index()];
        self.worth += worths[to.index()];
        self.worth -= worths[from.index()];
    }
}

/// What being to move is worth.
const TEMPO: i32 = 12;

/// What a position is worth to the side to move, in centipawns.
pub(crate) fn evaluate(board: &Board, sums: Sums) -> i32 {
    let mut worth = sums.worth;
    worth += player::<White>(board);
    worth -= player::<Black>(board);
    // Promotions make it no more of a middle game than the start was.
    let phase = sums.phase.min(FULL_PHASE);
    let white = (worth.middle * phase + worth.end * (FULL_PHASE - phase)) / FULL_PHASE;
    TEMPO + if board.side_to_move().is_white() { white } else { -white }
}

const BISHOP_PAIR: Tapered = tapered(28, 45);
const ISOLATED: Tapered = tapered(-10, -14);
const DOUBLED: Tapered = tapered(-6, -16);
/// A pawn that no pawn can stop, by its rank from its own side.
const PASSED: [Tapered; 8] = [
    tapered(0, 0),
    tapered(0, 8),
    tapered(0, 12),
    tapered(6, 30),
    tapered(22, 52),
    tapered(45, 90),
    tapered(70, 140),
    tapered(0, 0),
];
const OPEN_FILE: Tapered = tapered(26, 8);
const HALF_OPEN_FILE: Tapered = tapered(12, 6);
const SHIELD: Tapered = tapered(10, 0);

/// What a player has beyond pieces and squares, seen from that player's side: colour is a
/// type, so this is written once and holds no `if` about it.
fn player<S: Side>(board: &Board) -> Tapered {
    let own = board.colored_pieces(S::COLOR, PieceType::Pawn);
    let others = board.colored_pieces(S::Them::COLOR, PieceType::Pawn);
    let mut worth = pawns::<S>(own, others);
    worth += pieces::<S>(board, own, others);
    if board.colored_pieces(S::COLOR, PieceType::Bishop).has_more_than_one() {
        worth += BISHOP_PAIR;
    }
    let king = board.king(S::COLOR);
    let front = (king.bitboard() | king_attacks(king)).shift(S::UP);
    worth += SHIELD * (own & front).len() as i32;
    worth
}

/// Passed, isolated and doubled pawns.
fn pawns<S: Side>(own: Bitboard, others: Bitboard) -> Tapered {
    let mut worth = Tapered::default();
    let guarded = others | setwise::pawn_attacks::<S::Them>(others);
    let passed = own - filled(guarded, |set| set.shift(S::Them::UP));
    for pawn in passed {
        worth += PASSED[pawn.relative_to(S::COLOR).rank().index()];
    }
    for file in File::ALL {
        let (mask, count) = (Bitboard::from(file), (own & file.into()).len() as i32);
        let beside = setwise::king_attacks(mask) - mask;
        if count > 0 && own.is_disjoint(beside) {
            worth += ISOLATED * count;
        }
        worth += DOUBLED * (count - 1).max(0);
    }
    worth
}

/// A set with all that comes of it by taking one step again and again.
fn filled(mut set: Bitboard, step: impl Fn(Bitboard) -> Bitboard) -> Bitboard {
    for _ in 0..7 {
        set |= step(set);
    }
    set
}

/// How far the pieces see, and what they see of the other king's surroundings.
fn pieces<S: Side>(board: &Board, own: Bitboard, others: Bitboard) -> Tapered {
    let mut worth = Tapered::default();
    let occupied = board.occupied();
    let free = !(own | setwise::pawn_attacks::<S::Them>(others));
    let their_king = board.king(S::Them::COLOR);
    let ring = king_attacks(their_king) | their_king.bitboard();
    let (mut danger, mut attackers) = (0, 0);
    let mut see = |attacks: Bitboard, weight: Tapered, usual: i32, threat: i32| {
        worth += weight * ((attacks & free).len() as i32 - usual);
        let near = (attacks & ring).len() as i32;
        danger += threat * near;
        attackers += i32::from(near > 0);
    };
    let each = |kind| board.colored_pieces(S::COLOR, kind);
    for square in each(PieceType::Knight) {
        see(knight_attacks(square), tapered(4, 4), 4, 3);
    }
    for square in each(PieceType::Bishop) {
        see(bishop_attacks(square, occupied), tapered(4, 5), 6, 3);
    }
    for square in each(PieceType::Rook) {
        see(rook_attacks(square, occupied), tapered(2, 4), 7, 4);
    }
    for square in each(PieceType::Queen) {
        see(queen_attacks(square, occupied), tapered(1, 4), 13, 6);
    }
    if attackers > 1 {
        worth += tapered(danger * danger / 8, danger).capped();
    }
    for rook in each(PieceType::Rook) {
        let file = Bitboard::from(rook.file());
        if own.is_disjoint(file) {
            worth += if others.is_disjoint(file) { OPEN_FILE } else { HALF_OPEN_FILE };
        }
    }
    worth
}

impl Tapered {
    /// No attack on a king is worth more than four pawns.
    fn capped(self) -> Self {
        tapered(self.middle.min(400), self.end.min(100))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(fen: &str, mirrored: &str) {
        let value = |fen: &str| {
            let board = Board::from_fen(fen).expect(fen);
            evaluate(&board, Sums::of(&board))
        };
        assert_eq!(value(fen), value(mirrored), "{fen} against {mirrored}");
    }

    #[test]
    fn both_colours_count_alike() {
        check(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
        );
        check("4k3/8/8/3P4/8/2p5/8/4K3 w - - 0 1", "4k3/8/2P5/8/3p4/8/8/4K3 b - - 0 1");
    }

    #[test]
    fn the_start_is_even_but_for_the_move() {
        let board = Board::default();
        assert_eq!(evaluate(&board, Sums::of(&board)), TEMPO);
        assert_eq!(Sums::of(&board).phase, FULL_PHASE);
    }
}
