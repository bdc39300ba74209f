//! Castling: the squares that must be empty, and those that must not be attacked.

use tabiya_core::{Bitboard, Side, Square};
use tabiya_tables::{castling_empty, castling_safe};

use crate::state::State;

/// Returns the rooks with which `S` has the right to castle.
#[inline(always)]
pub(crate) fn castling_rooks<S: Side>(state: &State) -> Bitboard {
    state.castling_rooks & S::FIRST_RANK
}

/// Returns the pieces that block castling: those between king and rook and on their target squares,
/// except king and rook themselves.
#[inline(always)]
pub(crate) fn castling_blockers<S: Side>(
    occupied: Bitboard,
    king: Square,
    rook: Square,
) -> Bitboard {
    occupied & castling_empty(S::COLOR, king.file(), rook.file())
}

/// Returns the king's origin, path and target for `S`: none may be attacked.
#[inline(always)]
pub(crate) fn castling_king_path<S: Side>(king: Square, rook: Square) -> Bitboard {
    castling_safe(S::COLOR, king.file(), rook.file())
}
