//! [`Color`], one of the two players.

use core::fmt;
use core::ops::Not;
use core::str::FromStr;

use crate::ParseError;

indexed_enum! {
    /// A player, White or Black; `!color` is the opponent.
    ///
    /// A [`Side`](crate::Side) is a color at compile time, and a [`Piece`](crate::Piece) is a color
    /// with a [`PieceType`](crate::PieceType).
    ///
    /// `Display` writes the names `White` and `Black`. Parsing accepts these, the same in lower
    /// case, and the FEN letters that [`to_char`](Self::to_char) returns.
    ///
    /// ```
    /// use tabiya::Color;
    ///
    /// assert_eq!(!Color::White, Color::Black);
    /// assert_eq!(Color::White.to_string(), "White");
    /// for text in ["b", "Black", "black"] {
    ///     assert_eq!(text.parse(), Ok(Color::Black));
    /// }
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
    /// use tabiya::Color;
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
    /// use tabiya::Color;
    ///
    /// let sign = |color: Color| if color.is_white() { 1 } else { -1 };
    /// assert_eq!(Color::ALL.map(sign), [1, -1]);
    /// ```
    #[doc(alias = "fold_wb")]
    #[inline]
    pub const fn is_white(self) -> bool {
        matches!(self, Self::White)
    }

    /// Returns the color's English name: `White` or `Black`.
    ///
    /// ```
    /// use tabiya::Color;
    ///
    /// assert_eq!(Color::ALL.map(Color::name), ["White", "Black"]);
    /// ```
    #[inline]
    pub const fn name(self) -> &'static str {
        match self {
            Self::White => "White",
            Self::Black => "Black",
        }
    }

    /// Returns the color's FEN letter: `w` or `b`.
    ///
    /// ```
    /// use tabiya::Color;
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

    /// Returns the color for a FEN letter, or `None` for any byte other than `w` and `b`.
    ///
    /// ```
    /// use tabiya::Color;
    ///
    /// assert_eq!(Color::from_ascii(b'w'), Some(Color::White));
    /// assert_eq!(Color::from_ascii(b'W'), None);
    /// ```
    #[inline]
    pub const fn from_ascii(byte: u8) -> Option<Self> {
        match byte {
            b'w' => Some(Self::White),
            b'b' => Some(Self::Black),
            _ => None,
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

/// Writes the name, `White` or `Black`; [`Color::to_char`] returns the FEN letter.
impl fmt::Display for Color {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a name, `White` or `white`, or a FEN letter, `w`.
impl FromStr for Color {
    type Err = ParseError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, ParseError> {
        match text {
            "w" | "White" | "white" => Ok(Self::White),
            "b" | "Black" | "black" => Ok(Self::Black),
            _ => Err(ParseError { type_name: "color", expected: "w, b, White or Black" }),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn names_and_letters_parse_to_the_color() {
        for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
            assert_eq!(color.to_string(), name);
            assert_eq!(std::format!("{color:>7}"), std::format!("{name:>7}"));
            let letter = color.to_char().to_string();
            for text in [name, &name.to_lowercase(), &letter] {
                assert_eq!(text.parse(), Ok(color), "{text}");
            }
            assert_eq!(Color::from_ascii(color.to_char() as u8), Some(color));
        }
        for text in ["", "W", "B", "WHITE", "bLACK", "White ", "ww", "-"] {
            let error = text.parse::<Color>().expect_err(text);
            assert_eq!(error.expected, "w, b, White or Black");
        }
        assert_eq!((0..=u8::MAX).filter(|&byte| Color::from_ascii(byte).is_some()).count(), 2);
    }
}
