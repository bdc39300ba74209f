//! [`ExpressionError`], the error for an expression.

use alloc::string::String;
use core::error::Error;
use core::fmt;
use core::ops::Range;

use crate::bitboards::truncate;

/// The kind of an [`ExpressionError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Problem {
    /// The text is not an operand or operator that is possible there.
    Syntax,
    /// The number is invalid or exceeds 64 bits.
    Number,
    /// No variable, set or constant has the name.
    UnknownName,
    /// No function has the name.
    UnknownFunction,
    /// The name stands for a set in a position, and there is no position.
    NoPosition,
    /// The function has another number of arguments.
    ArgumentCount,
    /// The function needs exactly one square.
    NotOneSquare,
    /// The function needs at least one square.
    EmptySet,
    /// The expression has more than [`MAX_LENGTH`](super::MAX_LENGTH) bytes.
    TooLong,
    /// Parentheses and calls are nested more than [`MAX_DEPTH`](super::MAX_DEPTH) deep.
    TooDeep,
}

/// The error for an expression, with its place in the text.
///
/// ```
/// use tabiya_explain::expression::{Context, Problem, evaluate};
///
/// let error = evaluate("rook(d4) & e4", Context::default()).unwrap_err();
/// assert_eq!((error.problem, error.start, error.end), (Problem::ArgumentCount, 0, 8));
/// assert_eq!(
///     error.to_string(),
///     "expression: \"rook(d4)\" has another number of arguments; expected rook(set, occ)"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct ExpressionError {
    /// The kind.
    pub problem: Problem,
    /// The index of the first byte that causes the error. If something is missing at the end, it is
    /// the expression's length.
    pub start: usize,
    /// The index behind its last byte.
    pub end: usize,
    /// That text, truncated; empty at the end.
    pub found: String,
    /// A phrase that says what would be right.
    pub expected: String,
}

impl ExpressionError {
    /// Creates the error for a range in an expression.
    pub(super) fn new(
        problem: Problem,
        expression: &str,
        range: Range<usize>,
        expected: impl Into<String>,
    ) -> Self {
        let Range { start, end } = range;
        let found = truncate(&expression[start..end]);
        Self { problem, start, end, found, expected: expected.into() }
    }
}

impl fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, expected, .. } = self;
        f.write_str("expression: ")?;
        match self.problem {
            Problem::Syntax if found.is_empty() => f.write_str("found the end")?,
            Problem::Syntax => write!(f, "found {found:?}")?,
            Problem::Number => write!(f, "number {found:?}")?,
            Problem::UnknownName => write!(f, "unknown name {found:?}")?,
            Problem::UnknownFunction => write!(f, "unknown function {found:?}")?,
            Problem::NoPosition => write!(f, "{found:?} without a position")?,
            Problem::ArgumentCount => write!(f, "{found:?} has another number of arguments")?,
            Problem::NotOneSquare => write!(f, "{found:?} is not one square")?,
            Problem::EmptySet => write!(f, "{found:?} is the empty set")?,
            Problem::TooLong => f.write_str("too long")?,
            Problem::TooDeep => f.write_str("too many nested parentheses")?,
        }
        write!(f, "; expected {expected}")
    }
}

impl Error for ExpressionError {}
