//! The result store: a folder with a file per unit.

use std::fs;
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::error::ResultError;
use super::file::{MAX_FILE_LEN, MAX_RESULTS, decode_file, encode_file};
use super::unit_result::UnitResult;
use crate::perft::files::{self, NewFile, PART_SUFFIX};
use crate::perft::units::ContentHash;

/// The number of units per subfolder.
pub const UNITS_PER_FOLDER: u64 = 1000;

/// The count that results belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountId {
    /// The content hash of the units file.
    pub content_hash: ContentHash,
    /// The depth of the leaves below the root.
    pub depth: u8,
}

/// A folder of results of one count, with a file per unit and a subfolder per 1,000 units.
///
/// The results of unit 12,007 are in `00012/00012007.result`.
#[derive(Clone, Debug)]
pub struct ResultStore {
    folder: PathBuf,
    count: CountId,
}

impl ResultStore {
    /// Creates a store in a folder, which need not exist.
    pub fn new(folder: &Path, count: CountId) -> Self {
        Self { folder: folder.to_owned(), count }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of the file of a unit.
    pub fn path(&self, unit: u64) -> PathBuf {
        self.subfolder(unit).join(format!("{unit:08}.result"))
    }

    fn subfolder(&self, unit: u64) -> PathBuf {
        self.folder.join(format!("{:05}", unit / UNITS_PER_FOLDER))
    }

    /// Returns the end of the units after `unit` that have no result because their subfolder does
    /// not exist, or `unit` itself.
    pub fn skip_missing_folder(&self, unit: u64) -> u64 {
        // The read of a unit reports a folder that cannot be examined.
        if self.subfolder(unit).try_exists().unwrap_or(true) {
            return unit;
        }
        (unit / UNITS_PER_FOLDER + 1) * UNITS_PER_FOLDER
    }

    /// Returns the results of a unit.
    ///
    /// # Errors
    ///
    /// Returns a [`ResultError`] if the file cannot be read, is damaged, or belongs to another
    /// count.
    pub fn read(&self, unit: u64) -> Result<Vec<UnitResult>, ResultError> {
        let bytes = match files::read_regular(&self.path(unit), MAX_FILE_LEN) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                return Err(ResultError::Invalid { reason: "more bytes than 16 results have" });
            }
            Err(error) => return Err(error.into()),
        };
        let results = decode_file(&bytes)?;
        results.iter().try_for_each(|result| self.expect_same_count(unit, result))?;
        Ok(results)
    }

    fn expect_same_count(&self, unit: u64, result: &UnitResult) -> Result<(), ResultError> {
        let CountId { content_hash, depth } = self.count;
        let fields = [
            ("hash of the units file", result.content_hash.to_string(), content_hash.to_string()),
            ("depth", result.depth.to_string(), depth.to_string()),
            ("unit", result.unit.to_string(), unit.to_string()),
        ];
        match fields.into_iter().find(|(_, found, expected)| found != expected) {
            None => Ok(()),
            Some((field, found, expected)) => {
                Err(ResultError::OtherCount { field, found, expected })
            }
        }
    }

    /// Adds a result, and returns all results of its unit. A damaged file is replaced. A result
    /// that is there already is not added again.
    ///
    /// # Errors
    ///
    /// Returns a [`ResultError`] if the file cannot be written, belongs to another count, or holds
    /// 16 results.
    pub fn put(&self, result: &UnitResult) -> Result<Vec<UnitResult>, ResultError> {
        self.expect_same_count(result.unit, result)?;
        let mut results = match self.read(result.unit) {
            Err(error) if error.is_damage() => Vec::new(),
            results => results?,
        };
        if results.contains(result) {
            return Ok(results);
        }
        if results.len() == MAX_RESULTS {
            return Err(ResultError::Full { results: results.len() });
        }
        results.push(result.clone());
        fs::create_dir_all(self.subfolder(result.unit))?;
        let mut file = NewFile::create(&self.path(result.unit))?;
        file.file().write_all(&encode_file(&results))?;
        file.commit()?;
        Ok(results)
    }

    /// Removes the incomplete files that killed processes have left for some units. The caller must
    /// have [claimed](super::Claim) the units.
    ///
    /// # Errors
    ///
    /// Returns an error if a folder cannot be listed or a file cannot be removed.
    pub fn remove_incomplete(&self, units: Range<u64>) -> Result<(), ResultError> {
        let mut unit = units.start;
        while unit < units.end {
            let next = (unit / UNITS_PER_FOLDER + 1) * UNITS_PER_FOLDER;
            let entries = match fs::read_dir(self.subfolder(unit)) {
                Err(error) if error.kind() == ErrorKind::NotFound => None,
                entries => Some(entries?),
            };
            for entry in entries.into_iter().flatten() {
                let entry = entry?;
                let owner = incomplete_unit(&entry.file_name().to_string_lossy());
                if owner.is_some_and(|unit| units.contains(&unit)) {
                    fs::remove_file(entry.path())?;
                }
            }
            unit = next;
        }
        Ok(())
    }
}

/// Returns the unit of the name of an incomplete file, such as `.00012007.result.x3Tq9s.part`.
fn incomplete_unit(name: &str) -> Option<u64> {
    let (unit, _) = name.strip_prefix('.')?.strip_suffix(PART_SUFFIX)?.split_once(".result.")?;
    unit.parse().ok()
}
