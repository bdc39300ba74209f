//! Training data in binpack: its rows in batches, and files from columns.

use std::collections::TryReserveError;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard};

use numpy::PyArray1;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use tabiya::Position;
use tabiya::binpack::{BlockWriter, ChainWriter, Entry, WriteError};
use tabiya_games::GamesError;
use tabiya_games::data::{Chunks, Counts, DataError, DataErrorKind, DataFormat, Filter, decode};

use crate::arguments::{self, mismatch};
use crate::batch::values;
use crate::chess_move;
use crate::derived::result;
use crate::errors::{Kind, RowError};
use crate::files::{os_error, result_code};
use crate::memory::{listed, memory_error};
use crate::positions::Positions;
use crate::writers::winner;

/// The greatest number of rows in a batch.
const MAX_ROWS: u64 = i64::MAX as u64;

/// The columns of rows, and the first row of each chain.
#[derive(Default)]
struct Columns {
    positions: Vec<Position>,
    moves: Vec<u16>,
    scores: Vec<i16>,
    plies: Vec<u16>,
    results: Vec<i8>,
    starts: Vec<i64>,
}

impl Columns {
    fn push(&mut self, entry: &Entry) -> Result<(), RowError> {
        self.positions.try_reserve(1)?;
        self.moves.try_reserve(1)?;
        self.scores.try_reserve(1)?;
        self.plies.try_reserve(1)?;
        self.results.try_reserve(1)?;
        self.positions.push(entry.position);
        self.moves.push(entry.mv.map_or(0, |mv| mv.to_bits()));
        self.scores.push(entry.score);
        self.plies.push(entry.ply);
        self.results.push(result_code(entry.winner));
        Ok(())
    }

    /// Returns a batch of rows from one on, and the row behind it.
    fn batch(&self, first: usize, rows: usize) -> Result<(Self, usize), TryReserveError> {
        let end = first.saturating_add(rows).min(self.positions.len());
        let mut starts: Vec<_> = self
            .starts
            .iter()
            .skip(self.starts.partition_point(|start| (*start as usize) < first))
            .take_while(|start| (**start as usize) < end)
            .map(|start| start - first as i64)
            .collect();
        // The rest of a chain begins with the batch.
        if first < end && starts.first() != Some(&0) {
            starts.insert(0, 0);
        }
        let batch = Self {
            positions: listed(self.positions[first..end].iter().copied())?,
            moves: listed(self.moves[first..end].iter().copied())?,
            scores: listed(self.scores[first..end].iter().copied())?,
            plies: listed(self.plies[first..end].iter().copied())?,
            results: listed(self.results[first..end].iter().copied())?,
            starts,
        };
        Ok((batch, end))
    }

    /// Removes the rows before one.
    fn remove(&mut self, rows: usize) {
        self.positions.drain(..rows);
        self.moves.drain(..rows);
        self.scores.drain(..rows);
        self.plies.drain(..rows);
        self.results.drain(..rows);
        self.starts.retain(|start| *start as usize >= rows);
        self.starts.iter_mut().for_each(|start| *start -= rows as i64);
    }

    fn into_python(mut self, py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
        self.starts.push(self.positions.len() as i64);
        let fields = (
            Positions::from(self.positions),
            PyArray1::from_vec(py, self.moves),
            PyArray1::from_vec(py, self.scores),
            PyArray1::from_vec(py, self.plies),
            PyArray1::from_vec(py, self.results),
            PyArray1::from_vec(py, self.starts),
        );
        result(py, "BinpackRows", fields)
    }
}

/// The conditions that a row must satisfy.
#[derive(Clone, Copy)]
struct Conditions {
    filter: Filter,
    /// `true` to keep marked rows.
    keep_marked: bool,
}

