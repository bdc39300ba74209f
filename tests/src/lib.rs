//! Tabiya's data and the machinery of the tests that look at the whole workspace: reading
//! the perft suites, counting them on all processors, random playouts, the comparison
//! with other generators, and what must hold for any bytes.
#![forbid(unsafe_code)]

pub mod corpus;
pub mod count;
pub mod differential;
pub mod number;
pub mod playouts;
pub mod properties;
pub mod random;
pub mod suite;
pub mod walk;

use std::path::{Path, PathBuf};

/// A file or folder of `tests/data`.
pub fn data(name: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// The examples of the project's README, so that they are tested.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
