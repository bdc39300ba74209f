//! The two players.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::ParseError;

indexed_enum! {
    /// White or Black; `!color` is the other one.
    ///
    /// Reads and writes as the letters of a FEN, `w` and `b`.
    ///
    /// ```
    /// use tabiya_core::Color;
    ///
    /// assert_eq!(!Color::White, Color::Black);
    /// assert_eq!("b".parse(), Ok(Color::Black));
    /// ```
    "color" Color: 2 {
        /// Moves first, towards the eighth rank.
        White = 0,
        /// Moves second, towards the first rank.
        Black = 1,
    }
}

impl Color {
    /// The other player: `!self` where a `const fn` is wanted.
    ///
    /// ```
    /// use tabiya_core::Color;
    ///
    /// const THEM: Color = Color::White.other();
    /// assert_eq!(THEM, !Color::White);
    /// ```
    #[inline]
    #[must_use = "the color is returned, not changed"]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `true` for White.
    ///
    /// ```
    /// use tabiya_core::Color;
    ///
    /// let sign = |color: Color| if color.is_white() { 1 } else { -1 };
    /// assert_eq!(Color::ALL.map(sign), [1, -1]);
    /// ```
    #[inline]
    pub const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }

    /// The letter of a FEN: `w` or `b`.
    ///
    /// ```
    /// use tabiya_core::Color;
    ///
    /// assert_eq!(Color::ALL.map(Color::to_char), ['w', 'b']);
    /// ```
    #[inline]
    pub const fn to_char(self) -> char {
        match self {
            Self::White => 'w',
            Self::Black => 'b',
        }
    }
}

impl Not for Color {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::White => "w",
            Self::Black => "b",
        })
    }
}

impl FromStr for Color {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "w" => Ok(Self::White),
            "b" => Ok(Self::Black),
            _ => Err(ParseError { what: "color", expected: "w or b" }),
        }
    }
}
