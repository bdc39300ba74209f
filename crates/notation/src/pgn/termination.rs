//! Termination markers: the result of a game at its end.

use core::fmt;

/// The result of a game, as its termination marker and the tag pair `Result` say.
///
/// ```
/// use tabiya_notation::pgn::Termination;
///
/// assert_eq!(Termination::from_ascii("1/2-1/2"), Some(Termination::Draw));
/// assert_eq!(Termination::Unfinished.to_string(), "*");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `1-0`.
    WhiteWins,
    /// `0-1`.
    BlackWins,
    /// `1/2-1/2`.
    Draw,
    /// `*`: a game in progress, abandoned, or of an unknown result.
    Unfinished,
}

impl Termination {
    /// Parses a termination marker.
    #[inline]
    #[must_use]
    pub fn from_ascii(text: impl AsRef<[u8]>) -> Option<Self> {
        match text.as_ref() {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unfinished),
            _ => None,
        }
    }

    /// Returns the termination marker that begins with the first bytes of a text.
    #[inline]
    pub(super) const fn from_first_bytes(text: &[u8]) -> Self {
        match text {
            [b'0', ..] => Self::BlackWins,
            [b'1', b'-', ..] => Self::WhiteWins,
            [b'1', ..] => Self::Draw,
            _ => Self::Unfinished,
        }
    }

    /// Returns the termination marker.
    #[inline]
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unfinished => "*",
        }
    }
}

impl fmt::Display for Termination {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}
