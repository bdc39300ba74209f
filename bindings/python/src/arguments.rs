//! Call arguments: bounded numbers, and columns that are copied unless contiguous.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use numpy::{
    Element, PyArray1, PyArrayDescrMethods, PyArrayMethods, PyReadonlyArray, PyReadonlyArray1,
    PyReadonlyArray2, PyUntypedArray, PyUntypedArrayMethods, dtype,
};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyIterator, PyList, PyString};
use tabiya::{EnPassantStyle, PieceType, Square};

use crate::base_position::BasePosition;
use crate::chess_move::Move;
use crate::explanation::MoveOrText;
use crate::memory::memory_error;
use crate::planes::HISTORY;
use crate::positions::Positions;
use crate::python_types::{is_piece_type, read_piece_type};
use crate::unit_results::UnitResult;
use crate::units::UnitsFile;

/// The maximum number of threads per call: more than any machine has, but few enough to start.
const MAX_THREADS: u64 = 1024;

/// Defines functions that read an argument. Their errors name the argument, what was found and what
/// is expected.
macro_rules! argument_readers {
    ($($function:ident, $name:literal: $type:ty, $expected:literal;)*) => {$(
        #[doc = concat!("Reads the argument `", $name, "`.")]
        pub fn $function<'a, 'py>(value: &'a Bound<'py, PyAny>) -> PyResult<$type> {
            let found = value.extract::<$type>();
            found.map_err(|error| extraction_error($name, value, $expected, error))
        }
    )*};
}

argument_readers! {
    allow_impossible_checks, "allow_impossible_checks": bool, "a bool";
    backend, "backend": Option<&'a str>, "a str or None";
    castling, "castling": &'a str, "a str";
    chess960, "chess960": bool, "a bool";
    chess960_or_none, "chess960": Option<bool>, "a bool or None";
    claim_draw, "claim_draw": bool, "a bool";
    code, "code": &'a str, "a str";
    comment, "comment": &'a str, "a str";
    content_hash, "content_hash": Option<&'a str>, "a str or None";
    data, "data": &'a [u8], "bytes";
    dtype_name, "dtype": &'a str, "a str";
    en_passant, "en_passant": &'a str, "a str";
    errors, "errors": &'a str, "a str";
    exact, "exact": bool, "a bool";
    fen, "fen": Option<&'a str>, "a str or None";
    fill, "fill": &'a str, "a str";
    flip, "flip": bool, "a bool";
    game_result, "result": &'a str, "a str";
    impossible_checks, "impossible_checks": bool, "a bool";
    last_move, "lastmove": Option<PyRef<'py, Move>>, "a tabiya.Move or None";
    layout, "layout": &'a str, "a str";
    single_move, "move": PyRef<'py, Move>, "a tabiya.Move";
    move_or_none, "move": Option<PyRef<'py, Move>>, "a tabiya.Move or None";
    move_or_text, "move": MoveOrText<'py>, "a tabiya.Move or a str";
    name, "name": &'a str, "a str";
    operations, "operations": Option<Bound<'py, PyDict>>, "a dict or None";
    other, "other": PyRef<'py, BasePosition>, "a tabiya.Position or tabiya.Board";
    packed, "packed": bool, "a bool";
    packed_bytes, "packed": &'a [u8], "bytes";
    path, "path": PathBuf, "a str or os.PathLike";
    place, "place": &'a str, "a str";
    position, "position": PyRef<'py, BasePosition>, "a tabiya.Position or tabiya.Board";
    result, "result": PyRef<'py, UnitResult>, "a tabiya.scale.UnitResult";
    san, "san": &'a str, "a str";
    shredder, "shredder": bool, "a bool";
    start_column, "starts": PyRef<'py, Positions>, "a tabiya.Positions";
    start_positions, "positions": Option<PyRef<'py, Positions>>, "a tabiya.Positions or None";
    starts, "starts": Option<PyRef<'py, Positions>>, "a tabiya.Positions or None";
    states, "states": &'a str, "a str";
    style, "style": &'a str, "a str";
    tag_value, "value": Option<&'a str>, "a str or None";
    row_or_none, "row": Option<usize>, "an int or None";
    uci, "uci": &'a str, "a str";
    units, "units": PyRef<'py, UnitsFile>, "a tabiya.scale.UnitsFile";
}

/// Returns the error for an argument that cannot be read. Errors of other kinds, such as
/// `MemoryError`, are returned unchanged.
pub fn extraction_error(
    name: &str,
    value: &Bound<'_, PyAny>,
    expected: &str,
    error: impl Into<PyErr>,
) -> PyErr {
    let py = value.py();
    let error = error.into();
    if error.is_instance_of::<PyTypeError>(py) {
        mismatch(name, value, expected)
    } else if error.is_instance_of::<PyValueError>(py) {
        // A text with a surrogate, or a path with a NUL.
        PyValueError::new_err(format!("{name}: {error}; expected {expected}"))
    } else {
        error
    }
}

