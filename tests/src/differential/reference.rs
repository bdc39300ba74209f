//! The legal generator's list, which all others are compared with.

use tabiya::{Move, Position};

use super::contestant::Status;
use super::fields::Fields;

/// What the legal generator says of a position.
pub struct Reference {
    /// The legal moves, in ascending order.
    pub moves: Vec<Move>,
    /// The fields after each of them.
    pub successors: Vec<Fields>,
    /// Check and the end of the game.
    pub status: Status,
}

impl Reference {
    /// Returns the moves and successors of a position.
    pub fn of(position: &Position) -> Self {
        let mut moves = position.legal_moves().to_vec();
        moves.sort_unstable();
        let successors: Vec<_> = moves.iter().map(|&mv| Fields::of(&position.after(mv))).collect();
        let check = position.is_check();
        Self {
            status: Status {
                check,
                checkmate: check && moves.is_empty(),
                stalemate: !check && moves.is_empty(),
            },
            moves,
            successors,
        }
    }
}
