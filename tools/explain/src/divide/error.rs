//! The error of an output without counts by root move.

use alloc::string::String;
use alloc::vec::Vec;
use core::error::Error;
use core::fmt;

/// The number of root moves at which an output is refused: no position has as many.
pub(super) const MAX_ROWS: usize = 1000;

/// The error of an output that has no count by root move, or too many.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum DivideError {
    /// The error of an output without lines.
    Empty,
    /// The error of an output in which no line has a count of a root move.
    NoCounts {
        /// The first other lines, truncated.
        found: Vec<String>,
    },
    /// The error of an output with a total and without counts by root move.
    TotalOnly(
        /// The total.
        u128,
    ),
    /// The error of an output with more root moves than any position has.
    TooManyMoves,
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
        }
    }
}

impl Error for DivideError {}
