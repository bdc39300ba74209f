//! Conversions from and to python-chess boards.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use tabiya::EnPassantStyle;

use crate::arguments::mismatch;
use crate::position::read_fen;

/// A python-chess position.
pub struct ChessBoard {
    /// The position.
    pub board: tabiya::Board,
    /// The attribute `chess960`.
    pub is_chess960: bool,
}

/// Reads a `chess.Board` by its method `fen`. A board for another variant is an error, since its
/// moves differ.
pub fn read_chess_board(board: &Bound<'_, PyAny>) -> PyResult<ChessBoard> {
    let py = board.py();
    if let Some(variant) = board.getattr_opt("uci_variant")?
        && !variant.eq("chess")?
    {
        let message = format!("board: variant {variant}; expected chess");
        return Err(PyValueError::new_err(message));
    }
    if !board.hasattr("fen")? {
        return Err(mismatch("board", board, "a chess.Board"));
    }
    let options = PyDict::new(py);
    options.set_item("en_passant", "fen")?;
    let fen: String = board.call_method("fen", (), Some(&options))?.extract().map_err(|_| {
        PyTypeError::new_err("board: the method fen returns no text; expected a chess.Board")
    })?;
    let is_chess960 = match board.getattr_opt("chess960")? {
        Some(is_chess960) => is_chess960.is_truthy()?,
        None => false,
    };
    Ok(ChessBoard { board: read_fen(py, Some(&fen), true)?, is_chess960 })
}

/// Creates a `chess.Board`, with Chess960 rules if the game has them or a castling right does not
/// exist in standard chess.
pub fn write_chess_board<'py>(
    py: Python<'py>,
    board: &tabiya::Board,
    is_chess960: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let options = PyDict::new(py);
    options.set_item("chess960", is_chess960 || !board.is_standard_castling())?;
    let fen = board.fen().en_passant(EnPassantStyle::Always).to_string();
    py.import("chess")?.getattr("Board")?.call((fen,), Some(&options))
}
