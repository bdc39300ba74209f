//! The Python class `UnitsFile`: splitting a tree into units, and counting a unit.

use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use tabiya::perft::Subtree;
use tabiya_units::results::Variant;
use tabiya_units::split::{Split, SplitError};
use tabiya_units::units_file::{self, Header, UnitsFile as Reader};

use crate::arguments;
use crate::files::os_error;
use crate::position::{Position, read_fen};
use crate::positions::Positions;
use crate::unit_counter::CounterKey;
use crate::unit_errors::{UnitsError, units_error};
use crate::unit_results::UnitResult;
use crate::waiting::wait_for;

/// A units file: the unique positions some plies below a root, in units that are counted one by
/// one.
///
/// The constructor checks the header. Each call opens the file again, so that you can share and
/// pickle an object; it then refuses another file at the path. With `content_hash`, the constructor
/// does so, too. `split` writes a units file.
///
/// >>> import tempfile
/// >>> from tabiya.scale import UnitsFile
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     units = UnitsFile.split(f"{folder}/two.units", 2, records_per_unit=100)
/// ...     print(units.records, units.paths, len(units))
/// ...     print(sum(units.count(unit, 5).nodes for unit in range(len(units))))
/// 400 400 4
/// 4865609
#[pyclass(frozen, module = "tabiya.scale")]
pub struct UnitsFile {
    path: PathBuf,
    /// The header, as the constructor read it.
    pub header: Header,
}

impl UnitsFile {
    /// Opens the file, which must still be the one with this header.
    fn open(&self, py: Python<'_>) -> PyResult<Reader<File>> {
        let file = py.detach(|| Reader::open(&self.path));
        let file = file.map_err(|error| units_error(&self.path, error))?;
        expect_hash(&self.path, file.header(), &self.header.content_hash.to_string())?;
        Ok(file)
    }

    fn columns<'py>(
        py: Python<'py>,
        subtrees: &[Subtree],
    ) -> (Positions, Bound<'py, PyArray1<u32>>) {
        let positions: Vec<_> = subtrees.iter().map(|subtree| subtree.position).collect();
        // A record's multiplicity has 32 bits.
        let multiplicities = subtrees.iter().map(|subtree| subtree.multiplicity as u32);
        (positions.into(), PyArray1::from_iter(py, multiplicities))
    }
}

/// Tests whether a header has a content hash.
fn expect_hash(path: &Path, header: &Header, expected: &str) -> PyResult<()> {
    let found = header.content_hash.to_string();
    if found == expected {
        return Ok(());
    }
    let path = path.display();
    Err(UnitsError::new_err(format!("{path}: content hash {found}; expected {expected}")))
}

/// Returns record indices.
fn record_indices(rows: &PyReadonlyArray1<'_, i64>) -> PyResult<Vec<u64>> {
    let index = |&row| {
        let error = |_| PyIndexError::new_err(format!("rows: {row}; expected at least 0"));
        u64::try_from(row).map_err(error)
    };
    rows.as_array().into_iter().map(index).collect()
}

