//! The castling that a text means, right or no right.

use tabiya_core::{CastlingSide, File, Move, MoveKind, Rank, Square};
use tabiya_movegen::Position;

/// The king's move to the rook of a wing: the one that may castle, or that would have stood in
/// the corner, so that a refusal can name it.
#[inline]
pub(crate) fn castling(position: &Position, side: CastlingSide) -> Move {
    let us = position.side_to_move();
    let rook = position.castling_rights().rook_file(us, side).unwrap_or(match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    });
    let back_rank = Rank::First.relative_to(us);
    Move::with_kind(position.king(us), Square::new(rook, back_rank), MoveKind::Castling)
}
