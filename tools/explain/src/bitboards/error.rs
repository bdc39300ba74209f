//! [`BitboardError`], the error for a text that is not a bitboard.

use alloc::string::String;
use core::error::Error;
use core::fmt;

/// The number of characters that an error repeats from the text.
const MAX_FOUND: usize = 20;

/// The error for a text that is not a bitboard.
///
/// ```
/// use tabiya_explain::bitboards::{Layout, parse_bitboard};
///
/// let error = parse_bitboard("0x81z", Layout::LERF).unwrap_err();
/// assert_eq!((error.at, error.found.as_str()), (4, "z"));
/// assert_eq!(error.to_string(), "bitboard: found \"z\"; expected hexadecimal digits");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct BitboardError {
    /// The index of the byte where the error is. If something is missing at the end, it is the
    /// text's length.
    pub at: usize,
    /// The text there, truncated; empty at the end.
    pub found: String,
    /// A phrase that says which text would be right.
    pub expected: &'static str,
}

impl BitboardError {
    /// Creates the error for a part of a text, given as its first byte and its text.
    pub(super) fn new(at: usize, found: &str, expected: &'static str) -> Self {
        Self { at, found: truncate(found), expected }
    }
}

/// Returns a text's first characters, with an ellipsis if some are missing.
pub(crate) fn truncate(text: &str) -> String {
    match text.char_indices().nth(MAX_FOUND) {
        Some((end, _)) => String::from(&text[..end]) + "…",
        None => text.into(),
    }
}

impl fmt::Display for BitboardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bitboard: found ")?;
        match self.found.as_str() {
            "" => f.write_str("the end")?,
            found => write!(f, "{found:?}")?,
        }
        write!(f, "; expected {}", self.expected)
    }
}

impl Error for BitboardError {}
