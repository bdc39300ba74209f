//! [`File`] and [`Rank`], the columns and rows of the board.

use core::fmt;
use core::str::FromStr;

use crate::{Color, ParseError};

indexed_enum! {
    /// A column of the board, `a` (on White's left) to `h`.
    ///
    /// A [`Square`](crate::Square) is a file and a [`Rank`].
    ///
    /// ```
    /// use tabiya::File;
    ///
    /// assert_eq!("e".parse(), Ok(File::E));
    /// assert_eq!(File::E.index(), 4);
    /// ```
    "file" File: 8 {
        /// The a-file.
        A = 0,
        /// The b-file.
        B = 1,
        /// The c-file.
        C = 2,
        /// The d-file.
        D = 3,
        /// The e-file.
        E = 4,
        /// The f-file.
        F = 5,
        /// The g-file.
        G = 6,
        /// The h-file.
        H = 7,
    }
}

impl File {
    /// Returns the file's lower-case letter, `a` to `h`.
    ///
    /// ```
    /// use tabiya::File;
    ///
    /// assert_eq!(String::from_iter(File::ALL.map(File::to_char)), "abcdefgh");
    /// ```
    #[inline]
    pub const fn to_char(self) -> char {
        (b'a' + self as u8) as char
    }

    /// Returns the file for a lower-case letter, or `None` for any other byte.
    ///
    /// ```
    /// use tabiya::File;
    ///
    /// assert_eq!(File::from_ascii(b'e'), Some(File::E));
    /// assert_eq!(File::from_ascii(b'E'), None);
    /// ```
    #[inline]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'a') as usize)
    }
}

impl fmt::Display for File {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_char(), f)
    }
}

impl FromStr for File {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            &[byte] => Self::from_ascii(byte),
            _ => None,
        }
        .ok_or(ParseError { type_name: "file", expected: "a letter a-h" })
    }
}

indexed_enum! {
    /// A row of the board, first (White's back rank) to eighth (Black's).
    ///
    /// A [`Square`](crate::Square) is a [`File`] and a rank.
    ///
    /// ```
    /// use tabiya::{Color, Rank};
    ///
    /// assert_eq!("4".parse(), Ok(Rank::Fourth));
    /// assert_eq!(Rank::First.relative_to(Color::Black), Rank::Eighth);
    /// ```
    "rank" Rank: 8 {
        /// White's back rank.
        First = 0,
        /// The rank on which White's pawns start.
        Second = 1,
        /// The third rank.
        Third = 2,
        /// The fourth rank.
        Fourth = 3,
        /// The fifth rank.
        Fifth = 4,
        /// The sixth rank.
        Sixth = 5,
        /// The rank on which Black's pawns start.
        Seventh = 6,
        /// Black's back rank.
        Eighth = 7,
    }
}

impl Rank {
    /// Returns the rank's digit, `1` to `8`.
    ///
    /// ```
    /// use tabiya::Rank;
    ///
    /// assert_eq!(String::from_iter(Rank::ALL.map(Rank::to_char)), "12345678");
    /// ```
    #[inline]
    pub const fn to_char(self) -> char {
        (b'1' + self as u8) as char
    }

    /// Returns the rank for a digit, or `None` for any other byte.
    ///
    /// ```
    /// use tabiya::Rank;
    ///
    /// assert_eq!(Rank::from_ascii(b'8'), Some(Rank::Eighth));
    /// assert_eq!(Rank::from_ascii(b'0'), None);
    /// ```
    #[inline]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        Self::from_index(byte.wrapping_sub(b'1') as usize)
    }

    /// Returns the rank counted from a player's back rank: the same for White, mirrored for Black.
    ///
    /// ```
    /// use tabiya::{Color, Rank};
    ///
    /// // The rank before promotion, for each player.
    /// assert_eq!(Rank::Seventh.relative_to(Color::White), Rank::Seventh);
    /// assert_eq!(Rank::Seventh.relative_to(Color::Black), Rank::Second);
    /// ```
    #[doc(alias = "to_my_backrank")]
    #[doc(alias = "to_their_backrank")]
    #[doc(alias = "to_second_rank")]
    #[doc(alias = "to_fourth_rank")]
    #[doc(alias = "to_seventh_rank")]
    #[doc(alias = "backrank")]
    #[doc(alias = "relative_rank")]
    #[inline]
    #[must_use = "the rank is returned, not changed"]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }
}

impl fmt::Display for Rank {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.to_char(), f)
    }
}

impl FromStr for Rank {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text.as_bytes() {
            &[byte] => Self::from_ascii(byte),
            _ => None,
        }
        .ok_or(ParseError { type_name: "rank", expected: "a digit 1-8" })
    }
}
