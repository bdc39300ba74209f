//! The Python class `GameReader`: game columns, read in the background.

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
use pyo3::types::PyDict;
use tabiya::pgn::Termination;
use tabiya::{PackedPosition, Position};
use tabiya_games::codec::Codec;
use tabiya_games::columns::{ColumnError, ColumnOptions, GameColumns, NullableColumn, TextColumn};
use tabiya_games::{GameFile, GamesError, RangeRead};

use crate::arguments;
use crate::batch::read_only;
use crate::game_errors::{ErrorPolicy, Reports, game_error};
use crate::game_source::{Source, file_error, read_object};
use crate::game_thread::{GameThread, Job, Message};
use crate::memory::{listed, memory_error};
use crate::positions::Positions;

/// The time between two checks for signals.
const INTERVAL: Duration = Duration::from_millis(20);

/// The code for an unknown result.
const UNFINISHED: i8 = i8::MIN;

/// The columns that a reader returns: attributes of the package's class `GameSelection`.
struct Selection {
    tags: Vec<String>,
    clocks: bool,
    times: bool,
    evals: bool,
    comments: bool,
    texts: bool,
    filter: Option<String>,
    findings: bool,
}

impl Selection {
    /// Reads the attributes, each of which was an argument.
    fn read(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let flag = |name| arguments::attribute(value, name, "a bool");
        Ok(Self {
            tags: arguments::attribute(value, "tags", "a sequence of names")?,
            clocks: flag("clocks")?,
            times: flag("times")?,
            evals: flag("evals")?,
            comments: flag("comments")?,
            texts: flag("texts")?,
            filter: arguments::attribute(value, "filter", "a str or None")?,
            findings: flag("findings")?,
        })
    }

    fn into_options(self) -> PyResult<ColumnOptions> {
        let filter = self.filter.map(|filter| filter.parse()).transpose();
        let filter = filter.map_err(|error| PyValueError::new_err(format!("filter: {error}")))?;
        let options = ColumnOptions::new().tags(self.tags).filter(filter).findings(self.findings);
        let options = options.clocks(self.clocks).elapsed_times(self.times).evals(self.evals);
        Ok(options.comments(self.comments).texts(self.texts))
    }
}

/// The games in a source, as columns. The package's `Games` wraps it.
///
/// A thread reads ahead, up to a limit, until you call `close` or the object is deleted.
#[pyclass(frozen, module = "tabiya._tabiya")]
pub struct GameReader {
    options: ColumnOptions,
    path: Option<PathBuf>,
    object: Option<Py<PyAny>>,
    policy: ErrorPolicy,
    /// The process that owns the thread. A forked child has no such thread.
    process: u32,
    state: Mutex<State>,
}

/// The state between two calls.
struct State {
    /// The thread, until the source ends or the reader is closed.
    thread: Option<GameThread>,
    /// The received games, of which the first were returned.
    pending: GameColumns,
    returned: usize,
    /// The number of games before the pending ones.
    row: usize,
    /// The reports that were not returned.
    reports: Reports,
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
    /// An error in a game, whose index is its row, ended the reading. It is raised after the games before it.
    Stopped(ColumnError),
    /// An exception from the method `read` ended the source. It is raised after the games before it.
    Raised(PyErr),
}

