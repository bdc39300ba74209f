//! Columns of short texts, written as fixed-width Unicode arrays.

use std::fmt::Write;

use numpy::PyArray1;
use pyo3::prelude::*;

/// The width of a move in UCI notation.
pub const UCI_WIDTH: usize = 5;
/// The width of a move in SAN: `Qa1xb2#`.
pub const SAN_WIDTH: usize = 7;

/// A cell of an array of texts: code points, padded with zeros.
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

impl Write for Cell<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for code in text.chars().map(u32::from) {
            *self.codes.get_mut(self.length).ok_or(std::fmt::Error)? = code;
            self.length += 1;
        }
        Ok(())
    }
}

/// Converts code points to an array of texts of a width.
pub fn text_array(py: Python<'_>, codes: Vec<u32>, width: usize) -> PyResult<Bound<'_, PyAny>> {
    if codes.is_empty() {
        // A view of no values would have no rows of its own.
        return py.import("numpy")?.call_method1("empty", (0, format!("U{width}")));
    }
    PyArray1::from_vec(py, codes).call_method1("view", (format!("U{width}"),))
}
