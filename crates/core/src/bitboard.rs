//! Sets of squares, one bit each.

use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::squares::{Squares, Subsets};
use crate::{File, Rank, Square};

/// A set of squares: bit `8 * rank + file` is set for each square in it.
///
/// The bit operators are the set operators, `-` is the difference, and iteration goes
/// from `a1` up. [`bitboard!`](crate::bitboard) draws one.
///
/// ```
/// use tabiya_core::{Bitboard, File, Rank, Square};
///
/// let set = Bitboard::from(Rank::First) & Bitboard::from(File::A) | Square::C3.bitboard();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Square::A1));
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::C3]);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

/// A set of squares drawn as the board stands before White: the eighth rank on top, the
/// a-file at the left, `X` for a square in the set and `.` for one outside.
///
/// ```
/// use tabiya_core::{bitboard, Bitboard, Square};
///
/// const CORNERS: Bitboard = bitboard! {
///     X . . . . . . X
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     X . . . . . . X
/// };
/// assert_eq!(CORNERS.len(), 4);
/// assert!(CORNERS.contains(Square::A8));
/// ```
#[macro_export]
macro_rules! bitboard {
    (@square .) => { false };
    (@square X) => { true };
    ($($mark:tt)*) => {
        const { $crate::Bitboard::drawn([$($crate::bitboard!(@square $mark)),*]) }
    };
}

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);

    /// All 64 squares.
    pub const FULL: Self = Self(!0);

    /// The light squares, `h1` and `a8` among them.
    pub const LIGHT_SQUARES: Self = Self(0x55aa_55aa_55aa_55aa);

    /// The dark squares, `a1` and `h8` among them.
    pub const DARK_SQUARES: Self = Self(0xaa55_aa55_aa55_aa55);

    /// What [`bitboard!`](crate::bitboard) calls: the marks from `a8` to `h1`, as one reads.
    #[inline]
    #[doc(hidden)]
    pub const fn drawn(marks: [bool; 64]) -> Self {
        let mut bits = 0;
        let mut place = 0;
        while place < 64 {
            bits |= (marks[place] as u64) << (place ^ 56);
            place += 1;
        }
        Self(bits)
    }

    /// The set of all squares of a file.
    ///
    /// ```
    /// use tabiya_core::{bitboard, Bitboard, File};
    ///
    /// assert_eq!(Bitboard::from_file(File::C), bitboard! {
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    ///     . . X . . . . .
    /// });
    /// ```
    #[inline]
    pub const fn from_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u8)
    }

    /// The set of all squares of a rank.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Rank};
    ///
    /// const PAWNS_AT_HOME: Bitboard = Bitboard::from_rank(Rank::Second);
    /// assert_eq!(PAWNS_AT_HOME.0, 0x0000_0000_0000_ff00);
    /// ```
    #[inline]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank as u8))
    }

    /// Whether a square is in the set.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Square};
    ///
    /// // Each queen starts on a square of her own colour.
    /// assert!(Bitboard::LIGHT_SQUARES.contains(Square::D1));
    /// assert!(!Bitboard::LIGHT_SQUARES.contains(Square::D8));
    /// ```
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// How many squares are in the set, 0 to 64.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, File, Rank};
    ///
    /// // The square where they cross counts once.
    /// assert_eq!((Bitboard::from(File::E) | Bitboard::from(Rank::Fourth)).len(), 15);
    /// ```
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether no square is in the set.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Direction, Rank};
    ///
    /// assert!(Bitboard::from(Rank::Eighth).shift(Direction::North).is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether some square is in the set.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, File, Square};
    ///
    /// let rooks = Bitboard::from(Square::A1) | Bitboard::from(Square::D4);
    /// assert!((rooks & File::D.into()).any());
    /// assert!(!(rooks & File::E.into()).any());
    /// ```
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether two squares or more are in the set.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Square};
    ///
    /// let checkers = Bitboard::from(Square::E8);
    /// assert!(!checkers.has_more_than_one());
    /// assert!(checkers.with(Square::F3).has_more_than_one()); // a double check
    /// ```
    #[inline]
    pub const fn has_more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square nearest to `a1` in index order; `None` of the empty set.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Square};
    ///
    /// // The rank counts before the file.
    /// let set = Square::H4.bitboard() | Square::A5.bitboard();
    /// assert_eq!(set.first(), Some(Square::H4));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The square nearest to `h8` in index order; `None` of the empty set.
    ///
    /// ```
    /// use tabiya_core::Square;
    ///
    /// let set = Square::H4.bitboard() | Square::A5.bitboard();
    /// assert_eq!(set.last(), Some(Square::A5));
    /// ```
    #[inline]
    pub const fn last(self) -> Option<Square> {
        match self.0.checked_ilog2() {
            Some(index) => Square::from_index(index as usize),
            None => None,
        }
    }

    /// The set with a square added.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Square};
    ///
    /// const KNIGHTS: Bitboard = Bitboard::EMPTY.with(Square::B1).with(Square::G1);
    /// assert_eq!(KNIGHTS.with(Square::B1), KNIGHTS);
    /// ```
    #[inline]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.bitboard().0)
    }

    /// The set with a square taken out.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Rank, Square};
    ///
    /// let others = Bitboard::from(Rank::First).without(Square::E1);
    /// assert_eq!(others.len(), 7);
    /// assert_eq!(others.without(Square::E1), others);
    /// ```
    #[inline]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !square.bitboard().0)
    }

    /// Whether the sets have no square in common.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Square};
    ///
    /// // Bishops of opposite colours never meet.
    /// assert!(Bitboard::LIGHT_SQUARES.is_disjoint(Bitboard::DARK_SQUARES));
    /// assert!(!Bitboard::LIGHT_SQUARES.is_disjoint(Square::F1.into()));
    /// ```
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Whether every square of `other` is in this set.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Rank, Square};
    ///
    /// let back_rank = Bitboard::from(Rank::First);
    /// assert!(back_rank.is_superset(Square::F1.bitboard() | Square::G1.bitboard()));
    /// assert!(!back_rank.is_superset(Square::F1.bitboard() | Square::F2.bitboard()));
    /// assert!(back_rank.is_superset(Bitboard::EMPTY));
    /// ```
    #[inline]
    pub const fn is_superset(self, other: Self) -> bool {
        other.0 & !self.0 == 0
    }

    /// The set mirrored top to bottom.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, File, Rank};
    ///
    /// assert_eq!(Bitboard::from(Rank::Second).flip_vertical(), Rank::Seventh.into());
    /// assert_eq!(Bitboard::from(File::A).flip_vertical(), File::A.into());
    /// ```
    #[inline]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set mirrored left to right.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, File};
    ///
    /// assert_eq!(Bitboard::from(File::A).flip_horizontal(), File::H.into());
    /// assert_eq!(Bitboard::LIGHT_SQUARES.flip_horizontal(), Bitboard::DARK_SQUARES);
    /// ```
    #[inline]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }

    /// All `2^len` subsets, the empty one first and the whole set last.
    ///
    /// Method: the Carry-Rippler, `(subset - set) & set`.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Square};
    ///
    /// let set: Bitboard = [Square::A1, Square::H8].into_iter().collect();
    /// assert_eq!(set.subsets().count(), 4);
    /// ```
    #[inline]
    pub const fn subsets(self) -> Subsets {
        Subsets::of(self)
    }
}

