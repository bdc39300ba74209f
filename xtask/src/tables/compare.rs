//! `gen-tables --check`: comparing the generated files with new ones, byte by byte.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};

use super::files::GeneratedFile;

/// A file that differs from its expected content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The name of the file in the folder.
    pub name: String,
    /// The kind of difference.
    pub kind: DifferenceKind,
}

/// The kind of a [`Difference`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DifferenceKind {
    /// The content differs.
    Changed {
        /// The first line that differs, counted from 1.
        line: usize,
    },
    /// The file does not exist.
    Missing,
    /// No table generates the file.
    Stale,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.kind {
            DifferenceKind::Changed { line } => write!(f, "{name}: changed, first at line {line}"),
            DifferenceKind::Missing => write!(f, "{name}: missing"),
            DifferenceKind::Stale => write!(f, "{name}: stale, not generated"),
        }
    }
}

/// Compares a folder with its expected files.
///
/// # Errors
/// Returns an error if the folder or a file exists but cannot be read.
pub fn compare(folder: &Path, expected: &[GeneratedFile]) -> Result<Vec<Difference>> {
    let mut differences = Vec::new();
    for file in expected {
        let kind = match read_if_exists(&folder.join(file.name))? {
            None => DifferenceKind::Missing,
            Some(old) if old == file.contents.as_bytes() => continue,
            Some(old) => {
                DifferenceKind::Changed { line: first_difference(&old, file.contents.as_bytes()) }
            }
        };
        differences.push(Difference { name: file.name.to_owned(), kind });
    }
    let stale = stale_files(folder, expected)?.into_iter();
    differences.extend(stale.map(|name| Difference { name, kind: DifferenceKind::Stale }));
    Ok(differences)
}

/// Reads a file's bytes; `None` if the file does not exist.
///
/// # Errors
/// Returns an error if the file exists but cannot be read.
pub fn read_if_exists(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
    }
}

/// Returns the names of the Rust files in a folder that are not among the expected ones, sorted.
///
/// # Errors
/// Returns an error if the folder exists but cannot be read.
pub fn stale_files(folder: &Path, expected: &[GeneratedFile]) -> Result<Vec<String>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let cannot_read = || format!("cannot read {}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(cannot_read)? {
        let name = entry.with_context(cannot_read)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rs") && expected.iter().all(|file| file.name != name) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Returns the first line, counted from 1, in which two texts differ.
fn first_difference(old: &[u8], new: &[u8]) -> usize {
    let mut old = old.split(|&byte| byte == b'\n');
    let mut new = new.split(|&byte| byte == b'\n');
    let mut line = 1;
    while let (Some(old), Some(new)) = (old.next(), new.next()) {
        if old != new {
            break;
        }
        line += 1;
    }
    line
}
