//! [`Square`], one of the 64 squares.

use core::fmt;
use core::str::FromStr;

use crate::{Color, File, ParseError, Rank};

indexed_enum! {
    /// A square on the board: a [`File`] and a [`Rank`].
    ///
    /// The index is `8 * rank + file`: `a1` is 0, `b1` is 1 and `h8` is 63. It is also the square's
    /// bit in a [`Bitboard`](crate::Bitboard).
    ///
    /// ```
    /// use tabiya::{File, Rank, Square};
    ///
    /// let square = Square::new(File::C, Rank::Third);
    /// assert_eq!(square, Square::C3);
    /// assert_eq!(square.index(), 18);
    /// assert_eq!("c3".parse(), Ok(square));
    /// assert_eq!(square.offset(1, 2), Some(Square::D5));
    /// assert_eq!(square.offset(-3, 0), None);
    /// ```
    "square" Square: 64 {
        // rank 1
        #[doc = "a1"] A1 = 0,
        #[doc = "b1"] B1 = 1,
        #[doc = "c1"] C1 = 2,
        #[doc = "d1"] D1 = 3,
        #[doc = "e1"] E1 = 4,
        #[doc = "f1"] F1 = 5,
        #[doc = "g1"] G1 = 6,
        #[doc = "h1"] H1 = 7,
        // rank 2
        #[doc = "a2"] A2 = 8,
        #[doc = "b2"] B2 = 9,
        #[doc = "c2"] C2 = 10,
        #[doc = "d2"] D2 = 11,
        #[doc = "e2"] E2 = 12,
        #[doc = "f2"] F2 = 13,
        #[doc = "g2"] G2 = 14,
        #[doc = "h2"] H2 = 15,
        // rank 3
        #[doc = "a3"] A3 = 16,
        #[doc = "b3"] B3 = 17,
        #[doc = "c3"] C3 = 18,
        #[doc = "d3"] D3 = 19,
        #[doc = "e3"] E3 = 20,
        #[doc = "f3"] F3 = 21,
        #[doc = "g3"] G3 = 22,
        #[doc = "h3"] H3 = 23,
        // rank 4
        #[doc = "a4"] A4 = 24,
        #[doc = "b4"] B4 = 25,
        #[doc = "c4"] C4 = 26,
        #[doc = "d4"] D4 = 27,
        #[doc = "e4"] E4 = 28,
        #[doc = "f4"] F4 = 29,
        #[doc = "g4"] G4 = 30,
        #[doc = "h4"] H4 = 31,
        // rank 5
        #[doc = "a5"] A5 = 32,
        #[doc = "b5"] B5 = 33,
        #[doc = "c5"] C5 = 34,
        #[doc = "d5"] D5 = 35,
        #[doc = "e5"] E5 = 36,
        #[doc = "f5"] F5 = 37,
        #[doc = "g5"] G5 = 38,
        #[doc = "h5"] H5 = 39,
        // rank 6
        #[doc = "a6"] A6 = 40,
        #[doc = "b6"] B6 = 41,
        #[doc = "c6"] C6 = 42,
        #[doc = "d6"] D6 = 43,
        #[doc = "e6"] E6 = 44,
        #[doc = "f6"] F6 = 45,
        #[doc = "g6"] G6 = 46,
        #[doc = "h6"] H6 = 47,
        // rank 7
        #[doc = "a7"] A7 = 48,
        #[doc = "b7"] B7 = 49,
        #[doc = "c7"] C7 = 50,
        #[doc = "d7"] D7 = 51,
        #[doc = "e7"] E7 = 52,
        #[doc = "f7"] F7 = 53,
        #[doc = "g7"] G7 = 54,
        #[doc = "h7"] H7 = 55,
        // rank 8
        #[doc = "a8"] A8 = 56,
        #[doc = "b8"] B8 = 57,
        #[doc = "c8"] C8 = 58,
        #[doc = "d8"] D8 = 59,
        #[doc = "e8"] E8 = 60,
        #[doc = "f8"] F8 = 61,
        #[doc = "g8"] G8 = 62,
        #[doc = "h8"] H8 = 63,
    }
}

