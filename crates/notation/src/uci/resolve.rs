//! Resolution from squares and a promotion piece to a legal move in a position.

use tabiya_core::{CastlingSide, Move, MoveKind, PieceType, Rank, Square};
use tabiya_movegen::{BoardKey, GenericBoard, IllegalMove, Position};

use super::UciError;
use crate::castling::castling_move;

/// Returns the legal move between two squares, as a user enters it on a board.
///
/// Castling is the king's move to its destination or to its rook's square, as for
/// [`parse`](super::parse). In Chess960, a king move by one square takes precedence over castling.
///
/// # Errors
///
/// Returns a [`UciError`] if the move is illegal. If only the promotion piece is missing, the reason
/// is [`IllegalMove::MissingPromotion`]: an app then offers the choice.
///
/// ```
/// use tabiya::uci::{self, UciError};
/// use tabiya::{IllegalMove, PieceType, Position, Square};
///
/// let position = Position::from_fen("4k3/P7/8/8/8/8/8/R3K3 w Q - 0 1")?;
/// let castle = uci::resolve(&position, Square::E1, Square::C1, None);
/// assert!(castle.is_ok_and(|mv| mv.is_castling()));
/// assert_eq!(castle, uci::resolve(&position, Square::E1, Square::A1, None));
///
/// // The user drags the pawn to a8, and then chooses a piece.
/// let missing = uci::resolve(&position, Square::A7, Square::A8, None);
/// let reason = IllegalMove::MissingPromotion(Square::A8);
/// assert!(matches!(missing, Err(UciError::Illegal { reason: found, .. }) if found == reason));
/// let promotion = uci::resolve(&position, Square::A7, Square::A8, Some(PieceType::Rook));
/// assert!(promotion.is_ok_and(|mv| mv.promotion() == Some(PieceType::Rook)));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "find_move")]
#[inline]
pub fn resolve<K: BoardKey>(
    board: &GenericBoard<K>,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Result<Move, UciError> {
    resolve_squares(&board.position(), from, to, promotion)
}

#[inline]
fn resolve_squares(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceType>,
) -> Result<Move, UciError> {
    let mv = match promotion {
        Some(piece_type) => {
            let kind = MoveKind::promotion_to(piece_type);
            Move::with_kind(from, to, kind.ok_or(UciError::Promotion(piece_type))?)
        }
        None => infer_move(position, from, to),
    };
    match position.why_illegal(mv) {
        Ok(()) => Ok(mv),
        Err(reason) => {
            let reason = promotion_reason(position, mv, reason);
            Err(UciError::Illegal { from, to, reason })
        }
    }
}

/// Returns the reason why a move is illegal, given the reason that the position returned.
///
/// A pawn move to the last rank misses its promotion piece only if a promotion is legal. Otherwise
/// the result is the reason why the promotion is illegal.
#[cold]
fn promotion_reason(position: &Position, mv: Move, reason: IllegalMove) -> IllegalMove {
    if !matches!(reason, IllegalMove::MissingPromotion(_)) {
        return reason;
    }
    let promotion = Move::with_kind(mv.from(), mv.to(), MoveKind::PromoteToQueen);
    position.why_illegal(promotion).err().unwrap_or(reason)
}

/// Returns the move between two squares in a position, legal or not and not a promotion: infers its kind.
#[inline]
pub(crate) fn infer_move(position: &Position, from: Square, to: Square) -> Move {
    match position.piece_type_on(from) {
        Some(PieceType::Pawn) => {
            // A push to the en passant square is not a capture.
            let is_en_passant = from.file() != to.file() && position.ep_square() == Some(to);
            let kind = if is_en_passant { MoveKind::EnPassant } else { MoveKind::Normal };
            Move::with_kind(from, to, kind)
        }
        Some(PieceType::King) => king_step_or_castling(position, from, to),
        _ => Move::new(from, to),
    }
}

/// Returns the king move between two squares, legal or not.
///
/// The move is castling in two cases:
///
/// - The destination holds a rook of the same color.
/// - The destination is the king's castling destination, and is not one file away. The king may
///   already be on it.
#[inline]
fn king_step_or_castling(position: &Position, from: Square, to: Square) -> Move {
    let us = position.side_to_move();
    if position.colored_pieces(us, PieceType::Rook).contains(to) {
        return Move::with_kind(from, to, MoveKind::Castling);
    }
    let step = Move::new(from, to);
    let files = from.file().index().abs_diff(to.file().index());
    if files == 1 || from.rank() != to.rank() {
        return step;
    }
    let is_destination = |side: CastlingSide| {
        let is_back_rank = to.rank() == Rank::First.relative_to(us);
        is_back_rank && to.file() == side.king_destination()
    };
    let side = CastlingSide::ALL.into_iter().find(|&side| is_destination(side));
    side.map_or(step, |side| castling_move(position, side))
}
