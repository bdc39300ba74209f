//! Results for programs: one JSON object on a line of its own.

use std::io::Write;

use serde::Serialize;

use crate::verdict::Failure;

/// Writes a value and ends the line.
///
/// # Errors
///
/// If the output cannot be written.
pub fn write(out: &mut dyn Write, value: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, value)?;
    Ok(writeln!(out)?)
}
