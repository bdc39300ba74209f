//! Reading of divide output, line by line.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::{DivideError, MAX_ROWS};
use super::line::Line;

/// The number of totals that are kept.
const MAX_TOTALS: usize = 64;

/// The number of other lines that an error quotes.
const MAX_QUOTED_LINES: usize = 3;

/// The number of characters to which a quoted line is truncated.
const MAX_QUOTED_CHARS: usize = 60;

/// The counts of a divide output by root move, in the notation and the order of the output.
///
/// Lines are parsed one by one. Summaries, times and board drawings are ignored.
///
/// ```
/// use tabiya_explain::divide::Divide;
///
/// let divide = Divide::parse("1. e2e4: 20\n2. Nf3 20\n\nNodes searched: 40\nTime: 1 ms\n")?;
/// let rows: Vec<_> = divide.rows().iter().map(|row| (row.r#move.as_str(), row.count)).collect();
/// assert_eq!(rows, [("e2e4", 20), ("Nf3", 20)]);
/// assert_eq!(divide.total(), Some(40));
/// # Ok::<(), tabiya_explain::divide::DivideError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Divide {
    rows: Vec<DivideRow>,
    totals: Vec<u128>,
    /// The first lines that contain neither a count nor a total, for an error message.
    #[cfg_attr(feature = "serde", serde(skip))]
    other_lines: Vec<String>,
}

/// A root move of a divide output with its count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct DivideRow {
    /// The move: two squares in lower case, such as `e7e8q`, or SAN as it was written.
    #[doc(alias = "mv")]
    pub r#move: String,
    /// The leaf count of the move.
    pub count: u128,
}

impl Divide {
    /// Parses a whole output.
    ///
    /// # Errors
    ///
    /// Returns a [`DivideError`] if no line has a count of a root move, or too many lines have. An
    /// output with the total 0 alone is accepted: the position may have no moves.
    ///
    /// ```
    /// use tabiya_explain::divide::{Divide, DivideError};
    ///
    /// assert_eq!(Divide::parse(""), Err(DivideError::Empty));
    /// assert_eq!(Divide::parse("Nodes: 20\n"), Err(DivideError::TotalOnly(20)));
    /// ```
    pub fn parse(text: &str) -> Result<Self, DivideError> {
        let mut divide = Self::default();
        for line in text.lines() {
            divide.add_line(line);
        }
        divide.check(true)?;
        Ok(divide)
    }

    /// Parses a line and adds its count, total or text.
    pub fn add_line(&mut self, line: &str) {
        match Line::parse(line) {
            Line::Row { mv, count } => {
                if self.rows.len() < MAX_ROWS {
                    self.rows.push(DivideRow { r#move: mv, count });
                }
            }
            Line::Total(total) => {
                if self.totals.len() < MAX_TOTALS {
                    self.totals.push(total);
                }
            }
            Line::Other => {
                if !line.is_empty() && self.other_lines.len() < MAX_QUOTED_LINES {
                    self.other_lines.push(line.chars().take(MAX_QUOTED_CHARS).collect());
                }
            }
        }
    }

    /// Returns the root moves in the order of the output.
    pub fn rows(&self) -> &[DivideRow] {
        &self.rows
    }

    /// Returns the total of the output, if it has one.
    ///
    /// Among several, it is the one that equals the sum of the counts, or else the last.
    ///
    /// ```
    /// use tabiya_explain::divide::Divide;
    ///
    /// let divide = Divide::parse("perft(1)=2\ne1d1: 5\ne1f1: 5\nperft(2)=10\n")?;
    /// assert_eq!(divide.total(), Some(10));
    /// # Ok::<(), tabiya_explain::divide::DivideError>(())
    /// ```
    pub fn total(&self) -> Option<u128> {
        let sum = self.sum();
        self.totals.iter().find(|&&total| total == sum).or(self.totals.last()).copied()
    }

    /// Returns the sum of the counts. It saturates at [`u128::MAX`].
    pub fn sum(&self) -> u128 {
        self.rows.iter().fold(0, |sum, row| sum.saturating_add(row.count))
    }

    /// Tests whether the output has lines with neither a count nor a total.
    pub fn has_other_lines(&self) -> bool {
        !self.other_lines.is_empty()
    }

    /// Checks that the output has counts by root move. `has_moves` tells whether the position has
    /// legal moves.
    ///
    /// # Errors
    ///
    /// Returns a [`DivideError`] if there is no count or there are too many.
    pub fn check(&self, has_moves: bool) -> Result<(), DivideError> {
        match self.total() {
            _ if self.rows.len() >= MAX_ROWS => Err(DivideError::TooManyMoves),
            None if self.rows.is_empty() && has_moves => Err(match &self.other_lines[..] {
                [] => DivideError::Empty,
                other => DivideError::NoCounts { found: other.to_vec() },
            }),
            Some(total) if self.rows.is_empty() && total > 0 => Err(DivideError::TotalOnly(total)),
            _ => Ok(()),
        }
    }
}
