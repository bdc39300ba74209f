//! The Python class `GameReader`: columns of games, read in the background.

use std::collections::TryReserveError;
use std::mem;
use std::path::PathBuf;
use std::process;
use std::sync::mpsc::RecvTimeoutError;
use std::sync::{Mutex, MutexGuard, TryLockError};
use std::time::Duration;

use numpy::{Element, PyArray1};
use pyo3::exceptions::{PyException, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use tabiya::pgn::Termination;
use tabiya::{PackedPosition, Position};
use tabiya_games::codec::Codec;
use tabiya_games::columns::{ColumnOptions, GameColumns, GameError, NullableColumn, TextColumn};
use tabiya_games::{GameFile, GamesError, RangeRead};

use crate::arguments::thread_count;
use crate::batch::read_only;
use crate::game_source::{Source, file_error, read_object};
use crate::game_thread::{GameThread, Job, Message};
use crate::memory::{listed, memory_error};
use crate::positions::Positions;
use crate::python_types::types;

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// The code of a result that is not known.
const UNFINISHED: i8 = i8::MIN;

/// The columns that a reader returns: attributes of the class `GameSelection` of the package.
#[derive(FromPyObject)]
struct Selection {
    tags: Vec<String>,
    clocks: bool,
    times: bool,
    evals: bool,
    filter: Option<String>,
}

impl Selection {
    fn into_options(self) -> PyResult<ColumnOptions> {
        let filter = self.filter.map(|filter| filter.parse()).transpose();
        let filter = filter.map_err(|error| PyValueError::new_err(format!("filter: {error}")))?;
        let options = ColumnOptions::new().tags(self.tags).filter(filter);
        Ok(options.clocks(self.clocks).elapsed_times(self.times).evals(self.evals))
    }
}

/// The games of a source, as columns. `Games` of the package wraps it.
///
/// A thread reads ahead, up to a limit. `close` ends it, and so does the end of the object.
#[pyclass(frozen, module = "tabiya._tabiya")]
pub struct GameReader {
    options: ColumnOptions,
    path: Option<PathBuf>,
    object: Option<Py<PyAny>>,
    raises: bool,
    /// The process that has the thread. A forked child has no such thread.
    process: u32,
    state: Mutex<State>,
}

/// The state between two calls.
struct State {
    /// The thread, until the source ends or the reader is closed.
    thread: Option<GameThread>,
    /// Games that were received, of which the first were returned.
    pending: GameColumns,
    returned: usize,
    /// The number of games before the pending ones.
    row: usize,
    /// The damage of the file that was not returned.
    damage: Vec<GamesError>,
    end: End,
}

/// The end of the source.
enum End {
    /// The source goes on.
    Ahead,
    /// The source has ended; the range that was read.
    Reached(Option<RangeRead>),
    /// An error ended the source. It is raised after the games before it.
    Failed(GamesError),
    /// An exception of the method `read` ended the source. It is raised after the games before it.
    Raised(PyErr),
}

impl State {
    /// Moves up to `max` games to columns, which may be empty.
    fn take(&mut self, games: &mut GameColumns, max: usize) {
        let left = self.pending.len() - self.returned;
        let count = left.min(max - games.len());
        if games.is_empty() && self.returned == 0 && count == left {
            mem::swap(games, &mut self.pending);
        } else {
            games.extend_from(&self.pending, self.returned..self.returned + count);
            self.returned += count;
        }
        self.row += count;
    }

    /// Waits for games, or for the end. Reads the object when the thread needs its bytes.
    fn receive(&mut self, object: Option<&Bound<'_, PyAny>>, py: Python<'_>) -> PyResult<()> {
        let closed = || PyValueError::new_err("reader: closed; open the source again");
        loop {
            // Also while games arrive without a pause.
            py.check_signals()?;
            // A unique reference to the thread can leave this one, a shared one cannot.
            let thread = self.thread.as_mut().ok_or_else(closed)?;
            match py.detach(|| thread.receive(INTERVAL)) {
                Ok(Message::Games(games, damage)) => {
                    self.damage.extend(damage);
                    self.pending = *games;
                    self.returned = 0;
                    return Ok(());
                }
                Ok(Message::BytesNeeded(max)) => {
                    let Some(object) = object else { continue };
                    match read_object(object, max) {
                        Ok(bytes) => thread.send_bytes(Ok(bytes)),
                        Err(error) if error.is_instance_of::<PyException>(py) => {
                            thread.send_bytes(Err(std::io::Error::other("exception of `read`")));
                            self.end = End::Raised(error);
                        }
                        // An interrupt does not wait for the games before it. The thread would wait for bytes that
                        // never come, so it ends here, and a later call finds the reader closed.
                        Err(error) => {
                            self.close(py);
                            return Err(error);
                        }
                    }
                }
                Ok(Message::End(end)) => {
                    match (&self.end, end) {
                        (End::Raised(_), _) => {}
                        (_, Ok(range)) => self.end = End::Reached(range),
                        (_, Err(error)) => self.end = End::Failed(error),
                    }
                    self.close(py);
                    return Ok(());
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(PyRuntimeError::new_err("threads: no result"));
                }
            }
        }
    }

    /// Ends the thread.
    fn close(&mut self, py: Python<'_>) {
        let thread = self.thread.take();
        py.detach(|| drop(thread));
    }

    /// Tests whether the source has ended and all its games were received.
    const fn is_at_end(&self) -> bool {
        self.thread.is_none() && !matches!(self.end, End::Ahead)
    }
}

impl GameReader {
    fn lock(&self) -> PyResult<MutexGuard<'_, State>> {
        let process = process::id();
        if process != self.process {
            let message = format!(
                "reader: opened by process {}, used in its fork {process}; open the source there",
                self.process
            );
            return Err(PyRuntimeError::new_err(message));
        }
        self.state.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => PyRuntimeError::new_err("reader: in use by another thread"),
            TryLockError::Poisoned(_) => PyRuntimeError::new_err("reader: in an invalid state"),
        })
    }
}