impl End {
    /// Creates the end from a thread's result. Damage that is kept was received with the games.
    fn new(end: Result<Option<RangeRead>, GamesError>, policy: ErrorPolicy) -> Self {
        let keeps_damage = policy != ErrorPolicy::Stop;
        match end {
            Ok(Some(RangeRead { damage: Some(damage), .. })) if !keeps_damage => {
                Self::Failed(damage)
            }
            Ok(range) => Self::Reached(range),
            Err(error) if keeps_damage && error.is_damage() => Self::Reached(None),
            Err(error) => Self::Failed(error),
        }
    }
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
    fn receive(&mut self, reader: &GameReader, py: Python<'_>) -> PyResult<()> {
        let object = reader.object.as_ref().map(|object| object.bind(py));
        let closed = || PyValueError::new_err("reader: closed; open the source again");
        loop {
            // Also while games arrive without a pause.
            py.check_signals()?;
            // A unique reference to the thread can leave this one, a shared one cannot.
            let thread = self.thread.as_mut().ok_or_else(closed)?;
            match py.detach(|| thread.receive(INTERVAL)) {
                Ok(Message::Games(games, damage)) => {
                    if reader.policy != ErrorPolicy::Stop {
                        self.reports.damage.extend(damage);
                    }
                    let admitted = py.detach(|| reader.policy.admit(*games, &reader.options));
                    self.reports.add_left_out(admitted.left_out);
                    self.pending = admitted.games;
                    self.returned = 0;
                    if let Some(mut error) = admitted.stop {
                        error.game += self.row;
                        self.end = End::Stopped(error);
                        self.close(py);
                    }
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
                    if !matches!(self.end, End::Raised(_)) {
                        self.end = End::new(end, reader.policy);
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

    /// Raises the error that ended the source, at the first call.
    fn take_error(&mut self, reader: &GameReader, py: Python<'_>) -> PyResult<()> {
        if matches!(self.end, End::Ahead | End::Reached(_)) {
            return Ok(());
        }
        match mem::replace(&mut self.end, End::Reached(None)) {
            End::Failed(error) => Err(file_error(py, reader.path.as_ref(), error)),
            End::Raised(error) => Err(error),
            End::Stopped(error) => Err(game_error(py, &error, Some(error.game))),
            End::Ahead | End::Reached(_) => Ok(()),
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
    /// `selection` has the attributes `tags`, `clocks`, `times`, `evals`, `comments`, `texts`,
    /// `filter` and `findings`. `errors` is as in `Games.read_pgn`. `part` is a byte range (start
    /// and end), followed by its first game's start, or `None` if you do not know that.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     ValueError: `errors` or the filter is invalid.
    #[new]
    #[pyo3(
        signature = (source, selection, *, errors = ErrorPolicy::Stop, threads = 1, part = None),
        text_signature = "(source, selection, *, errors='stop', threads=1, part=None)"
    )]
    fn new(
        source: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = Selection::read)] selection: Selection,
        #[pyo3(from_py_with = ErrorPolicy::parse)] errors: ErrorPolicy,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
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
            reports: Reports::default(),
            end: End::Ahead,
        });
        Ok(Self { options, path, object, policy: errors, process: process::id(), state })
    }

    /// Tests whether you can read ranges of a file: it is not compressed, or `pzstd` wrote it.
    ///
    /// Raises:
    ///     OSError: The file cannot be read.
    ///     PgnError: The format is not supported.
    #[staticmethod]
    fn is_divisible(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
    ) -> PyResult<bool> {
        let file = py.detach(|| GameFile::open(&path));
        let file = file.map_err(|error| file_error(py, Some(&path), error))?;
        Ok(file.codec() == Codec::Plain || file.frames().is_some())
    }

    /// Returns the next games' columns, with at most `max_games` games. There are none at the end.
    ///
    /// Raises:
    ///     PgnError: A game is invalid or the file is damaged, with `errors="stop"`.
    ///     OSError: The file cannot be read.
    ///     RuntimeError: Another thread reads, or the process is a fork of the one that opened the source.
    ///     ValueError: The reader is closed.
    fn read<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::max_games)] max_games: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let mut state = self.lock()?;
        let mut games = GameColumns::new(&self.options);
        loop {
            let taking = &mut *state;
            py.detach(|| taking.take(&mut games, max_games));
            if games.len() == max_games || state.is_at_end() {
                break;
            }
            state.receive(self, py)?;
        }
        // An error follows the games and reports before it.
        if games.is_empty() && state.reports.is_empty() && max_games > 0 {
            state.take_error(self, py)?;
        }
        let reports = mem::take(&mut state.reports);
        let findings = reports.findings(&games);
        let errors = reports.into_errors(py, &games, self.path.as_ref());
        let fields = fields(py, games)?;
        fields.set_item("errors", errors)?;
        fields.set_item("findings", findings)?;
        Ok(fields)
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

    /// The start of a range's first game, and how much text lies between the range's end and the
    /// next game, both in bytes. `None` before the end, and if no start was found.
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
            // The thread exists in the parent process only, which may hold the channel's locks.
            mem::forget(thread);
        }
    }
}

