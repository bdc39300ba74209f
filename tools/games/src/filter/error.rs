//! Filter errors.

use std::error::Error;
use std::fmt::{self, Write};

/// The error for a text that is not a filter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FilterError {
    /// The error's offset in the text, in bytes.
    pub offset: usize,
    /// The reason.
    pub fault: FilterErrorKind,
}

/// The reason for a [`FilterError`].
#[doc(alias = "FilterFault")]
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilterErrorKind {
    /// The error for a character that cannot follow.
    Unexpected {
        /// The character, or `None` at the end of the filter.
        found: Option<char>,
        /// A description of what can follow.
        expected: &'static str,
    },
    /// The error for a word that has another meaning than a reader expects, or none.
    Word {
        /// The word.
        found: String,
        /// The spelling of what it can mean.
        expected: String,
    },
    /// The error for a text without closing quote.
    UnclosedText,
    /// The error for parentheses nested deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    Depth {
        /// The maximum depth.
        max: usize,
    },
    /// The error for more names than [`MAX_NAMES`](super::MAX_NAMES).
    Names {
        /// The maximum number of names.
        max: usize,
    },
}

impl FilterError {
    pub(super) fn word(offset: usize, found: &str, expected: impl Into<String>) -> Self {
        let fault = FilterErrorKind::Word { found: found.into(), expected: expected.into() };
        Self { offset, fault }
    }
}

impl fmt::Display for FilterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.fault)
    }
}

impl fmt::Display for FilterErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unexpected { found: None, expected } => {
                write!(f, "end of the filter; expected {expected}")
            }
            Self::Unexpected { found: Some(found), expected } => {
                write!(f, "{:?}; expected {expected}", found.to_string())
            }
            Self::Word { found, expected } => {
                write!(f, "\"{}\"; expected {}", Plain(found, 80), Plain(expected, 240))
            }
            Self::UnclosedText => f.write_str("text without closing quote"),
            Self::Depth { max } => write!(f, "parentheses nested deeper than {max}"),
            Self::Names { max } => write!(f, "more than {max} names of tags"),
        }
    }
}

/// A text in a message: at most some bytes, control characters escaped.
struct Plain<'a>(&'a str, usize);

impl fmt::Display for Plain<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text, max_len) = *self;
        let mut len = 0;
        for character in text.chars() {
            let escaped = character.escape_default();
            len += if character.is_control() { escaped.len() } else { character.len_utf8() };
            if len > max_len {
                return f.write_str("…");
            }
            if character.is_control() {
                escaped.fmt(f)?;
            } else {
                f.write_char(character)?;
            }
        }
        Ok(())
    }
}

// The message contains the fault's message, which is not a source, so that a chain prints it once.
impl Error for FilterError {}

impl Error for FilterErrorKind {}
