//! Game sources: files, bytes, and file-like Python objects.

use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tabiya_games::{GameFile, GamesError};

use crate::arguments::mismatch;
use crate::files::os_error;
use crate::game_thread::ThreadSource;
use crate::python_types::types;

/// A game source.
pub struct Source {
    /// The source that the thread reads.
    pub input: ThreadSource,
    /// The path, if the source has one.
    pub path: Option<PathBuf>,
    /// The object with the method `read`, if the source is one.
    pub object: Option<Py<PyAny>>,
}

impl Source {
    /// Returns the source for a path, for bytes, or for an object with the method `read`.
    pub fn open(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = source.py();
        if let Ok(bytes) = source.cast::<PyBytes>() {
            let input = ThreadSource::Bytes(bytes.clone().into());
            return Ok(Self { input, path: None, object: None });
        }
        if source.hasattr("read")? {
            let object = Some(source.clone().unbind());
            return Ok(Self { input: ThreadSource::Object, path: None, object });
        }
        let Ok(path) = source.extract::<PathBuf>() else {
            return Err(mismatch("source", source, "a path, bytes or a binary file"));
        };
        let file_type = std::fs::metadata(&path).map(|metadata| metadata.file_type());
        let input = if file_type.is_ok_and(|kind| !kind.is_file() && !kind.is_dir()) {
            ThreadSource::Pipe(path.clone())
        } else {
            let file = py.detach(|| GameFile::open(&path));
            ThreadSource::File(file.map_err(|error| file_error(py, Some(&path), error))?)
        };
        Ok(Self { input, path: Some(path), object: None })
    }
}

/// Calls an object's method `read` for at most `max` bytes.
pub fn read_object(object: &Bound<'_, PyAny>, max: usize) -> PyResult<Vec<u8>> {
    let data = object.call_method1("read", (max,))?;
    let Ok(bytes) = data.cast::<PyBytes>() else {
        let found = data.get_type().name()?;
        let message = format!("read: {found}; expected bytes of a binary file");
        return Err(PyTypeError::new_err(message));
    };
    let bytes = bytes.as_bytes();
    if bytes.len() > max {
        let message = format!("read: {} bytes; expected at most {max}", bytes.len());
        return Err(PyTypeError::new_err(message));
    }
    Ok(bytes.to_vec())
}

/// Returns the exception for a game file: an `OSError`, the one from a method `read`, or a `PgnError`.
pub fn file_error(py: Python<'_>, path: Option<&PathBuf>, error: GamesError) -> PyErr {
    match (error, path) {
        (GamesError::Io(error), Some(path)) => os_error(path, error),
        (GamesError::Io(error), None) => error.into(),
        (error, path) => {
            let path = path.map(|path| format!("{}: ", path.display())).unwrap_or_default();
            let reason = format!("{path}{error}");
            let create = || types(py)?.pgn_error.call1(py, ("file", reason));
            create().map_or_else(|error| error, |error| PyErr::from_value(error.into_bound(py)))
        }
    }
}
