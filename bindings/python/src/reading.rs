//! Position and move columns, read from text and bytes.

use std::collections::TryReserveError;

use numpy::{Element, PyArray1};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tabiya::{FenOptions, Position, epd, san, uci};

use crate::batch::{Blocks, Invalid, Threads, map_rows};
use crate::columns::for_each_chunk;
use crate::errors::{Kind, RowError};
use crate::memory::{append, joined, listed, memory_error};
use crate::position::read_packed;
use crate::positions::Positions;

/// The values from rows that were read.
pub struct RowValues<T> {
    pub values: Vec<T>,
    /// The mask of the valid rows, if the values are theirs alone. Otherwise, all rows are valid.
    pub mask: Option<Vec<bool>>,
}

impl<T> RowValues<T> {
    /// Appends the values from further rows.
    fn append(&mut self, part: Self) -> Result<(), TryReserveError> {
        append(&mut self.values, part.values)?;
        if let (Some(mask), Some(part)) = (&mut self.mask, part.mask) {
            append(mask, part)?;
        }
        Ok(())
    }
}

/// Reads rows by a function. With [`Invalid::Mask`], invalid rows have no value.
pub fn read_rows<T: Copy + Default + Send + Sync>(
    blocks: Blocks<'_, '_>,
    rows: usize,
    read: impl Fn(usize) -> Result<T, RowError> + Sync,
    invalid: Invalid,
) -> PyResult<RowValues<T>> {
    let parts = blocks.collect(rows, &|range| {
        let mut values = Vec::new();
        values.try_reserve_exact(range.len())?;
        let mut valid = Vec::new();
        if invalid == Invalid::Mask {
            valid.try_reserve_exact(range.len())?;
        }
        for row in range {
            let value = read(row);
            if invalid == Invalid::Mask {
                valid.push(value.is_ok());
            }
            match value {
                Ok(value) => values.push(value),
                Err(error) if invalid == Invalid::Raise || error.is_memory() => return Err(error),
                Err(_) => {}
            }
        }
        Ok((values, valid))
    })?;
    let (values, valid) = parts.into_iter().unzip();
    let values = blocks.py.detach(|| joined(values)).map_err(memory_error)?;
    let valid = blocks.py.detach(|| joined(valid)).map_err(memory_error)?;
    Ok(RowValues { values, mask: invalid.mask(valid) })
}

/// The policy for invalid rows, and their value if they are masked.
#[derive(Clone, Copy)]
pub struct OnInvalid<T> {
    pub invalid: Invalid,
    pub value: T,
}

/// Returns a value per row. With [`Invalid::Mask`], invalid rows have another value, and the result is a pair: the
/// values, and the mask of valid rows.
pub fn map_rows_or_mask<'py, T: Element + Copy + Default>(
    py: Python<'py>,
    threads: usize,
    rows: usize,
    value: impl Fn(usize) -> Result<T, RowError> + Sync,
    OnInvalid { invalid, value: invalid_value }: OnInvalid<T>,
) -> PyResult<Bound<'py, PyAny>> {
    if invalid == Invalid::Raise {
        return Ok(map_rows(py, threads, rows, value)?.into_any());
    }
    let cell = |row| Ok(value(row).map_or((invalid_value, false), |value| (value, true)));
    let cells = Threads::new(threads)?.blocks(py).map(rows, cell)?;
    let values = listed(cells.iter().map(|cell| cell.0)).map_err(memory_error)?;
    let valid = listed(cells.iter().map(|cell| cell.1)).map_err(memory_error)?;
    with_mask(PyArray1::from_vec(py, values).into_any(), Some(valid))
}

/// Returns the positions, with the mask of valid rows if there is one.
pub fn positions_object(py: Python<'_>, rows: RowValues<Position>) -> PyResult<Bound<'_, PyAny>> {
    with_mask(Bound::new(py, Positions::from(rows.values))?.into_any(), rows.mask)
}

/// Returns a value, with the mask of valid rows if there is one.
pub fn with_mask<'py>(
    value: Bound<'py, PyAny>,
    mask: Option<Vec<bool>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(mask) = mask else { return Ok(value) };
    let py = value.py();
    let mask = PyArray1::from_vec(py, mask).into_any();
    Ok(PyTuple::new(py, [value, mask])?.into_any())
}

/// Returns the error for a null.
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
    let mut positions = RowValues { values: Vec::new(), mask: invalid.mask(Vec::new()) };
    let mut first = 0;
    for_each_chunk(column, |chunk| {
        let read = |row: usize| {
            let read = chunk.with_row(row, |fen| {
                let fen = fen.ok_or_else(|| null_error(Kind::Position, "fen"))?;
                epd::read_lenient(options, fen).map(|epd| *epd.position()).map_err(RowError::from)
            });
            read.map_err(|error| error.at(first + row))
        };
        let part = read_rows(threads.blocks(py), chunk.len(), read, invalid)?;
        positions.append(part).map_err(memory_error)?;
        first += chunk.len();
        Ok(())
    })?;
    positions_object(py, positions)
}

/// A move notation.
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

/// Reads a move column, one move per position.
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
        let part = threads.blocks(py).map(rows.len(), |row| {
            let found = chunk.with_row(row, |text| {
                let text = text.ok_or_else(|| null_error(Kind::Move, notation.name()))?;
                notation.parse(&rows[row], text)
            });
            match found {
                // No move has the bits 0.
                Err(_) if invalid == Invalid::Mask => Ok(0),
                found => found.map_err(|error| error.at(first + row)),
            }
        })?;
        append(&mut moves, part).map_err(memory_error)?;
        first += chunk.len();
        Ok(())
    })?;
    if first < positions.len() {
        return Err(length_error(first, positions.len()));
    }
    let valid = listed(moves.iter().map(|&bits| bits != 0)).map_err(memory_error)?;
    with_mask(PyArray1::from_vec(py, moves).into_any(), invalid.mask(valid))
}

fn length_error(found: usize, expected: usize) -> PyErr {
    let message = format!("column: at least {found} rows; expected {expected}, one per position");
    pyo3::exceptions::PyValueError::new_err(message)
}

/// Reads rows with 28 packed bytes each.
pub fn read_packed_rows<'py>(
    py: Python<'py>,
    bytes: &[u8],
    invalid: Invalid,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let rows = bytes.as_chunks::<28>().0;
    let read = |row: usize| read_packed(&rows[row]).map_err(|error| error.at(row));
    let threads = Threads::new(threads)?;
    positions_object(py, read_rows(threads.blocks(py), rows.len(), read, invalid)?)
}
