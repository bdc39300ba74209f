//! Columns derived from a column: slices, selections, successors, distinct positions.

use std::collections::HashMap;

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyList};
use tabiya::{Move, Position};

use crate::arguments::{describe, mismatch};
use crate::batch::{BLOCK, Threads};
use crate::legal_moves::list_all;
use crate::memory::{joined, listed, memory_error};
use crate::positions::{Positions, Rows};

/// Returns the row at an index, which counts from the end if negative.
fn find_row(index: isize, rows: usize) -> Option<usize> {
    let row = if index < 0 { index.checked_add_unsigned(rows)? } else { index };
    usize::try_from(row).ok().filter(|&row| row < rows)
}

/// Returns the row at an index, or the error for an index outside.
fn row(name: &str, index: isize, rows: usize) -> PyResult<usize> {
    let error = || PyIndexError::new_err(format!("{name}: {index}; expected a row of {rows}"));
    find_row(index, rows).ok_or_else(error)
}

/// Returns an iterator over a sequence's items.
pub fn iterate<'py>(sequence: &Bound<'py, PyAny>, rows: usize) -> PyResult<Bound<'py, PyAny>> {
    let builtins = sequence.py().import("builtins")?;
    let indices = builtins.getattr("range")?.call1((rows,))?;
    builtins.getattr("map")?.call1((sequence.getattr("__getitem__")?, indices))
}

/// Returns a slice's rows; consecutive rows share the buffer.
pub fn slice(rows: &Rows, start: isize, step: isize, length: usize) -> PyResult<Rows> {
    if step == 1 {
        let start = start as usize;
        return Ok(rows.slice(start..start + length));
    }
    let indices = (0..length).map(|index| (start + index as isize * step) as usize);
    Ok(listed(indices.map(|row| rows[row])).map_err(memory_error)?.into())
}

/// Returns the row at an index as Python passes it.
pub fn row_of(index: &Bound<'_, PyAny>, rows: usize) -> PyResult<usize> {
    match index.extract() {
        Ok(number) => row("index", number, rows),
        Err(error) if error.is_instance_of::<PyOverflowError>(index.py()) => {
            let message = format!("index: {index}; expected a row of {rows}");
            Err(PyIndexError::new_err(message))
        }
        Err(_) => Err(mismatch("index", index, "an integer, a slice, a mask or integers")),
    }
}

/// Returns the rows that a mask or indices select, or `None` for an index with another type.
pub fn select(rows: &Rows, index: &Bound<'_, PyAny>) -> PyResult<Option<Rows>> {
    let py = index.py();
    let Some(numbers) = row_numbers("index", rows.len(), index)? else { return Ok(None) };
    let parts = Threads::new(1)?.blocks(py).collect(numbers.len(), &|range| {
        let mut found = Vec::new();
        found.try_reserve_exact(range.len())?;
        found.extend(numbers[range].iter().map(|&row| rows[row]));
        Ok(found)
    })?;
    Ok(Some(py.detach(|| joined(parts)).map_err(memory_error)?.into()))
}

/// Reads the argument `rows`: a mask or indices in a column; `None` stands for all rows.
pub fn selected_rows(
    rows: usize,
    value: Option<&Bound<'_, PyAny>>,
) -> PyResult<Option<Vec<usize>>> {
    let Some(value) = value else { return Ok(None) };
    let numbers = row_numbers("rows", rows, value)?;
    numbers
        .map_or_else(|| Err(mismatch("rows", value, "a mask or integers")), |rows| Ok(Some(rows)))
}

/// Returns the row numbers that a mask or indices select.
///
/// Raises:
///     TypeError: The index has another type.
#[pyfunction]
pub fn selected_numbers<'py>(
    index: &Bound<'py, PyAny>,
    rows: usize,
) -> PyResult<Bound<'py, PyArray1<i64>>> {
    let numbers = row_numbers("index", rows, index)?;
    let expected = "an int, a slice, a mask or integers";
    let numbers = numbers.ok_or_else(|| mismatch("index", index, expected))?;
    let numbers = listed(numbers.into_iter().map(|row| row as i64)).map_err(memory_error)?;
    Ok(PyArray1::from_vec(index.py(), numbers))
}