impl Square {
    /// Returns the square on a file and a rank.
    ///
    /// ```
    /// use tabiya::{Rank, Square};
    ///
    /// let pawn = Square::B7;
    /// assert_eq!(Square::new(pawn.file(), Rank::Eighth), Square::B8);
    /// ```
    #[doc(alias = "make_square")]
    #[doc(alias = "from_coords")]
    #[inline]
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::from_low_bits((rank as u8) << 3 | file as u8)
    }

    /// Returns the square whose index is the value's low six bits; the function ignores the others.
    ///
    /// Packed formats use a byte's two remaining bits for other data.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// let packed = 0b10 << 6 | Square::E4 as u8;
    /// assert_eq!(Square::from_low_bits(packed), Square::E4);
    /// assert_eq!(packed >> 6, 0b10);
    /// ```
    #[inline]
    pub const fn from_low_bits(bits: u8) -> Self {
        match Self::from_index((bits & 63) as usize) {
            Some(square) => square,
            None => Self::H8, // unreachable: 63 is the highest index
        }
    }

    /// Returns the square's file.
    ///
    /// ```
    /// use tabiya::{File, Square};
    ///
    /// assert_eq!(Square::G5.file(), File::G);
    /// ```
    #[doc(alias = "get_file")]
    #[inline]
    pub const fn file(self) -> File {
        match File::from_index(self as usize & 7) {
            Some(file) => file,
            None => File::H, // unreachable: 7 is the highest index
        }
    }

    /// Returns the square's rank.
    ///
    /// ```
    /// use tabiya::{Rank, Square};
    ///
    /// assert_eq!(Square::G5.rank(), Rank::Fifth);
    /// ```
    #[doc(alias = "get_rank")]
    #[inline]
    pub const fn rank(self) -> Rank {
        match Rank::from_index(self as usize >> 3) {
            Some(rank) => rank,
            None => Rank::Eighth, // unreachable: 7 is the highest index
        }
    }

    /// Returns the square `files` to the east and `ranks` to the north, or `None` if that is off the
    /// board.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// // Knight moves from g1: to f3, but not beyond the h-file.
    /// assert_eq!(Square::G1.offset(-1, 2), Some(Square::F3));
    /// assert_eq!(Square::G1.offset(2, 1), None);
    /// ```
    #[doc(alias = "try_offset")]
    #[doc(alias = "forward")]
    #[doc(alias = "backward")]
    #[doc(alias = "up")]
    #[doc(alias = "down")]
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self as i8 & 7).saturating_add(files);
        let rank = (self as i8 >> 3).saturating_add(ranks);
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return None;
        }
        Some(Self::from_low_bits((rank << 3 | file) as u8))
    }

    /// Tests whether the square is light, as `h1` and `a8` are.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// assert!(Square::E4.is_light() && !Square::A1.is_light());
    /// let light: Bitboard = Square::ALL.into_iter().filter(|square| square.is_light()).collect();
    /// assert_eq!(light, Bitboard::LIGHT_SQUARES);
    /// ```
    #[inline]
    pub const fn is_light(self) -> bool {
        (self as u8 >> 3 ^ self as u8) & 1 != 0
    }

    /// Tests whether the square is dark, as `a1` and `h8` are.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// // The bishops of f8 and c1 are on squares of one color.
    /// assert!(Square::F8.is_dark() && Square::C1.is_dark());
    /// ```
    #[inline]
    pub const fn is_dark(self) -> bool {
        !self.is_light()
    }

    /// Returns how many moves a king needs to another square on an empty board, 0 to 7.
    ///
    /// This is the Chebyshev distance: the distance between the files or between the ranks,
    /// whichever is larger.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::A1.distance(Square::H8), 7);
    /// assert_eq!(Square::B2.distance(Square::C7), 5);
    /// ```
    #[doc(alias = "chebyshev")]
    #[doc(alias = "king distance")]
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        let (files, ranks) = self.file_and_rank_distance(other);
        if files > ranks { files } else { ranks }
    }

    /// Returns the distance between the files plus that between the ranks, 0 to 14.
    ///
    /// A king that never moves diagonally needs that many moves.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::A1.manhattan_distance(Square::H8), 14);
    /// assert_eq!(Square::B2.manhattan_distance(Square::C7), 6);
    /// ```
    #[inline]
    pub const fn manhattan_distance(self, other: Self) -> u8 {
        let (files, ranks) = self.file_and_rank_distance(other);
        files + ranks
    }

    /// Returns the distance between the files and that between the ranks, 0 to 7 each.
    #[inline]
    const fn file_and_rank_distance(self, other: Self) -> (u8, u8) {
        let a = self as u8;
        let b = other as u8;
        ((a & 7).abs_diff(b & 7), (a >> 3).abs_diff(b >> 3))
    }

    /// Returns the square mirrored top to bottom: `e2` becomes `e7`.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::E2.flip_vertical(), Square::E7);
    /// assert_eq!(Square::E2.flip_vertical().index(), Square::E2.index() ^ 56);
    /// ```
    #[doc(alias = "flip_rank")]
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn flip_vertical(self) -> Self {
        Self::from_low_bits(self as u8 ^ 56)
    }

    /// Returns the square mirrored left to right: `b1` becomes `g1`.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::B1.flip_horizontal(), Square::G1);
    /// assert_eq!(Square::E4.flip_horizontal(), Square::D4);
    /// ```
    #[doc(alias = "flip_file")]
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn flip_horizontal(self) -> Self {
        Self::from_low_bits(self as u8 ^ 7)
    }

    /// Returns the square as a player sees it: the same for White, mirrored top to bottom for Black.
    ///
    /// ```
    /// use tabiya::{Color, Square};
    ///
    /// let kings = Color::ALL.map(|color| Square::E1.relative_to(color));
    /// assert_eq!(kings, [Square::E1, Square::E8]);
    /// ```
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => self.flip_vertical(),
        }
    }

    /// Returns the square for a file letter and a rank digit, or `None` for any other two bytes.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::from_ascii(*b"e4"), Some(Square::E4));
    /// assert_eq!(Square::from_ascii(*b"4e"), None);
    /// ```
    #[inline]
    pub const fn from_ascii(text: [u8; 2]) -> Option<Self> {
        match (File::from_ascii(text[0]), Rank::from_ascii(text[1])) {
            (Some(file), Some(rank)) => Some(Self::new(file, rank)),
            _ => None,
        }
    }

    /// Returns the square's file letter and rank digit.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::E4.to_ascii(), *b"e4");
    /// ```
    #[inline]
    pub const fn to_ascii(self) -> [u8; 2] {
        [self.file().to_char() as u8, self.rank().to_char() as u8]
    }
}

