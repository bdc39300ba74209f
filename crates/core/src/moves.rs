//! Moves in two bytes, and `MoveInfo`, which adds the moved and the captured piece.

use core::fmt;
use core::num::NonZeroU16;

use crate::square::pad_ascii;
use crate::{CastlingSide, PieceType, Square};

/// What a move does beyond carrying a piece from one square to another.
///
/// Whether it captures is not said: the board knows, and so each legal move has exactly
/// one encoding.
///
/// ```
/// use tabiya_core::{Move, MoveKind, Square};
///
/// // On the same squares, two moves: the second takes the pawn on d5.
/// let takes = Move::new(Square::E5, Square::D6);
/// let takes_in_passing = Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant);
/// assert_ne!(takes, takes_in_passing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece goes to its target, capturing what stands there.
    Normal = 1,
    /// The king takes its own rook: both go to their castling squares.
    Castling = 2,
    /// A pawn captures the pawn that has just passed its target.
    EnPassant = 3,
    /// A pawn becomes a knight.
    PromoteToKnight = 4,
    /// A pawn becomes a bishop.
    PromoteToBishop = 5,
    /// A pawn becomes a rook.
    PromoteToRook = 6,
    /// A pawn becomes a queen.
    PromoteToQueen = 7,
}

impl MoveKind {
    /// The four promotions, the queen first as most games have it.
    pub const PROMOTIONS: [Self; 4] =
        [Self::PromoteToQueen, Self::PromoteToRook, Self::PromoteToBishop, Self::PromoteToKnight];

    /// What the pawn becomes; `None` if the move is no promotion.
    ///
    /// ```
    /// use tabiya_core::{MoveKind, PieceType};
    ///
    /// assert_eq!(MoveKind::PromoteToKnight.promotion(), Some(PieceType::Knight));
    /// assert_eq!(MoveKind::EnPassant.promotion(), None);
    /// ```
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        match self {
            Self::Normal | Self::Castling | Self::EnPassant => None,
            Self::PromoteToKnight => Some(PieceType::Knight),
            Self::PromoteToBishop => Some(PieceType::Bishop),
            Self::PromoteToRook => Some(PieceType::Rook),
            Self::PromoteToQueen => Some(PieceType::Queen),
        }
    }

    /// The promotion to a piece; `None` for pawns and kings, which no pawn becomes.
    ///
    /// ```
    /// use tabiya_core::{MoveKind, PieceType};
    ///
    /// assert_eq!(MoveKind::promotion_to(PieceType::Queen), Some(MoveKind::PromoteToQueen));
    /// assert_eq!(MoveKind::promotion_to(PieceType::King), None);
    /// ```
    #[inline]
    pub const fn promotion_to(piece_type: PieceType) -> Option<Self> {
        match piece_type {
            PieceType::Pawn | PieceType::King => None,
            PieceType::Knight => Some(Self::PromoteToKnight),
            PieceType::Bishop => Some(Self::PromoteToBishop),
            PieceType::Rook => Some(Self::PromoteToRook),
            PieceType::Queen => Some(Self::PromoteToQueen),
        }
    }

    #[inline]
    const fn from_bits(bits: u16) -> Option<Self> {
        Some(match bits {
            1 => Self::Normal,
            2 => Self::Castling,
            3 => Self::EnPassant,
            4 => Self::PromoteToKnight,
            5 => Self::PromoteToBishop,
            6 => Self::PromoteToRook,
            7 => Self::PromoteToQueen,
            _ => return None,
        })
    }
}

