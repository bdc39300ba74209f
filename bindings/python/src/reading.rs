//! Columns of positions and moves, read from text and bytes.

use numpy::{Element, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tabiya::{FenOptions, Position, san, uci};

use crate::batch::{Invalid, Threads, collect, fill, map_rows};
use crate::columns::for_each_chunk;
use crate::errors::{Kind, RowError};
use crate::memory::{append, filled, joined, listed, memory_error};
use crate::position::read_packed;
use crate::positions::Positions;

/// Reads rows by a function. With [`Invalid::Mask`], the second list tells which rows are valid.
pub fn read_rows<T: Copy + Send + Sync>(
    py: Python<'_>,
    threads: &Threads,
    (rows, placeholder): (usize, T),
    read: impl Fn(usize) -> Result<T, RowError> + Sync,
    invalid: Invalid,
) -> PyResult<(Vec<T>, Vec<bool>)> {
    if invalid == Invalid::Raise {
        let mut values = filled(rows, placeholder).map_err(memory_error)?;
        fill(py, threads, (&mut values, 1), |start, chunk| {
            for (row, slot) in (start..).zip(chunk) {
                *slot = read(row)?;
            }
            Ok(())
        })?;
        return Ok((values, Vec::new()));
    }
    let parts = collect(py, threads, rows, |range| {
        let mut values = Vec::new();
        values.try_reserve_exact(range.len())?;
        let mut valid = Vec::new();
        valid.try_reserve_exact(range.len())?;
        for row in range {
            let value = read(row).ok();
            valid.push(value.is_some());
            values.extend(value);
        }
        Ok((values, valid))
    })?;
    let (values, valid): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let values = py.detach(|| joined(&values)).map_err(memory_error)?;
    Ok((values, py.detach(|| joined(&valid)).map_err(memory_error)?))
}

/// Returns a value per row. With [`Invalid::Mask`], invalid rows have the default value, and the
/// result is a pair: the values, and the mask of valid rows.
pub fn map_rows_or_mask<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    threads: usize,
    rows: usize,
    value: impl Fn(usize) -> Result<T, RowError> + Sync,
    invalid: Invalid,
) -> PyResult<Bound<'py, PyAny>> {
    if invalid == Invalid::Raise {
        return Ok(map_rows(py, threads, rows, value)?.into_any());
    }
    let mut cells = filled(rows, (T::default(), false)).map_err(memory_error)?;
    fill(py, &Threads::new(threads)?, (&mut cells, 1), |start, chunk| {
        for (row, cell) in (start..).zip(chunk) {
            *cell = value(row).map_or((T::default(), false), |value| (value, true));
        }
        Ok(())
    })?;
    let values = listed(cells.iter().map(|cell| cell.0)).map_err(memory_error)?;
    let valid = listed(cells.iter().map(|cell| cell.1)).map_err(memory_error)?;
    with_mask(PyArray1::from_vec(py, values).into_any(), valid)
}

/// Returns the positions, with the mask of valid rows if invalid ones are masked.
pub fn positions_object(
    py: Python<'_>,
    (positions, valid): (Vec<Position>, Vec<bool>),
    invalid: Invalid,
) -> PyResult<Bound<'_, PyAny>> {
    let positions = Bound::new(py, Positions::from(positions))?.into_any();
    match invalid {
        Invalid::Raise => Ok(positions),
        Invalid::Mask => with_mask(positions, valid),
    }
}

/// Returns a value and the mask of valid rows.
pub fn with_mask<'py>(value: Bound<'py, PyAny>, valid: Vec<bool>) -> PyResult<Bound<'py, PyAny>> {
    let py = value.py();
    let mask = PyArray1::from_vec(py, valid).into_any();
    Ok(PyTuple::new(py, [value, mask])?.into_any())
}

/// Returns the error of a null.
pub fn null_error(kind: Kind, field: &str) -> RowError {
    RowError::new(kind, field, "null; expected a text".to_owned())
}

