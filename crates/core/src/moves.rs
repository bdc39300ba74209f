//! [`Move`], which takes two bytes, and [`MoveInfo`], which adds the moved and the captured piece.

use core::fmt;
use core::num::NonZeroU16;

use crate::{CastlingSide, PieceType, Square};

/// The kind of a [`Move`]: normal, castling, en passant or one of four promotions.
///
/// Captures are not a separate kind: normal moves and promotions capture the piece on the target,
/// if any. Each legal move therefore has exactly one encoding.
///
/// ```
/// use tabiya::{Move, MoveKind, Square};
///
/// // Different moves between the same squares: the second captures the pawn on d5.
/// let normal = Move::new(Square::E5, Square::D6);
/// let en_passant = Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant);
/// assert_ne!(normal, en_passant);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece's move to the target, which captures the piece there, if any.
    Normal = 1,
    /// Castling, encoded as the king's move to its own rook's square.
    Castling = 2,
    /// The capture of a pawn that has just made a double push over the target.
    EnPassant = 3,
    /// A pawn's promotion to a knight.
    PromoteToKnight = 4,
    /// A pawn's promotion to a bishop.
    PromoteToBishop = 5,
    /// A pawn's promotion to a rook.
    PromoteToRook = 6,
    /// A pawn's promotion to a queen.
    PromoteToQueen = 7,
}

impl MoveKind {
    /// The four promotions, the most common one (to a queen) first.
    #[doc(alias = "PROMOTION_PIECES")]
    pub const PROMOTIONS: [Self; 4] =
        [Self::PromoteToQueen, Self::PromoteToRook, Self::PromoteToBishop, Self::PromoteToKnight];

    /// Returns the piece type that the pawn promotes to, or `None` if the kind is not a promotion.
    ///
    /// ```
    /// use tabiya::{MoveKind, PieceType};
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

    /// Returns the kind for promotions to a piece type, or `None` for pawns and kings.
    ///
    /// ```
    /// use tabiya::{MoveKind, PieceType};
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

/// A move in two bytes: origin (bits 0 to 5), target (bits 6 to 11) and [`MoveKind`] (bits 12 to 15).
///
/// - Castling is encoded as the king's move to its own rook's square, in Chess960 as in standard
///   chess.
/// - The kinds start at 1, so that the bits are never 0 and `Option<Move>` takes two bytes too.
/// - A `Move` can be illegal: it refers to no position. [`MoveInfo`] adds the pieces involved.
/// - Origin and target should differ. The constructors accept equal squares, but such a move is
///   illegal in every position. Neither [`from_bits`](Self::from_bits) nor the feature `serde` reads
///   it back.
///
/// A move has no `Display`, because castling text depends on a protocol option: `e1g1` in standard
/// chess, `e1h1` in Chess960. In the crate `tabiya-notation`, `uci::display` takes the option, and
/// the module `san` writes moves for people. `Debug` is for messages to programmers.
///
/// ```
/// use tabiya::{Move, MoveKind, Square};
///
/// let m = Move::with_kind(Square::B7, Square::A8, MoveKind::PromoteToRook);
/// assert_eq!((m.from(), m.to()), (Square::B7, Square::A8));
/// assert_eq!(format!("{m:?}"), "Move(b7a8r PromoteToRook)");
/// assert_eq!(Move::from_bits(m.to_bits()), Some(m));
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
#[doc(alias = "ChessMove")]
#[doc(alias = "UciMove")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

impl Move {
    /// Creates a move that is neither castling, nor en passant, nor a promotion.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!((mv.from(), mv.to()), (Square::E2, Square::E4));
    /// assert_eq!(mv.kind(), MoveKind::Normal);
    /// ```
    #[inline]
    pub const fn new(from: Square, to: Square) -> Self {
        Self::with_kind(from, to, MoveKind::Normal)
    }

