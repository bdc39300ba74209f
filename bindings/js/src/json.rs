//! Results as JSON.
//!
//! Integers may exceed those that JavaScript numbers represent. The JavaScript layer reads long ones as text.

use serde::Serialize;

use crate::state::write_output;

/// Writes a value as JSON to the output and returns how many bytes it has.
pub fn write_json(value: &impl Serialize) -> i32 {
    write_output(|output| {
        // Fails only for maps whose keys are not text, and no value has one.
        *output = serde_json::to_vec(value).unwrap_or_default();
    })
}

#[cfg(any(feature = "play", feature = "bitboards"))]
/// Writes an error as JSON to the output and returns the negative number of bytes.
pub fn write_error(error: &impl Serialize) -> i32 {
    -write_json(error)
}
