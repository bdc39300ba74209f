//! Castling: the squares that must be empty, and those that must not be attacked.

use tabiya_core::{Bitboard, Side, Square};
use tabiya_tables::{castling_empty, castling_safe};

use crate::state::State;

/// Returns the rooks with which `S` has the right to castle.
#[inline(always)]
pub(crate) fn rooks<S: Side>(state: &State) -> Bitboard {
    state.castling_rooks & S::FIRST_RANK
}

/// Returns the pieces between king and rook and on the squares where they land, king and rook
/// themselves aside: castling needs none.
#[inline(always)]
pub(crate) fn blockers<S: Side>(occupied: Bitboard, king: Square, rook: Square) -> Bitboard {
    occupied & castling_empty(S::COLOR, king.file(), rook.file())
}

/// Returns the squares that the king of `S` stands on, crosses and lands on: none may be attacked.
#[inline(always)]
pub(crate) fn king_path<S: Side>(king: Square, rook: Square) -> Bitboard {
    castling_safe(S::COLOR, king.file(), rook.file())
}