/// Returns the row numbers that a mask or indices select, or `None` for an argument with another type.
///
/// Lists, and arrays with other integer types, become `int64` arrays unless values could change.
fn row_numbers(name: &str, rows: usize, index: &Bound<'_, PyAny>) -> PyResult<Option<Vec<usize>>> {
    let py = index.py();
    if index.is_instance_of::<PyInt>()
        || !(index.is_instance_of::<PyList>() || index.hasattr("__array__")?)
    {
        return Ok(None);
    }
    let array = py.import("numpy")?.call_method1("asarray", (index,))?;
    if array.getattr("ndim")?.extract::<usize>()? == 0 {
        return Ok(None);
    }
    let mut numbers = Vec::new();
    if let Ok(mask) = array.extract::<PyReadonlyArray1<'_, bool>>() {
        let mask = mask.as_array();
        if mask.len() != rows {
            let name = if name == "index" { "mask" } else { name };
            let message = format!("{name}: {} values; expected {rows}", mask.len());
            return Err(PyValueError::new_err(message));
        }
        let count = mask.iter().filter(|&&is_set| is_set).count();
        numbers.try_reserve_exact(count).map_err(memory_error)?;
        numbers.extend((0..rows).filter(|&row| mask[row]));
        return Ok(Some(numbers));
    }
    if index.is_instance_of::<PyList>() && index.len()? == 0 {
        return Ok(Some(numbers));
    }
    let options = PyDict::new(py);
    options.set_item("casting", "safe")?;
    options.set_item("copy", false)?;
    let indices = array.call_method("astype", ("int64",), Some(&options));
    let indices: PyResult<PyReadonlyArray1<'_, i64>> = indices.and_then(|array| array.extract());
    let indices = indices.map_err(|_| {
        let found = describe(&array);
        PyTypeError::new_err(format!("{name}: {found}; expected bool or integers of shape (m,)"))
    })?;
    let indices = indices.as_array();
    numbers.try_reserve_exact(indices.len()).map_err(memory_error)?;
    for &index in indices {
        numbers.push(row(name, index as isize, rows)?);
    }
    Ok(Some(numbers))
}

/// Returns the rows of columns, one after the other.
pub fn concat(py: Python<'_>, columns: &[Rows]) -> PyResult<Rows> {
    let count = columns.iter().try_fold(0_usize, |sum, rows| sum.checked_add(rows.len()));
    let mut positions = Vec::new();
    let is_reserved = count.is_some_and(|count| positions.try_reserve_exact(count).is_ok());
    if !is_reserved {
        return Err(PyMemoryError::new_err(
            "columns: too many rows; expected rows that fit in memory",
        ));
    }
    for block in columns.iter().flat_map(|rows| rows.chunks(BLOCK)) {
        py.detach(|| positions.extend_from_slice(block));
        py.check_signals()?;
    }
    Ok(positions.into())
}

/// Creates a named tuple from `tabiya._results`.
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
    let parts = Threads::new(threads)?.blocks(py).collect(rows.len(), &|range| {
        let mut positions = Vec::new();
        let mut parents = Vec::new();
        for row in range {
            let moves = &moves[offsets[row] as usize..offsets[row + 1] as usize];
            positions.try_reserve(moves.len())?;
            parents.try_reserve(moves.len())?;
            let moves = moves.iter().filter_map(|&bits| Move::from_bits(bits));
            positions.extend(moves.map(|mv| rows[row].after(mv)));
            parents.resize(positions.len(), row as i64);
        }
        Ok((positions, parents))
    })?;
    let (positions, parents): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let positions = py.detach(|| joined(positions)).map_err(memory_error)?;
    let parents = py.detach(|| joined(parents)).map_err(memory_error)?;
    let positions = Positions::from(positions);
    let parents = PyArray1::from_vec(py, parents);
    result(py, "Successors", (positions, parents, PyArray1::from_vec(py, moves)))
}

/// Returns the distinct positions, their first rows, each row's index among them, and how many rows each has.
pub fn unique<'py>(py: Python<'py>, rows: &Rows, exact: bool) -> PyResult<Bound<'py, PyAny>> {
    let mut indices: HashMap<Position, usize> = HashMap::new();
    let mut first = Vec::<i64>::new();
    let mut counts = Vec::<i64>::new();
    let mut inverse = Vec::new();
    inverse.try_reserve_exact(rows.len()).map_err(memory_error)?;
    for (block, positions) in rows.chunks(BLOCK).enumerate() {
        let counted = py.detach(|| {
            for (row, position) in (block * BLOCK..).zip(positions) {
                let key = if exact { *position } else { position.normalized() };
                indices.try_reserve(1)?;
                let index = *indices.entry(key).or_insert(first.len());
                if index == first.len() {
                    first.try_reserve(1)?;
                    counts.try_reserve(1)?;
                    first.push(row as i64);
                    counts.push(0);
                }
                counts[index] += 1;
                inverse.push(index as i64);
            }
            Ok(())
        });
        counted.map_err(memory_error)?;
        py.check_signals()?;
    }
    let positions = listed(first.iter().map(|&row| rows[row as usize])).map_err(memory_error)?;
    let arrays = [first, inverse, counts].map(|values| PyArray1::from_vec(py, values));
    let [first, inverse, counts] = arrays;
    result(py, "Unique", (Positions::from(positions), first, inverse, counts))
}
