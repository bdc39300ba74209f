//! The Python class `GameReader`: columns of games, read in the background.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, TryLockError};
use std::thread;
use std::time::Duration;

use numpy::{Element, PyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tabiya::pgn::Termination;
use tabiya::{PackedPosition, Position};
use tabiya_games::codec::Codec;
use tabiya_games::columns::{ColumnOptions, GameColumns, GameError, NullableColumn, TextColumn};
use tabiya_games::{GameFile, GamesError, RangeRead, ReadEnd, ReadOptions};

use crate::arguments::thread_count;
use crate::batch::read_only;
use crate::game_source::{Part, Source, file_error};
use crate::positions::Positions;
use crate::python_types::types;

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// The code of a result that is not known.
const UNFINISHED: i8 = i8::MIN;

/// The games of a source, as columns. `Games` of the package wraps it.
///
/// Threads read ahead, up to a limit. They end with the object.
#[pyclass(frozen, module = "tabiya._tabiya")]
pub struct GameReader {
    options: ColumnOptions,
    path: Option<PathBuf>,
    raises: bool,
    state: Mutex<State>,
    cancel: Arc<AtomicBool>,
}

/// The state between two calls.
struct State {
    receiver: Receiver<Message>,
    /// Games that were received, of which the first were returned.
    pending: GameColumns,
    returned: usize,
    /// The number of games before the pending ones.
    row: usize,
    end: Option<Result<Option<RangeRead>, GamesError>>,
}

/// A message of the thread that reads.
enum Message {
    Games(Box<GameColumns>),
    End(Result<Option<RangeRead>, GamesError>),
}

impl State {
    /// Moves up to `max` games to columns, which may be empty.
    fn take(&mut self, games: &mut GameColumns, max: usize) {
        let left = self.pending.len() - self.returned;
        let count = left.min(max - games.len());
        if games.is_empty() && self.returned == 0 && count == left {
            std::mem::swap(games, &mut self.pending);
        } else {
            games.extend_from(&self.pending, self.returned..self.returned + count);
            self.returned += count;
        }
        self.row += count;
    }

    /// Waits for games, or for the end.
    fn receive(&mut self, py: Python<'_>) -> PyResult<()> {
        loop {
            // Also while games arrive without a pause.
            py.check_signals()?;
            // A unique reference to the receiver can leave the thread, a shared one cannot.
            let receiver = &mut self.receiver;
            match py.detach(move || receiver.recv_timeout(INTERVAL)) {
                Ok(Message::Games(games)) => {
                    self.pending = *games;
                    self.returned = 0;
                    return Ok(());
                }
                Ok(Message::End(end)) => {
                    self.end = Some(end);
                    return Ok(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("threads: no result"));
                }
            }
        }
    }
}

/// Reads a source and sends its games.
fn run(
    source: Source,
    part: Option<Part>,
    (options, threads): (&ColumnOptions, usize),
    cancel: &AtomicBool,
    sender: &SyncSender<Message>,
) {
    let read = ReadOptions { workers: threads, cancel: Some(cancel), ..ReadOptions::default() };
    let result = source.read(part, &read, options, |batch| {
        match sender.send(Message::Games(Box::new(batch.into_columns()))) {
            Ok(()) => std::ops::ControlFlow::Continue(()),
            Err(_) => std::ops::ControlFlow::Break(()),
        }
    });
    // The receiver is gone if reading was stopped.
    let end = result.map(|(end, range)| range.filter(|_| end == ReadEnd::Complete));
    let _ = sender.send(Message::End(end));
}

#[pymethods]
impl GameReader {
    /// Opens a source and starts to read.
    ///
    /// `columns` are the names of tags, whether there are clocks, times and evaluations, and a filter.
    /// `part` is the start and the end of a range of bytes, and the start of its first game or `None`.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     ValueError: The filter is invalid.
    #[new]
    #[pyo3(signature = (source, columns, *, raises = true, threads = 1, part = None))]
    fn new(
        source: &Bound<'_, PyAny>,
        columns: (Vec<String>, bool, bool, bool, Option<String>),
        raises: bool,
        #[pyo3(from_py_with = thread_count)] threads: usize,
        part: Option<(u64, u64, Option<u64>)>,
    ) -> PyResult<Self> {
        let (tags, clocks, times, evals, filter) = columns;
        let filter = filter.map(|filter| filter.parse()).transpose();
        let filter = filter.map_err(|error| PyValueError::new_err(format!("filter: {error}")))?;
        let options = ColumnOptions::new().tags(tags).filter(filter);
        let options = options.clocks(clocks).elapsed_times(times).evals(evals);
        let source = Source::open(source)?;
        let path = source.path().cloned();
        let cancel = Arc::new(AtomicBool::new(false));
        let (sender, receiver) = sync_channel(1);
        let task = {
            let (options, cancel) = (options.clone(), Arc::clone(&cancel));
            let part = part.map(|(start, end, first)| (start..end, first));
            move || run(source, part, (&options, threads), &cancel, &sender)
        };
        let thread = thread::Builder::new().spawn(task);
        thread.map_err(|error| PyRuntimeError::new_err(format!("threads: {error}")))?;
        let pending = GameColumns::new(&options);
        let state = State { receiver, pending, returned: 0, row: 0, end: None };
        Ok(Self { options, path, raises, state: Mutex::new(state), cancel })
    }

    /// Tests whether ranges of a file can be read: it is not compressed, or `pzstd` wrote it.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     PgnError: The format is not supported.
    #[staticmethod]
    fn is_divisible(py: Python<'_>, path: PathBuf) -> PyResult<bool> {
        let file = py.detach(|| GameFile::open(&path));
        let file = file.map_err(|error| file_error(py, Some(&path), error))?;
        Ok(file.codec() == Codec::Plain || file.frames().is_some())
    }

    /// Returns the columns of the next games, at most `max_games`. There are none at the end.
    ///
    /// Raises:
    ///     PgnError: A game is invalid, unless errors are masked, or the file is damaged.
    ///     OSError: The file cannot be read.
    fn read<'py>(&self, py: Python<'py>, max_games: usize) -> PyResult<Bound<'py, PyDict>> {
        let mut state = self.state.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => PyRuntimeError::new_err("reader: in use by another thread"),
            TryLockError::Poisoned(_) => PyRuntimeError::new_err("reader: in an invalid state"),
        })?;
        let mut games = GameColumns::new(&self.options);
        let first_row = state.row;
        loop {
            let (taking, target) = (&mut *state, &mut games);
            py.detach(move || taking.take(target, max_games));
            if let Some(error) = games.errors.first().filter(|_| self.raises) {
                return Err(PyErr::from_value(game_error(py, error, first_row)?));
            }
            if games.len() == max_games || state.end.is_some() {
                break;
            }
            state.receive(py)?;
        }
        // An error of the file follows the games before it.
        if games.is_empty()
            && let Some(Err(error)) = state.end.take_if(|end| end.is_err())
        {
            state.end = Some(Ok(None));
            return Err(file_error(py, self.path.as_ref(), error));
        }
        fields(py, games)
    }

    /// The start of the first game of a range, and the text between its end and the next game, both in
    /// bytes; `None` before the end and if no start was found.
    #[getter]
    fn span(&self) -> Option<(u64, u64)> {
        let state = self.state.try_lock().ok()?;
        let read = state.end.as_ref()?.as_ref().ok()?.as_ref()?;
        Some((read.start?, read.next?))
    }
}