#[pymethods]
impl GameReader {
    /// Opens a source and starts to read.
    ///
    /// `selection` has the attributes `tags`, `clocks`, `times`, `evals` and `filter`. `part` is a byte range
    /// (start and end), followed by its first game's start, or `None` if you do not know that.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     ValueError: The filter is invalid.
    #[new]
    #[pyo3(signature = (source, selection, *, raises = true, threads = 1, part = None))]
    fn new(
        source: &Bound<'_, PyAny>,
        selection: Selection,
        raises: bool,
        #[pyo3(from_py_with = thread_count)] threads: usize,
        part: Option<(u64, u64, Option<u64>)>,
    ) -> PyResult<Self> {
        let options = selection.into_options()?;
        let Source { input, path, object } = Source::open(source)?;
        let part = part.map(|(start, end, first)| (start..end, first));
        let job = Job { source: input, part, options: options.clone(), workers: threads };
        let thread = GameThread::start(job);
        let thread =
            thread.map_err(|error| PyRuntimeError::new_err(format!("threads: {error}")))?;
        let pending = GameColumns::new(&options);
        let thread = Some(thread);
        let state = Mutex::new(State {
            thread,
            pending,
            returned: 0,
            row: 0,
            damage: Vec::new(),
            end: End::Ahead,
        });
        Ok(Self { options, path, object, raises, process: process::id(), state })
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
    ///     RuntimeError: Another thread reads, or the process is a fork of the one that opened the source.
    ///     ValueError: The reader is closed.
    fn read<'py>(&self, py: Python<'py>, max_games: usize) -> PyResult<Bound<'py, PyDict>> {
        let object = self.object.as_ref().map(|object| object.bind(py));
        let mut state = self.lock()?;
        let mut games = GameColumns::new(&self.options);
        let first_row = state.row;
        loop {
            let taking = &mut *state;
            py.detach(|| taking.take(&mut games, max_games));
            if let Some(error) = games.errors.first().filter(|_| self.raises) {
                return Err(PyErr::from_value(game_error(py, error, first_row)?));
            }
            if games.len() == max_games || state.is_at_end() {
                break;
            }
            state.receive(object, py)?;
        }
        // Damage that is kept was received with the games.
        if !self.raises
            && let End::Failed(error) = &state.end
            && error.is_damage()
        {
            state.end = End::Reached(None);
        }
        // An error of the file follows the games before it.
        if games.is_empty() && max_games > 0 && !matches!(state.end, End::Ahead | End::Reached(_)) {
            return match mem::replace(&mut state.end, End::Reached(None)) {
                End::Failed(error) => Err(file_error(py, self.path.as_ref(), error)),
                End::Raised(error) => Err(error),
                End::Ahead | End::Reached(_) => fields(py, games, Vec::new()),
            };
        }
        let damage = if self.raises { Vec::new() } else { mem::take(&mut state.damage) };
        let damage = damage.into_iter().map(|error| file_error(py, self.path.as_ref(), error));
        fields(py, games, damage.collect())
    }

    /// Ends the thread, after which the source is not read any more.
    ///
    /// Games that were read ahead are lost. A second call does nothing.
    ///
    /// Raises:
    ///     RuntimeError: Another thread reads, or the process is a fork of the one that opened the source.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.lock()?.close(py);
        Ok(())
    }

    /// The start of the first game of a range, and the text between its end and the next game, both in
    /// bytes; `None` before the end and if no start was found.
    #[getter]
    fn span(&self) -> Option<(u64, u64)> {
        let state = self.lock().ok()?;
        let End::Reached(Some(read)) = &state.end else { return None };
        Some((read.start?, read.next?))
    }
}

