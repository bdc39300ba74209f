//! Splitting a tree into a units file.

use std::env::temp_dir;
use std::error::Error;
use std::fmt;
use std::io::{self, BufWriter, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rayon::ThreadPoolBuilder;
use tabiya::Position;

use crate::files::NewFile;
use crate::levels::Levels;
use crate::units_file::{Header, UnitsError, UnitsWriter};

/// A tree split at a ply: the unique positions there, written to a [units file](crate::units_file).
///
/// ```
/// use tabiya::Position;
/// use tabiya_units::split::Split;
///
/// let folder = tempfile::tempdir()?;
/// let header = Split::new(Position::START, 3).write(&folder.path().join("three.units"))?;
/// assert_eq!((header.positions, header.paths, header.units()), (5_362, 8_902, 6));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Split {
    root: Position,
    plies: u8,
    records_per_unit: u32,
    memory: u64,
    threads: usize,
    folder: PathBuf,
    stop: Arc<AtomicBool>,
}

impl Split {
    /// The number of records per unit, unless another one is set.
    pub const RECORDS_PER_UNIT: u32 = 1_000;
    /// The memory limit in bytes, unless another one is set.
    pub const MEMORY: u64 = 512 << 20;

    /// Creates a split of the tree below a root after some plies.
    ///
    /// It uses one thread per logical CPU, and the system's temporary folder beyond the memory limit.
    pub fn new(root: Position, plies: u8) -> Self {
        Self {
            root,
            plies,
            records_per_unit: Self::RECORDS_PER_UNIT,
            memory: Self::MEMORY,
            threads: 0,
            folder: temp_dir(),
            stop: Arc::default(),
        }
    }

    /// Sets the number of records per unit: 1 to 100,000.
    #[must_use]
    pub fn records_per_unit(self, records_per_unit: u32) -> Self {
        Self { records_per_unit, ..self }
    }

    /// Sets the memory limit in bytes, which is at least one mebibyte.
    #[must_use]
    pub fn memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }

    /// Sets the number of threads; 0 stands for one per logical CPU.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// Sets a signal that ends the split: once it is `true`, [`write`](Self::write) returns
    /// [`SplitError::Interrupted`].
    #[must_use]
    pub fn stop_signal(self, stop: Arc<AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// Writes the units file, and returns its header. An interrupted or failed split leaves the
    /// path as it was.
    ///
    /// # Errors
    ///
    /// Returns a [`SplitError`] if the stop signal is set, if the memory cannot be allocated, if a
    /// disk fails or is full, or if a multiplicity exceeds 32 bits.
    pub fn write(&self, path: &Path) -> Result<Header, SplitError> {
        let pool = ThreadPoolBuilder::new().num_threads(self.threads).build();
        let pool = pool.map_err(|_| SplitError::Threads { requested: self.threads })?;
        let levels = Levels::new(&self.root, self.memory, self.folder.clone());
        let mut levels = levels.with_stop_signal(self.stop.clone());
        // An unwritable path is an error before the enumeration, not after it.
        let mut file = NewFile::create(path).map_err(UnitsError::Io)?;
        let descended = (0..self.plies).try_for_each(|_| pool.install(|| levels.descend()));
        descended.map_err(enumeration_error)?;
        let header = self.write_levels(&mut levels, &mut file)?;
        file.commit().map_err(UnitsError::Io)?;
        Ok(header)
    }

    fn write_levels(&self, levels: &mut Levels, file: &mut NewFile) -> Result<Header, UnitsError> {
        let out = BufWriter::with_capacity(1 << 18, file.file());
        let mut writer = UnitsWriter::begin(out, &self.root, self.plies, self.records_per_unit)?;
        levels.visit_positions(|position, multiplicity| writer.write(position, multiplicity))?;
        let (_, header) = writer.finish()?;
        Ok(header)
    }
}

/// The error for a split that is not written.
#[derive(Debug)]
#[non_exhaustive]
pub enum SplitError {
    /// The error for threads that cannot be started.
    Threads {
        /// The requested number of threads; 0 stands for one per logical CPU.
        #[doc(alias = "asked")]
        requested: usize,
    },
    /// The error for an enumeration that needs more memory or disk than is there.
    Enumeration(io::Error),
    /// The error for a file that cannot be written.
    File(UnitsError),
    /// The error for a split that the stop signal has ended.
    Interrupted,
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Threads { requested: 0 } => {
                f.write_str("cannot start one thread per logical CPU")
            }
            Self::Threads { requested } => write!(f, "cannot start {requested} threads"),
            Self::Enumeration(error) => write!(f, "cannot enumerate the positions: {error}"),
            Self::File(error) => write!(f, "{error}"),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl Error for SplitError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Enumeration(error) => error.source(),
            Self::File(error) => error.source(),
            Self::Threads { .. } | Self::Interrupted => None,
        }
    }
}

impl From<UnitsError> for SplitError {
    fn from(error: UnitsError) -> Self {
        match error {
            UnitsError::Io(error) if error.kind() == ErrorKind::Interrupted => Self::Interrupted,
            error => Self::File(error),
        }
    }
}

/// Returns the error for an enumeration, or for a set stop signal.
fn enumeration_error(error: io::Error) -> SplitError {
    match error.kind() {
        ErrorKind::Interrupted => SplitError::Interrupted,
        _ => SplitError::Enumeration(error),
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn write_error_leaves_path_as_it_was() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let path = folder.path().join("file.units");
        fs::write(&path, "old").expect("the folder can be written to");
        let stop = Arc::new(AtomicBool::new(true));
        let split = Split::new(Position::START, 3).threads(1);
        let kings = Position::from_fen("k7/8/8/8/8/8/8/7K w - - 0 1").expect("a position");
        for (split, message) in [
            (split.clone().stop_signal(stop.clone()), "interrupted"),
            (split.clone().memory(u64::MAX), "cannot enumerate the positions: cannot allocate"),
            (split.clone().records_per_unit(0), "invalid header: records per unit"),
            (Split::new(kings, 20).threads(1), "paths lead to one position"),
        ] {
            let error = split.write(&path).expect_err(message);
            assert!(error.to_string().contains(message), "{error}; expected {message}");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), Some("old"), "{message}");
            let names = fs::read_dir(folder.path()).expect("the folder exists").count();
            assert_eq!(names, 1, "{message}");
        }
        stop.store(false, Relaxed);
        let header = split.stop_signal(stop).write(&path).expect("the folder can be written to");
        let len = fs::metadata(&path).map(|metadata| metadata.len());
        assert_eq!(len.ok(), Some(header.file_len()));
        let error = Split::new(Position::START, 1).write(folder.path()).expect_err("a folder");
        assert_eq!(error.to_string(), "not a regular file");
    }
}