impl Drop for GameReader {
    fn drop(&mut self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

/// Returns the exception of a game.
fn game_error<'py>(
    py: Python<'py>,
    error: &GameError,
    first_row: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let row = first_row + error.game;
    let arguments = (error.kind.as_str(), &error.message, row, error.ply, error.offset);
    Ok(types(py)?.pgn_error.call1(py, arguments)?.into_bound(py))
}

/// Returns the start positions. The start position of chess stands for a missing one.
fn start_positions(starts: &NullableColumn<[u8; PackedPosition::LEN]>) -> Vec<Position> {
    let standard = Position::START.pack().to_bytes();
    let positions = starts.values.iter().zip(&starts.validity).map(|(bytes, is_valid)| {
        if *bytes == standard || !is_valid {
            return Position::START;
        }
        PackedPosition::from_bytes(*bytes).unpack().unwrap_or(Position::START)
    });
    positions.collect()
}

/// Returns the code of a result, from the point of view of White.
const fn result_code(result: Termination) -> i8 {
    match result {
        Termination::WhiteWins => 1,
        Termination::BlackWins => -1,
        Termination::Draw => 0,
        Termination::Unfinished => UNFINISHED,
    }
}

/// Returns values and the mask of those that exist.
fn nullable<'py, T: Element>(
    py: Python<'py>,
    column: Option<NullableColumn<T>>,
) -> PyResult<Option<(Bound<'py, PyArray1<T>>, Bound<'py, PyArray1<bool>>)>> {
    let Some(NullableColumn { values, validity }) = column else { return Ok(None) };
    Ok(Some((array(py, values)?, array(py, validity)?)))
}

/// Returns a read-only array.
fn array<T: Element>(py: Python<'_>, values: Vec<T>) -> PyResult<Bound<'_, PyArray1<T>>> {
    read_only(PyArray1::from_vec(py, values))
}

/// Returns the fields of the class `Games`.
fn fields(py: Python<'_>, games: GameColumns) -> PyResult<Bound<'_, PyDict>> {
    let (starts, results) = py.detach(|| {
        let results: Vec<_> = games.results.iter().copied().map(result_code).collect();
        (start_positions(&games.starts), results)
    });
    let tags = games.tags.into_iter().map(|TextColumn { offsets, bytes, validity }| {
        Ok((array(py, offsets)?, array(py, bytes)?, array(py, validity)?))
    });
    let errors = games.errors.iter().map(|error| game_error(py, error, 0));
    let (centipawns, mates) = games.evals.map(|evals| (evals.centipawns, evals.mates)).unzip();
    let fields = PyDict::new(py);
    fields.set_item("moves", array(py, games.moves)?)?;
    fields.set_item("offsets", array(py, games.move_offsets)?)?;
    fields.set_item("starts", Positions::from(starts))?;
    fields.set_item("results", array(py, results)?)?;
    fields.set_item("tags", tags.collect::<PyResult<Vec<_>>>()?)?;
    fields.set_item("clocks", nullable(py, games.clocks)?)?;
    fields.set_item("times", nullable(py, games.elapsed_times)?)?;
    fields.set_item("evals", nullable(py, centipawns)?)?;
    fields.set_item("mates", nullable(py, mates)?)?;
    fields.set_item("text_offsets", array(py, games.text_offsets)?)?;
    fields.set_item("text_lengths", array(py, games.text_lens)?)?;
    fields.set_item("errors", PyList::new(py, errors.collect::<PyResult<Vec<_>>>()?)?)?;
    Ok(fields)
}
