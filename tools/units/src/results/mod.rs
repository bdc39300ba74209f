//! Unit results, in a folder that any number of processes write to.
//!
//! - [`UnitResult`]: a unit's counts, and the process that counted it.
//! - [`encode_file`], [`decode_file`]: the file with a unit's results.
//! - [`ResultStore`]: the folder. A file in it is whole at any time.
//! - [`Claim`]: the units that a process counts.
//! - [`Resolution`]: the count that a unit's results agree on.
//!
//! `docs/reference/units-files.md` lists the fields.

mod claim;
mod error;
mod file;
mod resolution;
mod store;
#[cfg(test)]
mod tests;
mod unit_result;

pub use claim::{Claim, ClaimError, Holder};
pub use error::ResultError;
pub use file::{MAX_FILE_LEN, MAX_RESULTS, decode_file, encode_file};
pub use resolution::{Resolution, refuted_hosts};
pub use store::{CountId, ResultStore, Stored, UNITS_PER_FOLDER};
pub use unit_result::{Counts, Method, Process, UnitResult, Variant};
