//! Move notation in explanations: UCI, as engines write it in the position.

use alloc::string::{String, ToString};

use tabiya::uci::{self, CastlingNotation};
use tabiya::{Move, Position};

/// Returns a move in UCI notation: castling is the king's destination in standard chess, and the
/// rook's square if a right exists only in Chess960.
pub fn uci_text(position: &Position, mv: Move) -> String {
    let castling = CastlingNotation::for_chess960(!position.is_standard_castling());
    uci::display(mv, castling).to_string()
}