/// Reads an argument that is an object's attribute.
pub fn attribute<'py, T: FromPyObjectOwned<'py>>(
    object: &Bound<'py, PyAny>,
    name: &str,
    expected: &str,
) -> PyResult<T> {
    let value = object.getattr(name)?;
    value.extract::<T>().map_err(|error| extraction_error(name, &value, expected, error))
}

/// Returns the `TypeError` for an argument or an item in it, with what was found and what is expected.
pub fn mismatch(name: &str, value: &Bound<'_, PyAny>, expected: &str) -> PyErr {
    PyTypeError::new_err(format!("{name}: {}; expected {expected}", describe(value)))
}

/// Returns an argument's iterator.
pub fn items<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    expected: &str,
) -> PyResult<Bound<'py, PyIterator>> {
    value.try_iter().map_err(|error| extraction_error(name, value, expected, error))
}

/// Reads an integer within bounds.
pub fn bounded(name: &str, value: &Bound<'_, PyAny>, range: RangeInclusive<u64>) -> PyResult<u64> {
    match value.extract::<u64>() {
        Ok(number) if range.contains(&number) => Ok(number),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            Err(mismatch(name, value, "an integer"))
        }
        // The number is negative, too large for the bounds, or too large for 64 bits.
        _ => {
            let message = format!("{name}: {value}; expected {} to {}", range.start(), range.end());
            Err(PyValueError::new_err(message))
        }
    }
}

/// Defines functions that read an integer within an argument's bounds.
macro_rules! integer_readers {
    ($($function:ident, $name:literal: $type:ty, $range:expr;)*) => {$(
        #[doc = concat!("Reads the argument `", $name, "`.")]
        pub fn $function(value: &Bound<'_, PyAny>) -> PyResult<$type> {
            Ok(bounded($name, value, $range)? as $type)
        }
    )*};
}

integer_readers! {
    chess960_number, "number": u16, 0..=959;
    depth, "depth": u8, 0..=u8::MAX.into();
    history, "history": usize, 1..=HISTORY as u64;
    max_games, "max_games": usize, 0..=i64::MAX as u64;
    move_bits, "bits": u16, 0..=u16::MAX.into();
    nag, "nag": u32, 0..=255;
    node, "node": usize, 0..=u32::MAX.into();
    plies, "plies": u8, 0..=u8::MAX.into();
    records_per_unit, "records_per_unit": u32, 0..=u32::MAX.into();
    repetition_count, "count": usize, 0..=u32::MAX.into();
    thread_count, "threads": usize, 0..=MAX_THREADS;
    unit, "unit": u64, 0..=u64::MAX;
}

/// Reads the argument `start` as a game count.
pub fn game_count(value: &Bound<'_, PyAny>) -> PyResult<usize> {
    if !value.hasattr("__index__")? {
        return Err(mismatch("start", value, "an integer or tabiya.Positions"));
    }
    Ok(bounded("start", value, 0..=u32::MAX.into())? as usize)
}

/// Reads the argument `hash`, in bytes.
pub fn hash_bytes(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    (!value.is_none()).then(|| bounded("hash", value, 0..=u64::MAX)).transpose()
}

/// Reads the argument `memory`, in bytes.
pub fn memory_bytes(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    (!value.is_none()).then(|| bounded("memory", value, 0..=u64::MAX)).transpose()
}

/// Reads the argument `max_positions`.
pub fn max_positions(value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    (!value.is_none()).then(|| bounded("max_positions", value, 1..=u64::MAX)).transpose()
}

/// Reads a square: its number, or its name such as `"e4"`.
pub fn read_square(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Square> {
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_string_lossy();
        let error = |_| PyValueError::new_err(format!("{name}: {text:?}; expected a1 to h8"));
        return text.parse().map_err(error);
    }
    let index = bounded(name, value, 0..=63)?;
    let error = || PyValueError::new_err(format!("{name}: {index}; expected 0 to 63"));
    Square::from_index(index as usize).ok_or_else(error)
}

/// Reads the argument `square`.
pub fn square(value: &Bound<'_, PyAny>) -> PyResult<Square> {
    read_square("square", value)
}

/// Reads the argument `from_square`.
pub fn from_square(value: &Bound<'_, PyAny>) -> PyResult<Square> {
    read_square("from_square", value)
}

/// Reads the argument `to_square`.
pub fn to_square(value: &Bound<'_, PyAny>) -> PyResult<Square> {
    read_square("to_square", value)
}

/// Reads the argument `kind`. A piece type, which python-chess has in this place, is refused.
pub fn move_kind_number(value: &Bound<'_, PyAny>) -> PyResult<u16> {
    if is_piece_type(value)? {
        return Err(mismatch("kind", value, "a tabiya.MoveKind, or promotion= with a piece type"));
    }
    Ok(bounded("kind", value, 1..=7)? as u16)
}

