//! [`Bitboard`], a set of squares with one bit per square.

use core::fmt;
use core::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::{File, Rank, Square};

/// A set of squares: bit `8 * rank + file` is set for each [`Square`] in the set.
///
/// - `&`, `|`, `^` and `!` are intersection, union, symmetric difference and complement; `-` is the
///   difference.
/// - [`iter`](Self::iter) yields the squares from `a1` up, [`subsets`](Self::subsets) the subsets.
/// - The macro [`bitboard!`](crate::bitboard) creates a set from a drawing.
/// - There is no `<<`, which would wrap squares from one rank to the next.
///   [`shift`](Self::shift) moves the set by one [`Direction`](crate::Direction) without wrapping.
///
/// | format | text |
/// |---|---|
/// | `{}` | the board: eight lines of `X` and `.`, the input of [`bitboard!`](crate::bitboard) |
/// | `{:?}` | one line, `Bitboard(0x0000_0000_0000_ff00)` |
/// | `{:#?}` | the same line, followed by the board |
/// | `{:x}`, `{:X}`, `{:o}`, `{:b}` | the bits as a number; `{:#018x}` is the usual form |
///
/// ```
/// use tabiya::{Bitboard, File, Rank, Square};
///
/// let set = Bitboard::from(Rank::First) & Bitboard::from(File::A) | Square::C3.bitboard();
/// assert_eq!(set.len(), 2);
/// assert!(set.contains(Square::A1));
/// assert_eq!(set.into_iter().collect::<Vec<_>>(), [Square::A1, Square::C3]);
/// ```
#[doc(alias = "BitBoard")]
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bitboard(pub u64);

/// Creates a constant [`Bitboard`] from a drawing of the board as White sees it.
///
/// The eighth rank is at the top and the a-file on the left. `X` marks a square in the set, and `.`
/// marks any other square.
///
/// ```
/// use tabiya::{Bitboard, Square, bitboard};
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
        const { $crate::Bitboard::from_marks([$($crate::bitboard!(@square $mark)),*]) }
    };
}

impl Bitboard {
    /// The empty set.
    pub const EMPTY: Self = Self(0);

    /// The set of all 64 squares.
    pub const FULL: Self = Self(!0);

    /// The light squares, which include `h1` and `a8`.
    pub const LIGHT_SQUARES: Self = Self(0x55aa_55aa_55aa_55aa);

    /// The dark squares, which include `a1` and `h8`.
    pub const DARK_SQUARES: Self = Self(0xaa55_aa55_aa55_aa55);

    /// The squares on the first and the last rank, the a-file and the h-file.
    ///
    /// ```
    /// use tabiya::Bitboard;
    ///
    /// assert_eq!(Bitboard::EDGES.len(), 28);
    /// assert!(Bitboard::EDGES.is_superset(Bitboard::BACK_RANKS | Bitboard::CORNERS));
    /// ```
    pub const EDGES: Self = Self(0xff81_8181_8181_81ff);

    /// The squares `a1`, `h1`, `a8` and `h8`.
    pub const CORNERS: Self = Self(0x8100_0000_0000_0081);

    /// The squares `d4`, `e4`, `d5` and `e5`.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// assert_eq!(Bitboard::CENTER.first(), Some(Square::D4));
    /// assert!(Bitboard::CENTER.is_disjoint(Bitboard::EDGES));
    /// ```
    pub const CENTER: Self = Self(0x0000_0018_1800_0000);

    /// The squares on the first and the last rank, where no pawn can be.
    ///
    /// ```
    /// use tabiya::{Bitboard, Rank};
    ///
    /// assert_eq!(Bitboard::BACK_RANKS, Bitboard::from(Rank::First) | Rank::Eighth.into());
    /// ```
    pub const BACK_RANKS: Self = Self(0xff00_0000_0000_00ff);