/// A move in two bytes: from (bits 0 to 5), to (bits 6 to 11), [`MoveKind`] (bits 12 to 15).
///
/// Castling is the king taking its own rook, which names the move in Chess960 as in
/// standard chess. The kinds start at 1, so the number is never 0 and `Option<Move>` takes
/// two bytes as well. A `Move` by itself promises nothing about any board.
///
/// The two squares should differ. Nobody is kept from making a move of a square to itself,
/// but it is legal on no board, and neither [`from_bits`](Self::from_bits) nor the feature
/// `serde` reads it back.
///
/// Displays as the squares and the promotion letter, castling as king takes rook; a board
/// is needed for anything finer.
///
/// ```
/// use tabiya_core::{Move, MoveKind, Square};
///
/// let m = Move::with_kind(Square::B7, Square::A8, MoveKind::PromoteToRook);
/// assert_eq!((m.from(), m.to()), (Square::B7, Square::A8));
/// assert_eq!(m.to_string(), "b7a8r");
/// assert_eq!(Move::from_bits(m.to_bits()), Some(m));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// A move that is neither castling, nor en passant, nor a promotion.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!(mv.to_string(), "e2e4");
    /// assert_eq!(mv.kind(), MoveKind::Normal);
    /// ```
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::with_kind(from, to, MoveKind::Normal)
    }

    /// A move of any kind.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// let mv = Move::with_kind(Square::E7, Square::E8, MoveKind::PromoteToQueen);
    /// assert_eq!(mv.to_string(), "e7e8q");
    /// ```
    #[inline]
    pub const fn with_kind(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MAX), // not reached: a kind is never 0
        }
    }

    /// The move of a number that a table hands back; `None` if no move is written so: an
    /// unknown kind, or from and to alike.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    ///
    /// assert_eq!(Move::from_bits(0), None);
    /// assert_eq!(Move::from_bits(0xffff), None);
    /// assert_eq!(Move::from_bits(Move::new(Square::A1, Square::A1).to_bits()), None);
    /// ```
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let same = bits & 63 == bits >> 6 & 63;
        if same || MoveKind::from_bits(bits >> 12).is_none() {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// The number that [`from_bits`](Self::from_bits) reads; never 0.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    ///
    /// // Kind 1 above, to d1 (3) in the middle, from a1 (0) below.
    /// assert_eq!(Move::new(Square::A1, Square::D1).to_bits(), 1 << 12 | 3 << 6);
    /// ```
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// Where the piece comes from.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    ///
    /// assert_eq!(Move::new(Square::G1, Square::F3).from(), Square::G1);
    /// ```
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u8)
    }

    /// Where the piece goes; for castling, where the rook stands.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// assert_eq!(Move::new(Square::G1, Square::F3).to(), Square::F3);
    /// let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// assert_eq!(castling.to(), Square::H1); // though the king lands on g1
    /// ```
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0.get() >> 6) as u8)
    }

    /// What the move does beyond carrying a piece.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// let castling = Move::with_kind(Square::E8, Square::A8, MoveKind::Castling);
    /// assert_eq!(castling.kind(), MoveKind::Castling);
    /// assert_eq!(Move::new(Square::E8, Square::A8).kind(), MoveKind::Normal);
    /// ```
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.0.get() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Normal, // not reached: no other number is ever stored
        }
    }

    /// Whether the move is neither castling, nor en passant, nor a promotion.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// assert!(Move::new(Square::E1, Square::H1).is_normal());
    /// assert!(!Move::with_kind(Square::E1, Square::H1, MoveKind::Castling).is_normal());
    /// ```
    #[inline]
    pub const fn is_normal(self) -> bool {
        // The lowest kind: one comparison.
        self.0.get() >> 12 <= MoveKind::Normal as u16
    }

    /// What a pawn becomes by the move; `None` if it is no promotion.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, PieceType, Square};
    ///
    /// let mv = Move::with_kind(Square::G2, Square::G1, MoveKind::PromoteToKnight);
    /// assert_eq!(mv.promotion(), Some(PieceType::Knight));
    /// assert_eq!(Move::new(Square::G2, Square::G1).promotion(), None);
    /// ```
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        self.kind().promotion()
    }

    /// Whether a pawn becomes something else.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// assert!(Move::with_kind(Square::B7, Square::B8, MoveKind::PromoteToRook).is_promotion());
    /// assert!(!Move::new(Square::B7, Square::B8).is_promotion());
    /// ```
    #[inline]
    pub const fn is_promotion(self) -> bool {
        // The four kinds from `PromoteToKnight` on, and no other, have this bit.
        self.0.get() >> 14 & 1 == 1
    }

    /// Whether the move castles.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// assert!(Move::with_kind(Square::E1, Square::H1, MoveKind::Castling).is_castling());
    /// // The kind decides, not the squares.
    /// assert!(!Move::new(Square::E1, Square::G1).is_castling());
    /// ```
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind(), MoveKind::Castling)
    }

    /// The wing to which the move castles; `None` if it does not.
    ///
    /// ```
    /// use tabiya_core::{CastlingSide, Move, MoveKind, Square};
    ///
    /// let long = Move::with_kind(Square::E8, Square::A8, MoveKind::Castling);
    /// assert_eq!(long.castling_side(), Some(CastlingSide::QueenSide));
    /// assert_eq!(Move::new(Square::E8, Square::C8).castling_side(), None);
    /// ```
    #[inline]
    pub const fn castling_side(self) -> Option<CastlingSide> {
        if !self.is_castling() {
            None
        } else if self.to() as u8 > self.from() as u8 {
            Some(CastlingSide::KingSide)
        } else {
            Some(CastlingSide::QueenSide)
        }
    }

    /// Where king and rook land if the move castles; `None` if it does not.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// let long = Move::with_kind(Square::E8, Square::A8, MoveKind::Castling);
    /// assert_eq!(long.castling_targets(), Some((Square::C8, Square::D8)));
    /// assert_eq!(Move::new(Square::E8, Square::C8).castling_targets(), None);
    /// ```
    #[inline]
    pub const fn castling_targets(self) -> Option<(Square, Square)> {
        let Some(side) = self.castling_side() else { return None };
        let rank = self.from().rank();
        let king = Square::new(side.king_destination(), rank);
        Some((king, Square::new(side.rook_destination(), rank)))
    }

    /// Whether the move captures en passant.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    ///
    /// assert!(Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant).is_en_passant());
    /// assert!(!Move::new(Square::E5, Square::D6).is_en_passant());
    /// ```
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [[a, b], [c, d]] = [self.from().to_ascii(), self.to().to_ascii()];
        match self.promotion() {
            Some(piece_type) => pad_ascii(f, &[a, b, c, d, piece_type.to_char() as u8]),
            None => pad_ascii(f, &[a, b, c, d]),
        }
    }
}

