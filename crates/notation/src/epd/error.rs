//! Errors from reading and writing EPD.

use core::error::Error;
use core::fmt;
use core::num::ParseIntError;

use tabiya_core::Move;
use tabiya_movegen::{FenError, FenField, IllegalMove, InputExcerpt};

use crate::uci::UciMove;

/// An error from [`read`](super::read()), with its byte offset in the line.
///
/// ```
/// use tabiya::epd::{self, EpdError};
///
/// let error = epd::read("4k3/8/8/8/8/8/8/4K3 w - - id \"two kings;").unwrap_err();
/// assert_eq!(error, EpdError::UnclosedQuote { offset: 29 });
/// assert_eq!(error.to_string(), "byte 29: unclosed quote");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdError {
    /// The error for an invalid position or clock.
    Fen(FenError),
    /// The error for a clock that occurs twice in the line, with different values.
    TwoClocks(FenField),
    /// The error for operations that are not valid UTF-8.
    NotUtf8 {
        /// The offset of the first byte that is not valid UTF-8.
        offset: usize,
    },
    /// The error for a line break or another control character in the operations. Tabs are allowed.
    Control {
        /// The control character's byte offset.
        offset: usize,
        /// The invalid character.
        found: char,
    },
    /// The error for an operation that does not start with an opcode.
    Opcode {
        /// The byte offset of the token that is not an opcode.
        offset: usize,
        /// The start of the token that is not an opcode.
        found: InputExcerpt,
    },
    /// The error for an opening quote without a closing quote.
    UnclosedQuote {
        /// The quote's byte offset.
        offset: usize,
    },
    /// The error for a quote inside an operand or next to another operand.
    StrayQuote {
        /// The quote's byte offset.
        offset: usize,
    },
}

impl EpdError {
    /// Tests whether the message starts with the error's byte offset.
    #[inline]
    pub(super) const fn has_offset(&self) -> bool {
        !matches!(self, Self::Fen(_) | Self::TwoClocks(_))
    }
}

impl fmt::Display for EpdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::TwoClocks(field) => write!(f, "{field}: found two different values"),
            Self::NotUtf8 { offset } => write!(f, "byte {offset}: invalid UTF-8"),
            Self::Control { offset, found } => {
                write!(f, "byte {offset}: found control character '{}'", found.escape_default())
            }
            Self::Opcode { offset, found } => write!(f, "byte {offset}: found {found}; {OPCODE}"),
            Self::UnclosedQuote { offset } => write!(f, "byte {offset}: unclosed quote"),
            Self::StrayQuote { offset } => {
                write!(f, "byte {offset}: unexpected quote; expected quotes around an operand only")
            }
        }
    }
}

impl Error for EpdError {
    /// Returns the [`FenError`] in [`Fen`](Self::Fen), otherwise `None`.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Fen(error) => Some(error),
            _ => None,
        }
    }
}

impl From<FenError> for EpdError {
    #[inline]
    fn from(error: FenError) -> Self {
        Self::Fen(error)
    }
}

const OPCODE: &str = "expected an opcode (a letter, then up to 14 letters, digits or underscores)";

/// An error from [`Operation::number`](super::Operation::number).
///
/// ```
/// use tabiya::epd::{self, NumberError};
///
/// let epd = epd::read("4k3/8/8/8/8/8/8/4K3 w - - D1 5; D2 25 or so; D3 lots;")?;
/// assert_eq!(epd.number::<u64>("D1"), Some(Ok(5)));
/// assert_eq!(epd.number::<u64>("D2"), Some(Err(NumberError::Operands(3))));
/// assert!(matches!(epd.number::<u64>("D3"), Some(Err(NumberError::Malformed(_)))));
/// assert_eq!(epd.number::<u64>("D4"), None);
/// # Ok::<(), epd::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NumberError {
    /// The error for an operation without exactly one operand, with its operand count.
    Operands(usize),
    /// The error for an operand that is not an integer, or that does not fit the type.
    Malformed(ParseIntError),
}

impl fmt::Display for NumberError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operands(found) => write!(f, "found {found} operands; expected 1"),
            Self::Malformed(error) => error.fmt(f),
        }
    }
}

impl Error for NumberError {
    /// Returns the [`ParseIntError`] in [`Malformed`](Self::Malformed), otherwise `None`.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Malformed(error) => Some(error),
            Self::Operands(_) => None,
        }
    }
}

/// An error from the methods of [`Writer`](super::Writer).
///
/// ```
/// use tabiya::Position;
/// use tabiya::epd::Writer;
///
/// let mut line = String::new();
/// let mut writer = Writer::new(&Position::START, &mut line)?;
/// let error = writer.text("id", "the \"start\"").unwrap_err();
/// assert_eq!(error.to_string(), r#"byte 4: found '\"'; expected no quotes or control characters"#);
/// assert_eq!(line, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
/// # Ok::<(), core::fmt::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OperationError {
    /// The error for an invalid opcode.
    Opcode(InputExcerpt),
    /// The error for a clock's opcode, which the writer has already written with the position.
    Clock(FenField),
    /// The error for a text that is not valid UTF-8.
    NotUtf8 {
        /// The offset of the first byte that is not valid UTF-8.
        offset: usize,
    },
    /// The error for a text with a quote, a line break or another control character, which EPD
    /// cannot represent.
    Text {
        /// The invalid character's byte offset in the text.
        offset: usize,
        /// The invalid character.
        found: char,
    },
    /// The error for a move that is illegal in its position.
    Illegal {
        /// The illegal move's index in the move list.
        index: usize,
        /// The illegal move.
        mv: Move,
        /// The reason why the move is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
    /// The error for a failed write to the output.
    Output,
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opcode(found) => write!(f, "found {found}; {OPCODE}"),
            Self::Clock(field) => write!(f, "{field}: already written with the position"),
            Self::NotUtf8 { offset } => write!(f, "byte {offset}: invalid UTF-8"),
            Self::Text { offset, found } => {
                let found = found.escape_default();
                write!(
                    f,
                    "byte {offset}: found '{found}'; expected no quotes or control characters"
                )
            }
            Self::Illegal { index, mv, reason } => {
                write!(f, "move {index}: {} is illegal: {reason}", UciMove::from(*mv))
            }
            Self::Output => f.write_str("cannot write the output"),
        }
    }
}

impl Error for OperationError {
    /// Returns the reason in [`Illegal`](Self::Illegal), otherwise `None`.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl From<fmt::Error> for OperationError {
    #[inline]
    fn from(_: fmt::Error) -> Self {
        Self::Output
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::epd;

    #[test]
    fn source_is_the_wrapped_error() {
        let error = epd::read("4k3/8/8/8/8/8/8/8 w - -").expect_err("a king is missing");
        assert!(error.source().is_some_and(|source| source.is::<FenError>()), "{error}");
        let error = epd::read("x").err().and_then(|error| error.source().map(|_| error));
        assert!(error.is_some(), "every FEN error is a source");
        let unclosed = epd::read("4k3/8/8/8/8/8/8/4K3 w - - id \"two").expect_err("a quote");
        assert!(unclosed.source().is_none(), "{unclosed}");
    }
}
