//! Allocations for a column's rows. They fail with `MemoryError`, where Rust's own end the process.

use std::collections::TryReserveError;
use std::fmt;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// The message for a column that does not fit in memory. It is not formatted, because that needs memory.
pub const TOO_MANY_ROWS: &str = "column: too many rows; expected rows that fit in memory";

/// Returns a list of equal values.
pub fn filled<T: Clone>(len: usize, value: T) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(len)?;
    values.resize(len, value);
    Ok(values)
}

/// Returns the values from an iterator that knows their number.
pub fn listed<T>(items: impl ExactSizeIterator<Item = T>) -> Result<Vec<T>, TryReserveError> {
    let mut values = Vec::new();
    values.try_reserve_exact(items.len())?;
    values.extend(items);
    Ok(values)
}

/// Returns lists one after the other, without a copy if there is only one.
pub fn joined<T: Copy>(mut parts: Vec<Vec<T>>) -> Result<Vec<T>, TryReserveError> {
    if let [part] = &mut parts[..] {
        return Ok(std::mem::take(part));
    }
    let mut values = Vec::new();
    values.try_reserve_exact(parts.iter().map(Vec::len).sum())?;
    parts.iter().for_each(|part| values.extend_from_slice(part));
    Ok(values)
}

/// Appends a list, without a copy if it is the first.
pub fn append<T>(list: &mut Vec<T>, mut part: Vec<T>) -> Result<(), TryReserveError> {
    if list.is_empty() {
        *list = part;
    } else {
        list.try_reserve(part.len())?;
        list.append(&mut part);
    }
    Ok(())
}

/// Returns the exception for rows that do not fit in memory.
pub fn memory_error(_error: TryReserveError) -> PyErr {
    PyMemoryError::new_err(TOO_MANY_ROWS)
}

/// Checks that some bytes can be allocated, for code that cannot report that memory ends.
pub fn check_available(bytes: usize) -> PyResult<()> {
    let mut probe = Vec::<u8>::new();
    probe.try_reserve_exact(bytes).map_err(memory_error)
}

/// A text whose allocations fail with an error.
#[derive(Default)]
pub struct FallibleText(pub String);

impl fmt::Write for FallibleText {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.try_reserve(text.len()).map_err(|_| fmt::Error)?;
        self.0.push_str(text);
        Ok(())
    }
}
