//! Results from the legal generator, with which all others are compared.

use tabiya::{Move, Position};

use super::adapter::Status;
use super::position_fields::PositionFields;

/// A position's moves, successors and status, by the legal generator.
pub struct Reference {
    /// The legal moves, sorted.
    pub moves: Vec<Move>,
    /// The position's fields after each move.
    pub successors: Vec<PositionFields>,
    /// The state of the side to move.
    pub status: Status,
}

impl Reference {
    /// Generates a position's moves and successors.
    pub fn new(position: &Position) -> Self {
        let mut moves = position.legal_moves().to_vec();
        moves.sort_unstable();
        let successors: Vec<_> =
            moves.iter().map(|&mv| PositionFields::from_position(&position.after(mv))).collect();
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
