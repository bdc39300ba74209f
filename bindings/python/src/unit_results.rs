//! The Python classes `UnitResult`, `ResultFolder` and `Agreement`.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use tabiya_units::results::{
    CountId, Resolution, ResultError, ResultStore, UnitResult as Inner, Variant, refuted_hosts,
};

use crate::arguments::{self, items, mismatch};
use crate::files::os_error;
use crate::unit_errors::{UnitsError, result_error, units_error};
use crate::units::UnitsFile;

/// The number of units between two checks for signals.
const UNITS_AT_ONCE: usize = 1024;

/// A unit's result: its counts, and the process that counted it. Pickled as 208 bytes.
///
/// Results are equal if all bytes are equal. Equal ones are copies; different ones confirm or
/// dispute each other.
#[pyclass(frozen, module = "tabiya.scale")]
pub struct UnitResult(Inner);

impl From<Inner> for UnitResult {
    fn from(result: Inner) -> Self {
        Self(result)
    }
}

#[pymethods]
impl UnitResult {
    /// Reads a result's 208 bytes, which end with their checksum.
    ///
    /// Raises:
    ///     UnitsError: The bytes are damaged.
    #[staticmethod]
    fn from_bytes(#[pyo3(from_py_with = arguments::data)] data: &[u8]) -> PyResult<Self> {
        let Ok(bytes) = data.try_into() else {
            let found = data.len();
            let expected = Inner::LEN;
            let error = ResultError::Length { found, expected };
            return Err(UnitsError::new_err(format!("result: {error}")));
        };
        let result = Inner::from_bytes(bytes);
        Ok(Self(result.map_err(|error| UnitsError::new_err(format!("result: {error}")))?))
    }

    /// Returns the result's 208 bytes.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The unit number.
    #[getter]
    fn unit(&self) -> u64 {
        self.0.unit
    }

    /// The units file's content hash, in hexadecimal digits.
    #[getter]
    fn content_hash(&self) -> String {
        self.0.content_hash.to_string()
    }

    /// The depth of the leaves below the root.
    #[getter]
    fn depth(&self) -> u8 {
        self.0.depth
    }

    /// The leaves summed over the unit's positions.
    #[getter]
    fn leaves(&self) -> u128 {
        self.0.leaves
    }

    /// The sum in which each position's leaves are multiplied by its multiplicity.
    #[getter]
    fn nodes(&self) -> u128 {
        self.0.nodes
    }

    /// The hash table's size in bytes, or 0 for an exact count without one.
    #[getter]
    fn hash_bytes(&self) -> u64 {
        self.0.method.hash_bytes
    }

    /// `True` if the positions were counted with swapped colors.
    #[getter]
    fn is_flipped(&self) -> bool {
        self.0.method.variant == Variant::ColorsFlipped
    }

    /// The back end: `scalar`, `avx2` or `avx512`.
    #[getter]
    fn backend(&self) -> String {
        self.0.method.backend.to_string()
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> u16 {
        self.0.method.threads
    }

    /// The count's start in milliseconds since 1970, in UTC.
    #[getter]
    fn started(&self) -> u64 {
        self.0.started
    }

    /// The count's duration in milliseconds.
    #[getter]
    fn milliseconds(&self) -> u64 {
        self.0.duration
    }

    /// The process identifier.
    #[getter]
    fn pid(&self) -> u32 {
        self.0.process.pid
    }

    /// The program's version.
    #[getter]
    fn version(&self) -> &str {
        &self.0.process.version
    }

    /// The machine's name.
    #[getter]
    fn host(&self) -> &str {
        &self.0.process.host
    }

    fn __eq__(&self, other: &Bound<'_, Self>) -> bool {
        self.0 == other.get().0
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        let Inner { unit, depth, leaves, nodes, method, process, .. } = &self.0;
        let host = &process.host;
        format!(
            "<UnitResult: unit {unit}, depth {depth}, {leaves} leaves, {nodes} nodes, {method}, {host}>"
        )
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>,))> {
        Ok((slf.get_type().getattr("from_bytes")?, (slf.get().to_bytes(slf.py()),)))
    }
}

/// A folder with results for one units file and depth, as the program `tabiya` writes it.
///
/// A result file is whole at any time. Only one process at a time may add results for a unit.
#[pyclass(frozen, module = "tabiya.scale")]
pub struct ResultFolder {
    store: ResultStore,
    units: u64,
}

#[pymethods]
impl ResultFolder {
    /// Opens a folder, which need not exist.
    ///
    /// Raises:
    ///     UnitsError: The depth is above the split.
    #[new]
    fn new(
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        #[pyo3(from_py_with = arguments::units)] units: PyRef<'_, UnitsFile>,
        #[pyo3(from_py_with = arguments::depth)] depth: u8,
    ) -> PyResult<Self> {
        let header = &units.header;
        let plies = header.plies;
        if depth < plies {
            let error = tabiya_units::units_file::UnitsError::Depth { found: depth, plies };
            return Err(units_error(&path, error));
        }
        let count = CountId { content_hash: header.content_hash, depth };
        Ok(Self { store: ResultStore::new(&path, count), units: header.units() })
    }

