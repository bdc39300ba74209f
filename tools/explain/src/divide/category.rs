//! Move generator parts to which a wrong move points.

use tabiya::{IllegalMove, Move, Position};

/// The part of a move generator that a mismatch points to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "&'static str"))]
#[non_exhaustive]
pub enum Category {
    /// Mismatches in en passant captures.
    EnPassant,
    /// Mismatches in castling.
    Castling,
    /// Mismatches in promotions.
    Promotion,
    /// Mismatches in moves by pinned pieces.
    Pin,
    /// Mismatches in check evasions.
    Evasion,
    /// Mismatches in king moves when not in check.
    KingMove,
    /// Mismatches in how pieces move.
    Movement,
    /// Moves listed more than once.
    Duplicate,
    /// Mismatches after making a move: castling rights, the en passant square, the pieces.
    Making,
    /// Counts that differ although the moves are right.
    Counting,
}

impl Category {
    /// Returns the category's name in reports.
    ///
    /// ```
    /// use tabiya_explain::divide::Category;
    ///
    /// assert_eq!(Category::Pin.name(), "pins");
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::EnPassant => "en passant",
            Self::Castling => "castling",
            Self::Promotion => "promotions",
            Self::Pin => "pins",
            Self::Evasion => "evasions",
            Self::KingMove => "king moves",
            Self::Movement => "piece movement",
            Self::Duplicate => "duplicate moves",
            Self::Making => "making moves",
            Self::Counting => "counting",
        }
    }

    /// Returns the category for a legal move that an output lacks.
    pub(super) fn of_missing_move(position: &Position, mv: Move) -> Self {
        if mv.is_castling() {
            Self::Castling
        } else if mv.is_en_passant() {
            Self::EnPassant
        } else if mv.promotion().is_some() {
            Self::Promotion
        } else if position.generator().pinned().contains(mv.from()) {
            Self::Pin
        } else if position.is_check() {
            Self::Evasion
        } else if position.king(position.side_to_move()) == mv.from() {
            Self::KingMove
        } else {
            Self::Movement
        }
    }

    /// Returns the category for an illegal move with its reason.
    pub(super) fn of_reason(position: &Position, reason: &IllegalMove) -> Self {
        match reason {
            IllegalMove::NoCastlingRight(_)
            | IllegalMove::CastlingBlocked(_)
            | IllegalMove::CastlingInCheck(_)
            | IllegalMove::CastlingThroughAttack { .. }
            | IllegalMove::CastlingExposesKing(_) => Self::Castling,
            IllegalMove::NoEnPassant(_) | IllegalMove::EnPassantExposesKing(_) => Self::EnPassant,
            IllegalMove::MissingPromotion(_) | IllegalMove::UnexpectedPromotion(_) => {
                Self::Promotion
            }
            IllegalMove::Pinned { .. } => Self::Pin,
            IllegalMove::DoubleCheck(_) | IllegalMove::StillInCheck(_) => Self::Evasion,
            IllegalMove::KingAttacked { .. } if position.is_check() => Self::Evasion,
            IllegalMove::KingAttacked { .. } => Self::KingMove,
            _ => Self::Movement,
        }
    }
}

impl From<Category> for &'static str {
    fn from(category: Category) -> Self {
        category.name()
    }
}
