//! Files that a count reads and writes, and the errors that name them.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context;

/// Creates a file.
///
/// # Errors
///
/// If it cannot be written.
pub fn create(path: &Path) -> anyhow::Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns what makes an I/O error name its file. The input is at fault then, not the output.
pub fn of_file(path: &Path) -> impl Fn(io::Error) -> anyhow::Error {
    move |error| anyhow::Error::new(error).context(path.display().to_string())
}
