//! Static evaluation: incremental piece-square tables, and terms computed from the whole board.

use tabiya::prelude::*;
use tabiya::tables::{attacks, king_attacks, setwise};
use tabiya::{Black, MakeObserver, Side, White};

/// A middlegame score in the upper half and an endgame score in the lower half, in centipawns. One
/// addition adds both.
type Tapered = i32;

const fn tapered(middle: i32, end: i32) -> Tapered {
    (middle << 16) + end
}

/// The piece-square table's parameters for each piece type, for the middlegame, then for the
/// endgame.
///
/// A row holds the material value, eight rank bonuses from the own side up, and four file bonuses
/// from the edge to the center.
#[rustfmt::skip]
const PIECE_SQUARE_PARAMETERS: [[[i32; 13]; PieceType::COUNT]; 2] = [
    [
        [80,      0, -2, 0, 8, 14, 30, 60, 0,              -8, -2, 2, 12],
        [325,     -28, -12, 4, 10, 18, 20, 0, -40,         -26, -8, 4, 10],
        [345,     -16, 4, 8, 8, 8, 6, -6, -20,             -6, 2, 2, 4],
        [475,     -6, -14, -12, -8, 0, 8, 20, 14,          -10, -4, 4, 8],
        [1010,    -4, 2, 2, 0, 0, 4, 2, 6,                 -8, -2, 2, 4],
        [0,       16, -4, -28, -44, -50, -50, -50, -50,    14, 24, -8, -14],
    ],
    [
        [105,     0, -6, -8, 0, 12, 40, 80, 0,             4, 4, 0, -2],
        [300,     -20, -8, 2, 10, 10, 2, -8, -24,          -22, -6, 4, 8],
        [320,     -8, -4, 2, 4, 4, 2, -2, -6,              -6, -2, 2, 4],
        [545,     -6, -6, -4, 0, 4, 4, 8, 6,               0, 0, 0, 0],
        [970,     -24, -16, -2, 12, 18, 16, 10, 4,         -12, -4, 4, 8],
        [0,       -30, -12, 0, 12, 20, 22, 10, -10,        -16, 0, 8, 12],
    ],
];

/// The piece-square table by piece and square: positive for White's pieces, negative for Black's.
static PIECE_SQUARE_TABLE: [[Tapered; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < Piece::COUNT * Square::COUNT {
        let piece = Piece::ALL[index / 64];
        let square = Square::ALL[index % 64];
        let rank = square.relative_to(piece.color()).rank() as usize;
        let file = square.file() as usize;
        let from_edge = if file < 4 { file } else { 7 - file };
        let [middle, end] = &PIECE_SQUARE_PARAMETERS;
        let middle = &middle[index / 64 % 6];
        let end = &end[index / 64 % 6];
        let middle = middle[0] + middle[1 + rank] + middle[9 + from_edge];
        let end = end[0] + end[1 + rank] + end[9 + from_edge];
        let sign = if piece.color().is_white() { 1 } else { -1 };
        table[index / 64][index % 64] = sign * tapered(middle, end);
        index += 1;
    }
    table
};

/// The weight of each piece type in the game phase; all pieces together weigh [`FULL_PHASE`].
const PHASE_WEIGHTS: [i32; PieceType::COUNT] = [0, 1, 1, 2, 4, 0];
const FULL_PHASE: i32 = 24;

/// The piece-square score, White's minus Black's, and the game phase, updated incrementally.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceSquareSums {
    score: Tapered,
    phase: i32,
}

impl PieceSquareSums {
    /// Computes a board's piece-square score and game phase from scratch.
    pub(crate) fn new(board: &Board) -> Self {
        let mut sums = Self::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_on(square) {
                sums.placed(piece, square);
            }
        }
        sums
    }
}

impl MakeObserver for PieceSquareSums {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.score -= PIECE_SQUARE_TABLE[piece.index()][square.index()];
        self.phase -= PHASE_WEIGHTS[piece.piece_type().index()];
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.score += PIECE_SQUARE_TABLE[piece.index()][square.index()];
        self.phase += PHASE_WEIGHTS[piece.piece_type().index()];
    }
}

