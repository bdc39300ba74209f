//! The error for an output without counts by root move.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

use super::number::NumberError;

/// The number of root moves at which an output is refused: no position has as many.
pub(super) const MAX_ROWS: usize = 1000;

/// The number of characters to which a quoted text is truncated.
pub(super) const MAX_QUOTED_CHARS: usize = 60;

/// The error for an output that has no count by root move, or too many, or that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum DivideError {
    /// The error for an output without lines.
    Empty,
    /// The error for an output in which no line has a count for a root move.
    NoCounts {
        /// The first other lines, truncated.
        found: Vec<String>,
    },
    /// The error for an output with a total and without counts by root move.
    TotalOnly(
        /// The total.
        u128,
    ),
    /// The error for an output with more root moves than any position has.
    TooManyMoves,
    /// The error for the first line that has root moves and a part that cannot be read.
    UnreadableLine {
        /// The line number, from 1.
        line: usize,
        /// The first character that cannot be read, counted from 1.
        column: usize,
        /// The text that cannot be read, truncated.
        found: String,
        /// The reason why it cannot be read.
        problem: LineProblem,
    },
}

/// The reason why a part of a line cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum LineProblem {
    /// A move without a count.
    MissingCount,
    /// A text that looks like a move but names no squares on the board.
    NoMove,
    /// A number that is not a count.
    Number(NumberError),
    /// A word or number that belongs to no move.
    Unexpected,
}

impl fmt::Display for DivideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const EXPECTED: &str = "expected lines like `e2e4: 20`";
        match self {
            Self::Empty => write!(f, "no counts; {EXPECTED}"),
            Self::NoCounts { found } => {
                f.write_str("found ")?;
                for (index, line) in found.iter().enumerate() {
                    let separator = if index == 0 { "" } else { ", " };
                    write!(f, "{separator}\"{line}\"")?;
                }
                write!(f, "; {EXPECTED}")
            }
            Self::TotalOnly(total) => write!(f, "found only a total of {total}; {EXPECTED}"),
            Self::TooManyMoves => write!(f, "more than {MAX_ROWS} root moves"),
            Self::UnreadableLine { line, column, found, problem } => {
                write!(f, "line {line}, column {column}: ")?;
                match problem {
                    LineProblem::MissingCount => write!(f, "\"{found}\" has no count"),
                    LineProblem::NoMove => write!(f, "\"{found}\" is no move"),
                    LineProblem::Number(error) => return write!(f, "\"{found}\": {error}"),
                    LineProblem::Unexpected => write!(f, "unexpected \"{found}\""),
                }?;
                write!(f, "; {EXPECTED}")
            }
        }
    }
}

impl Error for DivideError {}
