//! Files of board diagrams.

use std::fs;
use std::path::Path;

use anyhow::Context;
use tabiya_explain::diagram::{Diagram, Svg};

/// Writes rows of diagrams to an SVG file.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn save_svg(path: &Path, rows: &[Vec<Diagram>]) -> anyhow::Result<()> {
    save_document(path, &Svg::new(rows))
}

/// Writes an SVG document to a file.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn save_document(path: &Path, document: &Svg<'_>) -> anyhow::Result<()> {
    let picture = document.to_string();
    fs::write(path, picture).with_context(|| format!("cannot write {}", path.display()))
}