    /// Creates a set from one mark per square in reading order, `a8` to `h1`, for
    /// [`bitboard!`](crate::bitboard).
    #[inline]
    #[doc(hidden)]
    pub const fn from_marks(marks: [bool; 64]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < 64 {
            bits |= (marks[index] as u64) << (index ^ 56);
            index += 1;
        }
        Self(bits)
    }

    /// Returns the set of all squares on a file.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, bitboard};
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
    #[doc(alias = "get_file")]
    #[inline]
    pub const fn from_file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u8)
    }

    /// Returns the set of all squares on a rank.
    ///
    /// ```
    /// use tabiya::{Bitboard, Rank};
    ///
    /// const UNMOVED_PAWNS: Bitboard = Bitboard::from_rank(Rank::Second);
    /// assert_eq!(UNMOVED_PAWNS.0, 0x0000_0000_0000_ff00);
    /// ```
    #[doc(alias = "get_rank")]
    #[inline]
    pub const fn from_rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank as u8))
    }

    /// Tests whether a square is in the set.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// // Each queen starts on a square of her own color.
    /// assert!(Bitboard::LIGHT_SQUARES.contains(Square::D1));
    /// assert!(!Bitboard::LIGHT_SQUARES.contains(Square::D8));
    /// ```
    #[doc(alias = "has")]
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & square.bitboard().0 != 0
    }

    /// Returns the number of squares in the set, 0 to 64.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Rank};
    ///
    /// // Both sets contain e4, which counts once.
    /// assert_eq!((Bitboard::from(File::E) | Bitboard::from(Rank::Fourth)).len(), 15);
    /// ```
    #[doc(alias = "popcnt")]
    #[doc(alias = "count")]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns the number of squares in the set as `u32`, 0 to 64.
    ///
    /// Unlike the result of [`len`](Self::len), you can convert it to `i32` by `cast_signed` and to
    /// larger integers by `from`.
    ///
    /// ```
    /// use tabiya::Bitboard;
    ///
    /// let mobility: i64 = i64::from(Bitboard::CENTER.count()) * -5;
    /// assert_eq!(mobility, -20);
    /// ```
    #[doc(alias = "popcnt")]
    #[doc(alias = "popcount")]
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Tests whether the set contains no squares.
    ///
    /// ```
    /// use tabiya::{Bitboard, Direction, Rank};
    ///
    /// assert!(Bitboard::from(Rank::Eighth).shift(Direction::North).is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Tests whether the set contains at least one square.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Square};
    ///
    /// let rooks = Bitboard::from(Square::A1) | Bitboard::from(Square::D4);
    /// assert!((rooks & File::D.into()).any());
    /// assert!(!(rooks & File::E.into()).any());
    /// ```
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Tests whether the set contains two or more squares.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// let checkers = Bitboard::from(Square::E8);
    /// assert!(!checkers.has_more_than_one());
    /// assert!(checkers.with(Square::F3).has_more_than_one()); // a double check
    /// ```
    #[doc(alias = "more_than_one")]
    #[inline]
    pub const fn has_more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// Returns the only square in the set, or `None` if it contains none or several.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// // A single checker can be captured.
    /// let checkers = Bitboard::from(Square::F3);
    /// assert_eq!(checkers.single(), Some(Square::F3));
    /// assert_eq!(checkers.with(Square::E8).single(), None);
    /// assert_eq!(Bitboard::EMPTY.single(), None);
    /// ```
    #[doc(alias = "exactly_one")]
    #[doc(alias = "single_square")]
    #[doc(alias = "to_square")]
    #[inline]
    pub const fn single(self) -> Option<Square> {
        if self.has_more_than_one() { None } else { self.first() }
    }

    /// Returns the square with the lowest index, or `None` if the set is empty.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// // Indices are ordered by rank first.
    /// let set = Square::H4.bitboard() | Square::A5.bitboard();
    /// assert_eq!(set.first(), Some(Square::H4));
    /// assert_eq!(Bitboard::EMPTY.first(), None);
    /// ```
    #[doc(alias = "next_square")]
    #[doc(alias = "to_square")]
    #[doc(alias = "single_square")]
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// Returns the square with the highest index, or `None` if the set is empty.
    ///
    /// ```
    /// use tabiya::Square;
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

    /// Removes the square with the lowest index and returns it, or returns `None` if the set is
    /// empty.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// let mut checkers = Square::F3.bitboard() | Square::E8.bitboard();
    /// assert_eq!(checkers.pop_first(), Some(Square::F3));
    /// assert_eq!(checkers, Square::E8.bitboard());
    /// assert_eq!(checkers.pop_first(), Some(Square::E8));
    /// assert_eq!(checkers.pop_first(), None);
    /// ```
    #[doc(alias = "pop_front")]
    #[inline]
    pub const fn pop_first(&mut self) -> Option<Square> {
        let square = self.first();
        self.0 &= self.0.wrapping_sub(1);
        square
    }

    /// Returns the set with a square added.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// const KNIGHTS: Bitboard = Bitboard::EMPTY.with(Square::B1).with(Square::G1);
    /// assert_eq!(KNIGHTS.with(Square::B1), KNIGHTS);
    /// ```
    #[doc(alias = "add")]
    #[doc(alias = "insert")]
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn with(self, square: Square) -> Self {
        Self(self.0 | square.bitboard().0)
    }

    /// Returns the set with a square removed.
    ///
    /// ```
    /// use tabiya::{Bitboard, Rank, Square};
    ///
    /// let others = Bitboard::from(Rank::First).without(Square::E1);
    /// assert_eq!(others.len(), 7);
    /// assert_eq!(others.without(Square::E1), others);
    /// ```
    #[doc(alias = "discard")]
    #[doc(alias = "remove")]
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn without(self, square: Square) -> Self {
        Self(self.0 & !square.bitboard().0)
    }

    /// Returns the set with a square added if it is missing, and removed otherwise.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// // A rook moves along the first rank.
    /// let rooks = Bitboard::EMPTY.with(Square::A1).with(Square::H8);
    /// let moved = rooks.toggled(Square::A1).toggled(Square::D1);
    /// assert_eq!(moved, Bitboard::EMPTY.with(Square::D1).with(Square::H8));
    /// ```
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn toggled(self, square: Square) -> Self {
        Self(self.0 ^ square.bitboard().0)
    }

    /// Adds a square to the set and returns whether it was missing; [`with`](Self::with) in place.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// let mut visited = Bitboard::EMPTY;
    /// assert!(visited.insert(Square::E4));
    /// assert!(!visited.insert(Square::E4));
    /// ```
    #[inline]
    pub const fn insert(&mut self, square: Square) -> bool {
        let is_missing = !self.contains(square);
        *self = self.with(square);
        is_missing
    }

    /// Removes a square from the set and returns whether it was there; [`without`](Self::without) in
    /// place.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// let mut targets = Bitboard::CENTER;
    /// assert!(targets.remove(Square::E4));
    /// assert!(!targets.remove(Square::E4));
    /// assert_eq!(targets.count(), 3);
    /// ```
    #[doc(alias = "discard")]
    #[inline]
    pub const fn remove(&mut self, square: Square) -> bool {
        let is_present = self.contains(square);
        *self = self.without(square);
        is_present
    }

    /// Tests whether the sets have no square in common; the opposite of
    /// [`intersects`](Self::intersects).
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// // A bishop on f1 attacks light squares only.
    /// assert!(Bitboard::LIGHT_SQUARES.is_disjoint(Bitboard::DARK_SQUARES));
    /// assert!(!Bitboard::LIGHT_SQUARES.is_disjoint(Square::F1.into()));
    /// ```
    #[inline]
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
    }

    /// Tests whether the sets have a square in common.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Rank};
    ///
    /// let e_file = Bitboard::from(File::E);
    /// assert!(e_file.intersects(Rank::Fourth.into()));
    /// assert!(!e_file.intersects(File::D.into()));
    /// ```
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Tests whether every square of this set is in `other`.
    ///
    /// ```
    /// use tabiya::{Bitboard, Rank, Square};
    ///
    /// let castling_path = Square::F1.bitboard() | Square::G1.bitboard();
    /// assert!(castling_path.is_subset(Rank::First.into()));
    /// assert!(!castling_path.is_subset(Square::F1.into()));
    /// assert!(Bitboard::EMPTY.is_subset(castling_path));
    /// ```
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Tests whether every square of `other` is in this set.
    ///
    /// ```
    /// use tabiya::{Bitboard, Rank, Square};
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

    /// Returns the set mirrored top to bottom: rank 1 becomes rank 8.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Rank};
    ///
    /// assert_eq!(Bitboard::from(Rank::Second).flip_vertical(), Rank::Seventh.into());
    /// assert_eq!(Bitboard::from(File::A).flip_vertical(), File::A.into());
    /// ```
    #[doc(alias = "flip_ranks")]
    #[doc(alias = "reverse_colors")]
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn flip_vertical(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Returns the set mirrored left to right: the a-file becomes the h-file.
    ///
    /// ```
    /// use tabiya::{Bitboard, File};
    ///
    /// assert_eq!(Bitboard::from(File::A).flip_horizontal(), File::H.into());
    /// assert_eq!(Bitboard::LIGHT_SQUARES.flip_horizontal(), Bitboard::DARK_SQUARES);
    /// ```
    #[doc(alias = "flip_files")]
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn flip_horizontal(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }
}