impl fmt::Debug for Move {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self} {:?})", self.kind())
    }
}

/// A move with the piece that moves and the piece it captures: what ordering, histories
/// and undoing want to know without asking the board again.
///
/// The captured piece of an en passant move is the pawn; castling captures nothing.
///
/// ```
/// use tabiya_core::{Move, MoveKind, MoveInfo, PieceType, Square};
///
/// let info = MoveInfo {
///     mv: Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant),
///     moved: PieceType::Pawn,
///     captured: Some(PieceType::Pawn), // it stood on d5
/// };
/// assert_eq!(size_of_val(&info), 4);
/// ```
#[doc(alias = "move ordering")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveInfo {
    /// The move.
    pub mv: Move,
    /// What moves; for castling, the king; for a promotion, the pawn.
    pub moved: PieceType,
    /// What vanishes from the board, if anything does.
    pub captured: Option<PieceType>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "Miri takes minutes for all numbers")]
    fn every_number_is_a_move_or_refused() {
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            let Some(mv) = Move::from_bits(bits) else { continue };
            moves += 1;
            assert_eq!(mv.to_bits(), bits);
            assert_eq!(Move::with_kind(mv.from(), mv.to(), mv.kind()), mv);
            assert_ne!(mv.from(), mv.to());
        }
        assert_eq!(moves, 64 * 63 * 7);
    }

    #[test]
    fn promotions_name_their_piece_both_ways() {
        for kind in MoveKind::PROMOTIONS {
            let piece_type = kind.promotion().expect("a promotion");
            assert_eq!(MoveKind::promotion_to(piece_type), Some(kind));
        }
        assert_eq!(MoveKind::promotion_to(PieceType::King), None);
        assert_eq!(MoveKind::Castling.promotion(), None);
    }
}
