//! What the benches and the comparison programs share: real positions, the standard perft
//! positions, and the rivals program itself.
//!
//! The benches answer one question each, about this generator alone; `rivals` compares it
//! with others in one run. One of those is used as its documentation advises, by unsafe functions.
#![deny(unsafe_code)]

use std::path::Path;

pub mod positions;
pub mod rivals;
pub mod standard;

/// The folder of this package in the workspace, also where a generated manifest compiles it.
pub(crate) fn folder() -> &'static Path {
    Path::new(option_env!("TABIYA_BENCHES").unwrap_or(env!("CARGO_MANIFEST_DIR")))
}
