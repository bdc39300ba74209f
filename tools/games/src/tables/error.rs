//! Table errors.

use std::error::Error;
use std::{fmt, io};

/// The error for a table that cannot be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The error for an output.
    Io(io::Error),
    /// The error for a tag whose name another column has, but for the case of letters.
    Column {
        /// The tag's name.
        name: String,
    },
    /// The error from the library, as a message.
    Library(String),
}

impl From<parquet::errors::ParquetError> for TableError {
    fn from(error: parquet::errors::ParquetError) -> Self {
        Self::Library(error.to_string())
    }
}

impl From<arrow_schema::ArrowError> for TableError {
    fn from(error: arrow_schema::ArrowError) -> Self {
        Self::Library(error.to_string())
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Column { name } => {
                write!(
                    f,
                    "column {name:?}: defined twice; expected names that differ in more than case"
                )
            }
            Self::Library(message) => f.write_str(message),
        }
    }
}

impl Error for TableError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}
