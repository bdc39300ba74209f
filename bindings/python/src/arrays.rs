//! Large arrays of a column: masks and planes, in a new array or in that of the caller.

use std::collections::{HashSet, TryReserveError};

use numpy::{
    Element, PyArrayDyn, PyReadonlyArray1, PyReadwriteArrayDyn, PyUntypedArrayMethods, dtype,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use tabiya::{MoveList, Position};

use crate::arguments::describe;
use crate::batch::Threads;
use crate::labels::{NO_LABEL, Policy};
use crate::memory::{listed, memory_error};
use crate::planes::{Games, Layout, Source, expand_bytes, expand_floats, write_bits};

/// Fills `out` or a new array of a shape by rows, and returns it.
fn fill_array<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    shape: &[usize],
    out: Option<Bound<'py, PyAny>>,
    threads: usize,
    write: impl Fn(usize, &mut [T]) + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let threads = Threads::new(threads)?;
    let width = shape[1..].iter().product();
    let write = |start: usize, chunk: &mut [T]| {
        for (row, cells) in (start..).zip(chunk.chunks_exact_mut(width)) {
            write(row, cells);
        }
        Ok(())
    };
    let out = match out {
        Some(out) => out,
        // NumPy raises `MemoryError`, where an allocation of Rust would end the process.
        None => py.import("numpy")?.call_method1("zeros", (shape, dtype::<T>(py)))?,
    };
    let mut array: PyReadwriteArrayDyn<'py, T> =
        out.extract().map_err(|error| out_error::<T>(error, &out, shape))?;
    if array.shape() != shape {
        let message = format!("out: shape {:?}; expected {shape:?}", array.shape());
        return Err(PyValueError::new_err(message));
    }
    let is_c_contiguous = array.is_c_contiguous();
    let slice = array.as_slice_mut().ok().filter(|_| is_c_contiguous);
    let slice = slice.ok_or_else(|| {
        PyValueError::new_err("out: strided or unaligned; expected a C-contiguous array")
    })?;
    threads.blocks(py).fill(slice, width, write)?;
    drop(array);
    Ok(out)
}

/// Returns the error of an array `out` of another type, or that cannot be written to.
fn out_error<T: Element>(error: PyErr, out: &Bound<'_, PyAny>, shape: &[usize]) -> PyErr {
    let element = dtype::<T>(out.py());
    match out.cast::<PyArrayDyn<T>>() {
        Ok(array)
            if array
                .getattr("flags")
                .and_then(|flags| flags.getattr("writeable"))
                .is_ok_and(|writeable| writeable.is_truthy().unwrap_or(true)) =>
        {
            error
        }
        Ok(_) => PyValueError::new_err("out: read-only; expected an array that can be written to"),
        Err(_) => {
            let found = describe(out);
            PyTypeError::new_err(format!("out: {found}; expected {element} of shape {shape:?}"))
        }
    }
}

/// Returns the mask of the legal moves in a policy layout, packed or not.
pub fn legal_mask<'py>(
    py: Python<'py>,
    positions: &[Position],
    (layout, is_packed): (&str, bool),
    out: Option<Bound<'py, PyAny>>,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let policy = Policy::parse(layout)?;
    if is_packed {
        let shape = [positions.len(), policy.size().div_ceil(8)];
        return fill_array(py, &shape, out, threads, |row, cells: &mut [u8]| {
            cells.fill(0);
            for_each_label(policy, &positions[row], |label| cells[label / 8] |= 1 << (label % 8));
        });
    }
    let shape = [positions.len(), policy.size()];
    fill_array(py, &shape, out, threads, |row, cells: &mut [bool]| {
        cells.fill(false);
        for_each_label(policy, &positions[row], |label| cells[label] = true);
    })
}

/// Calls a function with the label of each legal move.
fn for_each_label(policy: Policy, position: &Position, mut call: impl FnMut(usize)) {
    let labels = policy.labels(position.side_to_move());
    let mut moves = MoveList::new();
    position.legal_moves_into(&mut moves);
    for &mv in moves.iter() {
        let label = labels.of(mv);
        if label != NO_LABEL {
            call(label.into());
        }
    }
}

/// The values of planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    Bits,
    Bytes,
    Floats,
}

/// The arguments of `Positions.planes`.
#[derive(Clone, Copy, Debug)]
pub struct PlaneRequest {
    layout: Layout,
    values: Values,
    is_repeated: bool,
}

