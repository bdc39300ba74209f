//! The errors of Parquet files.

use std::error::Error;
use std::{fmt, io};

/// The error of a Parquet file that cannot be written.
#[derive(Debug)]
#[non_exhaustive]
pub enum ParquetError {
    /// The error of an output.
    Io(io::Error),
    /// The error of a tag whose name another column has.
    Column {
        /// The name of the tag.
        name: String,
    },
    /// The error of the library, as a message.
    Library(String),
}

impl From<parquet::errors::ParquetError> for ParquetError {
    fn from(error: parquet::errors::ParquetError) -> Self {
        Self::Library(error.to_string())
    }
}

impl fmt::Display for ParquetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Column { name } => {
                write!(f, "column {name:?}: defined twice; expected different names")
            }
            Self::Library(message) => f.write_str(message),
        }
    }
}

impl Error for ParquetError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}
