//! The exception `UnitsError`, and errors of files as exceptions.

use std::io;
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use tabiya_units::results::ResultError;
use tabiya_units::units_file;

use crate::files::open_error;

pyo3::create_exception!(
    tabiya.scale,
    UnitsError,
    PyValueError,
    "A units file or a result that is damaged, or that belongs to another count."
);

/// Returns the exception of a file that cannot be used, with its name, as `open` does.
pub fn os_error(path: &Path, error: io::Error) -> PyErr {
    match error.raw_os_error() {
        Some(_) => Python::attach(|py| open_error(py, path, &error)),
        None => PyOSError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Returns the exception of a units file.
pub fn units_error(path: &Path, error: units_file::UnitsError) -> PyErr {
    match error {
        units_file::UnitsError::Io(error) => os_error(path, error),
        error => UnitsError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Returns the exception of a file of results.
pub fn result_error(path: &Path, error: ResultError) -> PyErr {
    match error {
        ResultError::Io(error) => os_error(path, error),
        error => UnitsError::new_err(format!("{}: {error}", path.display())),
    }
}
