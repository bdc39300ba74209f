//! The search's 16-bit moves, the same for every library.

/// A move in 16 bits: origin, target and kind, from the highest bit down.
///
/// Castling is a king move to its rook's square. Values are ordered by origin, target and
/// promotion, which breaks ties between moves with equal scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct MoveCode(pub(super) u16);

impl MoveCode {
    /// No move.
    pub(super) const NONE: Self = Self(0);

    /// The kind for a move that is neither a promotion, castling nor en passant.
    pub(super) const NORMAL: u8 = 0;
    /// The kind for a promotion to a knight; those to a bishop, a rook and a queen follow.
    pub(super) const PROMOTE_TO_KNIGHT: u8 = 1;
    /// The kind for a promotion to a queen.
    pub(super) const PROMOTE_TO_QUEEN: u8 = 4;
    /// The kind for castling.
    pub(super) const CASTLING: u8 = 5;
    /// The kind for an en passant capture.
    pub(super) const EN_PASSANT: u8 = 6;

    #[inline(always)]
    pub(super) const fn new(from: u8, to: u8, kind: u8) -> Self {
        Self((from as u16) << 10 | (to as u16) << 4 | kind as u16)
    }

    /// Returns the origin's index, a1 = 0, b1 = 1.
    #[inline(always)]
    pub(super) const fn from(self) -> u8 {
        (self.0 >> 10) as u8
    }

    /// Returns the target's index.
    #[inline(always)]
    pub(super) const fn to(self) -> u8 {
        (self.0 >> 4 & 63) as u8
    }

    #[inline(always)]
    pub(super) const fn kind(self) -> u8 {
        (self.0 & 15) as u8
    }

    /// Returns the index for the piece type that the pawn promotes to: 1 for a knight to 4 for a
    /// queen.
    #[inline(always)]
    pub(super) const fn promotion(self) -> Option<u8> {
        match self.kind() {
            kind @ Self::PROMOTE_TO_KNIGHT..=Self::PROMOTE_TO_QUEEN => Some(kind),
            _ => None,
        }
    }
}