/// Writes ASCII text, padded to the formatter's width.
pub(crate) fn pad_ascii(f: &mut fmt::Formatter<'_>, text: &[u8]) -> fmt::Result {
    f.pad(str::from_utf8(text).map_err(|_| fmt::Error)?)
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pad_ascii(f, &self.to_ascii())
    }
}

impl FromStr for Square {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            &[file, rank] => Self::from_ascii([file, rank]),
            _ => None,
        }
        .ok_or(ParseError { type_name: "square", expected: "a file a-h and a rank 1-8" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn index_is_eight_times_rank_plus_file() {
        for square in Square::ALL {
            assert_eq!(square.index(), 8 * square.rank().index() + square.file().index());
            assert_eq!(Square::from_index(square.index()), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), square);
            assert_eq!(Square::from_low_bits(square as u8 | 0b1100_0000), square);
        }
        assert_eq!(Square::from_index(64), None);
    }

    #[test]
    fn from_ascii_accepts_exactly_a_file_and_a_rank() {
        for first in (0..=u8::MAX).step_by(if cfg!(miri) { 7 } else { 1 }) {
            for second in (0..=u8::MAX).step_by(if cfg!(miri) { 3 } else { 1 }) {
                let square = Square::from_ascii([first, second]);
                let is_square = (b'a'..=b'h').contains(&first) && (b'1'..=b'8').contains(&second);
                assert_eq!(square.is_some(), is_square, "{first} {second}");
            }
        }
        assert!("".parse::<Square>().is_err());
        assert!("e44".parse::<Square>().is_err());
    }

    /// A king that moves towards the other square on both axes at once takes the distance in moves.
    #[test]
    fn distances_equal_step_counts() {
        for from in Square::ALL {
            for to in Square::ALL {
                let mut square = from;
                let mut moves = 0;
                let mut steps = 0;
                while square != to {
                    let files = (to.file() as i8 - square.file() as i8).signum();
                    let ranks = (to.rank() as i8 - square.rank() as i8).signum();
                    square = square.offset(files, ranks).expect("between two squares");
                    moves += 1;
                    steps += files.unsigned_abs() + ranks.unsigned_abs();
                }
                assert_eq!(from.distance(to), moves, "{from} {to}");
                assert_eq!(from.manhattan_distance(to), steps, "{from} {to}");
            }
        }
    }

    #[test]
    fn neighbors_on_a_rank_or_file_have_the_other_color() {
        assert!(Square::A1.is_dark() && Square::H1.is_light());
        for square in Square::ALL {
            assert_ne!(square.is_light(), square.is_dark());
            for (files, ranks) in [(0, 1), (1, 0)] {
                if let Some(neighbor) = square.offset(files, ranks) {
                    assert_ne!(square.is_light(), neighbor.is_light(), "{square} {neighbor}");
                }
            }
        }
    }

    #[test]
    fn offset_beyond_the_edge_is_none() {
        assert_eq!(Square::A1.offset(-1, 0), None);
        assert_eq!(Square::H8.offset(0, 1), None);
        assert_eq!(Square::E4.offset(i8::MAX, i8::MIN), None);
        assert_eq!(Square::E4.offset(-4, 4), Some(Square::A8));
    }
}
