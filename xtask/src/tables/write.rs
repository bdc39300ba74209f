//! Replacing the generated files so that no failure leaves a half-written one.
//!
//! Nothing is touched before every file has been derived and verified. Then the new
//! contents are written out in full to a folder beside the old one, on the same file
//! system, and only when all of them lie on the disk are they renamed over the old files
//! one by one. Renaming replaces a file at once or not at all, so whatever stops the
//! program, each file is either the old one or the new one.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use super::compare::{contents, stale};
use super::files::GeneratedFile;

/// How the names of temporary folders begin.
pub const STAGING_PREFIX: &str = ".generated-";

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The files that are new or changed.
    pub written: Vec<&'static str>,
    /// The files that nothing generates any more.
    pub removed: Vec<String>,
    /// The number of generated files, unchanged ones with them.
    pub total: usize,
}

/// Makes `folder` hold these files and no other source; unchanged ones are not touched.
///
/// # Errors
/// If any of the files comes as an error, which is handed on, or cannot be written. The
/// first leaves the folder as it was.
pub fn replace_all(
    folder: &Path,
    files: impl IntoIterator<Item = Result<GeneratedFile>>,
) -> Result<Report> {
    let files = files.into_iter().collect::<Result<Vec<_>>>()?;
    fs::create_dir_all(folder).with_context(|| format!("{} cannot be made", folder.display()))?;
    for file in &files {
        let path = folder.join(file.name);
        ensure!(!path.is_dir(), "{} is a folder: no file can replace it", path.display());
    }
    let stale = stale(folder, &files)?;
    let staged = Staged::write(folder, &files)?;
    staged.install(folder)?;
    for name in &stale {
        let path = folder.join(name);
        fs::remove_file(&path).with_context(|| format!("{} cannot be removed", path.display()))?;
    }
    Ok(Report { written: staged.names, removed: stale, total: files.len() })
}

/// New contents, complete on the disk, in a folder that is removed when this is dropped.
pub struct Staged {
    staging: TempDir,
    names: Vec<&'static str>,
}

impl Staged {
    /// Writes the files that differ from those in `folder` to a folder beside it.
    ///
    /// # Errors
    /// If anything cannot be read or written.
    pub fn write(folder: &Path, files: &[GeneratedFile]) -> Result<Self> {
        let beside = folder.parent().context("the folder lies in another")?;
        let staging = tempfile::Builder::new()
            .prefix(STAGING_PREFIX)
            .tempdir_in(beside)
            .with_context(|| format!("no folder can be made in {}", beside.display()))?;
        let mut names = Vec::new();
        for file in files {
            if contents(&folder.join(file.name))?.as_deref() == Some(file.contents.as_bytes()) {
                continue;
            }
            let path = staging.path().join(file.name);
            write_through(&path, file.contents.as_bytes())
                .with_context(|| format!("{} cannot be written", path.display()))?;
            names.push(file.name);
        }
        Ok(Self { staging, names })
    }

    /// Renames the new files over the old ones.
    ///
    /// # Errors
    /// At the first that cannot be renamed; that one and those after it stay the old ones.
    pub fn install(&self, folder: &Path) -> Result<()> {
        for name in &self.names {
            fs::rename(self.staging.path().join(name), folder.join(name))
                .with_context(|| format!("{name} cannot be replaced"))?;
        }
        Ok(())
    }

    /// Where the new files lie until they are installed.
    #[cfg(test)]
    pub fn path(&self) -> &Path {
        self.staging.path()
    }
}

fn write_through(path: &Path, contents: &[u8]) -> std::io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(contents)?;
    file.sync_all()
}
