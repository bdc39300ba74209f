//! Move kinds.

use tabiya::{CastlingSide, PieceType};

use super::super::grammar::{Rule, Scope, listed_enum};

listed_enum! {
    /// A move's kind. The first rules in the grammar have the same order.
    Kind {
        Push DoublePush PawnCapture EnPassant PushPromotion CapturePromotion
        Knight Bishop Rook Queen King Kingside Queenside
    }
}

impl Kind {
    /// Returns the move kind for a piece type other than a pawn.
    pub const fn of_piece(piece_type: PieceType) -> Self {
        match piece_type {
            PieceType::Knight => Self::Knight,
            PieceType::Bishop => Self::Bishop,
            PieceType::Rook => Self::Rook,
            PieceType::Queen => Self::Queen,
            _ => Self::King,
        }
    }

    pub const fn castling_side(self) -> Option<CastlingSide> {
        match self {
            Self::Kingside => Some(CastlingSide::KingSide),
            Self::Queenside => Some(CastlingSide::QueenSide),
            _ => None,
        }
    }

    pub const fn is_promotion(self) -> bool {
        matches!(self, Self::PushPromotion | Self::CapturePromotion)
    }

    /// Returns the scope for the kind's moves.
    pub const fn scope(self) -> Scope {
        match self {
            Self::Push => Scope::Pushes,
            Self::DoublePush => Scope::DoublePushes,
            Self::PawnCapture => Scope::PawnCaptures,
            Self::EnPassant => Scope::EnPassant,
            Self::PushPromotion | Self::CapturePromotion => Scope::Promotions,
            Self::Kingside | Self::Queenside => Scope::Castling,
            _ => Scope::Knight.after(self as usize - Self::Knight as usize),
        }
    }

    pub const fn is_pawn_move(self) -> bool {
        (self as u8) < Self::Knight as u8
    }

    /// Returns the rules whose changes omit moves of the kind, depending on their features.
    pub const fn omission_rules(self) -> [Option<Rule>; 3] {
        let group = match self {
            Self::PushPromotion | Self::CapturePromotion => Some(Rule::Promotion),
            Self::Kingside | Self::Queenside => Some(Rule::Castling),
            Self::Knight => Some(Rule::KnightPattern),
            Self::Bishop => Some(Rule::BishopPattern),
            Self::Rook => Some(Rule::RookPattern),
            Self::Queen => Some(Rule::QueenPattern),
            _ => None,
        };
        let any = if (self as u8) < Self::King as u8 { Some(Rule::AnyMove) } else { None };
        [Some(Rule::ALL[self as usize]), group, any]
    }
}
