//! The classes that the package defines in Python: enumerations and exceptions.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFrozenSet, PyString};
use tabiya::{Bitboard, Color, Move, MoveKind, Outcome, Piece, PieceType, Square};

use crate::arguments::mismatch;

/// The enumeration members and the exceptions.
pub struct PythonTypes {
    /// The exception for invalid positions.
    pub fen_error: Py<PyAny>,
    /// The exception for illegal moves.
    pub illegal_move_error: Py<PyAny>,
    /// The exception for games and game files.
    pub pgn_error: Py<PyAny>,
    squares: Vec<Py<PyAny>>,
    pieces: Vec<Py<PyAny>>,
    piece_types: Vec<Py<PyAny>>,
    colors: Vec<Py<PyAny>>,
    move_kinds: Vec<Py<PyAny>>,
    terminations: Vec<Py<PyAny>>,
    outcome: Py<PyAny>,
}

/// Returns the classes, imported at the first call.
pub fn types(py: Python<'_>) -> PyResult<&PythonTypes> {
    static TYPES: PyOnceLock<PythonTypes> = PyOnceLock::new();
    TYPES.get_or_try_init(py, || {
        let errors = py.import("tabiya._errors")?;
        let enums = py.import("tabiya._enums")?;
        let members = |name: &str| -> PyResult<Vec<Py<PyAny>>> {
            enums.getattr(name)?.try_iter()?.map(|member| Ok(member?.unbind())).collect()
        };
        Ok(PythonTypes {
            fen_error: errors.getattr("FenError")?.unbind(),
            illegal_move_error: errors.getattr("IllegalMoveError")?.unbind(),
            pgn_error: errors.getattr("PgnError")?.unbind(),
            squares: members("Square")?,
            pieces: members("Piece")?,
            piece_types: members("PieceType")?,
            colors: members("Color")?,
            move_kinds: members("MoveKind")?,
            terminations: members("Termination")?,
            outcome: enums.getattr("Outcome")?.unbind(),
        })
    })
}

/// Returns a square as a `Square` member.
pub fn square(py: Python<'_>, square: Square) -> PyResult<Py<PyAny>> {
    Ok(types(py)?.squares[square.index()].clone_ref(py))
}

/// Returns a set of squares as `frozenset[Square]`.
pub fn squares(py: Python<'_>, set: Bitboard) -> PyResult<Bound<'_, PyFrozenSet>> {
    let squares = &types(py)?.squares;
    PyFrozenSet::new(py, set.into_iter().map(|square| &squares[square.index()]))
}

/// Returns a piece as a `Piece` member.
pub fn piece(py: Python<'_>, piece: Piece) -> PyResult<Py<PyAny>> {
    Ok(types(py)?.pieces[piece.index()].clone_ref(py))
}

/// Returns a piece type as a `PieceType` member.
pub fn piece_type(py: Python<'_>, piece_type: PieceType) -> PyResult<Py<PyAny>> {
    Ok(types(py)?.piece_types[piece_type.index()].clone_ref(py))
}

/// Returns a color as a `Color` member. The first member is Black.
pub fn color(py: Python<'_>, color: Color) -> PyResult<Py<PyAny>> {
    Ok(types(py)?.colors[usize::from(color.is_white())].clone_ref(py))
}

/// Returns a move kind as a `MoveKind` member.
pub fn move_kind(py: Python<'_>, kind: MoveKind) -> PyResult<Py<PyAny>> {
    Ok(types(py)?.move_kinds[kind as usize - 1].clone_ref(py))
}

/// The rule that ends a game, with its `Termination` value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Termination {
    /// Checkmate.
    Checkmate = 1,
    /// Stalemate.
    Stalemate = 2,
    /// Insufficient material.
    InsufficientMaterial = 3,
    /// The seventy-five-move rule.
    SeventyFiveMoves = 4,
    /// The fifth occurrence of a position.
    Fivefold = 5,
    /// A claim by the fifty-move rule.
    FiftyMoves = 6,
    /// A claim by the third occurrence of a position.
    Threefold = 7,
}

impl From<Outcome> for Termination {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Checkmate { .. } => Self::Checkmate,
            Outcome::Stalemate => Self::Stalemate,
            Outcome::InsufficientMaterial => Self::InsufficientMaterial,
            _ => Self::SeventyFiveMoves,
        }
    }
}

/// Returns an `Outcome`.
pub fn outcome(
    py: Python<'_>,
    termination: Termination,
    winner: Option<Color>,
) -> PyResult<Py<PyAny>> {
    let types = types(py)?;
    let winner = winner.map(|winner| color(py, winner)).transpose()?;
    types.outcome.call1(py, (&types.terminations[termination as usize - 1], winner))
}

/// Reads a color: a true value is White, as in python-chess.
pub fn read_color(color: &Bound<'_, PyAny>) -> PyResult<Color> {
    read_player("color", color)
}

/// Reads an argument that is a color, as [`read_color`] does.
pub fn read_player(name: &str, color: &Bound<'_, PyAny>) -> PyResult<Color> {
    let expected = "a bool or tabiya.Color";
    // The name of a color would be White, because any text that is not empty is true.
    if color.is_instance_of::<PyString>() {
        return Err(mismatch(name, color, expected));
    }
    let is_white = color.is_truthy().map_err(|_| mismatch(name, color, expected))?;
    Ok(if is_white { Color::White } else { Color::Black })
}

/// Tests whether a value is a `PieceType` member.
pub fn is_piece_type(value: &Bound<'_, PyAny>) -> PyResult<bool> {
    let py = value.py();
    let member = types(py)?.piece_types.first();
    member.map_or(Ok(false), |member| value.is_instance(&member.bind(py).get_type()))
}

/// Reads a piece type from its number in python-chess, from 1.
pub fn read_piece_type(number: usize) -> PyResult<PieceType> {
    let piece_type = number.checked_sub(1).and_then(PieceType::from_index);
    let error = || PyValueError::new_err(format!("piece_type: {number}; expected 1 to 6"));
    piece_type.ok_or_else(error)
}

/// Reads a move kind from its number, from 1.
pub fn read_move_kind(number: u16) -> PyResult<MoveKind> {
    let kind = Move::from_bits(number.checked_shl(12).unwrap_or(0) | 1 << 6).map(Move::kind);
    let error = || PyValueError::new_err(format!("kind: {number}; expected a MoveKind"));
    kind.filter(|_| number < 8).ok_or_else(error)
}