    /// Creates a move of any kind.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, PieceType, Square};
    ///
    /// let mv = Move::with_kind(Square::E7, Square::E8, MoveKind::PromoteToQueen);
    /// assert_eq!(mv.promotion(), Some(PieceType::Queen));
    /// ```
    #[inline]
    pub const fn with_kind(from: Square, to: Square, kind: MoveKind) -> Self {
        let bits = from as u16 | (to as u16) << 6 | (kind as u16) << 12;
        match NonZeroU16::new(bits) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MAX), // unreachable: a kind is never 0
        }
    }

    /// Creates a move from its bits, or returns `None` if they have an unknown kind or equal squares.
    ///
    /// This is the inverse of [`to_bits`](Self::to_bits), for moves stored in tables.
    ///
    /// ```
    /// use tabiya::{Move, Square};
    ///
    /// assert_eq!(Move::from_bits(0), None);
    /// assert_eq!(Move::from_bits(0xffff), None);
    /// assert_eq!(Move::from_bits(Move::new(Square::A1, Square::A1).to_bits()), None);
    /// ```
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let has_equal_squares = bits & 63 == bits >> 6 & 63;
        if has_equal_squares || MoveKind::from_bits(bits >> 12).is_none() {
            return None;
        }
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Self(bits)),
            None => None,
        }
    }

    /// Creates a [normal](MoveKind::Normal) move from its low 12 bits: the origin, then the target.
    ///
    /// The kind's bits must be 0 or a normal move's; with others the move is unspecified. So you
    /// can compute with the bits of several moves at once, without checks. Only Tabiya's crates use
    /// it.
    ///
    /// ```
    /// use tabiya::{Move, Square};
    ///
    /// // From a2 to a3, three files to the right.
    /// let bits = (Move::new(Square::A2, Square::A3).to_bits() & 0xfff) + 3 * (1 + (1 << 6));
    /// assert_eq!(Move::from_low_bits(bits), Move::new(Square::D2, Square::D3));
    /// ```
    #[doc(hidden)]
    #[inline]
    pub const fn from_low_bits(bits: u16) -> Self {
        match NonZeroU16::new(bits | (MoveKind::Normal as u16) << 12) {
            Some(bits) => Self(bits),
            None => Self(NonZeroU16::MAX), // unreachable: the kind is not 0
        }
    }

    /// Returns the move's bits, which are never 0; [`from_bits`](Self::from_bits) reads them.
    ///
    /// ```
    /// use tabiya::{Move, Square};
    ///
    /// // Kind 1, target d1 (3), origin a1 (0).
    /// assert_eq!(Move::new(Square::A1, Square::D1).to_bits(), 1 << 12 | 3 << 6);
    /// ```
    #[doc(alias = "PackedUciMove")]
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// Returns the moving piece's origin; for castling, the king's.
    ///
    /// ```
    /// use tabiya::{Move, Square};
    ///
    /// assert_eq!(Move::new(Square::G1, Square::F3).from(), Square::G1);
    /// ```
    #[doc(alias = "get_source")]
    #[inline]
    pub const fn from(self) -> Square {
        Square::from_low_bits(self.0.get() as u8)
    }

    /// Returns the moving piece's target; for castling, the rook's square.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// assert_eq!(Move::new(Square::G1, Square::F3).to(), Square::F3);
    /// let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// assert_eq!(castling.to(), Square::H1); // although the king moves to g1
    /// ```
    #[doc(alias = "get_dest")]
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_low_bits((self.0.get() >> 6) as u8)
    }

    /// Tests whether two moves have the same origin and target, whatever their kinds.
    ///
    /// Promotions to different pieces have the same squares. Castling has the rook's square as its
    /// target, so `e1g1` from another notation differs from it.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// let queen = Move::with_kind(Square::B7, Square::B8, MoveKind::PromoteToQueen);
    /// let knight = Move::with_kind(Square::B7, Square::B8, MoveKind::PromoteToKnight);
    /// assert!(queen != knight && queen.same_squares(knight));
    /// assert!(!queen.same_squares(Move::new(Square::B8, Square::B7)));
    /// ```
    #[inline]
    pub const fn same_squares(self, other: Self) -> bool {
        // The bits above the two squares are the kind.
        (self.0.get() ^ other.0.get()) & 0xfff == 0
    }

    /// Returns the move's kind.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// let castling = Move::with_kind(Square::E8, Square::A8, MoveKind::Castling);
    /// assert_eq!(castling.kind(), MoveKind::Castling);
    /// assert_eq!(Move::new(Square::E8, Square::A8).kind(), MoveKind::Normal);
    /// ```
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match MoveKind::from_bits(self.0.get() >> 12) {
            Some(kind) => kind,
            None => MoveKind::Normal, // only an unspecified move from `from_low_bits` has another kind
        }
    }

    /// Tests whether the move is neither castling, nor en passant, nor a promotion.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// assert!(Move::new(Square::E1, Square::H1).is_normal());
    /// assert!(!Move::with_kind(Square::E1, Square::H1, MoveKind::Castling).is_normal());
    /// ```
    #[inline]
    pub const fn is_normal(self) -> bool {
        // `Normal` is the lowest kind, so that one comparison suffices.
        self.0.get() >> 12 <= MoveKind::Normal as u16
    }

    /// Returns the piece type that the pawn promotes to, or `None` if the move is not a promotion.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, PieceType, Square};
    ///
    /// let mv = Move::with_kind(Square::G2, Square::G1, MoveKind::PromoteToKnight);
    /// assert_eq!(mv.promotion(), Some(PieceType::Knight));
    /// assert_eq!(Move::new(Square::G2, Square::G1).promotion(), None);
    /// ```
    #[doc(alias = "get_promotion")]
    #[inline]
    pub const fn promotion(self) -> Option<PieceType> {
        self.kind().promotion()
    }

    /// Tests whether the move is a promotion.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// assert!(Move::with_kind(Square::B7, Square::B8, MoveKind::PromoteToRook).is_promotion());
    /// assert!(!Move::new(Square::B7, Square::B8).is_promotion());
    /// ```
    #[inline]
    pub const fn is_promotion(self) -> bool {
        // Only the four promotions, kinds 4 to 7, have this bit.
        self.0.get() >> 14 & 1 == 1
    }

    /// Tests whether the move is castling.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// assert!(Move::with_kind(Square::E1, Square::H1, MoveKind::Castling).is_castling());
    /// // The kind decides, not the squares.
    /// assert!(!Move::new(Square::E1, Square::G1).is_castling());
    /// ```
    #[doc(alias = "is_castle")]
    #[inline]
    pub const fn is_castling(self) -> bool {
        matches!(self.kind(), MoveKind::Castling)
    }

    /// Returns the side to which the move castles, or `None` if the move is not castling.
    ///
    /// ```
    /// use tabiya::{CastlingSide, Move, MoveKind, Square};
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

    /// Returns the king's and the rook's destinations, or `None` if the move is not castling.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
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

    /// Returns the square on which the moving piece arrives: the king's destination for castling,
    /// otherwise [`to`](Self::to).
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// let short = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// assert_eq!((short.to(), short.king_target()), (Square::H1, Square::G1));
    /// assert_eq!(Move::new(Square::G1, Square::F3).king_target(), Square::F3);
    /// ```
    #[inline]
    pub const fn king_target(self) -> Square {
        match self.castling_targets() {
            Some((king, _)) => king,
            None => self.to(),
        }
    }

    /// Tests whether the move is an en passant capture.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// assert!(Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant).is_en_passant());
    /// assert!(!Move::new(Square::E5, Square::D6).is_en_passant());
    /// ```
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind(), MoveKind::EnPassant)
    }
}

