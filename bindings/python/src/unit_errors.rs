//! The exception `UnitsError`.

use std::path::Path;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use tabiya_units::results::ResultError;
use tabiya_units::units_file;

use crate::files::os_error;

pyo3::create_exception!(
    tabiya.scale,
    UnitsError,
    PyValueError,
    "A units file or a result that is damaged, or that belongs to another count."
);

/// Returns the exception for a units file.
pub fn units_error(path: &Path, error: units_file::UnitsError) -> PyErr {
    match error {
        units_file::UnitsError::Io(error) => os_error(path, error),
        error => UnitsError::new_err(format!("{}: {error}", path.display())),
    }
}

/// Returns the exception for a result file.
pub fn result_error(path: &Path, error: ResultError) -> PyErr {
    match error {
        ResultError::Io(error) => os_error(path, error),
        error => UnitsError::new_err(format!("{}: {error}", path.display())),
    }
}
