//! The forms in which a move is stored.

use tabiya_core::Move;

/// A move as stored in a game: a [`Move`], its bits, or those bits as little-endian bytes.
///
/// The forms follow [`Move::to_bits`]. You can use a file's bytes as moves without a copy:
/// `bytes.as_chunks::<2>()`. The trait is sealed.
///
/// ```
/// use tabiya::{Move, Square, StoredMove};
///
/// let mv = Move::new(Square::E2, Square::E4);
/// assert_eq!(mv.to_bits().to_move(), Some(mv));
/// assert_eq!(mv.to_bits().to_le_bytes().to_move(), Some(mv));
/// assert_eq!(0_u16.to_move(), None);
/// ```
pub trait StoredMove: sealed::Sealed + Copy + 'static {
    /// Returns the bits, which may encode no move.
    ///
    /// ```
    /// use tabiya::StoredMove;
    ///
    /// assert_eq!([0x34, 0x12].to_bits(), 0x1234);
    /// ```
    fn to_bits(self) -> u16;

    /// Returns the move, or `None` if the bits encode none: see [`Move::from_bits`].
    ///
    /// ```
    /// use tabiya::StoredMove;
    ///
    /// assert_eq!(0xffff_u16.to_move(), None);
    /// ```
    #[inline]
    fn to_move(self) -> Option<Move> {
        Move::from_bits(self.to_bits())
    }
}

mod sealed {
    /// Prevents implementations in other crates.
    pub trait Sealed {}
}

impl sealed::Sealed for Move {}
impl sealed::Sealed for u16 {}
impl sealed::Sealed for [u8; 2] {}

impl StoredMove for Move {
    #[inline]
    fn to_bits(self) -> u16 {
        Self::to_bits(self)
    }

    #[inline]
    fn to_move(self) -> Option<Move> {
        Some(self)
    }
}

impl StoredMove for u16 {
    #[inline]
    fn to_bits(self) -> u16 {
        self
    }
}

impl StoredMove for [u8; 2] {
    #[inline]
    fn to_bits(self) -> u16 {
        u16::from_le_bytes(self)
    }
}
