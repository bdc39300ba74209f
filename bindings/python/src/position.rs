//! The Python class `Position`, and the readers for single positions.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tabiya::{Color, FenOptions, PackedPosition, epd};

use crate::arguments;
use crate::errors::{Kind, RowError};
use crate::python_types::{Termination, outcome};

pub use crate::base_position::{BasePosition, castling_notation};
pub use crate::python_chess::{ChessBoard, read_chess_board, write_chess_board};

/// A position: immutable, hashable, and pickled as 28 bytes.
///
/// The constructor reads a FEN strictly; `allow_impossible_checks` accepts composed positions whose
/// checks no last move can have given.
///
/// >>> position = Position()
/// >>> len(position.legal_moves), position.san(Move(Square.G1, Square.F3))
/// (20, 'Nf3')
#[pyclass(extends = BasePosition, frozen, module = "tabiya")]
pub struct Position;

impl Position {
    /// Creates the object for a board.
    pub fn create(py: Python<'_>, board: tabiya::Board, is_chess960: bool) -> PyResult<Py<Self>> {
        let base = BasePosition::new(board, is_chess960);
        Py::new(py, PyClassInitializer::from(base).add_subclass(Self))
    }
}

#[pymethods]
impl Position {
    /// Creates the position from a FEN, by default the start position.
    #[new]
    #[pyo3(signature = (fen = None, *, allow_impossible_checks = false))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::fen)] fen: Option<&str>,
        #[pyo3(from_py_with = arguments::allow_impossible_checks)] allow_impossible_checks: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let board = read_fen(py, fen, allow_impossible_checks)?;
        Ok(PyClassInitializer::from(BasePosition::new(board, false)).add_subclass(Self))
    }

    /// Returns the position in 28 packed bytes.
    ///
    /// Raises:
    ///     FenError: The bytes are not a packed position.
    #[staticmethod]
    #[pyo3(signature = (packed, chess960 = false))]
    fn from_packed(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::packed_bytes)] packed: &[u8],
        #[pyo3(from_py_with = arguments::chess960)] chess960: bool,
    ) -> PyResult<Py<Self>> {
        let position = read_packed(packed).map_err(|error| error.into_python(py))?;
        Self::create(py, position.into(), chess960)
    }

    /// Returns a Chess960 start position by its number, 0 to 959; 518 is standard chess.
    ///
    /// Raises:
    ///     ValueError: The number is not one of these.
    #[staticmethod]
    fn chess960(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::chess960_number)] number: u16,
    ) -> PyResult<Py<Self>> {
        // The number is within bounds.
        Self::create(py, tabiya::Board::chess960(number).unwrap_or_default(), true)
    }

    /// Returns the position on a `chess.Board`, or on any object with such a method `fen`.
    ///
    /// Raises:
    ///     FenError: The position is invalid.
    ///     ValueError: The board is for another variant than chess, such as antichess.
    #[staticmethod]
    fn from_chess(board: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let ChessBoard { board: found, is_chess960 } = read_chess_board(board)?;
        Self::create(board.py(), found, is_chess960)
    }

    /// Returns the position as a `chess.Board`; needs python-chess.
    fn to_chess<'py>(slf: PyRef<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let base = slf.as_super();
        write_chess_board(slf.py(), &base.board(), base.is_chess960())
    }

    /// Returns the position with the players exchanged.
    fn mirror(slf: PyRef<'_, Self>) -> PyResult<Py<Self>> {
        let base = slf.as_super();
        Self::create(slf.py(), base.board().swap_colors(), base.is_chess960())
    }

    /// Returns the outcome by a rule that needs neither a claim nor the history, or `None`.
    fn outcome(slf: PyRef<'_, Self>) -> PyResult<Option<Py<PyAny>>> {
        let found = slf.as_super().board().outcome();
        found.map(|end| outcome(slf.py(), Termination::from(end), end.winner())).transpose()
    }

    /// Tests whether two positions are the same by the repetition rule, as `==` does.
    ///
    /// `other` may be a `Board`.
    fn same_position(
        slf: PyRef<'_, Self>,
        #[pyo3(from_py_with = arguments::other)] other: PyRef<'_, BasePosition>,
    ) -> bool {
        slf.as_super().board().same_position(&other.board())
    }

    /// Tests whether two positions have the same FEN with clocks and every en passant square.
    ///
    /// >>> early, late = Position(), Position().after(Move(Square.G1, Square.F3))
    /// >>> late = late.after(Move(Square.G8, Square.F6)).after(Move(Square.F3, Square.G1))
    /// >>> late = late.after(Move(Square.F6, Square.G8))
    /// >>> early == late, early.same_fen(late)
    /// (True, False)
    fn same_fen(
        slf: PyRef<'_, Self>,
        #[pyo3(from_py_with = arguments::other)] other: PyRef<'_, BasePosition>,
    ) -> bool {
        slf.as_super().board() == other.board()
    }

    /// Compares by the repetition rule: pieces, side to move, castling rights, legal en passant captures.
    fn __eq__(slf: PyRef<'_, Self>, other: PyRef<'_, Self>) -> bool {
        slf.as_super().board().same_position(&other.as_super().board())
    }

    fn __hash__(slf: PyRef<'_, Self>) -> u64 {
        slf.as_super().board().key()
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        format!("Position({})", slf.as_super().arguments())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, bool))> {
        let base = slf.as_super().get();
        let arguments = (base.packed(slf.py()), base.is_chess960());
        Ok((slf.get_type().getattr("from_packed")?, arguments))
    }
}

/// Reads a FEN or EPD, by default the start position.
pub fn read_fen(py: Python<'_>, fen: Option<&str>, allow: bool) -> PyResult<tabiya::Board> {
    let Some(fen) = fen else { return Ok(tabiya::Board::START) };
    Ok(read_text(fen, allow).map_err(|error| error.into_python(py))?.into())
}

/// Reads a FEN or EPD. `allow` accepts checks that no last move can have given.
pub fn read_text(fen: &str, allow: bool) -> Result<tabiya::Position, RowError> {
    let options = FenOptions::new().allow_impossible_checks(allow);
    Ok(*epd::read_lenient(options, fen)?.position())
}

/// Reads 28 bytes.
pub fn read_packed(bytes: &[u8]) -> Result<tabiya::Position, RowError> {
    let packed = PackedPosition::try_from(bytes).map_err(|_| {
        let reason = format!("{} bytes; expected {}", bytes.len(), PackedPosition::LEN);
        RowError::new(Kind::Position, "packed", reason)
    })?;
    packed.unpack().map_err(|error| RowError::position("packed", &error))
}

/// Returns the winner and the rule for an outcome on the board.
pub fn board_outcome(end: tabiya::Outcome) -> (Termination, Option<Color>) {
    (Termination::from(end), end.winner())
}
