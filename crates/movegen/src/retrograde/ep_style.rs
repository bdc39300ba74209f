//! En passant squares that a style of writing FENs has.

use tabiya_core::{Side, Square};

use crate::en_passant;
use crate::fen::EnPassantStyle;
use crate::state::State;

/// Tests whether a FEN in a style has the en passant square `target` on which pawns of `S` may capture.
pub(super) fn is_written<S: Side>(style: EnPassantStyle, state: &State, target: Square) -> bool {
    match style {
        EnPassantStyle::Always => true,
        EnPassantStyle::PseudoLegal => en_passant::capturers::<S>(state, target).any(),
        EnPassantStyle::Legal => en_passant::legal_capturers::<S>(state, target).any(),
    }
}
