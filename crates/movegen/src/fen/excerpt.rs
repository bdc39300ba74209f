//! Excerpts from invalid input for error messages.

use core::fmt::{self, Write};
use core::str;

/// An excerpt from invalid input: its first 16 bytes.
///
/// It is displayed in quotes. UTF-8 is displayed as it is, except that quotes, backslashes and
/// unprintable characters are escaped, and so are bytes that are not UTF-8.
///
/// ```
/// use tabiya::{FenError, Position};
///
/// let fen = "4k3/8/8/8/8/8/8/4K3 white-moves-first-here - - 0 1";
/// let Err(FenError::SideToMove(found)) = Position::from_fen(fen) else { unreachable!() };
/// assert_eq!(found.to_string(), "\"white-moves-firs…\"");
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct InputExcerpt {
    bytes: [u8; Self::MAX_LEN],
    len: u8,
    is_cut: bool,
}

impl InputExcerpt {
    const MAX_LEN: usize = 16;

    /// The text `0`.
    pub(super) const ZERO: Self = {
        let mut bytes = [0; Self::MAX_LEN];
        bytes[0] = b'0';
        Self { bytes, len: 1, is_cut: false }
    };

    /// Copies the input's first bytes, at most 16.
    ///
    /// A character that does not fit is left out as a whole.
    ///
    /// ```
    /// use tabiya::InputExcerpt;
    ///
    /// assert_eq!(InputExcerpt::new("♞f6").to_string(), "\"♞f6\"");
    /// assert_eq!(InputExcerpt::new("♘\t\u{202e}").to_string(), r#""♘\t\u{202e}""#);
    ///
    /// // Five characters of three bytes fit.
    /// let excerpt = InputExcerpt::new("♔♕♖♗♘♙");
    /// assert!(excerpt.is_cut());
    /// assert_eq!(excerpt.to_string(), "\"♔♕♖♗♘…\"");
    /// ```
    #[inline]
    pub fn new(text: impl AsRef<[u8]>) -> Self {
        Self::copy_start(text.as_ref())
    }

    fn copy_start(text: &[u8]) -> Self {
        let len = if text.len() > Self::MAX_LEN { Self::cut_len(text) } else { text.len() };
        let mut bytes = [0; Self::MAX_LEN];
        bytes[..len].copy_from_slice(&text[..len]);
        Self { bytes, len: len as u8, is_cut: text.len() > Self::MAX_LEN }
    }

    /// Returns the excerpt's length for a longer text; it ends before a character that would be
    /// split.
    #[inline]
    fn cut_len(text: &[u8]) -> usize {
        let start = &text[..Self::MAX_LEN];
        // A character has at most three bytes before its last.
        let is_split = |&len: &usize| {
            str::from_utf8(&start[len..]).is_err_and(|error| {
                // The end of the bytes is the only error, and the text continues them.
                error.valid_up_to() == 0
                    && error.error_len().is_none()
                    && first_char_len(&text[len..]) > Self::MAX_LEN - len
            })
        };
        (Self::MAX_LEN - 3..Self::MAX_LEN).find(is_split).unwrap_or(Self::MAX_LEN)
    }

    /// Returns the excerpt's bytes.
    ///
    /// ```
    /// use tabiya::{FenError, Position};
    ///
    /// // Bytes that are not UTF-8 are kept, and escaped when displayed.
    /// let fen = b"4k3/8/8/8/8/8/8/4K3 \xff - - 0 1";
    /// let Err(FenError::SideToMove(found)) = Position::from_fen(fen) else { unreachable!() };
    /// assert_eq!(found.as_bytes(), b"\xff");
    /// assert_eq!(found.to_string(), r#""\xff""#);
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }

    /// Tests whether the input is longer than the excerpt.
    ///
    /// ```
    /// use tabiya::{FenError, Position};
    ///
    /// let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 and-so-on-for-a-while";
    /// let Err(FenError::TrailingText(found)) = Position::from_fen(fen) else { unreachable!() };
    /// assert!(found.is_cut());
    /// assert_eq!(found.as_bytes(), b"and-so-on-for-a-");
    /// ```
    #[inline]
    pub const fn is_cut(&self) -> bool {
        self.is_cut
    }
}

impl fmt::Display for InputExcerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for chunk in self.as_bytes().utf8_chunks() {
            write!(f, "{}{}", chunk.valid().escape_debug(), chunk.invalid().escape_ascii())?;
        }
        f.write_str(if self.is_cut { "…\"" } else { "\"" })
    }
}

impl fmt::Debug for InputExcerpt {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Returns a text's first character; U+FFFD if it is not UTF-8.
#[inline]
pub(crate) fn first_char(text: &[u8]) -> char {
    let valid = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    valid.unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Returns how many bytes a text's first character has; 1 if it is not UTF-8.
#[inline]
pub(super) fn first_char_len(text: &[u8]) -> usize {
    let valid = text.utf8_chunks().next().and_then(|chunk| chunk.valid().chars().next());
    valid.map_or(1, char::len_utf8)
}