    /// Adds a result. Returns `True` if it is new, and `False` if it is there already.
    ///
    /// Raises:
    ///     UnitsError: The result or the file belongs to another count, or there are 16 results.
    ///     OSError: The folder cannot be written to.
    fn put(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::result)] result: PyRef<'_, UnitResult>,
    ) -> PyResult<bool> {
        let result = &result.0;
        let stored = py.detach(|| self.store.put(result));
        let error = |error| result_error(&self.store.path(result.unit), error);
        Ok(stored.map_err(error)?.is_new)
    }

    /// Reads all results, by unit, and the refused files, each with the reason.
    ///
    /// Raises:
    ///     OSError: The folder cannot be read.
    fn results(&self, py: Python<'_>) -> PyResult<(Vec<UnitResult>, Vec<(String, String)>)> {
        let mut results = Vec::new();
        let mut refused = Vec::new();
        let mut units = ResultStore::walk(std::slice::from_ref(&self.store), 0..self.units);
        loop {
            let read = py.detach(|| {
                let mut parts = 0;
                for units in units.by_ref().take(UNITS_AT_ONCE) {
                    parts += 1;
                    match self.store.read(units.start) {
                        Ok(read) => results.extend(read.into_iter().map(UnitResult)),
                        Err(ResultError::Io(error)) => return Err((units.start, error)),
                        Err(error) => {
                            let path = self.store.path(units.start).display().to_string();
                            refused.push((path, error.to_string()));
                        }
                    }
                }
                Ok(parts)
            });
            let parts = read.map_err(|(unit, error)| os_error(&self.store.path(unit), error))?;
            py.check_signals()?;
            if parts < UNITS_AT_ONCE {
                return Ok((results, refused));
            }
        }
    }

    fn __repr__(&self) -> String {
        format!("<ResultFolder: {}>", self.store.folder().display())
    }
}

/// The outcome of a unit's results.
#[pyclass(frozen, get_all, module = "tabiya.scale")]
pub struct Agreement {
    /// The unit number.
    unit: u64,
    /// `agreed`, `settled` or `disputed`.
    status: &'static str,
    /// The leaves summed over the unit's positions, or `None` if the unit is disputed.
    leaves: Option<u128>,
    /// The sum in which each position's leaves are multiplied by its multiplicity, or `None` if the
    /// unit is disputed.
    nodes: Option<u128>,
    /// The hosts whose results the majority refutes.
    refuted_hosts: Vec<String>,
}

#[pymethods]
impl Agreement {
    fn __repr__(&self) -> String {
        let Self { unit, status, .. } = self;
        format!("<Agreement: unit {unit}, {status}>")
    }
}

/// Resolves unit results from one count: returns each unit's outcome, in order.
///
/// Results that are equal in all bytes count as one. A unit is `agreed` if all counts are equal. It
/// is `settled` if more than half of them are equal and one of these is exact, and else `disputed`.
///
/// Raises:
///     UnitsError: The results come from different units files or depths.
#[pyfunction]
pub fn resolve(results: &Bound<'_, PyAny>) -> PyResult<Vec<Agreement>> {
    let mut by_unit: BTreeMap<u64, Vec<Inner>> = BTreeMap::new();
    let mut first = None;
    let expected = "tabiya.scale.UnitResult";
    for item in items("results", results, &format!("an iterable of {expected}"))? {
        let item = item?;
        let result = item.cast::<UnitResult>();
        let result = result.map_err(|_| mismatch("results", &item, expected))?;
        let result = &result.get().0;
        let count = (result.content_hash, result.depth);
        if *first.get_or_insert(count) != count {
            let problem = "of different units files or depths; expected one count";
            return Err(UnitsError::new_err(format!("results: {problem}")));
        }
        let results = by_unit.entry(result.unit).or_default();
        if !results.contains(result) {
            results.push(result.clone());
        }
    }
    Ok(by_unit.into_iter().filter_map(|(unit, results)| agreement(unit, &results)).collect())
}

/// Returns the outcome of a unit's results, of which there is at least one.
fn agreement(unit: u64, results: &[Inner]) -> Option<Agreement> {
    let resolution = Resolution::of(results);
    let status = match resolution {
        Resolution::Missing => return None,
        Resolution::Agreed(_) => "agreed",
        Resolution::Settled(_) => "settled",
        Resolution::Disputed => "disputed",
    };
    let counts = resolution.counts();
    let mut refuted_hosts: Vec<_> = refuted_hosts(results).into_iter().map(str::to_owned).collect();
    refuted_hosts.sort_unstable();
    Some(Agreement {
        unit,
        status,
        leaves: counts.map(|counts| counts.leaves),
        nodes: counts.map(|counts| counts.nodes),
        refuted_hosts,
    })
}
