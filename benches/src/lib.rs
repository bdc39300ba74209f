//! Code shared by the benches and the comparison program: positions from real games, the standard
//! perft positions, and the comparison itself.
//!
//! Each bench measures one aspect of this generator alone; `bench-compare` compares the generator with
//! other libraries in one run. The documentation of one library recommends its unsafe functions, so
//! its adapter uses unsafe code.
#![deny(unsafe_code)]

use std::path::Path;

pub mod compare;
pub mod games;
pub mod positions;
pub mod standard;

/// Returns the folder of this package in the workspace, also from a generated manifest.
pub(crate) fn folder() -> &'static Path {
    Path::new(option_env!("TABIYA_BENCHES").unwrap_or(env!("CARGO_MANIFEST_DIR")))
}
