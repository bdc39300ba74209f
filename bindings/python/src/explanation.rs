//! Move explanations, as the package's named tuple `Explanation`.

use pyo3::prelude::*;
use tabiya::Position;
use tabiya_explain::legality::{self, Explanation};

use crate::chess_move::Move;
use crate::derived::result;
use crate::errors::RowError;
use crate::python_types::{square, squares};

/// A move, or its text in SAN or UCI notation.
#[derive(FromPyObject)]
pub enum MoveOrText<'py> {
    /// A move.
    #[pyo3(annotation = "Move")]
    Move(PyRef<'py, Move>),
    /// A text.
    #[pyo3(annotation = "str")]
    Text(String),
}

/// Explains why a move is legal or illegal.
pub fn explain<'py>(
    py: Python<'py>,
    position: &Position,
    mv: &MoveOrText<'_>,
) -> PyResult<Bound<'py, PyAny>> {
    let explanation = match mv {
        MoveOrText::Move(mv) => legality::explain(position, mv.0),
        MoveOrText::Text(text) => legality::explain_text(position, text)
            .map_err(|error| RowError::text("move", &error).into_python(py))?,
    };
    to_python(py, &explanation)
}

fn to_python<'py>(py: Python<'py>, explanation: &Explanation) -> PyResult<Bound<'py, PyAny>> {
    let evidence = &explanation.evidence;
    let single = |found: Option<tabiya::Square>| found.map(|found| square(py, found)).transpose();
    let fields = (
        explanation.is_legal,
        explanation.code,
        &explanation.sentence,
        single(evidence.origin)?,
        single(evidence.target)?,
        single(evidence.captured)?,
        squares(py, evidence.attackers)?,
        squares(py, evidence.attacked)?,
        squares(py, evidence.line)?,
        squares(py, evidence.blockers)?,
        squares(py, evidence.safe)?,
        squares(py, evidence.squares)?,
    );
    result(py, "Explanation", fields)
}
