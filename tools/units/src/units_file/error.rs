//! The errors for units files.

use std::error::Error;
use std::fmt;
use std::io;

use super::record::RecordError;

/// The error for a units file that cannot be read, written or used.
#[derive(Debug)]
#[non_exhaustive]
pub enum UnitsError {
    /// The error for a file that cannot be read or written.
    Io(io::Error),
    /// The error for a file that does not begin like a units file.
    NotAUnitsFile,
    /// The error for an unsupported format version.
    UnsupportedVersion {
        /// The version that the file names.
        found: u32,
        /// The version that this program reads.
        expected: u32,
    },
    /// The error for a header that does not match its checksum.
    HeaderChecksum,
    /// The error for a header that the program cannot have written, although its checksum matches.
    InvalidHeader {
        /// The violated invariant.
        reason: &'static str,
    },
    /// The error for a file whose size is not the one that its header implies.
    Length {
        /// The file's size in bytes.
        found: u64,
        /// The size that the header implies.
        expected: u64,
    },
    /// The error for a unit that the file does not have.
    NoSuchUnit {
        /// The unit number.
        unit: u64,
        /// The number of units in the file.
        units: u64,
    },
    /// The error for a record that the file does not have.
    NoSuchRecord {
        /// The record's index in the file.
        index: u64,
        /// The number of records in the file.
        records: u64,
    },
    /// The error for records whose indices are not in strictly ascending order.
    IndexOrder {
        /// A record's index.
        index: u64,
        /// The index before it, which is not less.
        before: u64,
    },
    /// The error for a depth that is less than the split's ply.
    Depth {
        /// The leaf depth below the root.
        found: u8,
        /// The split's ply.
        plies: u8,
    },
    /// The error for a unit that does not match its checksum.
    UnitChecksum {
        /// The unit number.
        unit: u64,
    },
    /// The error for a record that no split contains.
    Record {
        /// The unit number.
        unit: u64,
        /// The record's index in the unit.
        index: usize,
        /// The reason.
        error: RecordError,
    },
    /// The error for records that are not in strictly ascending order.
    Order {
        /// The unit number.
        unit: u64,
        /// The record's index in the unit.
        index: usize,
    },
    /// The error for a position that more than 2³² - 1 paths lead to.
    Multiplicity {
        /// The number of paths.
        found: u64,
    },
    /// The error for multiplicities whose sum is not the one in the header.
    Paths {
        /// The sum of the multiplicities.
        found: u128,
        /// The sum in the header.
        expected: u128,
    },
    /// The error for contents whose hash is not the one in the header.
    ContentHash,
}

impl fmt::Display for UnitsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => write!(f, "{error}"),
            Self::NotAUnitsFile => {
                f.write_str("not a units file; expected `TABUNITS` at the start")
            }
            Self::UnsupportedVersion { found, expected } => {
                write!(f, "unsupported version {found} of a units file; expected {expected}")
            }
            Self::HeaderChecksum => f.write_str("damaged: the header does not match its checksum"),
            Self::InvalidHeader { reason } => write!(f, "invalid header: {reason}"),
            Self::Length { found, expected } => {
                write!(f, "damaged: found {found} bytes; expected {expected}")
            }
            Self::NoSuchUnit { unit, units } => {
                write!(f, "unit {unit}: not in the file; expected a number below {units}")
            }
            Self::NoSuchRecord { index, records } => {
                write!(f, "record {index}: not in the file; expected an index below {records}")
            }
            Self::IndexOrder { index, before } => {
                write!(f, "record {index}: after record {before}; expected ascending indices")
            }
            Self::Depth { found, plies } => {
                write!(f, "depth {found}: above the split; expected at least {plies}")
            }
            Self::UnitChecksum { unit } => {
                write!(f, "damaged: unit {unit} does not match its checksum")
            }
            Self::Record { unit, index, error } => {
                write!(f, "unit {unit}, record {index}: {error}")
            }
            Self::Order { unit, index } => {
                write!(f, "unit {unit}, record {index}: not in order; expected a greater position")
            }
            Self::Multiplicity { found } => {
                write!(f, "{found} paths lead to one position; expected at most 4294967295")
            }
            Self::Paths { found, expected } => {
                write!(f, "the multiplicities add up to {found}; expected {expected}")
            }
            Self::ContentHash => f.write_str("the contents do not match the hash of the header"),
        }
    }
}

impl Error for UnitsError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            Self::Record { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for UnitsError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
