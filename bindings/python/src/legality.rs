//! The codes of reasons why moves are illegal: the values of `Legality`.

use tabiya::{IllegalMove, Move, Position};

/// The code of bits that are not a move.
const MALFORMED: u8 = 255;

/// Returns the code of a move, 0 if it is legal.
pub fn code(position: &Position, bits: u16) -> u8 {
    let Some(mv) = Move::from_bits(bits) else { return MALFORMED };
    match position.why_illegal(mv) {
        Ok(()) => 0,
        Err(reason) => reason_code(reason),
    }
}

/// Returns the code of a reason. The tests of the package compare the codes with the names.
const fn reason_code(reason: IllegalMove) -> u8 {
    match reason {
        IllegalMove::NoPiece(_) => 1,
        IllegalMove::OpponentsPiece(_) => 2,
        IllegalMove::NoCastlingRight(_) => 3,
        IllegalMove::CastlingBlocked(_) => 4,
        IllegalMove::CastlingInCheck(_) => 5,
        IllegalMove::CastlingThroughAttack { .. } => 6,
        IllegalMove::CastlingExposesKing(_) => 7,
        IllegalMove::OwnPiece(_) => 8,
        IllegalMove::CapturesKing(_) => 9,
        IllegalMove::NoEnPassant(_) => 10,
        IllegalMove::MissingPromotion(_) => 11,
        IllegalMove::UnexpectedPromotion(_) => 12,
        IllegalMove::Blocked { .. } => 13,
        IllegalMove::NothingToCapture { .. } => 14,
        IllegalMove::CannotReach { .. } => 15,
        IllegalMove::KingAttacked { .. } => 16,
        IllegalMove::EnPassantExposesKing(_) => 17,
        IllegalMove::Pinned { .. } => 18,
        IllegalMove::DoubleCheck(_) => 19,
        // `IllegalMove` is non-exhaustive, but pinned by the version.
        _ => 20,
    }
}
