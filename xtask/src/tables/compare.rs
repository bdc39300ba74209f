//! `--check`: where the generated files differ from fresh ones, byte for byte.

use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use anyhow::{Context, Result};

use super::files::GeneratedFile;

/// One file that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its name within the folder.
    pub name: String,
    /// What is wrong with it.
    pub kind: Kind,
}

/// What is wrong with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It is another, from this line on, counted from 1.
    Changed {
        /// The first line that differs.
        line: usize,
    },
    /// It should be there.
    Missing,
    /// It should not: nothing generates it.
    Stale,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = &self.name;
        match self.kind {
            Kind::Changed { line } => write!(f, "{name}: changed, first at line {line}"),
            Kind::Missing => write!(f, "{name}: missing"),
            Kind::Stale => write!(f, "{name}: stale, nothing generates it"),
        }
    }
}

/// Compares `folder` with the files that should be in it; writes nothing.
///
/// # Errors
/// If the folder or a file is there but cannot be read.
pub fn compare(folder: &Path, fresh: &[GeneratedFile]) -> Result<Vec<Difference>> {
    let mut differences = Vec::new();
    for file in fresh {
        let kind = match contents(&folder.join(file.name))? {
            None => Kind::Missing,
            Some(old) if old == file.contents.as_bytes() => continue,
            Some(old) => Kind::Changed { line: first_difference(&old, file.contents.as_bytes()) },
        };
        differences.push(Difference { name: file.name.to_owned(), kind });
    }
    let stale = stale(folder, fresh)?.into_iter();
    differences.extend(stale.map(|name| Difference { name, kind: Kind::Stale }));
    Ok(differences)
}

/// The bytes of a file, or nothing where there is none.
///
/// # Errors
/// If it is there but cannot be read.
pub fn contents(path: &Path) -> Result<Option<Vec<u8>>> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("{} cannot be read", path.display())),
    }
}

/// The sources in `folder` that are not among the generated ones, in order of name.
///
/// # Errors
/// If the folder is there but cannot be read.
pub fn stale(folder: &Path, fresh: &[GeneratedFile]) -> Result<Vec<String>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let unreadable = || format!("{} cannot be read", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).with_context(unreadable)? {
        let name = entry.with_context(unreadable)?.file_name().to_string_lossy().into_owned();
        if name.ends_with(".rs") && fresh.iter().all(|file| file.name != name) {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// The first line, counted from 1, in which two different texts differ.
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