/// Reads the argument `promotion`.
pub fn promotion(value: &Bound<'_, PyAny>) -> PyResult<Option<PieceType>> {
    if value.is_none() {
        return Ok(None);
    }
    Ok(Some(read_piece_type(bounded("promotion", value, 1..=6)? as usize)?))
}

/// Reads the argument `piece_type`, or `None` for all types.
pub fn piece_type_or_none(value: &Bound<'_, PyAny>) -> PyResult<Option<PieceType>> {
    (!value.is_none()).then(|| piece_type_number(value)).transpose()
}

/// Reads the argument `piece_type`, numbered as in python-chess.
pub fn piece_type_number(value: &Bound<'_, PyAny>) -> PyResult<PieceType> {
    read_piece_type(bounded("piece_type", value, 1..=6)? as usize)
}

/// Reads the argument `text` as bytes.
pub fn text<'a>(value: &'a Bound<'_, PyAny>) -> PyResult<&'a [u8]> {
    if let Ok(bytes) = value.extract::<&[u8]>() {
        return Ok(bytes);
    }
    let expected = "a str or bytes";
    let text = value.extract::<&str>();
    let text = text.map_err(|error| extraction_error("text", value, expected, error))?;
    Ok(text.as_bytes())
}

/// Reads the argument `offsets`: integers of shape (n + 1,).
pub fn offset_column<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    integers("offsets", value)
}

/// Reads the argument `games`: game offsets, `int64` of shape (n,).
pub fn game_offsets<'py>(
    value: &Bound<'py, PyAny>,
) -> PyResult<Option<PyReadonlyArray1<'py, i64>>> {
    (!value.is_none()).then(|| contiguous("games", value, "(games + 1,)")).transpose()
}

/// Reads the argument `labels`: integers of shape (n,).
pub fn label_column<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    integers("labels", value)
}

/// Reads integers of shape (n,). An array of another integer type is copied, if each number fits.
pub fn integers<'py, T: Element>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<PyReadonlyArray1<'py, T>> {
    let array = integer_array(name, value, dtype::<T>(value.py()).as_any())?;
    contiguous(name, &array, "(n,)")
}

/// Converts an integer array to an element type, and returns any other array as it is.
fn integer_array<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
    element: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let numpy = value.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (value,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    let is_empty = array.len().is_ok_and(|len| len == 0);
    let is_empty_list = is_empty && value.is_instance_of::<PyList>();
    if !matches!(&*kind, "i" | "u") && !is_empty_list {
        return Ok(array);
    }
    let is_safe = numpy.call_method1("can_cast", (array.getattr("dtype")?, element))?;
    if !is_empty && !is_safe.is_truthy()? {
        let limits = numpy.call_method1("iinfo", (element,))?;
        for bound in ["min", "max"] {
            let number = array.call_method0(bound)?;
            if number.lt(limits.getattr("min")?)? || number.gt(limits.getattr("max")?)? {
                let message = format!("{name}: {number}; expected numbers that fit in {element}");
                return Err(PyValueError::new_err(message));
            }
        }
    }
    array.call_method1("astype", (element,))
}

/// Reads the argument `rows`: record indices, `int64` of shape (n,).
pub fn record_rows<'py>(value: &Bound<'py, PyAny>) -> PyResult<PyReadonlyArray1<'py, i64>> {
    contiguous("rows", value, "(n,)")
}

/// Reads the argument `en_passant`, a style for FENs.
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

/// Reads an iterable's moves, each a `Move` or its bits.
fn listed_moves(moves: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
    let expected = "an array of uint16, a series, or Move objects";
    if moves.is_instance_of::<PyString>() {
        return Err(mismatch("moves", moves, expected));
    }
    let found = items("moves", moves, expected)?;
    let mut bits = Vec::new();
    for (row, item) in found.enumerate() {
        let item = item?;
        let number = match item.cast::<Move>() {
            Ok(mv) => mv.get().0.to_bits(),
            Err(_) => item
                .extract::<u16>()
                .map_err(|_| mismatch(&format!("moves: row {row}: {item}"), &item, expected))?,
        };
        bits.try_reserve(1).map_err(memory_error)?;
        bits.push(number);
    }
    Ok(bits)
}

fn read_only_moves(py: Python<'_>, moves: Vec<u16>) -> PyResult<PyReadonlyArray1<'_, u16>> {
    Ok(PyArray1::from_vec(py, moves).try_readonly()?)
}

/// Reads packed positions: `uint8` of shape (n, 28). Strided views are copied.
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
        // Two types from different modules can have the same name.
        Err(_) => match value.get_type().fully_qualified_name() {
            Ok(name) => name.to_string(),
            Err(_) => "?".to_owned(),
        },
    }
}