impl fmt::Debug for Move {
    /// Writes the squares as the move has them, castling as a move to the rook: `Move(e1h1 Castling)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({} {:?})", MoveSquares(*self), self.kind())
    }
}

/// The text for the squares and the promotion letter, `e2e4` or `e7e8q`.
pub(crate) struct MoveSquares(pub(crate) Move);

impl fmt::Display for MoveSquares {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(mv) = self;
        write!(f, "{}{}", mv.from(), mv.to())?;
        mv.promotion().map_or(Ok(()), |piece_type| write!(f, "{}", piece_type.to_char()))
    }
}

/// A [`Move`] with the moving and the captured piece type.
///
/// Move ordering, history tables and undo code need these types, and find them here without another
/// lookup on the board.
///
/// ```
/// use tabiya::{Move, MoveInfo, MoveKind, PieceType, Square};
///
/// let info = MoveInfo {
///     mv: Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant),
///     moved: PieceType::Pawn,
///     captured: Some(PieceType::Pawn), // the pawn on d5
/// };
/// assert_eq!(size_of_val(&info), 4);
/// ```
#[doc(alias = "move ordering")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveInfo {
    /// The move.
    pub mv: Move,
    /// The moving piece's type: the king for castling, the pawn for a promotion.
    pub moved: PieceType,
    /// The captured piece's type, or `None`: the pawn for en passant, `None` for castling.
    pub captured: Option<PieceType>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "Miri takes minutes for all values")]
    fn from_bits_is_none_or_round_trips_for_every_value() {
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
    fn promotion_to_inverts_promotion() {
        for kind in MoveKind::PROMOTIONS {
            let piece_type = kind.promotion().expect("a promotion");
            assert_eq!(MoveKind::promotion_to(piece_type), Some(kind));
        }
        assert_eq!(MoveKind::promotion_to(PieceType::King), None);
        assert_eq!(MoveKind::Castling.promotion(), None);
    }

    #[test]
    fn same_squares_ignores_the_kind_only() {
        let kinds = [MoveKind::Normal, MoveKind::Castling, MoveKind::EnPassant];
        for kind in kinds.into_iter().chain(MoveKind::PROMOTIONS) {
            let mv = Move::with_kind(Square::E5, Square::D6, kind);
            for to in Square::ALL {
                let is_same = to == Square::D6;
                assert_eq!(mv.same_squares(Move::new(Square::E5, to)), is_same, "{mv:?} {to}");
                assert_eq!(Move::new(to, Square::D6).same_squares(mv), to == Square::E5);
            }
        }
    }
}
