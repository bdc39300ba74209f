//! Units files: the unique positions some plies below a root, in units that processes count one by
//! one.
//!
//! A file has a header, then the units. A unit has its own checksum, so that one is read without
//! the others. `docs/reference/units-files.md` lists the fields.

mod error;
mod header;
mod reader;
mod record;
mod sample;
#[cfg(test)]
mod tests;
mod writer;

pub use error::UnitsError;
pub use header::{ContentHash, HEADER_LEN, Header, MAX_RECORDS_PER_UNIT, MAX_UNITS};
pub use reader::{UnitsFile, unit_checksum};
pub use record::{Record, RecordError};
#[cfg(test)]
pub(crate) use tests::units_file_of;
pub use writer::UnitsWriter;
