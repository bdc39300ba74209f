//! The perft suites, and utilities for all tests.
//!
//! - [`suite`] reads the perft suites, and [`suite_counts`] verifies their counts on several threads.
//! - [`parallel`] distributes work over threads, and [`random`] has reproducible random numbers.
//! - [`numbers`] parses numbers on command lines, and [`progress`] has the programs' progress bar.
#![forbid(unsafe_code)]

pub mod numbers;
pub mod parallel;
pub mod progress;
pub mod random;
pub mod suite;
pub mod suite_counts;

use std::path::{Path, PathBuf};

/// Returns the path to a file or folder in `tests/data`.
pub fn data(name: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("data").join(name)
}
