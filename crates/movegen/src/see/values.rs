//! [`SeeValues`], the piece values for static exchange evaluation.

use tabiya_core::PieceType;

/// The piece values for static exchange evaluation.
///
/// They have 16 bits, so that an exchange's `i32` balance cannot overflow. The king has no value,
/// since it is never captured. [`see_classic`](Self::see_classic) uses the algorithm that ignores
/// pins and checks, as most engines do.
///
/// ```
/// use tabiya::{PieceType, SeeValues};
///
/// const MINE: SeeValues = SeeValues::new(100, 320, 330, 500, 950);
/// assert_eq!(MINE.value(PieceType::Bishop), 330);
/// assert_eq!(SeeValues::DEFAULT.value(PieceType::Bishop), 300);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SeeValues {
    /// Values in the order of [`PieceType`]; 0 for the king.
    values: [i16; PieceType::COUNT],
}

impl SeeValues {
    /// The default: pawn 100, knight and bishop 300, rook 500, queen 900.
    pub const DEFAULT: Self = Self::new(100, 300, 300, 500, 900);

    /// Creates values for the five piece types.
    ///
    /// They do not change the order in which pieces capture, which is always that of [`PieceType`].
    ///
    /// ```
    /// use tabiya::SeeValues;
    ///
    /// assert_eq!(SeeValues::new(100, 300, 300, 500, 900), SeeValues::DEFAULT);
    /// ```
    #[inline]
    pub const fn new(pawn: i16, knight: i16, bishop: i16, rook: i16, queen: i16) -> Self {
        Self { values: [pawn, knight, bishop, rook, queen, 0] }
    }

    /// Returns a piece type's value; 0 for the king.
    ///
    /// ```
    /// use tabiya::{PieceType, SeeValues};
    ///
    /// assert_eq!(SeeValues::DEFAULT.value(PieceType::Rook), 500);
    /// ```
    #[inline]
    pub const fn value(&self, piece_type: PieceType) -> i32 {
        self.values[piece_type as usize] as i32
    }

    /// Returns a promotion's gain: the new piece minus the pawn.
    #[inline]
    pub(super) const fn promotion_gain(&self, piece_type: PieceType) -> i32 {
        self.value(piece_type) - self.value(PieceType::Pawn)
    }
}

impl Default for SeeValues {
    /// Returns [`SeeValues::DEFAULT`].
    #[inline]
    fn default() -> Self {
        Self::DEFAULT
    }
}
