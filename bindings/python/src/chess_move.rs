//! The Python class `Move`.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyList;
use tabiya::uci::{self, CastlingNotation};
use tabiya::{MoveKind, PieceType, Square};

use crate::arguments;
use crate::errors::RowError;
use crate::python_types::{move_kind, piece_type, read_move_kind, square};

/// A move in two bytes: origin, target and kind.
///
/// Castling is encoded as the king's move to its own rook's square. A move belongs to no position,
/// so `Position.is_legal` tests any move.
///
/// >>> move = Position().parse_san("e4")
/// >>> move, str(move), move.from_square, move.promotion
/// (Move(Square.E2, Square.E4), 'e2e4', Square.E2, None)
#[pyclass(frozen, eq, module = "tabiya")]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Move(pub tabiya::Move);

#[pymethods]
impl Move {
    /// Creates a move from two squares and its kind, a `MoveKind`, or the piece type that a pawn promotes to.
    ///
    /// >>> str(Move("e7", "e8", promotion=PieceType.QUEEN))
    /// 'e7e8q'
    #[new]
    #[pyo3(signature = (from_square, to_square, kind = 1, *, promotion = None))]
    fn new(
        #[pyo3(from_py_with = arguments::from_square)] from_square: Square,
        #[pyo3(from_py_with = arguments::to_square)] to_square: Square,
        #[pyo3(from_py_with = arguments::move_kind_number)] kind: u16,
        #[pyo3(from_py_with = arguments::promotion)] promotion: Option<PieceType>,
    ) -> PyResult<Self> {
        let from = from_square;
        let to = to_square;
        if from == to {
            return Err(PyValueError::new_err(format!(
                "move: from {from} to {to}; expected two squares"
            )));
        }
        let Some(piece_type) = promotion else {
            return Ok(Self(tabiya::Move::with_kind(from, to, read_move_kind(kind)?)));
        };
        let promoted = MoveKind::promotion_to(piece_type);
        let error =
            || PyValueError::new_err("promotion: a pawn or king; expected another piece type");
        Ok(Self(tabiya::Move::with_kind(from, to, promoted.ok_or_else(error)?)))
    }

    /// Returns the move with these 16 bits, as move columns hold them.
    ///
    /// Raises:
    ///     IllegalMoveError: The bits have an unknown kind or equal squares.
    #[staticmethod]
    fn from_bits(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::move_bits)] bits: u16,
    ) -> PyResult<Self> {
        read_move(bits).map(Self).map_err(|error| error.into_python(py))
    }

    /// The 16 bits: origin (bits 0 to 5), target (6 to 11), kind (12 to 15).
    #[getter]
    fn bits(&self) -> u16 {
        self.0.to_bits()
    }

    /// The origin; for castling, the king's square.
    #[getter]
    fn from_square(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        square(py, self.0.from())
    }

    /// The target; for castling, the rook's square.
    #[getter]
    fn to_square(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        square(py, self.0.to())
    }

    /// The move kind.
    #[getter]
    fn kind(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        move_kind(py, self.0.kind())
    }

    /// The piece type that a pawn promotes to, or `None`.
    #[getter]
    fn promotion(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.0.promotion().map(|promotion| piece_type(py, promotion)).transpose()
    }

    /// Returns the move in UCI notation; castling is `e1g1`, or `e1h1` with `chess960`.
    #[pyo3(signature = (*, chess960 = false))]
    fn uci(&self, #[pyo3(from_py_with = arguments::chess960)] chess960: bool) -> String {
        uci::display(self.0, CastlingNotation::for_chess960(chess960)).to_string()
    }

    fn __str__(&self) -> String {
        self.uci(false)
    }

    fn __repr__(&self) -> String {
        let from = self.0.from();
        let to = self.0.to();
        let kind = match self.0.kind() {
            MoveKind::Normal => "",
            MoveKind::Castling => ", MoveKind.CASTLING",
            MoveKind::EnPassant => ", MoveKind.EN_PASSANT",
            MoveKind::PromoteToKnight => ", MoveKind.PROMOTE_TO_KNIGHT",
            MoveKind::PromoteToBishop => ", MoveKind.PROMOTE_TO_BISHOP",
            MoveKind::PromoteToRook => ", MoveKind.PROMOTE_TO_ROOK",
            MoveKind::PromoteToQueen => ", MoveKind.PROMOTE_TO_QUEEN",
        };
        let name = |square: Square| square.to_string().to_uppercase();
        format!("Move(Square.{}, Square.{}{kind})", name(from), name(to))
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __int__(&self) -> u16 {
        self.0.to_bits()
    }

    fn __index__(&self) -> u16 {
        self.0.to_bits()
    }

    fn __reduce__(slf: &Bound<'_, Self>) -> PyResult<(Py<PyAny>, (u16,))> {
        Ok((slf.get_type().getattr("from_bits")?.unbind(), (slf.get().bits(),)))
    }
}

/// Reads a move from its bits.
pub fn read_move(bits: u16) -> Result<tabiya::Move, RowError> {
    tabiya::Move::from_bits(bits).ok_or_else(|| RowError::malformed(bits))
}

/// Returns a move's object. Equal moves share one object, so lists need no allocations.
pub fn move_object(py: Python<'_>, mv: tabiya::Move) -> PyResult<&Py<Move>> {
    // Kinds are below 8.
    const COUNT: usize = 1 << 15;
    static OBJECTS: OnceLock<Box<[PyOnceLock<Py<Move>>]>> = OnceLock::new();
    let objects = OBJECTS.get_or_init(|| (0..COUNT).map(|_| PyOnceLock::new()).collect());
    objects[usize::from(mv.to_bits()) % COUNT].get_or_try_init(py, || Py::new(py, Move(mv)))
}

/// Returns moves as a list of objects.
pub fn move_list<'py>(py: Python<'py>, moves: &[tabiya::Move]) -> PyResult<Bound<'py, PyList>> {
    let mut objects = Vec::with_capacity(moves.len());
    for &mv in moves {
        objects.push(move_object(py, mv)?);
    }
    PyList::new(py, objects)
}
