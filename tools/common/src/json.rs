//! JSON output: one object per line.

use std::io::Write;

use serde::Serialize;

use crate::verdict::Failure;

/// Writes a value as one JSON line.
///
/// # Errors
///
/// Returns an error if the output cannot be written.
pub fn write_line(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(writeln!(out)?)
}
