//! Errors with the path to their file.

use std::path::Path;

/// Returns a function that adds a path to an error. As an `anyhow::Error`, it counts as an input
/// failure of the command.
pub fn path_context<E: Into<anyhow::Error>>(path: &Path) -> impl Fn(E) -> anyhow::Error {
    move |error| error.into().context(path.display().to_string())
}
