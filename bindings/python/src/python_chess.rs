//! Conversions from and to the boards of python-chess.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tabiya::EnPassantStyle;

use crate::position::read_fen;

/// Reads a `chess.Board` by its method `fen`. A board of another variant is an error, since its moves differ.
pub fn read_chess_board(board: &Bound<'_, PyAny>) -> PyResult<tabiya::Board> {
    let py = board.py();
    if let Some(variant) = board.getattr_opt("uci_variant")?
        && !variant.eq("chess")?
    {
        let message = format!("board: variant {variant}; expected chess");
        return Err(PyValueError::new_err(message));
    }
    let options = PyDict::new(py);
    options.set_item("en_passant", "fen")?;
    let fen: String = board.call_method("fen", (), Some(&options))?.extract().map_err(|_| {
        PyTypeError::new_err("board: the method fen returns no text; expected a chess.Board")
    })?;
    read_fen(py, Some(&fen), true)
}

/// Creates a `chess.Board`.
pub fn write_chess_board<'py>(
    py: Python<'py>,
    board: &tabiya::Board,
) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(py);
    options.set_item("chess960", !board.is_standard_castling())?;
    let fen = board.fen().en_passant(EnPassantStyle::Always).to_string();
    py.import("chess")?.getattr("Board")?.call((fen,), Some(&options))
}
