//! Why an EPD line is refused, or not written.

use core::error::Error;
use core::fmt;
use core::num::ParseIntError;

use tabiya_core::Move;
use tabiya_movegen::{FenError, FenField, IllegalMove, InputExcerpt};

/// Why a text is no EPD line. Offsets are bytes from the start of the line.
///
/// ```
/// use tabiya_notation::epd::{self, EpdError};
///
/// let error = epd::read("4k3/8/8/8/8/8/8/4K3 w - - id \"two kings;").unwrap_err();
/// assert_eq!(error, EpdError::UnclosedQuote { offset: 29 });
/// assert_eq!(error.to_string(), "byte 29: the quote is not closed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EpdError {
    /// The four fields, or a clock, as FEN refuses them.
    Fen(FenError),
    /// A clock stands twice in the line, with different numbers.
    TwoClocks(FenField),
    /// The operations are no UTF-8.
    NotUtf8 {
        /// The first byte that is none.
        offset: usize,
    },
    /// A line break or another control character among the operations; tabs may stand.
    Control {
        /// Where it stands.
        offset: usize,
        /// The character.
        found: char,
    },
    /// An operation that does not begin with an opcode.
    Opcode {
        /// Where the word begins.
        offset: usize,
        /// The word.
        found: InputExcerpt,
    },
    /// A quote without a second one.
    UnclosedQuote {
        /// Where it stands.
        offset: usize,
    },
    /// A quote that touches another operand.
    StrayQuote {
        /// Where it stands.
        offset: usize,
    },
}

impl fmt::Display for EpdError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::TwoClocks(field) => write!(f, "{field}: found two different numbers"),
            Self::NotUtf8 { offset } => write!(f, "byte {offset}: not UTF-8"),
            Self::Control { offset, found } => {
                write!(f, "byte {offset}: found '{}', but a line is text", found.escape_default())
            }
            Self::Opcode { offset, found } => write!(f, "byte {offset}: {OPCODE}, found {found}"),
            Self::UnclosedQuote { offset } => write!(f, "byte {offset}: the quote is not closed"),
            Self::StrayQuote { offset } => {
                write!(f, "byte {offset}: a quote stands at the ends of an operand, not inside")
            }
        }
    }
}

impl Error for EpdError {
    /// Returns the [`FenError`], if it is one.
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

const OPCODE: &str = "expected an opcode, a letter and up to 14 letters, digits or underscores";

/// Why the operands of an operation are no number.
///
/// ```
/// use tabiya_notation::epd::{self, NumberError};
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
    /// There is not one operand, but as many as this.
    Operands(usize),
    /// The operand is no whole number, or none that the type holds.
    Malformed(ParseIntError),
}

impl fmt::Display for NumberError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operands(found) => write!(f, "found {found} operands instead of 1"),
            Self::Malformed(error) => error.fmt(f),
        }
    }
}

impl Error for NumberError {
    /// Returns the [`ParseIntError`], if it is one.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Malformed(error) => Some(error),
            Self::Operands(_) => None,
        }
    }
}

/// Why an operation is not written.
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_notation::epd::Writer;
///
/// let mut line = String::new();
/// let mut writer = Writer::new(&Position::START, &mut line)?;
/// let error = writer.text("id", "the \"start\"").unwrap_err();
/// assert_eq!(error.to_string(), r#"byte 4: found '\"', which no operand can hold"#);
/// assert_eq!(line, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
/// # Ok::<(), core::fmt::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WriteError {
    /// The opcode is none.
    Opcode(InputExcerpt),
    /// The opcode is that of a clock, which the position has written already.
    Clock(FenField),
    /// A text that is not UTF-8.
    NotUtf8 {
        /// The number of valid bytes before the first invalid one.
        offset: usize,
    },
    /// A text with a quote, a line break or another control character; EPD has no way to
    /// write them.
    Text {
        /// Where the character stands in the text.
        offset: usize,
        /// The character.
        found: char,
    },
    /// A move that is not legal where it would be made.
    Illegal {
        /// How many moves stand before it.
        index: usize,
        /// The move.
        mv: Move,
        /// Why it may not be made.
        reason: IllegalMove,
    },
    /// What is written to has failed.
    Output,
}

impl fmt::Display for WriteError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Opcode(found) => write!(f, "{OPCODE}, found {found}"),
            Self::Clock(field) => write!(f, "{field}: it is the position's, and written already"),
            Self::NotUtf8 { offset } => write!(f, "byte {offset}: the text is not UTF-8"),
            Self::Text { offset, found } => {
                let found = found.escape_default();
                write!(f, "byte {offset}: found '{found}', which no operand can hold")
            }
            Self::Illegal { index, mv, reason } => {
                write!(f, "move {index}: {mv} is illegal: {reason}")
            }
            Self::Output => f.write_str("the output failed"),
        }
    }
}

impl Error for WriteError {
    /// Returns the reason why a move is illegal, if that is the error.
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl From<fmt::Error> for WriteError {
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
