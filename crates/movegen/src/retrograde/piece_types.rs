//! Sets of piece types in one byte.

use tabiya_core::PieceType;

/// A set of piece types, such as those that a move may have captured.
///
/// ```
/// use tabiya::PieceType;
/// use tabiya::retrograde::PieceTypes;
///
/// let types = PieceTypes::EMPTY.with(PieceType::Knight).with(PieceType::Queen);
/// assert!(types.contains(PieceType::Queen));
/// assert_eq!(types.without(PieceType::Queen).len(), 1);
/// assert!(types.into_iter().eq([PieceType::Knight, PieceType::Queen]));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceTypes(pub(super) u8);

impl PieceTypes {
    /// The set without a type.
    pub const EMPTY: Self = Self(0);
    /// Pawn, knight, bishop, rook and queen: all types that can be captured.
    pub const ALL_BUT_KING: Self = Self(0b1_1111);

    /// Returns the set with one more type.
    #[inline]
    #[must_use]
    pub const fn with(self, piece_type: PieceType) -> Self {
        Self(self.0 | 1 << piece_type as u8)
    }

    /// Returns the set without a type.
    #[inline]
    #[must_use]
    pub const fn without(self, piece_type: PieceType) -> Self {
        Self(self.0 & !(1 << piece_type as u8))
    }

    /// Tests whether the set contains a type.
    #[inline]
    #[must_use]
    pub const fn contains(self, piece_type: PieceType) -> bool {
        self.0 >> piece_type as u8 & 1 == 1
    }

    /// Returns the number of types.
    #[inline]
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Tests whether the set contains no type.
    #[inline]
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the types in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl FromIterator<PieceType> for PieceTypes {
    fn from_iter<I: IntoIterator<Item = PieceType>>(types: I) -> Self {
        types.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl IntoIterator for PieceTypes {
    type Item = PieceType;
    type IntoIter = Types;

    #[inline]
    fn into_iter(self) -> Types {
        Types(self)
    }
}

/// An iterator over a set of piece types, in the order of [`PieceType`].
#[derive(Clone, Debug)]
pub struct Types(PieceTypes);

impl Iterator for Types {
    type Item = PieceType;

    #[inline]
    fn next(&mut self) -> Option<PieceType> {
        let piece_type = PieceType::from_index(self.0.0.trailing_zeros() as usize)?;
        self.0 = self.0.without(piece_type);
        Some(piece_type)
    }
}
