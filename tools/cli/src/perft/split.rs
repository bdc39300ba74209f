//! `--split`: the units file of the unique positions some plies below a root.

use std::io::Write;
use std::path::Path;

use tabiya::Position;
use tabiya_units::split::{Split, SplitError};
use tabiya_units::units_file::Header;

use super::error_context::path_context;
use super::unique::ResourceLimits;
use crate::progress;
use crate::verdict::{self, Verdict};

/// Writes the units file of a split, and prints its size.
///
/// # Errors
///
/// Returns an error if the disk fails, if a multiplicity exceeds 32 bits, or if the output cannot
/// be written.
pub fn write(
    root: Position,
    (plies, records_per_unit): (u8, u32),
    path: &Path,
    limits: ResourceLimits,
    out: &mut dyn Write,
) -> verdict::Result {
    let split = Split::new(root, plies).records_per_unit(records_per_unit);
    let split = split.memory(limits.memory).threads(limits.threads);
    let header = match split.stop_signal(progress::interrupt_flag()).write(path) {
        Err(SplitError::Interrupted) => {
            writeln!(out, "Interrupted: {} is not written", path.display())?;
            return Ok(Verdict::Interrupted);
        }
        Err(SplitError::File(error)) => return Err(path_context(path)(error).into()),
        header => header.map_err(anyhow::Error::new)?,
    };
    let Header { positions, paths, .. } = header;
    let (units, path) = (header.units(), path.display());
    writeln!(out, "wrote {positions} unique positions ({paths} paths) in {units} units to {path}")?;
    Ok(Verdict::Success)
}