impl Drop for GameReader {
    fn drop(&mut self) {
        let state = self.state.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        let thread = state.thread.take();
        if process::id() == self.process {
            // Without the GIL, so that other threads go on. Dropping the closure drops the thread, too.
            let _ = Python::try_attach(|py| py.detach(move || drop(thread)));
        } else {
            // The thread exists in the parent process only, which may hold locks of the channel.
            mem::forget(thread);
        }
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
fn start_positions(
    starts: &NullableColumn<[u8; PackedPosition::LEN]>,
) -> Result<Vec<Position>, TryReserveError> {
    let standard = Position::START.pack().to_bytes();
    let positions = starts.values.iter().zip(&starts.validity).map(|(bytes, is_valid)| {
        if *bytes == standard || !is_valid {
            return Position::START;
        }
        PackedPosition::from_bytes(*bytes).unpack().unwrap_or(Position::START)
    });
    listed(positions)
}

/// Returns the code of a result, from the point of view of White.
const fn result_code(result: Termination) -> i8 {
    match result {
        Termination::WhiteWins => 1,
        Termination::BlackWins => -1,
        Termination::Draw => 0,
        Termination::BothLose | Termination::Unfinished => UNFINISHED,
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
fn fields(py: Python<'_>, games: GameColumns, damage: Vec<PyErr>) -> PyResult<Bound<'_, PyDict>> {
    let starts = py.detach(|| start_positions(&games.starts)).map_err(memory_error)?;
    let results = listed(games.results.iter().copied().map(result_code)).map_err(memory_error)?;
    let tags = games.tags.into_iter().map(|TextColumn { offsets, bytes, validity }| {
        Ok((array(py, offsets)?, array(py, bytes)?, array(py, validity)?))
    });
    let damage = damage.into_iter().map(|error| Ok(error.into_value(py).into_bound(py).into_any()));
    let errors = games.errors.iter().map(|error| game_error(py, error, 0)).chain(damage);
    let evals = games.evals.map(|evals| (evals.centipawns, (evals.mates, evals.depths)));
    let (centipawns, others) = evals.unzip();
    let (mates, depths) = others.unzip();
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
    fields.set_item("depths", nullable(py, depths)?)?;
    fields.set_item("text_offsets", array(py, games.text_offsets)?)?;
    fields.set_item("text_lengths", array(py, games.text_lens)?)?;
    fields.set_item("errors", PyList::new(py, errors.collect::<PyResult<Vec<_>>>()?)?)?;
    Ok(fields)
}