/// Defines the operators of a pair of traits for two bitboards.
macro_rules! operators {
    ($($trait:ident::$method:ident, $assign:ident::$assign_method:ident: $of:expr;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let of: fn(u64, u64) -> u64 = $of;
                Self(of(self.0, other.0))
            }
        }

        impl $assign for Bitboard {
            #[inline]
            fn $assign_method(&mut self, other: Self) {
                *self = $trait::$method(*self, other);
            }
        }
    )*};
}

operators! {
    BitAnd::bitand, BitAndAssign::bitand_assign: |a, b| a & b;
    BitOr::bitor, BitOrAssign::bitor_assign: |a, b| a | b;
    BitXor::bitxor, BitXorAssign::bitxor_assign: |a, b| a ^ b;
    Sub::sub, SubAssign::sub_assign: |a, b| a & !b;
}

impl Not for Bitboard {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bitboard()
    }
}

impl From<File> for Bitboard {
    #[inline]
    fn from(file: File) -> Self {
        Self::from_file(file)
    }
}

impl From<Rank> for Bitboard {
    #[inline]
    fn from(rank: Rank) -> Self {
        Self::from_rank(rank)
    }
}

impl FromIterator<Square> for Bitboard {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl Extend<Square> for Bitboard {
    #[inline]
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        *self |= squares.into_iter().collect();
    }
}

