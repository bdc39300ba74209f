//! Which moves are asked for.

use tabiya_core::{Bitboard, Rank};

use crate::Position;

/// Lets through the moves from some squares to others.
///
/// Pawns, en passant and castling have target sets of their own, because what is a capture
/// or a promotion for them does not show in the square alone.
#[derive(Clone, Copy)]
pub(super) struct Filter {
    /// Where a move may start.
    pub(super) from: Bitboard,
    /// Where knights, sliders and the king may go.
    pub(super) to: Bitboard,
    /// Where pawns may go, but for en passant.
    pub(super) pawn_to: Bitboard,
    /// Where pawns may capture en passant.
    pub(super) en_passant_to: Bitboard,
    /// The rooks with which the king may castle.
    pub(super) castling_to: Bitboard,
}

const BACK_RANKS: Bitboard =
    Bitboard(Bitboard::from_rank(Rank::First).0 | Bitboard::from_rank(Rank::Eighth).0);

impl Filter {
    /// Every move.
    pub(super) const ALL: Self = Self::within(Bitboard::FULL, Bitboard::FULL);

    /// The moves from a set of squares to a set of squares.
    #[inline]
    pub(super) const fn within(from: Bitboard, to: Bitboard) -> Self {
        Self { from, to, pawn_to: to, en_passant_to: to, castling_to: to }
    }

    /// The moves that take something.
    #[inline]
    pub(super) const fn captures(position: &Position) -> Self {
        let prey = position.colors(position.side_to_move().other());
        Self {
            from: Bitboard::FULL,
            to: prey,
            pawn_to: prey,
            en_passant_to: Bitboard::FULL,
            castling_to: Bitboard::EMPTY,
        }
    }

    /// The promotions that take nothing.
    #[inline]
    pub(super) const fn quiet_promotions(position: &Position) -> Self {
        Self {
            from: Bitboard::FULL,
            to: Bitboard::EMPTY,
            pawn_to: Bitboard(BACK_RANKS.0 & !position.occupied().0),
            en_passant_to: Bitboard::EMPTY,
            castling_to: Bitboard::EMPTY,
        }
    }

    /// The moves that take nothing and do not promote.
    #[inline]
    pub(super) const fn quiets(position: &Position) -> Self {
        let empty = Bitboard(!position.occupied().0);
        Self {
            from: Bitboard::FULL,
            to: empty,
            pawn_to: Bitboard(empty.0 & !BACK_RANKS.0),
            en_passant_to: Bitboard::EMPTY,
            castling_to: Bitboard::FULL,
        }
    }

    /// The moves that this filter or another lets through, both from the same squares.
    #[inline]
    pub(super) const fn or(self, other: Self) -> Self {
        Self {
            from: Bitboard(self.from.0 | other.from.0),
            to: Bitboard(self.to.0 | other.to.0),
            pawn_to: Bitboard(self.pawn_to.0 | other.pawn_to.0),
            en_passant_to: Bitboard(self.en_passant_to.0 | other.en_passant_to.0),
            castling_to: Bitboard(self.castling_to.0 | other.castling_to.0),
        }
    }
}
