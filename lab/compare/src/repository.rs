//! The location of the repository, whose pages and data the comparison reads and writes.

use std::path::PathBuf;

/// Returns the repository's root, also from a generated manifest.
pub(crate) fn root() -> PathBuf {
    option_env!("TABIYA_ROOT")
        .map_or_else(|| concat!(env!("CARGO_MANIFEST_DIR"), "/../..").into(), PathBuf::from)
}
