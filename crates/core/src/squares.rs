//! [`Squares`] and [`Subsets`], the iterators over a [`Bitboard`].

use core::iter::FusedIterator;

use crate::{Bitboard, Square};

// In this module, so that `Bitboard` does not depend on its iterators.
impl Bitboard {
    /// Iterates over the set's squares, from `a1` up.
    ///
    /// ```
    /// use tabiya::{Bitboard, Rank, Square};
    ///
    /// let mut squares = Bitboard::from(Rank::First).iter();
    /// assert_eq!(squares.next(), Some(Square::A1));
    /// assert_eq!(squares.next_back(), Some(Square::H1));
    /// assert_eq!(squares.len(), 6);
    /// ```
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }

    /// Iterates over all `2^len` subsets, from the empty set to the whole set.
    ///
    /// The method is the Carry-Rippler: the next subset is `(subset - set) & set`.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// let set: Bitboard = [Square::A1, Square::H8].into_iter().collect();
    /// assert_eq!(set.subsets().count(), 4);
    /// ```
    #[doc(alias = "iter_subsets")]
    #[doc(alias = "carry_rippler")]
    #[inline]
    pub const fn subsets(self) -> Subsets {
        Subsets { set: self.0, next_subset: Some(0) }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl IntoIterator for &Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

/// An iterator over the squares of a [`Bitboard`], from `a1` up, created by [`Bitboard::iter`].
///
/// ```
/// use tabiya::{Bitboard, Rank, Square};
///
/// let mut squares = Bitboard::from(Rank::First).iter();
/// assert_eq!(squares.next(), Some(Square::A1));
/// assert_eq!(squares.next_back(), Some(Square::H1));
/// assert_eq!(squares.len(), 6);
/// ```
#[doc(alias = "BitBoardIter")]
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = Bitboard(self.0).len();
        (len, Some(len))
    }
}

impl DoubleEndedIterator for Squares {
    #[inline]
    fn next_back(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).last()?;
        self.0 ^= square.bitboard().0;
        Some(square)
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

/// An iterator over the subsets of a [`Bitboard`], created by [`Bitboard::subsets`].
///
/// ```
/// use tabiya::{Bitboard, Square};
///
/// let (a1, h8) = (Square::A1.bitboard(), Square::H8.bitboard());
/// let subsets: Vec<_> = (a1 | h8).subsets().collect();
/// assert_eq!(subsets, [Bitboard::EMPTY, a1, h8, a1 | h8]);
/// ```
#[doc(alias = "BitBoardSubsetIter")]
#[doc(alias = "CarryRippler")]
#[derive(Clone, Debug)]
#[must_use = "iterators are lazy and do nothing unless consumed"]
pub struct Subsets {
    set: u64,
    next_subset: Option<u64>,
}

impl Iterator for Subsets {
    type Item = Bitboard;

    #[inline]
    fn next(&mut self) -> Option<Bitboard> {
        let subset = self.next_subset?;
        let next = subset.wrapping_sub(self.set) & self.set;
        self.next_subset = (next != 0).then_some(next);
        Some(Bitboard(subset))
    }
}

impl FusedIterator for Subsets {}