impl Conditions {
    /// Reads keyword arguments.
    fn read(arguments: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut conditions = Self { filter: Filter::new(), keep_marked: true };
        let filter = &mut conditions.filter;
        for (name, value) in arguments.into_iter().flatten() {
            let name: String = name.extract()?;
            let name = name.as_str();
            let number = |max| arguments::bounded(name, &value, 0..=max);
            let limit = || {
                let limit = (!value.is_none()).then(|| number(u16::MAX.into())).transpose();
                limit.map(|limit| limit.map(|limit| limit as u16))
            };
            let flag = || value.extract().map_err(|_| mismatch(name, &value, "a bool"));
            match name {
                "skip_plies" => filter.skip_plies = number(u16::MAX.into())? as u16,
                "max_score" => filter.max_score = limit()?,
                "quiet_only" => filter.quiet_only = flag()?,
                "min_pieces" => filter.min_pieces = number(32)? as usize,
                "max_pieces" => filter.max_pieces = number(32)? as usize,
                "against_result" => filter.against_result = limit()?,
                "sample" => {
                    let sample = value.extract();
                    filter.sample = sample.map_err(|_| mismatch(name, &value, "a float"))?;
                }
                "seed" => filter.seed = number(u64::MAX)?,
                "marked" => conditions.keep_marked = flag()?,
                _ => {
                    let message = format!("{name}: unknown; expected a condition for rows");
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        if let Some(sample) =
            conditions.filter.sample.filter(|sample| !(0.0..=1.0).contains(sample))
        {
            return Err(PyValueError::new_err(format!("sample: {sample}; expected 0 to 1")));
        }
        Ok(conditions)
    }
}

/// A file that is read, and the rows that were read ahead.
struct Reading {
    chunks: Chunks<File>,
    columns: Columns,
    /// The number of rows in the columns that were returned.
    returned: usize,
    conditions: Conditions,
    /// The error that ends the file, or `None` at its end.
    end: Option<Option<DataError>>,
}

impl Reading {
    fn open(path: &Path, conditions: Conditions) -> PyResult<Self> {
        let file = File::open(path).map_err(|error| os_error(path, error))?;
        let chunks = Chunks::new(DataFormat::Binpack, file);
        let chunks = chunks.map_err(|error| data_error(path, error))?;
        Ok(Self { chunks, columns: Columns::default(), returned: 0, conditions, end: None })
    }

    /// Reads a chunk, unless the file has ended.
    fn read_chunk(&mut self) -> Result<(), RowError> {
        let chunk = match self.chunks.next() {
            Some(Ok(chunk)) => chunk,
            end => {
                self.end = Some(end.and_then(Result::err));
                return Ok(());
            }
        };
        let mut is_start = false;
        let mut pushed = Ok(());
        let Self { columns, conditions, .. } = self;
        let decoded = decode(&chunk, |entry, begins_chain| {
            is_start |= begins_chain;
            let is_chosen = if entry.is_marked() {
                conditions.keep_marked
            } else {
                conditions.filter.accepts(entry, &mut Counts::default())
            };
            if is_chosen && pushed.is_ok() {
                if is_start || columns.starts.is_empty() {
                    columns.starts.push(columns.positions.len() as i64);
                }
                is_start = false;
                pushed = columns.push(entry);
            }
        });
        if let Err(error) = decoded {
            // The file may end too early because it cannot be read.
            let is_truncation = error.is_truncation();
            let cause = if is_truncation { self.chunks.next().and_then(Result::err) } else { None };
            self.end = Some(Some(cause.unwrap_or(error)));
        }
        pushed
    }

    /// Reads up to a number of rows. There are fewer only at the end.
    fn read(&mut self, py: Python<'_>, rows: usize) -> PyResult<Columns> {
        while self.end.is_none() && self.columns.positions.len() - self.returned < rows {
            self.columns.remove(self.returned);
            self.returned = 0;
            py.detach(|| self.read_chunk()).map_err(|error| error.into_python(py))?;
            py.check_signals()?;
        }
        let batch = py.detach(|| self.columns.batch(self.returned, rows)).map_err(memory_error)?;
        self.returned = batch.1;
        Ok(batch.0)
    }
}

/// Returns the exception for a file that is no binpack, or cannot be read.
fn data_error(path: &Path, error: DataError) -> PyErr {
    match error.kind {
        DataErrorKind::Read(GamesError::Io(error)) => os_error(path, error),
        _ => Python::attach(|py| RowError::position("binpack", &error).into_python(py)),
    }
}

/// An iterator over the rows of a binpack file, in batches: the result of `iter_binpack`.
#[pyclass(frozen, module = "tabiya")]
pub struct BinpackReader {
    path: PathBuf,
    rows: usize,
    reading: Mutex<Reading>,
}

#[pymethods]
impl BinpackReader {
    #[new]
    #[pyo3(signature = (path, rows, **conditions))]
    fn new(
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        rows: &Bound<'_, PyAny>,
        conditions: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let rows = arguments::bounded("rows", rows, 1..=MAX_ROWS)? as usize;
        let reading = Mutex::new(Reading::open(&path, Conditions::read(conditions)?)?);
        Ok(Self { path, rows, reading })
    }

    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        // Another thread may read without the GIL: to wait for it here would block both.
        let reading = self.reading.try_lock();
        let mut reading =
            reading.map_err(|_| PyRuntimeError::new_err("another thread reads the file"))?;
        let columns = reading.read(py, self.rows)?;
        if !columns.positions.is_empty() {
            return columns.into_python(py).map(Some);
        }
        match reading.end.replace(None).flatten() {
            Some(error) => Err(data_error(&self.path, error)),
            None => Ok(None),
        }
    }
}

/// Reads all rows of a binpack file, at most a number.
pub fn read_binpack<'py>(
    py: Python<'py>,
    path: &Path,
    max_positions: &Bound<'py, PyAny>,
    conditions: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    let max_positions = arguments::bounded("max_positions", max_positions, 1..=MAX_ROWS)? as usize;
    let mut reading = Reading::open(path, Conditions::read(conditions)?)?;
    let columns = reading.read(py, max_positions.saturating_add(1))?;
    if columns.positions.len() > max_positions {
        let message = format!(
            "max_positions: {max_positions}; expected the number of rows in the file, or iter_binpack"
        );
        return Err(PyValueError::new_err(message));
    }
    match reading.end.flatten() {
        Some(error) => Err(data_error(path, error)),
        None => columns.into_python(py),
    }
}

/// An encoder of rows, for `write_binpack`.
#[pyclass(frozen, module = "tabiya")]
#[derive(Default)]
pub struct BinpackEncoder(Mutex<Encoding>);

#[derive(Default)]
struct Encoding {
    chains: ChainWriter,
    blocks: BlockWriter,
}

#[pymethods]
impl BinpackEncoder {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Adds rows, and returns the bytes of the blocks that are full.
    fn encode<'py>(&self, rows: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
        let py = rows.py();
        let positions: PyRef<'_, Positions> =
            arguments::attribute(rows, "positions", "tabiya.Positions")?;
        let positions = &positions.rows;
        let moves = arguments::move_column(&rows.getattr("moves")?)?;
        let moves = values("moves", &moves, positions.len())?;
        let scores = arguments::integers::<i16>("scores", &rows.getattr("scores")?)?;
        let scores = values("scores", &scores, positions.len())?;
        let plies = arguments::integers::<u16>("plies", &rows.getattr("plies")?)?;
        let plies = values("plies", &plies, positions.len())?;
        let results = arguments::integers::<i8>("results", &rows.getattr("results")?)?;
        let results = values("results", &results, positions.len())?;
        let mut encoding = self.lock()?;
        let encoding = &mut *encoding;
        let bytes = py.detach(|| {
            for (row, &position) in positions.iter().enumerate() {
                let mv = match moves[row] {
                    0 => None,
                    bits => Some(chess_move::read_move(bits).map_err(|error| error.at(row))?),
                };
                let winner = winner(results[row], row)?;
                let entry = Entry { position, mv, score: scores[row], ply: plies[row], winner };
                encoding.chains.push(&entry).map_err(|error| write_error(error).at(row))?;
            }
            let mut bytes = Vec::new();
            encoding.blocks.push(&encoding.chains.take(), &mut bytes);
            Ok::<_, RowError>(bytes)
        });
        Ok(PyBytes::new(py, &bytes.map_err(|error| error.into_python(py))?))
    }

    /// Returns the bytes of the last block.
    fn finish<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let Encoding { chains, mut blocks } = std::mem::take(&mut *self.lock()?);
        let mut bytes = Vec::new();
        blocks.push(&chains.finish(), &mut bytes);
        blocks.finish(&mut bytes);
        Ok(PyBytes::new(py, &bytes))
    }
}

impl BinpackEncoder {
    fn lock(&self) -> PyResult<MutexGuard<'_, Encoding>> {
        let busy = |_| PyRuntimeError::new_err("another thread encodes rows");
        self.0.try_lock().map_err(|error| busy(error.to_string()))
    }
}

fn write_error(error: WriteError) -> RowError {
    match error {
        WriteError::Illegal { mv, reason } => RowError::illegal(mv, reason),
        error => RowError::new(Kind::Position, "binpack", error.to_string()),
    }
}