/// The evaluation bonus for the side to move.
const TEMPO_BONUS: i32 = 12;

/// Returns the static evaluation for the side to move, in centipawns.
pub(crate) fn evaluate(board: &Board, sums: PieceSquareSums) -> i32 {
    let score = sums.score + evaluate_side::<White>(board) - evaluate_side::<Black>(board);
    // A negative lower half has borrowed 1 from the upper half.
    let middle = (score + 0x8000) >> 16;
    let end = i32::from(score as i16);
    // Promotions can raise the phase above the start position's.
    let phase = sums.phase.min(FULL_PHASE);
    let white = (middle * phase + end * (FULL_PHASE - phase)) / FULL_PHASE;
    TEMPO_BONUS + if board.side_to_move().is_white() { white } else { -white }
}

/// The evaluation bonus for two bishops.
const BISHOP_PAIR_BONUS: Tapered = tapered(28, 45);
/// The evaluation bonus for each pawn in the pawn shield, beside or in front of the king.
const PAWN_SHIELD_BONUS: Tapered = tapered(10, 0);
/// Passed pawn bonuses by relative rank, for the middlegame and the endgame.
const PASSED_PAWN_BONUS: [[i32; 8]; 2] =
    [[0, 0, 0, 6, 22, 45, 70, 0], [0, 8, 12, 30, 52, 90, 140, 0]];
/// The mobility and king attack weights for each piece type.
///
/// The values are the bonus per attacked square, the number of squares without a bonus, and the
/// danger per attacked square near the king.
const MOBILITY_WEIGHTS: [(PieceType, Tapered, i32, i32); 4] = [
    (PieceType::Knight, tapered(4, 4), 4, 3),
    (PieceType::Bishop, tapered(4, 5), 6, 3),
    (PieceType::Rook, tapered(2, 4), 7, 4),
    (PieceType::Queen, tapered(1, 4), 13, 6),
];

/// Returns one side's evaluation terms other than the piece-square score.
///
/// The function is monomorphized for each side, so it does not branch on the color.
fn evaluate_side<S: Side>(board: &Board) -> Tapered {
    let own_pieces = |piece_type| board.colored_pieces(S::COLOR, piece_type);
    let pawns = own_pieces(PieceType::Pawn);
    let their_pawns = board.colored_pieces(S::Them::COLOR, PieceType::Pawn);
    let their_attacks = setwise::pawn_attacks::<S::Them>(their_pawns);

    let mut score = 0;
    let mut front_spans = their_pawns | their_attacks;
    for _ in 0..5 {
        front_spans |= front_spans.shift(S::Them::UP);
    }
    for passed_pawn in pawns - front_spans {
        let rank = passed_pawn.relative_to(S::COLOR).rank().index();
        score += tapered(PASSED_PAWN_BONUS[0][rank], PASSED_PAWN_BONUS[1][rank]);
    }
    if own_pieces(PieceType::Bishop).has_more_than_one() {
        score += BISHOP_PAIR_BONUS;
    }
    let king = board.king(S::COLOR);
    let shield = (king.bitboard() | king_attacks(king)).shift(S::UP);
    score += PAWN_SHIELD_BONUS * (pawns & shield).len() as i32;

    let mobility_area = !(pawns | their_attacks);
    let their_king = board.king(S::Them::COLOR);
    let king_ring = king_attacks(their_king).with(their_king);
    let mut danger = 0;
    let mut attackers = 0;
    for (piece_type, weight, offset, danger_weight) in MOBILITY_WEIGHTS {
        for square in own_pieces(piece_type) {
            let attacks = attacks(piece_type.of(S::COLOR), square, board.occupied());
            score += weight * ((attacks & mobility_area).len() as i32 - offset);
            let ring_attacks = (attacks & king_ring).len() as i32;
            danger += danger_weight * ring_attacks;
            attackers += i32::from(ring_attacks > 0);
        }
    }
    // A single attacker does not count, and the bonus is capped at four pawns.
    if attackers > 1 {
        score += tapered((danger * danger / 8).min(400), danger.min(100));
    }
    score
}
