//! The errors for results and their files.

use std::error::Error;
use std::fmt;
use std::io;

/// The error for a result file that cannot be read, written or used.
#[derive(Debug)]
#[non_exhaustive]
pub enum ResultError {
    /// The error for a file that cannot be read or written.
    Io(io::Error),
    /// The error for a file that does not begin like a result file.
    NotAResultFile,
    /// The error for an unsupported format version.
    UnsupportedVersion {
        /// The version that the file names.
        found: u16,
        /// The version that this program reads.
        expected: u16,
    },
    /// The error for a file whose size is not the one that its header implies.
    Length {
        /// The file's size in bytes.
        found: usize,
        /// The size that the header implies.
        expected: usize,
    },
    /// The error for a checksum that does not match.
    Checksum,
    /// The error for a file that the program cannot have written, although its checksums match.
    Invalid {
        /// The violated invariant.
        reason: &'static str,
    },
    /// The error for a result that belongs to another count, or to another unit.
    OtherCount {
        /// The name of the field that differs.
        field: &'static str,
        /// The field's value in the file.
        found: String,
        /// The field's value in this count.
        expected: String,
    },
    /// The error for a unit that has as many results as a file holds.
    Full {
        /// The number of results.
        results: usize,
    },
}

impl ResultError {
    /// Tests whether the file holds no result, so that its unit must be counted again.
    pub const fn is_damage(&self) -> bool {
        matches!(
            self,
            Self::NotAResultFile | Self::Length { .. } | Self::Checksum | Self::Invalid { .. }
        )
    }
}

impl fmt::Display for ResultError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotAResultFile => {
                f.write_str("damaged: not a result file; expected `TABRESUL` at the start")
            }
            Self::UnsupportedVersion { found, expected } => {
                write!(f, "unsupported version {found} of a result file; expected {expected}")
            }
            Self::Length { found, expected } => {
                write!(f, "damaged: found {found} bytes; expected {expected}")
            }
            Self::Checksum => f.write_str("damaged: a checksum does not match"),
            Self::Invalid { reason } => write!(f, "invalid result: {reason}"),
            Self::OtherCount { field, found, expected } => {
                write!(f, "result of another count: {field} is {found}; expected {expected}")
            }
            Self::Full { results } => {
                write!(f, "the unit has {results} results; expected fewer")
            }
        }
    }
}

impl Error for ResultError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for ResultError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