/// Draws the board, eighth rank on top, with `X` and `.` as [`bitboard!`](crate::bitboard)
/// reads them.
impl fmt::Display for Bitboard {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            for file in File::ALL {
                let mark = if self.contains(Square::new(file, rank)) { 'X' } else { '.' };
                let end = if file == File::H { '\n' } else { ' ' };
                write!(f, "{mark}{end}")?;
            }
        }
        Ok(())
    }
}

/// The number and the drawing, so that a failing test shows the board.
impl fmt::Debug for Bitboard {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#018x})\n{self}", self.0)
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        Squares::of(self)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;
    use std::vec::Vec;

    use proptest::prelude::{any, proptest};

    use super::*;

    #[test]
    fn drawing_reads_back() {
        let drawn = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . X . . . .
            . . . . . . . .
            . . . . . . . .
            X . . . . . . .
        };
        assert_eq!(drawn, Square::A1.bitboard() | Square::D4.bitboard());
        let text = drawn.to_string();
        let marks: Vec<_> = text.split_whitespace().collect();
        assert_eq!(marks.len(), 64);
        assert_eq!(marks[56], "X");
        assert_eq!(marks[35], "X");
    }

    #[test]
    fn colours_of_squares() {
        assert!(Bitboard::DARK_SQUARES.contains(Square::A1));
        assert!(Bitboard::LIGHT_SQUARES.contains(Square::H1));
        assert_eq!(Bitboard::LIGHT_SQUARES, !Bitboard::DARK_SQUARES);
        for square in Square::ALL {
            let dark = (square.file().index() + square.rank().index()) % 2 == 0;
            assert_eq!(Bitboard::DARK_SQUARES.contains(square), dark);
        }
    }

    proptest! {
        #[test]
        fn iteration_is_membership(bits in any::<u64>()) {
            let set = Bitboard(bits);
            let expected: Vec<_> =
                Square::ALL.into_iter().filter(|&square| set.contains(square)).collect();
            assert_eq!(set.into_iter().collect::<Vec<_>>(), expected);
            assert_eq!(set.into_iter().len(), expected.len());
            let mut backwards: Vec<_> = set.into_iter().rev().collect();
            backwards.reverse();
            assert_eq!(backwards, expected);
            assert_eq!(set.first(), expected.first().copied());
            assert_eq!(set.last(), expected.last().copied());
            assert_eq!(set.has_more_than_one(), expected.len() > 1);
            assert_eq!(expected.into_iter().collect::<Bitboard>(), set);
        }

        #[test]
        fn operators_are_set_operators(a in any::<u64>(), b in any::<u64>()) {
            let (a, b) = (Bitboard(a), Bitboard(b));
            for square in Square::ALL {
                let (in_a, in_b) = (a.contains(square), b.contains(square));
                assert_eq!((a & b).contains(square), in_a && in_b);
                assert_eq!((a | b).contains(square), in_a || in_b);
                assert_eq!((a ^ b).contains(square), in_a != in_b);
                assert_eq!((a - b).contains(square), in_a && !in_b);
                assert_eq!((!a).contains(square), !in_a);
                assert_eq!(a.flip_vertical().contains(square.flip_vertical()), in_a);
                assert_eq!(a.flip_horizontal().contains(square.flip_horizontal()), in_a);
            }
            assert_eq!(a.is_disjoint(b), (a & b).is_empty());
            assert_eq!(a.is_superset(b), (a | b) == a);
        }

        #[test]
        fn subsets_are_all_and_different(bits in any::<u64>()) {
            let set = Bitboard(bits & 0x0102_0408_1020_4080);
            let mut subsets: Vec<_> = set.subsets().collect();
            assert!(subsets.iter().all(|&subset| set.is_superset(subset)));
            subsets.sort();
            subsets.dedup();
            assert_eq!(subsets.len(), 1 << set.len());
        }
    }
}
