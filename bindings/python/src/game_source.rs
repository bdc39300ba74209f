//! The sources of games: files, bytes, and file-like objects of Python.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::ops::{ControlFlow, Range};
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::PyBytes;
use tabiya_games::columns::{ColumnOptions, GameColumns};
use tabiya_games::{
    Batch, GameFile, GameRange, GamesError, RangeRead, ReadEnd, ReadOptions, read_stream,
};

use crate::files::os_error;
use crate::python_types::types;

/// A source of games.
pub enum Source {
    /// A regular file.
    File(PathBuf, GameFile),
    /// A pipe or another file without offsets.
    Pipe(PathBuf),
    /// Bytes in memory.
    Bytes(PyBackedBytes),
    /// An object with the method `read`.
    Object(Py<PyAny>),
}

/// The range of a file, and the start of its first game, if known.
pub type Part = (Range<u64>, Option<u64>);

impl Source {
    /// Returns the source of a path, of bytes, or of an object with the method `read`.
    pub fn open(source: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = source.py();
        if let Ok(bytes) = source.cast::<PyBytes>() {
            return Ok(Self::Bytes(bytes.clone().into()));
        }
        if source.hasattr("read")? {
            return Ok(Self::Object(source.clone().unbind()));
        }
        let Ok(path) = source.extract::<PathBuf>() else {
            let found = source.get_type().name()?;
            let message = format!("source: {found}; expected a path, bytes or a binary file");
            return Err(PyTypeError::new_err(message));
        };
        let file_type = std::fs::metadata(&path).map(|metadata| metadata.file_type());
        if file_type.is_ok_and(|kind| !kind.is_file() && !kind.is_dir()) {
            return Ok(Self::Pipe(path));
        }
        let opened = py.detach(|| GameFile::open(&path));
        match opened {
            Ok(file) => Ok(Self::File(path, file)),
            Err(error) => Err(file_error(py, Some(&path), error)),
        }
    }

    /// Returns the path, if the source has one.
    pub fn path(&self) -> Option<&PathBuf> {
        match self {
            Self::File(path, _) | Self::Pipe(path) => Some(path),
            _ => None,
        }
    }

    /// Reads the games of the source, or those of a range of a file.
    pub fn read(
        self,
        part: Option<Part>,
        options: &ReadOptions<'_>,
        columns: &ColumnOptions,
        sink: impl FnMut(Batch<GameColumns>) -> ControlFlow<()>,
    ) -> Result<(ReadEnd, Option<RangeRead>), GamesError> {
        let end = match (self, part) {
            (Self::File(_, file), Some((bytes, start))) => {
                let range = GameRange { bytes, start };
                let read = file.read_range(&range, options, columns, sink)?;
                return Ok((read.end, Some(read)));
            }
            (Self::File(_, file), None) => file.read(options, columns, sink)?,
            // The call blocks until the other end of a pipe is open.
            (Self::Pipe(path), _) => read_stream(File::open(path)?, options, columns, sink)?,
            (Self::Bytes(bytes), _) => read_stream(Cursor::new(bytes), options, columns, sink)?,
            (Self::Object(object), _) => read_stream(ObjectReader(object), options, columns, sink)?,
        };
        Ok((end, None))
    }
}

/// A reader that calls the method `read` of an object.
struct ObjectReader(Py<PyAny>);

impl Read for ObjectReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = Python::attach(|py| {
            let data = self.0.bind(py).call_method1("read", (buffer.len(),))?;
            let Ok(bytes) = data.cast::<PyBytes>() else {
                let found = data.get_type().name()?;
                let message = format!("read: {found}; expected bytes of a binary file");
                return Err(PyTypeError::new_err(message));
            };
            let bytes = bytes.as_bytes();
            let Some(target) = buffer.get_mut(..bytes.len()) else {
                let message = format!("read: {} bytes; expected fewer", bytes.len());
                return Err(PyTypeError::new_err(message));
            };
            target.copy_from_slice(bytes);
            Ok(bytes.len())
        });
        read.map_err(io::Error::other)
    }
}

/// Returns the exception of a file of games: an `OSError`, that of a method `read`, or a `PgnError`.
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
