//! Replacing the generated files atomically.
//!
//! 1. All files are derived and verified.
//! 2. The changed files are written to a temporary folder on the same file system and synced.
//! 3. Each is renamed over the old file.
//!
//! A rename is atomic. If the program stops at any point, each file is either the old or the new one.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use super::compare::{read_if_exists, stale_files};
use super::files::GeneratedFile;

/// The prefix for temporary folder names.
pub const STAGING_PREFIX: &str = ".generated-";

/// A replacement's result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The new and changed files.
    pub written: Vec<&'static str>,
    /// The removed files, which no table generates.
    pub removed: Vec<String>,
    /// The number of generated files, including unchanged ones.
    pub total: usize,
}

/// Replaces the Rust files in a folder by these files; unchanged files are not written.
///
/// # Errors
/// Returns an error if an item in `files` is an error or a file cannot be written. An error in
/// `files` leaves the folder unchanged.
pub fn replace_all(
    folder: &Path,
    files: impl IntoIterator<Item = Result<GeneratedFile>>,
) -> Result<Report> {
    let files = files.into_iter().collect::<Result<Vec<_>>>()?;
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for file in &files {
        let path = folder.join(file.name);
        ensure!(!path.is_dir(), "{} is a folder; expected a file", path.display());
    }
    let stale = stale_files(folder, &files)?;
    let staged = StagedFiles::write(folder, &files)?;
    staged.install(folder)?;
    for name in &stale {
        let path = folder.join(name);
        fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
    }
    Ok(Report { written: staged.names, removed: stale, total: files.len() })
}

/// The changed files in a temporary folder, which is removed on drop.
pub struct StagedFiles {
    staging: TempDir,
    names: Vec<&'static str>,
}

impl StagedFiles {
    /// Writes the files that differ from those in `folder` to a temporary folder next to it.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written.
    pub fn write(folder: &Path, files: &[GeneratedFile]) -> Result<Self> {
        let parent = folder.parent().context("folder without a parent")?;
        let staging = tempfile::Builder::new()
            .prefix(STAGING_PREFIX)
            .tempdir_in(parent)
            .with_context(|| format!("cannot create a folder in {}", parent.display()))?;
        let mut names = Vec::new();
        for file in files {
            if read_if_exists(&folder.join(file.name))?.as_deref() == Some(file.contents.as_bytes())
            {
                continue;
            }
            let path = staging.path().join(file.name);
            write_and_sync(&path, file.contents.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
            names.push(file.name);
        }
        Ok(Self { staging, names })
    }

    /// Renames the staged files over the old ones.
    ///
    /// # Errors
    /// Returns an error at the first file that cannot be renamed; this file and later ones stay old.
    pub fn install(&self, folder: &Path) -> Result<()> {
        for name in &self.names {
            fs::rename(self.staging.path().join(name), folder.join(name))
                .with_context(|| format!("cannot replace {name}"))?;
        }
        Ok(())
    }

    /// Returns the temporary folder.
    #[cfg(test)]
    pub fn path(&self) -> &Path {
        self.staging.path()
    }
}

fn write_and_sync(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(contents)?;
    file.sync_all()
}
