//! Files of long counts, whose errors contain the path.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context;

/// Creates a file at a path.
///
/// # Errors
///
/// Returns an error with the path if the file cannot be created.
pub fn create_file(path: &Path) -> anyhow::Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns a function that adds a path to an I/O error. As an `anyhow::Error`, it counts as an
/// input failure of the command.
pub fn path_context(path: &Path) -> impl Fn(io::Error) -> anyhow::Error {
    move |error| anyhow::Error::new(error).context(path.display().to_string())
}
