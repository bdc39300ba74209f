//! The result store: a folder with a file per unit.

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::iter;
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::error::ResultError;
use super::file::{MAX_FILE_LEN, MAX_RESULTS, decode_file, encode_file};
use super::unit_result::UnitResult;
use crate::files::{self, NewFile, PART_SUFFIX};
use crate::units_file::ContentHash;

/// The number of units per subfolder.
pub const UNITS_PER_FOLDER: u64 = 1000;

/// The count that results belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountId {
    /// The units file's content hash.
    pub content_hash: ContentHash,
    /// The leaf depth below the root.
    pub depth: u8,
}

/// A unit's results after one is added to a [`ResultStore`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// All results for the unit.
    pub results: Vec<UnitResult>,
    /// `true` if the added result was not there before.
    pub is_new: bool,
}

/// A folder with results from one count, with a file per unit and a subfolder per 1,000 units.
///
/// The results for unit 12,007 are in `00012/00012007.result`.
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

    /// Returns the path to a unit's file.
    pub fn path(&self, unit: u64) -> PathBuf {
        self.subfolder(unit).join(format!("{unit:08}.result"))
    }

    fn subfolder(&self, unit: u64) -> PathBuf {
        self.folder.join(format!("{:05}", unit / UNITS_PER_FOLDER))
    }

    /// Yields some units in order: one by one those whose subfolder exists in one of the stores,
    /// and by subfolder the others, which have no result.
    pub fn walk(stores: &[Self], units: Range<u64>) -> impl Iterator<Item = Range<u64>> {
        by_subfolder(units).flat_map(move |units| {
            // Reading a unit reports a folder that cannot be examined.
            let exists = |store: &Self| store.subfolder(units.start).try_exists().unwrap_or(true);
            let len = if stores.iter().any(exists) { 1 } else { UNITS_PER_FOLDER };
            let end = units.end;
            units.step_by(len as usize).map(move |start| start..end.min(start.saturating_add(len)))
        })
    }

    /// Returns a unit's results.
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

    /// Adds a result, and returns all results for its unit. A damaged file is replaced. A result
    /// that is there already is not added again.
    ///
    /// If several processes add different results for one unit at once, the last one may replace
    /// the others. A [claim](super::Claim) on the unit prevents that.
    ///
    /// # Errors
    ///
    /// Returns a [`ResultError`] if the file is read-only or cannot be written, belongs to another
    /// count, or holds 16 results.
    pub fn put(&self, result: &UnitResult) -> Result<Stored, ResultError> {
        self.expect_same_count(result.unit, result)?;
        let mut results = match self.read(result.unit) {
            Err(error) if error.is_damage() => Vec::new(),
            results => results?,
        };
        if results.contains(result) {
            return Ok(Stored { results, is_new: false });
        }
        if results.len() == MAX_RESULTS {
            return Err(ResultError::Full { results: results.len() });
        }
        results.push(result.clone());
        fs::create_dir_all(self.subfolder(result.unit))?;
        let path = self.path(result.unit);
        if fs::metadata(&path).is_ok_and(|found| found.permissions().readonly()) {
            return Err(io::Error::new(ErrorKind::PermissionDenied, "read-only file").into());
        }
        let mut file = NewFile::create(&path)?;
        file.file().write_all(&encode_file(&results))?;
        file.commit()?;
        Ok(Stored { results, is_new: true })
    }

    /// Removes the incomplete files that killed processes have left for some units. The caller must
    /// have [claimed](super::Claim) the units.
    ///
    /// # Errors
    ///
    /// Returns an error if a folder cannot be listed or a file cannot be removed.
    pub fn remove_incomplete(&self, units: Range<u64>) -> Result<(), ResultError> {
        for part in by_subfolder(units.clone()) {
            let entries = match fs::read_dir(self.subfolder(part.start)) {
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
        }
        Ok(())
    }
}

/// Yields some units in ranges, each of which lies in one subfolder.
fn by_subfolder(units: Range<u64>) -> impl Iterator<Item = Range<u64>> {
    let Range { mut start, end } = units;
    iter::from_fn(move || {
        let next = (start / UNITS_PER_FOLDER).saturating_add(1).saturating_mul(UNITS_PER_FOLDER);
        let part = start..next.min(end);
        start = next;
        (!part.is_empty()).then_some(part)
    })
}

/// Returns the unit in an incomplete file's name, such as `.00012007.result.x3Tq9s.part`.
fn incomplete_unit(name: &str) -> Option<u64> {
    let (unit, _) = name.strip_prefix('.')?.strip_suffix(PART_SUFFIX)?.split_once(".result.")?;
    unit.parse().ok()
}