/// Reads a column of FENs.
pub fn read_fens<'py>(
    column: &Bound<'py, PyAny>,
    options: FenOptions,
    invalid: Invalid,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = column.py();
    let threads = Threads::new(threads)?;
    let mut positions = Vec::new();
    let mut valid = Vec::new();
    let mut first = 0;
    for_each_chunk(column, |chunk| {
        let read = |row: usize| {
            let read = chunk.with_row(row, |fen| {
                let fen = fen.ok_or_else(|| null_error(Kind::Position, "fen"))?;
                options.read(fen).map_err(RowError::from)
            });
            read.map_err(|error| error.at(first + row))
        };
        let (part, mask) = read_rows(py, &threads, (chunk.len(), Position::START), read, invalid)?;
        append(&mut positions, part).map_err(memory_error)?;
        append(&mut valid, mask).map_err(memory_error)?;
        first += chunk.len();
        Ok(())
    })?;
    positions_object(py, (positions, valid), invalid)
}

/// A notation of moves.
#[derive(Clone, Copy)]
pub enum Notation {
    /// SAN.
    San,
    /// UCI.
    Uci,
}

impl Notation {
    const fn name(self) -> &'static str {
        match self {
            Self::San => "san",
            Self::Uci => "uci",
        }
    }

    fn parse(self, position: &Position, text: &[u8]) -> Result<u16, RowError> {
        let name = self.name();
        let mv = match self {
            Self::San => san::parse(position, text).map_err(|error| RowError::text(name, &error)),
            Self::Uci => uci::parse(position, text).map_err(|error| RowError::text(name, &error)),
        };
        mv.map(tabiya::Move::to_bits)
    }
}

/// Reads a column of moves, one per position.
pub fn read_moves<'py>(
    column: &Bound<'py, PyAny>,
    positions: &[Position],
    notation: Notation,
    invalid: Invalid,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = column.py();
    let threads = Threads::new(threads)?;
    let mut moves = Vec::new();
    let mut first = 0;
    for_each_chunk(column, |chunk| {
        let rows = positions.get(first..first + chunk.len()).unwrap_or_default();
        if rows.len() < chunk.len() {
            return Err(length_error(first + chunk.len(), positions.len()));
        }
        let mut part = filled(rows.len(), 0).map_err(memory_error)?;
        fill(py, &threads, (&mut part, 1), |start, slots| {
            for (row, slot) in (start..).zip(slots) {
                let found = chunk.with_row(row, |text| {
                    let text = text.ok_or_else(|| null_error(Kind::Move, notation.name()))?;
                    notation.parse(&rows[row], text)
                });
                *slot = match found {
                    Ok(bits) => bits,
                    // No move has the bits 0.
                    Err(_) if invalid == Invalid::Mask => 0,
                    Err(error) => return Err(error.at(first + row)),
                };
            }
            Ok(())
        })?;
        append(&mut moves, part).map_err(memory_error)?;
        first += chunk.len();
        Ok(())
    })?;
    if first < positions.len() {
        return Err(length_error(first, positions.len()));
    }
    let valid = listed(moves.iter().map(|&bits| bits != 0)).map_err(memory_error)?;
    let moves = PyArray1::from_vec(py, moves).into_any();
    match invalid {
        Invalid::Raise => Ok(moves),
        Invalid::Mask => with_mask(moves, valid),
    }
}

fn length_error(found: usize, expected: usize) -> PyErr {
    let message = format!("column: at least {found} rows; expected {expected}, one per position");
    pyo3::exceptions::PyValueError::new_err(message)
}

/// Reads rows of 28 packed bytes.
pub fn read_packed_rows<'py>(
    py: Python<'py>,
    bytes: &[u8],
    invalid: Invalid,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = bytes.as_chunks::<28>().0;
    let read = |row: usize| read_packed(&rows[row]).map_err(|error| error.at(row));
    let threads = Threads::new(threads)?;
    let read = read_rows(py, &threads, (rows.len(), Position::START), read, invalid)?;
    positions_object(py, read, invalid)
}
