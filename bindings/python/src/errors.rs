//! Library errors as Python exceptions, with field, reason and row.

use std::collections::TryReserveError;
use std::error::Error;
use std::iter::successors;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use tabiya::uci::UciMove;
use tabiya::{FenError, IllegalMove, Move};

use crate::memory::TOO_MANY_ROWS;
use crate::python_types::types;

/// The exception that an error becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `FenError`.
    Position,
    /// `IllegalMoveError`.
    Move,
    /// `MemoryError`.
    Memory,
}

/// An error in one row of a column, or in a single value.
#[derive(Debug)]
pub struct RowError {
    kind: Kind,
    row: Option<usize>,
    field: String,
    reason: String,
}

impl RowError {
    /// Creates an error for a position in a format other than FEN.
    pub fn position(field: &str, error: &dyn Error) -> Self {
        Self::new(Kind::Position, field, sentence(error))
    }

    /// Creates an error for a text that is not a legal move in the notation `field`.
    pub fn text(field: &str, error: &dyn Error) -> Self {
        Self::new(Kind::Move, field, sentence(error))
    }

    /// Creates an error with its reason.
    pub fn new(kind: Kind, field: &str, reason: String) -> Self {
        Self { kind, row: None, field: field.to_owned(), reason }
    }

    /// Creates the error for an illegal move.
    pub fn illegal(mv: Move, reason: IllegalMove) -> Self {
        Self::new(Kind::Move, "move", format!("{} is illegal: {reason}", UciMove::from(mv)))
    }

    /// Creates the error for 16 bits that are not a move.
    pub fn malformed(bits: u16) -> Self {
        let reason =
            format!("{bits:#06x}: unknown kind or equal squares; expected the bits of a move");
        Self::new(Kind::Move, "move", reason)
    }

    /// Tests whether memory is the cause, so that masks do not hide the error.
    pub fn is_memory(&self) -> bool {
        self.kind == Kind::Memory
    }

    /// Returns the error with its row.
    pub fn at(self, row: usize) -> Self {
        Self { row: Some(row), ..self }
    }

    /// Converts the error to an exception.
    pub fn into_python(self, py: Python<'_>) -> PyErr {
        if self.kind == Kind::Memory {
            return PyMemoryError::new_err(TOO_MANY_ROWS);
        }
        let create = || {
            let types = types(py)?;
            let class = match self.kind {
                Kind::Move => &types.illegal_move_error,
                Kind::Position | Kind::Memory => &types.fen_error,
            };
            class.call1(py, (&self.field, &self.reason, self.row))
        };
        create().map_or_else(|error| error, |error| PyErr::from_value(error.into_bound(py)))
    }
}

impl From<FenError> for RowError {
    fn from(error: FenError) -> Self {
        let field = error.field().to_string();
        let text = error.to_string();
        let prefix = format!("{field}: ");
        let reason = text.strip_prefix(&prefix).map(str::to_owned).unwrap_or(text);
        Self { kind: Kind::Position, row: None, field, reason }
    }
}

impl From<TryReserveError> for RowError {
    /// Creates the error without an allocation, which would end the process.
    fn from(_error: TryReserveError) -> Self {
        Self { kind: Kind::Memory, row: None, field: String::new(), reason: String::new() }
    }
}

/// Returns an error's message, followed by those from its sources that it does not include.
fn sentence(error: &dyn Error) -> String {
    let mut text = error.to_string();
    for source in successors(error.source(), |&error| error.source()).map(ToString::to_string) {
        if !text.ends_with(&source) {
            text = format!("{text}: {source}");
        }
    }
    text
}
