//! Columns derived from a column: slices, selections, successors, distinct positions.

use std::collections::HashMap;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use tabiya::{Move, Position};

use crate::batch::{BLOCK, Threads, collect};
use crate::legal_moves::list_all;
use crate::positions::{Positions, Rows};

/// Returns the row of an index, which counts from the end if negative.
pub fn row(index: isize, rows: usize) -> PyResult<usize> {
    let row = if index < 0 { index + rows as isize } else { index };
    let row = usize::try_from(row).ok().filter(|&row| row < rows);
    row.ok_or_else(|| PyIndexError::new_err(format!("index: {index}; expected a row of {rows}")))
}

/// Returns an iterator over the items of a sequence.
pub fn iterate<'py>(sequence: &Bound<'py, PyAny>, rows: usize) -> PyResult<Bound<'py, PyAny>> {
    let builtins = sequence.py().import("builtins")?;
    let indices = builtins.getattr("range")?.call1((rows,))?;
    builtins.getattr("map")?.call1((sequence.getattr("__getitem__")?, indices))
}

/// Returns the rows of a slice; consecutive rows share the buffer.
pub fn slice(rows: &Rows, start: isize, step: isize, length: usize) -> Rows {
    if step == 1 {
        let start = start as usize;
        return rows.slice(start..start + length);
    }
    let indices = (0..length as isize).map(|index| (start + index * step) as usize);
    indices.map(|row| rows[row]).collect::<Vec<_>>().into()
}

/// Returns the rows of a mask or of an array of indices. The outer error is that of another type.
pub fn select(rows: &Rows, index: &Bound<'_, PyAny>) -> PyResult<PyResult<Rows>> {
    if let Ok(mask) = index.extract::<PyReadonlyArray1<'_, bool>>() {
        let mask = mask.as_array();
        if mask.len() != rows.len() {
            let message = format!("mask: {} values; expected {}", mask.len(), rows.len());
            return Ok(Err(PyValueError::new_err(message)));
        }
        let kept = rows.iter().zip(mask).filter(|&(_, &is_kept)| is_kept);
        return Ok(Ok(kept.map(|(position, _)| *position).collect::<Vec<_>>().into()));
    }
    let indices: PyReadonlyArray1<'_, i64> = index.extract()?;
    let indices = indices.as_array();
    let found = indices.iter().map(|&index| Ok(rows[row(index as isize, rows.len())?]));
    Ok(found.collect::<PyResult<Vec<_>>>().map(Into::into))
}

/// Creates one of the named tuples of `tabiya._results`.
pub fn result<'py>(
    py: Python<'py>,
    name: &str,
    fields: impl pyo3::call::PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("tabiya._results")?.getattr(name)?.call1(fields)
}

/// Returns the positions after every legal move.
pub fn successors<'py>(
    py: Python<'py>,
    rows: &Rows,
    threads: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (moves, offsets) = list_all(py, rows, threads)?;
    let parts = collect(py, &Threads::new(threads)?, rows.len(), |range| {
        let mut positions = Vec::new();
        let mut parents = Vec::new();
        for row in range {
            let moves = &moves[offsets[row] as usize..offsets[row + 1] as usize];
            let moves = moves.iter().filter_map(|&bits| Move::from_bits(bits));
            positions.extend(moves.map(|mv| rows[row].after(mv)));
            parents.resize(positions.len(), row as i64);
        }
        Ok((positions, parents))
    })?;
    let (positions, parents): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let positions = Positions::from(positions.concat());
    let parents = PyArray1::from_vec(py, parents.concat());
    result(py, "Successors", (positions, parents, PyArray1::from_vec(py, moves)))
}

/// Returns the distinct positions, their first rows, the index of each row among them, and their
/// numbers of rows.
pub fn unique<'py>(py: Python<'py>, rows: &Rows, exact: bool) -> PyResult<Bound<'py, PyAny>> {
    let mut indices: HashMap<Position, usize> = HashMap::new();
    let (mut first, mut counts) = (Vec::<i64>::new(), Vec::<i64>::new());
    let mut inverse = Vec::with_capacity(rows.len());
    for (block, positions) in rows.chunks(BLOCK).enumerate() {
        py.detach(|| {
            for (row, position) in (block * BLOCK..).zip(positions) {
                let key = if exact { *position } else { position.normalized() };
                let index = *indices.entry(key).or_insert(first.len());
                if index == first.len() {
                    first.push(row as i64);
                    counts.push(0);
                }
                counts[index] += 1;
                inverse.push(index as i64);
            }
        });
        py.check_signals()?;
    }
    let positions: Vec<_> = first.iter().map(|&row| rows[row as usize]).collect();
    let arrays = [first, inverse, counts].map(|values| PyArray1::from_vec(py, values));
    let [first, inverse, counts] = arrays;
    result(py, "Unique", (Positions::from(positions), first, inverse, counts))
}
