//! Castling moves in text, with or without the right to castle.

use tabiya_core::{CastlingSide, File, Move, MoveKind, Rank, Square};
use tabiya_movegen::Position;

/// Returns the castling move of the side to move with the rook of the given side.
///
/// Without the right, the rook is assumed on its corner square, so that the error can name the
/// move.
#[inline]
pub(crate) fn castling_move(position: &Position, side: CastlingSide) -> Move {
    let us = position.side_to_move();
    let rook = position.castling_rights().rook_file(us, side).unwrap_or(match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    });
    let back_rank = Rank::First.relative_to(us);
    Move::with_kind(position.king(us), Square::new(rook, back_rank), MoveKind::Castling)
}