impl PlaneRequest {
    /// Parses the arguments.
    pub fn parse(layout: &str, dtype: &str, fill: &str) -> PyResult<Self> {
        let values = match dtype {
            "bits" => Values::Bits,
            "uint8" => Values::Bytes,
            "float32" => Values::Floats,
            _ => {
                let message = format!("dtype: {dtype:?}; expected bits, uint8 or float32");
                return Err(PyValueError::new_err(message));
            }
        };
        let is_repeated = match fill {
            "zeros" => false,
            "repeat" => true,
            _ => {
                let message = format!("fill: {fill:?}; expected zeros or repeat");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Self { layout: Layout::parse(layout)?, values, is_repeated })
    }
}

/// Returns the planes of positions.
pub fn planes<'py>(
    py: Python<'py>,
    positions: &[Position],
    request: PlaneRequest,
    (games, out): (Option<PyReadonlyArray1<'py, i64>>, Option<Bound<'py, PyAny>>),
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let PlaneRequest { layout, values, is_repeated } = request;
    let games = match games {
        Some(offsets) => Some(read_games(py, positions, &offsets, threads)?),
        None => None,
    };
    let source = Source { positions, games, is_repeated };
    let rows = positions.len();
    let size = layout.size();
    if values == Values::Bits {
        return fill_array(py, &[rows, size], out, threads, |row, cells: &mut [u64]| {
            write_bits(layout, &source, row, cells);
        });
    }
    let bits = |row| {
        let mut bits = [0; 128];
        write_bits(layout, &source, row, &mut bits[..size]);
        bits
    };
    let shape = [rows, size, 8, 8];
    match values {
        Values::Floats => fill_array(py, &shape, out, threads, |row, cells: &mut [f32]| {
            expand_floats(layout, &bits(row)[..size], cells);
        }),
        _ => fill_array(py, &shape, out, threads, |row, cells: &mut [u8]| {
            expand_bytes(layout, &bits(row)[..size], cells);
        }),
    }
}

/// Reads the offsets of games, and computes the keys of the rows.
fn read_games(
    py: Python<'_>,
    positions: &[Position],
    offsets: &PyReadonlyArray1<'_, i64>,
    threads: usize,
) -> PyResult<Games> {
    let offsets = offsets.as_array();
    let mut starts = Vec::new();
    starts.try_reserve_exact(positions.len()).map_err(memory_error)?;
    let mut last = 0;
    for (index, &offset) in offsets.iter().enumerate() {
        let offset = usize::try_from(offset).ok().filter(|&offset| {
            offset >= last && offset <= positions.len() && (index > 0 || offset == 0)
        });
        let offset = offset.ok_or_else(|| {
            PyValueError::new_err(format!("games: offset {index}; expected 0 to n, ascending"))
        })?;
        starts.resize(offset, last);
        last = offset;
    }
    if starts.len() != positions.len() {
        let message = format!("games: end at {}; expected {}", starts.len(), positions.len());
        return Err(PyValueError::new_err(message));
    }
    let keys = Threads::new(threads)?.blocks(py).map(positions.len(), |row| {
        Ok((positions[row].computed_key(), exact_key(&positions[row])))
    })?;
    let exact_keys = listed(keys.iter().map(|keys| keys.1)).map_err(memory_error)?;
    let keys = listed(keys.iter().map(|keys| keys.0)).map_err(memory_error)?;
    let occurred_before = py.detach(|| mark_repetitions(&starts, &exact_keys));
    let occurred_before = occurred_before.map_err(memory_error)?;
    Ok(Games { starts, keys, exact_keys, occurred_before })
}

/// Tests for each row whether its key occurs earlier in its game.
fn mark_repetitions(starts: &[usize], keys: &[u64]) -> Result<Vec<bool>, TryReserveError> {
    let mut seen = HashSet::new();
    let mut marks = Vec::new();
    marks.try_reserve_exact(keys.len())?;
    for (row, (&start, key)) in starts.iter().zip(keys).enumerate() {
        if row == start {
            seen.clear();
        }
        seen.try_reserve(1)?;
        marks.push(!seen.insert(key));
    }
    Ok(marks)
}

/// Returns a key of a position that includes every en passant square.
fn exact_key(position: &Position) -> u64 {
    let en_passant = position.ep_square().map_or(0, |square| square as u64 + 1);
    position.computed_key() ^ en_passant.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}