/// Returns the start positions, with the standard start position for a missing one.
fn start_positions(
    starts: &NullableColumn<[u8; PackedPosition::LEN]>,
) -> Result<Vec<Position>, TryReserveError> {
    let standard = PackedPosition::from(&Position::START).to_bytes();
    let positions = starts.values.iter().zip(&starts.validity).map(|(bytes, is_valid)| {
        if *bytes == standard || !is_valid {
            return Position::START;
        }
        PackedPosition::from_bytes(*bytes).unpack().unwrap_or(Position::START)
    });
    listed(positions)
}

/// Returns a result's code, from White's point of view.
const fn result_code(result: Termination) -> i8 {
    match result {
        Termination::WhiteWins => 1,
        Termination::BlackWins => -1,
        Termination::Draw => 0,
        Termination::BothLose | Termination::Unfinished => UNFINISHED,
    }
}

/// Returns values, and a mask that marks those that exist.
fn nullable<'py, T: Element>(
    py: Python<'py>,
    column: Option<NullableColumn<T>>,
) -> PyResult<Option<(Bound<'py, PyArray1<T>>, Bound<'py, PyArray1<bool>>)>> {
    let Some(NullableColumn { values, validity }) = column else { return Ok(None) };
    Ok(Some((array(py, values)?, array(py, validity)?)))
}

/// Text offsets, bytes and validity.
type TextArrays<'py> =
    (Bound<'py, PyArray1<i64>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray1<bool>>);

/// Returns a text column's arrays.
fn texts(py: Python<'_>, column: TextColumn) -> PyResult<TextArrays<'_>> {
    let TextColumn { offsets, bytes, validity } = column;
    Ok((array(py, offsets)?, array(py, bytes)?, array(py, validity)?))
}

/// Returns a read-only array.
fn array<T: Element>(py: Python<'_>, values: Vec<T>) -> PyResult<Bound<'_, PyArray1<T>>> {
    read_only(PyArray1::from_vec(py, values))
}

/// Returns the fields of the class `Games` that are columns.
fn fields(py: Python<'_>, games: GameColumns) -> PyResult<Bound<'_, PyDict>> {
    let starts = py.detach(|| start_positions(&games.starts)).map_err(memory_error)?;
    let results = listed(games.results.iter().copied().map(result_code)).map_err(memory_error)?;
    let tags = games.tags.into_iter().map(|column| texts(py, column));
    let evals = games.evals.map(|evals| (evals.centipawns, (evals.mates, evals.depths)));
    let (centipawns, others) = evals.unzip();
    let (mates, depths) = others.unzip();
    let fields = PyDict::new(py);
    fields.set_item("moves", array(py, games.moves)?)?;
    fields.set_item("offsets", array(py, games.move_offsets)?)?;
    fields.set_item("starts", Positions::from(starts))?;
    fields.set_item("results", array(py, results)?)?;
    fields.set_item("tags", tags.collect::<PyResult<Vec<_>>>()?)?;
    fields.set_item("comments", games.comments.map(|column| texts(py, column)).transpose()?)?;
    fields.set_item("texts", games.texts.map(|column| texts(py, column)).transpose()?)?;
    fields.set_item("clocks", nullable(py, games.clocks)?)?;
    fields.set_item("times", nullable(py, games.elapsed_times)?)?;
    fields.set_item("evals", nullable(py, centipawns)?)?;
    fields.set_item("mates", nullable(py, mates)?)?;
    fields.set_item("depths", nullable(py, depths)?)?;
    fields.set_item("text_offsets", array(py, games.text_offsets)?)?;
    fields.set_item("text_lengths", array(py, games.text_lens)?)?;
    Ok(fields)
}
