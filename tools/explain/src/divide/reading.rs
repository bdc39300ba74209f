//! Reading divide output, line by line.

use alloc::string::String;
use alloc::vec::Vec;

use super::error::{DivideError, MAX_QUOTED_CHARS, MAX_ROWS};
use super::line::{DivideRow, State};

/// The number of other lines that an error quotes.
const MAX_QUOTED_LINES: usize = 3;

/// The counts in a divide output by root move, in the output's notation and order.
///
/// A line may have any number of moves, each followed by its count, and JSON may span lines.
/// Summaries, times and board drawings are ignored, but a line with moves must have nothing else.
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
    /// The first lines that contain neither a count nor a total, shortened.
    #[cfg_attr(feature = "serde", serde(skip))]
    other_lines: Vec<String>,
    /// The number of such lines.
    #[cfg_attr(feature = "serde", serde(skip))]
    other_line_count: usize,
    #[cfg_attr(feature = "serde", serde(skip))]
    state: State,
}

impl Divide {
    /// Parses a whole output.
    ///
    /// # Errors
    ///
    /// Returns a [`DivideError`] if there is no count for a root move, if there are too many, or if
    /// a line with root moves cannot be read as a whole. An output with the total 0 alone is
    /// accepted, because the position may have no moves.
    ///
    /// ```
    /// use tabiya_explain::divide::{Divide, DivideError};
    ///
    /// assert_eq!(Divide::parse("{\"e2e4\": 20, \"d2d4\": 20}")?.sum(), 40);
    /// assert_eq!(Divide::parse(""), Err(DivideError::Empty));
    /// assert_eq!(Divide::parse("Nodes: 20\n"), Err(DivideError::TotalOnly(20)));
    ///
    /// let error = Divide::parse("e2e4: 20\nd2d4: 20, e2e9: 20\n").unwrap_err();
    /// let message = "line 2, column 11: \"e2e9\" is no move; expected lines like `e2e4: 20`";
    /// assert_eq!(error.to_string(), message);
    /// # Ok::<(), DivideError>(())
    /// ```
    pub fn parse(text: &str) -> Result<Self, DivideError> {
        let mut divide = Self::default();
        for line in text.lines() {
            divide.add_line(line);
        }
        divide.check(true)?;
        Ok(divide)
    }

    /// Parses the next line and adds its counts, total or text.
    pub fn add_line(&mut self, line: &str) {
        let is_read = self.state.read_line(line, &mut self.rows, &mut self.totals);
        if is_read || line.trim().is_empty() {
            return;
        }
        self.other_line_count += 1;
        if self.other_lines.len() < MAX_QUOTED_LINES {
            self.other_lines.push(line.chars().take(MAX_QUOTED_CHARS).collect());
        }
    }

    /// Returns the root moves in the output's order.
    pub fn rows(&self) -> &[DivideRow] {
        &self.rows
    }

    /// Returns the output's total, if it has one.
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
        let mut totals = self.totals.iter().chain(&self.state.count);
        let last = totals.clone().last();
        totals.find(|&&total| total == sum).or(last).copied()
    }

    /// Returns the sum of the counts, which saturates at [`u128::MAX`].
    pub fn sum(&self) -> u128 {
        self.rows.iter().fold(0, |sum, row| sum.saturating_add(row.count))
    }

    /// Returns the first lines with neither a count nor a total, shortened, and how many such lines
    /// there are.
    ///
    /// They are usually times and summaries, but a reader should know what was not read.
    ///
    /// ```
    /// use tabiya_explain::divide::Divide;
    ///
    /// let divide = Divide::parse("e2e4: 20\nTime: 1 ms\nd2d4: 20\n")?;
    /// assert_eq!(divide.other_lines(), (&["Time: 1 ms".to_owned()][..], 1));
    /// # Ok::<(), tabiya_explain::divide::DivideError>(())
    /// ```
    pub fn other_lines(&self) -> (&[String], usize) {
        (&self.other_lines, self.other_line_count)
    }

    /// Checks that the output has counts by root move. `has_moves` tells whether the position has
    /// legal moves.
    ///
    /// # Errors
    ///
    /// Returns a [`DivideError`] if there is no count, there are too many, or a line cannot be read.
    pub fn check(&self, has_moves: bool) -> Result<(), DivideError> {
        if let Some(error) = self.state.first_error() {
            return Err(error.clone());
        }
        let has_rows = !self.rows.is_empty();
        match self.total() {
            _ if self.rows.len() >= MAX_ROWS => Err(DivideError::TooManyMoves),
            None if !has_rows && has_moves => Err(match &self.other_lines[..] {
                [] => DivideError::Empty,
                other => DivideError::NoCounts { found: other.to_vec() },
            }),
            Some(total) if !has_rows && total > 0 => Err(DivideError::TotalOnly(total)),
            _ => Ok(()),
        }
    }
}
