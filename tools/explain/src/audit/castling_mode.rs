//! The castling notation that an engine and a user interface have agreed on.

use tabiya::uci::UciMove;
use tabiya::{Board, Move};

/// The castling notation of a session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CastlingMode {
    /// Nothing says which notation is in use, so that both are accepted.
    #[default]
    Unknown,
    /// The king's destination.
    Standard,
    /// The rook's square, as in Chess960.
    Chess960,
}

impl CastlingMode {
    /// Returns the mode for a position: castling rights that only Chess960 has say it, too.
    pub const fn in_position(self, board: &Board) -> Self {
        match self {
            Self::Unknown if !board.is_standard_castling() => Self::Chess960,
            mode => mode,
        }
    }

    /// Returns the name of a castling move's notation if the other mode uses it.
    pub fn wrong_notation(self, mv: Move, text: UciMove) -> Option<&'static str> {
        let takes_rook = text.to == mv.to();
        match self {
            Self::Standard if mv.is_castling() && takes_rook => Some("king-takes-rook"),
            Self::Chess960 if mv.is_castling() && !takes_rook => Some("king-move"),
            _ => None,
        }
    }
}

/// Returns the castling move of a king that stands on its destination, which is written with one square twice.
pub fn castling_in_place(board: &Board, text: UciMove) -> Option<Move> {
    let to_itself =
        |mv: &Move| mv.is_castling() && mv.from() == text.from && mv.king_target() == text.to;
    board.legal_moves().into_iter().find(to_itself)
}