// In this module, so that `File` does not depend on `Bitboard`.
impl File {
    /// Returns the squares on the neighboring files: one file next to the a-file and the h-file,
    /// two next to any other.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Square};
    ///
    /// let pawns = Bitboard::EMPTY.with(Square::B4).with(Square::D2);
    /// let is_isolated = |pawn: Square| pawns.is_disjoint(pawn.file().adjacent());
    /// assert!(is_isolated(Square::B4) && is_isolated(Square::D2));
    /// assert_eq!(File::H.adjacent(), Bitboard::from(File::G));
    /// ```
    #[doc(alias = "isolated pawn")]
    #[doc(alias = "adjacent_files")]
    #[inline]
    pub const fn adjacent(self) -> Bitboard {
        let file = Bitboard::from_file(self).0;
        let a_file = Bitboard::from_file(Self::A).0;
        let h_file = Bitboard::from_file(Self::H).0;
        Bitboard((file & !a_file) >> 1 | (file & !h_file) << 1)
    }
}

// In this module, so that `Square` does not depend on `Bitboard`.
impl Square {
    /// Returns the set that contains only this square.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// const BETWEEN: u64 = Square::F1.bitboard().0 | Square::G1.bitboard().0;
    /// assert_eq!(BETWEEN, 0b0110_0000);
    /// ```
    #[doc(alias = "from_square")]
    #[doc(alias = "from_maybe_square")]
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard(1 << self as u8)
    }
}