#[pymethods]
impl UnitsFile {
    /// Reads a units file's header.
    ///
    /// Raises:
    ///     UnitsError: The file is damaged, or has another content hash.
    ///     OSError: The file cannot be read.
    #[new]
    #[pyo3(signature = (path, content_hash = None))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        #[pyo3(from_py_with = arguments::content_hash)] content_hash: Option<&str>,
    ) -> PyResult<Self> {
        let file = py.detach(|| Reader::open(&path));
        let header = file.map_err(|error| units_error(&path, error))?.header().clone();
        if let Some(expected) = content_hash {
            expect_hash(&path, &header, expected)?;
        }
        Ok(Self { path, header })
    }

    /// Splits a tree at a ply, and writes the unique positions there to a units file.
    ///
    /// The tree's root is a FEN, or the start position. `memory` limits the memory in bytes; more
    /// positions go to the temporary folder. An error or Ctrl-C leaves the path as it was.
    ///
    /// Raises:
    ///     FenError: The FEN is invalid.
    ///     UnitsError: A multiplicity exceeds 32 bits, or `records_per_unit` is not 1 to 100,000.
    ///     OSError: The disk fails or is full.
    #[staticmethod]
    #[pyo3(signature = (path, plies, *, fen = None, records_per_unit = 1000, memory = None))]
    fn split(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        #[pyo3(from_py_with = arguments::plies)] plies: u8,
        #[pyo3(from_py_with = arguments::fen)] fen: Option<&str>,
        #[pyo3(from_py_with = arguments::records_per_unit)] records_per_unit: u32,
        #[pyo3(from_py_with = arguments::memory_bytes)] memory: Option<u64>,
    ) -> PyResult<Self> {
        let root = read_fen(py, fen, false)?.position();
        let stop = Arc::new(AtomicBool::new(false));
        let split = Split::new(root, plies)
            .records_per_unit(records_per_unit)
            .memory(memory.unwrap_or(Split::MEMORY))
            .stop_signal(Arc::clone(&stop));
        let target = path.clone();
        match wait_for(py, &stop, move || split.write(&target))? {
            Ok(header) => Ok(Self { path, header }),
            Err(SplitError::Enumeration(error)) => Err(os_error(&path, error)),
            Err(SplitError::File(error)) => Err(units_error(&path, error)),
            Err(error) => Err(UnitsError::new_err(format!("{}: {error}", path.display()))),
        }
    }

    /// The path, as it was passed.
    #[getter]
    fn path(&self) -> &OsStr {
        self.path.as_os_str()
    }

    /// The tree's root, without clocks.
    #[getter]
    fn root(&self, py: Python<'_>) -> PyResult<Py<Position>> {
        Position::create(py, self.header.root.into(), false)
    }

    /// The split's ply.
    #[getter]
    fn plies(&self) -> u8 {
        self.header.plies
    }

    /// The number of unique positions.
    #[getter]
    fn records(&self) -> u64 {
        self.header.positions
    }

    /// The number of positions in each unit but the last, which may have fewer.
    #[getter]
    fn records_per_unit(&self) -> u32 {
        self.header.records_per_unit
    }

    /// The sum of the multiplicities. In a split, it is the root's perft count at the ply.
    #[getter]
    fn paths(&self) -> u128 {
        self.header.paths
    }

    /// The SHA-256 of the contents, in hexadecimal digits.
    #[getter]
    fn content_hash(&self) -> String {
        self.header.content_hash.to_string()
    }

    /// Reads a unit's positions, and their multiplicities: `uint32` of shape (n,).
    ///
    /// Raises:
    ///     UnitsError: The unit is damaged or not in the file.
    ///     OSError: The file cannot be read.
    fn read<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::unit)] unit: u64,
    ) -> PyResult<(Positions, Bound<'py, PyArray1<u32>>)> {
        let mut file = self.open(py)?;
        let subtrees = py.detach(|| file.read_unit(unit));
        Ok(Self::columns(py, &subtrees.map_err(|error| units_error(&self.path, error))?))
    }

    /// Reads any records by their index in the file, and their multiplicities: `uint32` of shape
    /// (n,).
    ///
    /// Raises:
    ///     IndexError: An index is negative.
    ///     UnitsError: A unit is damaged, or a record is not in the file.
    ///     OSError: The file cannot be read.
    fn read_records<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::record_rows)] rows: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<(Positions, Bound<'py, PyArray1<u32>>)> {
        let indices = record_indices(&rows)?;
        let mut file = self.open(py)?;
        let subtrees = py.detach(|| file.read_subtrees(&indices));
        Ok(Self::columns(py, &subtrees.map_err(|error| units_error(&self.path, error))?))
    }

    /// Writes some records, by their index in the file, as a units file with the same root.
    ///
    /// An error leaves the path as it was.
    ///
    /// Raises:
    ///     IndexError: An index is negative.
    ///     UnitsError: The indices are not strictly ascending, a unit is damaged, a record is not
    ///         in the file, or `records_per_unit` is not 1 to 100,000.
    ///     OSError: A file cannot be read or written.
    #[pyo3(signature = (path, rows, *, records_per_unit = 1000))]
    fn write_sample(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        #[pyo3(from_py_with = arguments::record_rows)] rows: PyReadonlyArray1<'_, i64>,
        #[pyo3(from_py_with = arguments::records_per_unit)] records_per_unit: u32,
    ) -> PyResult<Self> {
        let indices = record_indices(&rows)?;
        let mut file = self.open(py)?;
        match py.detach(|| file.write_sample(&indices, records_per_unit, &path)) {
            Ok(header) => Ok(Self { path, header }),
            // The units file is open, so that the path is the likely cause.
            Err(units_file::UnitsError::Io(error)) => Err(os_error(&path, error)),
            Err(error) => Err(units_error(&self.path, error)),
        }
    }

    /// Counts a unit to a depth below the root.
    ///
    /// `hash` is the hash table's size in bytes; with `None`, the count is exact. The process keeps
    /// the table and the threads for the next count with the same settings. `backend` is `scalar`,
    /// `avx2` or `avx512`, by default the fastest that the CPU supports. `flip` counts the
    /// positions with swapped colors: the counts are equal, but all hash keys differ.
    ///
    /// Releases the GIL. Ctrl-C ends the call within a second, and the threads after their
    /// positions.
    ///
    /// Raises:
    ///     UnitsError: The unit is damaged or not in the file, or the depth is above the split.
    ///     ValueError: The CPU lacks the back end, or the hash table is too small.
    ///     OSError: The file cannot be read.
    #[pyo3(
        signature = (
            unit, depth, *, hash = Some(64 << 20), threads = 1, backend = None, flip = false
        ),
        text_signature =
            "($self, unit, depth, *, hash=67108864, threads=1, backend=None, flip=False)"
    )]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn count(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::unit)] unit: u64,
        #[pyo3(from_py_with = arguments::depth)] depth: u8,
        #[pyo3(from_py_with = arguments::hash_bytes)] hash: Option<u64>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
        #[pyo3(from_py_with = arguments::backend)] backend: Option<&str>,
        #[pyo3(from_py_with = arguments::flip)] flip: bool,
    ) -> PyResult<UnitResult> {
        let key = CounterKey::new(backend, threads, hash)?;
        let mut file = self.open(py)?;
        let variant = if flip { Variant::ColorsFlipped } else { Variant::Unchanged };
        let counter = key.counter()?.with_variant(variant);
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stop);
        let result = wait_for(py, &stop, move || {
            let result = counter.count(&mut file, unit, depth, || {
                if is_stopped.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            key.keep(counter);
            result
        })?;
        match result.map_err(|error| units_error(&self.path, error))? {
            Some(result) => Ok(result.into()),
            // Only an interrupt stops the count, and then the exception is raised.
            None => Err(UnitsError::new_err(format!("unit {unit}: interrupted"))),
        }
    }

    /// Returns the number of units.
    fn __len__(&self) -> usize {
        // At most 100,000,000.
        self.header.units() as usize
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.header == other.get().header
    }

    fn __hash__(&self) -> u64 {
        let (bytes, _) = self.header.content_hash.0.as_chunks();
        bytes.first().copied().map_or(0, u64::from_le_bytes)
    }

    fn __repr__(&self) -> String {
        format!("UnitsFile({:?})", self.path.display().to_string())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (OsString, String)) {
        let this = slf.get();
        (slf.get_type().into_any(), (this.path.clone().into_os_string(), this.content_hash()))
    }
}
