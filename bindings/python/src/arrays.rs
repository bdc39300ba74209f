//! Large arrays for a column: masks and planes, in a new array or in the caller's.

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
use crate::planes::{
    GameSoFar, Games, HISTORY, Layout, Repetitions, exact_key, expand_bytes, expand_floats,
    write_bits, write_simple,
};

/// Positions from a column, one for each array row.
pub struct Selection<'a> {
    pub positions: &'a [Position],
    /// The selected rows; `None` stands for all.
    pub rows: Option<Vec<usize>>,
}

impl Selection<'_> {
    fn len(&self) -> usize {
        self.rows.as_ref().map_or(self.positions.len(), Vec::len)
    }

    /// Returns the column row at an index among the selected rows.
    #[inline]
    fn row(&self, index: usize) -> usize {
        self.rows.as_ref().map_or(index, |rows| rows[index])
    }
}

/// The array that a call fills.
pub struct Output<'py> {
    /// The caller's array; `None` stands for a new one.
    pub out: Option<Bound<'py, PyAny>>,
    pub threads: usize,
}

/// Fills `out`, or a new array with the given shape, row by row and returns it.
fn fill_array<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    shape: &[usize],
    Output { out, threads }: Output<'py>,
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
        // NumPy raises `MemoryError` where a Rust allocation would end the process.
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
    threads.blocks(py).fill(slice, width, &write)?;
    drop(array);
    Ok(out)
}

/// Returns the error for an array `out` that has another type or cannot be written to.
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

/// The arguments to `Positions.legal_mask`.
#[derive(Clone, Copy, Debug)]
pub struct MaskRequest {
    policy: Policy,
    is_packed: bool,
}

impl MaskRequest {
    /// Parses the arguments.
    pub fn parse(layout: &str, is_packed: bool) -> PyResult<Self> {
        Ok(Self { policy: Policy::parse(layout)?, is_packed })
    }
}

/// Returns the legal move mask in a policy layout, packed or not.
pub fn legal_mask<'py>(
    py: Python<'py>,
    selection: &Selection<'_>,
    MaskRequest { policy, is_packed }: MaskRequest,
    output: Output<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let position = |index| &selection.positions[selection.row(index)];
    if is_packed {
        let shape = [selection.len(), policy.size().div_ceil(8)];
        return fill_array(py, &shape, output, |index, cells: &mut [u8]| {
            cells.fill(0);
            let position = position(index);
            for_each_label(policy, position, |label| cells[label / 8] |= 1 << (label % 8));
        });
    }
    let shape = [selection.len(), policy.size()];
    fill_array(py, &shape, output, |index, cells: &mut [bool]| {
        cells.fill(false);
        for_each_label(policy, position(index), |label| cells[label] = true);
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

/// The element types that planes can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Values {
    Bits,
    Bytes,
    Floats,
}

/// The arguments to `Positions.planes`.
#[derive(Clone, Copy, Debug)]
pub struct PlaneRequest {
    layout: Layout,
    values: Values,
    /// `true` if the start position fills the history before a game.
    pub is_padded: bool,
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
        let is_padded = match fill {
            "zeros" => false,
            "repeat" => true,
            _ => {
                let message = format!("fill: {fill:?}; expected zeros or repeat");
                return Err(PyValueError::new_err(message));
            }
        };
        Ok(Self { layout: Layout::parse(layout)?, values, is_padded })
    }
}

/// Returns the planes for positions.
pub fn planes<'py>(
    py: Python<'py>,
    selection: &Selection<'_>,
    games: Option<PyReadonlyArray1<'py, i64>>,
    request: PlaneRequest,
    output: Output<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let positions = selection.positions;
    let games = match games {
        Some(offsets) => Some(read_games(py, positions, &offsets, output.threads)?),
        None => None,
    };
    if request.layout == Layout::Simple && request.values == Values::Bits {
        // This layout has no history, so the bits are written without a `GameSoFar` per row.
        let shape = [selection.len(), request.layout.size()];
        return fill_array(py, &shape, output, |index, cells: &mut [u64]| {
            write_simple(&positions[selection.row(index)], cells);
        });
    }
    let game = |index| {
        let row = selection.row(index);
        let start = games.as_ref().map_or(row, |games| games.starts[row]);
        GameSoFar {
            positions: &positions[start..=row],
            repetitions: games.as_ref().map(|games| &games.repetitions),
            start,
            history: HISTORY,
            is_padded: request.is_padded,
        }
    };
    fill_planes(py, selection.len(), request, output, &game)
}

/// Fills an array with planes for games, each up to a position.
pub fn fill_planes<'py, 'a>(
    py: Python<'py>,
    rows: usize,
    PlaneRequest { layout, values, .. }: PlaneRequest,
    output: Output<'py>,
    game: &(dyn Fn(usize) -> GameSoFar<'a> + Sync),
) -> PyResult<Bound<'py, PyAny>> {
    let size = layout.size();
    if values == Values::Bits {
        return fill_array(py, &[rows, size], output, |row, cells: &mut [u64]| {
            write_bits(layout, &game(row), cells);
        });
    }
    let bits = |row| {
        let mut bits = [0; 128];
        write_bits(layout, &game(row), &mut bits[..size]);
        bits
    };
    let shape = [rows, size, 8, 8];
    match values {
        Values::Floats => fill_array(py, &shape, output, |row, cells: &mut [f32]| {
            expand_floats(layout, &bits(row)[..size], cells);
        }),
        _ => fill_array(py, &shape, output, |row, cells: &mut [u8]| {
            expand_bytes(layout, &bits(row)[..size], cells);
        }),
    }
}

/// Reads game offsets and computes the rows' keys.
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
    Ok(Games { starts, repetitions: Repetitions { keys, exact_keys, occurred_before } })
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
