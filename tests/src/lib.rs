//! Test data, and the code that integration tests and fuzz targets share.
//!
//! - [`suite`] reads the perft suites, and [`suite_counts`] verifies their counts on several threads.
//! - [`playouts`] plays random games, and [`parallel`] runs a check on each of their boards.
//! - [`differential`] compares the legal generator with other generators.
//! - [`export_checker`] checks games in the export format of PGN.
//! - [`properties`] has the properties that hold for any bytes, and [`corpus`] the inputs of the fuzz
//!   targets.
#![forbid(unsafe_code)]

pub mod corpus;
pub mod differential;
pub mod export_checker;
pub mod numbers;
pub mod parallel;
pub mod playouts;
pub mod properties;
pub mod random;
pub mod suite;
pub mod suite_counts;

use std::path::{Path, PathBuf};

/// Returns the path of a file or folder in `tests/data`.
pub fn data(name: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("data").join(name)
}

/// The README of the project, whose examples are doctests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
