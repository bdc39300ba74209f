//! A retraction in four bytes: a move, and the piece type that it captured.

use core::fmt;

use tabiya_core::{Move, MoveKind, PieceType, Square};

/// A move that may have led to a position, and the type of the piece that it captured.
///
/// It fixes the placement of the earlier position: the piece returns, a promoted one as a pawn, and the captured piece
/// stands on the target again, or beside it for en passant. Castling rights, en passant square and halfmove clock
/// of the earlier position are its [`PriorState`](super::PriorState).
///
/// ```
/// use tabiya::retrograde::Retraction;
/// use tabiya::{Move, PieceType, Square};
///
/// let retraction = Retraction::new(Move::new(Square::D6, Square::E7), Some(PieceType::Bishop));
/// assert_eq!(retraction.to_string(), "d6e7xB");
/// assert_eq!(retraction.captured_square(), Some(Square::E7));
/// ```
#[doc(alias = "unmove")]
#[doc(alias = "un-move")]
#[doc(alias = "uncapture")]
#[doc(alias = "unpromotion")]
#[doc(alias = "reverse move")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Retraction(
    /// The move's bits, and above them the index of the captured type plus one, or 0.
    pub(super) u32,
);

impl Retraction {
    /// Creates a retraction. The captured type for an en passant capture is a pawn.
    #[inline]
    #[must_use]
    pub const fn new(mv: Move, captured: Option<PieceType>) -> Self {
        let captured = match captured {
            Some(piece_type) => piece_type as u32 + 1,
            None => 0,
        };
        Self(mv.to_bits() as u32 | captured << 16)
    }

    /// Returns the move, which is legal in the earlier position.
    #[inline]
    #[must_use]
    pub const fn mv(self) -> Move {
        match Move::from_bits(self.0 as u16) {
            Some(mv) => mv,
            // Unreachable: the bits are those of a move.
            None => Move::from_low_bits(0),
        }
    }

    /// Returns the type of the captured piece, or `None` without a capture.
    #[inline]
    #[must_use]
    pub const fn captured(self) -> Option<PieceType> {
        PieceType::from_index((self.0 >> 16).wrapping_sub(1) as usize)
    }

    /// Returns the square on which the captured piece stands again: the target, or the square beside the origin for
    /// en passant.
    ///
    /// ```
    /// use tabiya::retrograde::Retraction;
    /// use tabiya::{Move, MoveKind, PieceType, Square};
    ///
    /// let mv = Move::with_kind(Square::E5, Square::D6, MoveKind::EnPassant);
    /// assert_eq!(Retraction::new(mv, Some(PieceType::Pawn)).captured_square(), Some(Square::D5));
    /// ```
    #[inline]
    #[must_use]
    pub const fn captured_square(self) -> Option<Square> {
        let mv = self.mv();
        match self.captured() {
            None => None,
            Some(_) if mv.is_en_passant() => Some(Square::new(mv.to().file(), mv.from().rank())),
            Some(_) => Some(mv.to()),
        }
    }
}

/// Writes origin and target, the promotion, and what was captured: `d6e7xB`, `b7a8qxN`, `e5d6 ep`, `e1h1 castles`.
impl fmt::Display for Retraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mv = self.mv();
        write!(f, "{}{}", mv.from(), mv.to())?;
        match (mv.kind(), self.captured()) {
            (MoveKind::Castling, _) => return f.write_str(" castles"),
            (MoveKind::EnPassant, _) => return f.write_str(" ep"),
            (kind, _) => {
                kind.promotion().map_or(Ok(()), |piece| write!(f, "{}", piece.to_char()))?;
            }
        }
        let captured = self.captured().map(|piece| piece.to_char().to_ascii_uppercase());
        captured.map_or(Ok(()), |letter| write!(f, "x{letter}"))
    }
}

impl fmt::Debug for Retraction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Retraction({self})")
    }
}
