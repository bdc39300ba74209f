//! The files of long counts, and how they fail.

use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context;

/// Creates a file.
pub fn create(path: &Path) -> anyhow::Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}

/// Returns the error of a failing file: the input is at fault, not the output.
pub fn of_file(path: &Path) -> impl Fn(io::Error) -> anyhow::Error {
    move |error| anyhow::Error::new(error).context(path.display().to_string())
}
