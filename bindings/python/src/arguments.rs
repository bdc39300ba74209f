//! Arguments of calls: numbers within bounds, and columns that are copied unless contiguous.

use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray, PyReadonlyArray1,
    PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyString;
use tabiya::{EnPassantStyle, PieceType, Square};

use crate::chess_move::Move;
use crate::memory::memory_error;
use crate::python_types::read_piece_type;

/// The greatest number of threads of a call: more than any machine has, and few enough to be started.
const MAX_THREADS: u64 = 1024;

/// Reads an integer within bounds.
fn bounded(name: &str, value: &Bound<'_, PyAny>, (min, max): (u64, u64)) -> PyResult<u64> {
    match value.extract::<u64>() {
        Ok(number) if (min..=max).contains(&number) => Ok(number),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            let kind = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("{name}: {kind}; expected an integer")))
        }
        // The number is negative, too large for the bounds, or too large for 64 bits.
        _ => {
            let message = format!("{name}: {value}; expected {min} to {max}");
            Err(PyValueError::new_err(message))
        }
    }
}

/// Reads the argument `threads`.
pub fn thread_count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    Ok(bounded("threads", value, (0, MAX_THREADS))? as usize)
}

/// Reads the argument `depth`.
pub fn depth(value: &Bound<'_, PyAny>) -> PyResult<u8> {
    Ok(bounded("depth", value, (0, u8::MAX.into()))? as u8)
}

/// Reads the number of a start position of Chess960.
pub fn chess960_number(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    Ok(bounded("number", value, (0, 959))? as u16)
}

/// Reads the argument `square`.
pub fn square_index(value: &Bound<'_, PyAny>) -> PyResult<Square> {
    let index = bounded("square", value, (0, 63))?;
    let error = || PyValueError::new_err(format!("square: {index}; expected 0 to 63"));
    Square::from_index(index as usize).ok_or_else(error)
}

/// Reads the argument `piece_type`, numbered as in python-chess.
pub fn piece_type_number(value: &Bound<'_, PyAny>) -> PyResult<PieceType> {
    read_piece_type(bounded("piece type", value, (1, 6))? as usize)
}

/// Reads the argument `en_passant` of a FEN.
pub fn en_passant_style(name: &str) -> PyResult<EnPassantStyle> {
    match name {
        "legal" => Ok(EnPassantStyle::Legal),
        "xfen" => Ok(EnPassantStyle::PseudoLegal),
        "fen" => Ok(EnPassantStyle::Always),
        _ => {
            let message = format!("en_passant: {name:?}; expected legal, xfen or fen");
            Err(PyValueError::new_err(message))
        }
    }
}

/// Reads the number of a kind of moves.
pub fn move_kind_number(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    Ok(bounded("kind", value, (1, 7))? as u16)
}

/// Reads the bits of a move.
pub fn move_bits(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    Ok(bounded("bits", value, (0, u16::MAX.into()))? as u16)
}

/// Reads a move column: an integer array with shape (n,), a series, or an iterable of `Move`.
///
/// A `uint16` array is read in place. Other arrays are copied, and each number must fit in 16 bits.
pub fn move_column<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, u16>> {
    let py = value.py();
    if value.cast::<PyArray1<u16>>().is_ok() {
        return contiguous("moves", value, "(n,)");
    }
    if !value.hasattr("__array__")? {
        return read_only_moves(py, listed_moves(value)?);
    }
    let array = py.import("numpy")?.call_method1("asarray", (value,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let dimensions: usize = array.getattr("ndim")?.extract()?;
    if dimensions != 1 || !matches!(&*kind, "i" | "u" | "O") {
        let found = describe(&array);
        let message = format!("moves: {found}; expected integers of shape (n,), as uint16");
        return Err(PyTypeError::new_err(message));
    }
    if kind == "O" {
        return read_only_moves(py, listed_moves(&array)?);
    }
    if !array.is_empty()? {
        for bound in ["min", "max"] {
            let number = array.call_method0(bound)?;
            if number.extract::<u16>().is_err() {
                let message = format!("moves: {number}; expected 0 to 65535, the bits of a move");
                return Err(PyValueError::new_err(message));
            }
        }
    }
    contiguous("moves", &array.call_method1("astype", (dtype::<u16>(py),))?, "(n,)")
}

/// Reads the moves of an iterable, each a `Move` or its bits.
fn listed_moves(moves: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
    let expected = "expected an array of uint16, a series, or Move objects";
    let mismatch = |found: String| PyTypeError::new_err(format!("moves: {found}; {expected}"));
    if moves.is_instance_of::<PyString>() {
        return Err(mismatch("str".to_owned()));
    }
    let items = moves.try_iter().map_err(|_| mismatch(describe(moves)))?;
    let mut bits = Vec::new();
    for (row, item) in items.enumerate() {
        let item = item?;
        let number = match item.cast::<Move>() {
            Ok(mv) => mv.get().0.to_bits(),
            Err(_) => item
                .extract::<u16>()
                .map_err(|_| mismatch(format!("row {row}: {item} of type {}", describe(&item))))?,
        };
        bits.try_reserve(1).map_err(memory_error)?;
        bits.push(number);
    }
    Ok(bits)
}

fn read_only_moves(py: Python<'_>, moves: Vec<u16>) -> PyResult<PyReadonlyArray1<'_, u16>> {
    Ok(PyArray1::from_vec(py, moves).try_readonly()?)
}

/// Reads packed positions, `uint8` of shape (n, 28). Views with strides are copied.
pub fn packed_column<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray2<'py, u8>> {
    let array: PyReadonlyArray2<'py, u8> = contiguous("packed", value, "(n, 28)")?;
    if array.shape()[1] == 28 {
        return Ok(array);
    }
    let message = format!("packed: shape {:?}; expected (n, 28)", array.shape());
    Err(PyValueError::new_err(message))
}

/// Reads an array, and copies it unless it is contiguous and aligned.
fn contiguous<'py, T: Element, D: numpy::ndarray::Dimension>(
    name: &str,
    value: &Bound<'py, PyAny>,
    shape: &str,
) -> PyResult<PyReadonlyArray<'py, T, D>> {
    let error = |error: PyErr| {
        let element = dtype::<T>(value.py());
        if !error.is_instance_of::<PyTypeError>(value.py()) {
            return error;
        }
        let found = describe(value);
        PyTypeError::new_err(format!("{name}: {found}; expected {element} of shape {shape}"))
    };
    let array: PyReadonlyArray<'py, T, D> = value.extract().map_err(error)?;
    if array.is_c_contiguous() && array.is_aligned() {
        return Ok(array);
    }
    value.call_method0("copy")?.extract().map_err(error)
}

/// Describes a value that is not the expected array: dtype and shape, or the type.
pub fn describe(value: &Bound<'_, PyAny>) -> String {
    match value.cast::<PyUntypedArray>() {
        Ok(array) => {
            let order = if array.dtype().is_native_byteorder() == Some(false) {
                "byte-swapped "
            } else {
                ""
            };
            format!("{order}{} of shape {:?}", array.dtype(), array.shape())
        }
        Err(_) => value.get_type().name().map_or_else(|_| "?".to_owned(), |name| name.to_string()),
    }
}
