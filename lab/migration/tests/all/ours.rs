//! The positions in which rows are evaluated, with the variables that rows name.

use tabiya::prelude::*;
use tabiya::san;
use tabiya::uci::{self, CastlingNotation};

/// Positions with checks, pins, promotions, castling rights and en passant captures.
const FENS: [&str; 7] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbqkb1r/ppp1pppp/5n2/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3",
    "4k3/8/8/8/7b/8/5N2/4K3 w - - 12 40",
    "4k3/8/8/8/4r3/8/3P4/R3K3 w Q - 5 20",
];

/// A position, and values for the variables in the tables.
#[derive(Clone)]
pub struct Ours {
    pub board: Board,
    /// A legal move.
    pub mv: Move,
    pub from: Square,
    pub to: Square,
    pub color: Color,
    pub piece_type: PieceType,
    pub set: Bitboard,
    pub fen: String,
    /// The move in the UCI protocol, castling as the king's own move.
    pub uci_text: String,
    pub san_text: String,
}

impl Ours {
    fn new(board: &Board, mv: Move) -> Self {
        Self {
            board: *board,
            mv,
            from: mv.from(),
            to: mv.to(),
            color: if mv.to().index().is_multiple_of(2) { Color::White } else { Color::Black },
            piece_type: PieceType::ALL[(mv.from().index() + mv.to().index()) % PieceType::COUNT],
            set: board.occupied() - mv.from().bitboard(),
            fen: board.to_string(),
            uci_text: uci::display(mv, CastlingNotation::KingMove).to_string(),
            san_text: san::display(board, mv).to_string(),
        }
    }
}

/// Returns a case for each legal move in each position.
pub fn cases() -> Vec<Ours> {
    let mut cases = Vec::new();
    for fen in FENS {
        let board = Board::from_fen(fen).expect(fen);
        cases.extend(board.legal_moves().iter().map(|&mv| Ours::new(&board, mv)));
    }
    cases
}
