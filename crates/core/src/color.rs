//! [`Color`], one of the two players.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::ParseError;

indexed_enum! {
    /// A player, White or Black; `!color` is the opponent.
    ///
    /// The text forms are the letters of a FEN, `w` and `b`. A [`Side`](crate::Side) is a color at
    /// compile time, and a [`Piece`](crate::Piece) is a color with a [`PieceType`](crate::PieceType).
    ///
    /// ```
    /// use tabiya_core::Color;
    ///
    /// assert_eq!(!Color::White, Color::Black);
    /// assert_eq!("b".parse(), Ok(Color::Black));
    /// ```
    "color" Color: 2 {
        /// The player who moves first, with pawns that advance toward the eighth rank.
        White = 0,
        /// The player who moves second, with pawns that advance toward the first rank.
        Black = 1,
    }
}

impl Color {
    /// Returns the opponent; the `const` form of `!self`.
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

    /// Tests whether the color is White.
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

    /// Returns the letter of the color in a FEN: `w` or `b`.
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
            _ => Err(ParseError { type_name: "color", expected: "w or b" }),
        }
    }
}
