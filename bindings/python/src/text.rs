//! Columns with short texts, written as fixed-width Unicode arrays.

use std::io::Write as _;

use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::errors::RowError;

/// The width for a move in UCI notation.
pub const UCI_WIDTH: usize = 5;
/// The width for a move in SAN: `Qa1xb2#`.
pub const SAN_WIDTH: usize = 7;

/// A bound for a FEN with its line end: the placement has at most 71 bytes, all other fields together have 23.
const MAX_LINE: usize = 128;

/// A cell in a text array: code points, padded with zeros.
pub struct Cell<'a> {
    codes: &'a mut [u32],
    length: usize,
}

impl<'a> Cell<'a> {
    /// Creates an empty cell.
    pub fn new(codes: &'a mut [u32]) -> Self {
        Self { codes, length: 0 }
    }
}

impl std::fmt::Write for Cell<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for code in text.chars().map(u32::from) {
            *self.codes.get_mut(self.length).ok_or(std::fmt::Error)? = code;
            self.length += 1;
        }
        Ok(())
    }
}

/// Texts without line ends, each with one after it.
#[derive(Default)]
pub struct Lines(Vec<u8>);

impl Lines {
    /// Appends a text of at most [`MAX_LINE`] bytes.
    pub fn push(&mut self, text: impl std::fmt::Display) -> Result<(), RowError> {
        self.0.try_reserve(MAX_LINE)?;
        // The memory is reserved, and a vector has no other error.
        let _ = writeln!(self.0, "{text}");
        Ok(())
    }
}

/// Returns the texts as a Python list. NumPy and Python raise `MemoryError` where PyO3 would panic.
pub fn list<'py>(py: Python<'py>, parts: &[Lines]) -> PyResult<Bound<'py, PyList>> {
    let len = parts.iter().map(|part| part.0.len()).sum();
    let bytes = PyBytes::new_with(py, len, |bytes| {
        let mut rest = bytes;
        for Lines(part) in parts {
            let (start, end) = rest.split_at_mut(part.len());
            start.copy_from_slice(part);
            rest = end;
        }
        Ok(())
    })?;
    let lines = bytes.call_method1("decode", ("ascii",))?.call_method0("splitlines")?;
    Ok(lines.cast_into()?)
}

/// Converts code points to a text array with a cell width.
pub fn text_array(py: Python<'_>, codes: Vec<u32>, width: usize) -> PyResult<Bound<'_, PyAny>> {
    if codes.is_empty() {
        // A view without values would have no rows of its own.
        return py.import("numpy")?.call_method1("empty", (0, format!("U{width}")));
    }
    PyArray1::from_vec(py, codes).call_method1("view", (format!("U{width}"),))
}