/// Implements [`Bitboard`]'s binary operators and their assigning forms.
macro_rules! impl_bit_operators {
    ($($trait:ident::$method:ident, $assign:ident::$assign_method:ident: $operation:expr;)*) => {$(
        impl $trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $method(self, other: Self) -> Self {
                let operation: fn(u64, u64) -> u64 = $operation;
                Self(operation(self.0, other.0))
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

impl_bit_operators! {
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

impl From<u64> for Bitboard {
    #[inline]
    fn from(bits: u64) -> Self {
        Self(bits)
    }
}

impl From<Bitboard> for u64 {
    #[inline]
    fn from(set: Bitboard) -> u64 {
        set.0
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

/// Draws the board with `X` and `.`, the eighth rank at the top, in the notation of
/// [`bitboard!`](crate::bitboard).
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

/// Writes the bits in one line, so that the derived `Debug` output stays readable for larger types.
/// `{:#?}` draws the board below that line.
///
/// ```
/// use tabiya::{Bitboard, Rank};
///
/// let pawns = Bitboard::from(Rank::Second);
/// assert_eq!(format!("{:?}", Some(pawns)), "Some(Bitboard(0x0000_0000_0000_ff00))");
/// assert_eq!(format!("{pawns:#?}"), format!("{pawns:?}\n{pawns}"));
/// ```
impl fmt::Debug for Bitboard {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c, d] = [48, 32, 16, 0].map(|shift| self.0 >> shift & 0xffff);
        write!(f, "Bitboard(0x{a:04x}_{b:04x}_{c:04x}_{d:04x})")?;
        if f.alternate() { write!(f, "\n{self}") } else { Ok(()) }
    }
}

/// Implements [`Bitboard`]'s number formats, such as hexadecimal, by formatting its bits.
macro_rules! impl_number_formats {
    ($($trait:ident: $example:literal == $text:literal;)*) => {$(
        /// Writes the bits as a number.
        ///
        /// ```
        /// use tabiya::Square;
        ///
        /// let set = Square::D1.bitboard() | Square::F1.bitboard();
        #[doc = concat!("assert_eq!(format!(", stringify!($example), ", set), ", stringify!($text), ");")]
        /// ```
        impl fmt::$trait for Bitboard {
            #[inline]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$trait::fmt(&self.0, f)
            }
        }
    )*};
}

impl_number_formats! {
    LowerHex: "{:#018x}" == "0x0000000000000028";
    UpperHex: "{:04X}" == "0028";
    Octal: "{:o}" == "50";
    Binary: "{:#010b}" == "0b00101000";
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;
    use std::vec::Vec;

    use proptest::prelude::{any, proptest};

    use super::*;

    #[test]
    fn bitboard_macro_marks_equal_displayed_marks() {
        let set = bitboard! {
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . . . . . .
            . . . X . . . .
            . . . . . . . .
            . . . . . . . .
            X . . . . . . .
        };
        assert_eq!(set, Square::A1.bitboard() | Square::D4.bitboard());
        let text = set.to_string();
        let marks: Vec<_> = text.split_whitespace().collect();
        assert_eq!(marks.len(), 64);
        assert_eq!(marks[56], "X");
        assert_eq!(marks[35], "X");
    }

    #[test]
    fn dark_squares_have_even_coordinate_sum() {
        assert!(Bitboard::DARK_SQUARES.contains(Square::A1));
        assert!(Bitboard::LIGHT_SQUARES.contains(Square::H1));
        assert_eq!(Bitboard::LIGHT_SQUARES, !Bitboard::DARK_SQUARES);
        for square in Square::ALL {
            let is_dark = (square.file().index() + square.rank().index()) % 2 == 0;
            assert_eq!(Bitboard::DARK_SQUARES.contains(square), is_dark);
        }
    }

    #[test]
    fn named_sets_contain_squares_by_coordinates() {
        for square in Square::ALL {
            let file = square.file().index();
            let rank = square.rank().index();
            let is_edge = |coordinate| matches!(coordinate, 0 | 7);
            assert_eq!(Bitboard::EDGES.contains(square), is_edge(file) || is_edge(rank));
            assert_eq!(Bitboard::CORNERS.contains(square), is_edge(file) && is_edge(rank));
            assert_eq!(Bitboard::BACK_RANKS.contains(square), is_edge(rank));
            let is_central = |coordinate| matches!(coordinate, 3 | 4);
            assert_eq!(Bitboard::CENTER.contains(square), is_central(file) && is_central(rank));
            for other in File::ALL {
                let is_adjacent = file.abs_diff(other.index()) == 1;
                assert_eq!(other.adjacent().contains(square), is_adjacent, "{other} {square}");
            }
        }
    }

    proptest! {
        #[test]
        fn iterators_of_any_set_yield_its_squares_in_order(bits in any::<u64>()) {
            let set = Bitboard(bits);
            let expected: Vec<_> =
                Square::ALL.into_iter().filter(|&square| set.contains(square)).collect();
            assert_eq!(set.into_iter().collect::<Vec<_>>(), expected);
            assert_eq!(set.into_iter().len(), expected.len());
            let mut from_the_end: Vec<_> = set.into_iter().rev().collect();
            from_the_end.reverse();
            assert_eq!(from_the_end, expected);
            assert_eq!(set.first(), expected.first().copied());
            assert_eq!(set.last(), expected.last().copied());
            assert_eq!(set.has_more_than_one(), expected.len() > 1);
            assert_eq!(set.count(), expected.len() as u32);
            let first_alone = expected.first().map_or(Bitboard::EMPTY, |square| square.bitboard());
            assert_eq!(first_alone.single(), expected.first().copied());
            assert_eq!(set.single().is_some(), expected.len() == 1);
            let mut remaining = set;
            let squares: Vec<_> = core::iter::from_fn(|| remaining.pop_first()).collect();
            assert_eq!((squares, remaining), (expected.clone(), Bitboard::EMPTY));
            assert!((&set).into_iter().eq(set.iter()) && set.iter().eq(set));
            assert_eq!(expected.into_iter().collect::<Bitboard>(), set);
        }

        #[test]
        fn any_set_is_formatted_like_its_number(bits in any::<u64>()) {
            let set = Bitboard::from(bits);
            assert_eq!(u64::from(set), bits);
            assert_eq!(std::format!("{set:x} {set:#020x}"), std::format!("{bits:x} {bits:#020x}"));
            assert_eq!(std::format!("{set:X} {set:o}"), std::format!("{bits:X} {bits:o}"));
            assert_eq!(std::format!("{set:b} {set:>70b}"), std::format!("{bits:b} {bits:>70b}"));
            let debug = std::format!("{set:?}").replace('_', "");
            assert_eq!(debug, std::format!("Bitboard({bits:#018x})"));
        }

        #[test]
        fn operators_on_any_sets_apply_to_each_square(a in any::<u64>(), b in any::<u64>()) {
            let a = Bitboard(a);
            let b = Bitboard(b);
            for square in Square::ALL {
                let in_a = a.contains(square);
                let in_b = b.contains(square);
                assert_eq!((a & b).contains(square), in_a && in_b);
                assert_eq!((a | b).contains(square), in_a || in_b);
                assert_eq!((a ^ b).contains(square), in_a != in_b);
                assert_eq!((a - b).contains(square), in_a && !in_b);
                assert_eq!((!a).contains(square), !in_a);
                assert_eq!(a.flip_vertical().contains(square.flip_vertical()), in_a);
                assert_eq!(a.flip_horizontal().contains(square.flip_horizontal()), in_a);
            }
            // Two random sets always intersect and never contain each other.
            for (a, b) in [(a, b), (a, a & b), (a & b, a), (a - b, b), (a, a)] {
                assert_eq!(a.is_disjoint(b), (a & b).is_empty());
                assert_eq!(a.intersects(b), !a.is_disjoint(b));
                assert_eq!(a.is_superset(b), (a | b) == a);
                assert_eq!(a.is_subset(b), b.is_superset(a));
            }
        }

        #[test]
        fn changes_in_place_equal_those_by_value(bits in any::<u64>()) {
            for square in Square::ALL {
                let set = Bitboard(bits);
                let mut more = set;
                let mut less = set;
                assert_eq!(more.insert(square), !set.contains(square));
                assert_eq!(less.remove(square), set.contains(square));
                assert_eq!((more, less), (set.with(square), set.without(square)));
                assert_eq!(set.toggled(square), if set == more { less } else { more });
            }
        }

        #[test]
        fn subsets_of_a_diagonal_set_are_complete_and_distinct(bits in any::<u64>()) {
            let set = Bitboard(bits & 0x0102_0408_1020_4080);
            let mut subsets: Vec<_> = set.subsets().collect();
            assert!(subsets.iter().all(|&subset| set.is_superset(subset)));
            subsets.sort();
            subsets.dedup();
            assert_eq!(subsets.len(), 1 << set.len());
        }
    }
}
