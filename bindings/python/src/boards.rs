//! The Python class `Boards`: many games at once, each with its history.

use std::collections::TryReserveError;
use std::sync::{Mutex, MutexGuard, TryLockError};

use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use tabiya::{Color, Game, History, Move, Position};

use crate::arguments;
use crate::arrays::{Output, PlaneRequest, fill_planes};
use crate::batch::{Blocks, Invalid, Threads, map_rows, values};
use crate::board::{Board, game_error};
use crate::chess_move::read_move;
use crate::derived::{self, result};
use crate::errors::RowError;
use crate::legal_moves::LegalMoves;
use crate::memory::{filled, listed, memory_error};
use crate::planes::{GameSoFar, Repetitions, exact_key};
use crate::positions::{Positions, Rows};
use crate::python_types::Termination;

/// A game that goes on beside others.
struct LockstepGame {
    /// The positions from the start to the current one.
    positions: Vec<Position>,
    moves: Vec<u16>,
    /// The repetitions of the positions.
    repetitions: Repetitions,
    /// The legal move that is about to be made. There is memory for the position after it.
    next: Option<Move>,
}

impl LockstepGame {
    fn new(start: Position) -> Result<Self, TryReserveError> {
        let repetitions = Repetitions::default();
        let mut game = Self { positions: Vec::new(), moves: Vec::new(), repetitions, next: None };
        game.reserve()?;
        game.add(start);
        Ok(game)
    }

    /// Allocates memory for one more position.
    fn reserve(&mut self) -> Result<(), TryReserveError> {
        self.positions.try_reserve(1)?;
        self.moves.try_reserve(1)?;
        self.repetitions.keys.try_reserve(1)?;
        self.repetitions.exact_keys.try_reserve(1)?;
        self.repetitions.occurred_before.try_reserve(1)
    }

    fn add(&mut self, position: Position) {
        let exact_key = exact_key(&position);
        let Repetitions { keys, exact_keys, occurred_before } = &mut self.repetitions;
        occurred_before.push(exact_keys.contains(&exact_key));
        exact_keys.push(exact_key);
        keys.push(position.computed_key());
        self.positions.push(position);
    }

    fn position(&self) -> &Position {
        self.positions.last().unwrap_or(&Position::START)
    }

    /// Returns a legal move by its bits, and allocates memory for the position after it.
    fn prepare(&mut self, bits: u16) -> Result<Move, RowError> {
        let mv = read_move(bits)?;
        let legal = self.position().why_illegal(mv);
        legal.map_err(|reason| RowError::illegal(mv, reason))?;
        self.reserve()?;
        Ok(mv)
    }

    fn play_next(&mut self) {
        if let Some(mv) = self.next.take() {
            self.moves.push(mv.to_bits());
            self.add(self.position().after(mv));
        }
    }

    /// Returns how often the position occurred earlier.
    fn repetitions(&self) -> usize {
        History::new(&self.repetitions.keys).repetitions(self.position().halfmove_clock())
    }

    fn outcome(&self, claim_draw: bool) -> Option<Ending> {
        if let Some(end) = self.position().outcome() {
            return Some(Ending { rule: end.into(), winner: end.winner() });
        }
        let repetitions = self.repetitions();
        let draw = if repetitions >= 4 {
            Termination::Fivefold
        } else if claim_draw
            && self.position().is_fifty_move_draw()
            && self.position().has_legal_move()
        {
            Termination::FiftyMoves
        } else if claim_draw && repetitions >= 2 {
            Termination::Threefold
        } else {
            return None;
        };
        Some(Ending { rule: draw, winner: None })
    }

    /// Returns the game for the planes of its last position.
    fn so_far(&self, history: usize, is_padded: bool) -> GameSoFar<'_> {
        let positions = &self.positions;
        GameSoFar { positions, repetitions: Some(&self.repetitions), start: 0, history, is_padded }
    }
}

/// Creates a game for each start position.
fn start_games(
    starts: impl ExactSizeIterator<Item = Position>,
) -> Result<Vec<LockstepGame>, TryReserveError> {
    let mut games = Vec::new();
    games.try_reserve_exact(starts.len())?;
    for start in starts {
        games.push(LockstepGame::new(start)?);
    }
    Ok(games)
}

/// The end of a game.
#[derive(Clone, Copy)]
struct Ending {
    rule: Termination,
    winner: Option<Color>,
}

impl Ending {
    /// Returns 1 for White, -1 for Black and 0 for a draw.
    fn winner_code(self) -> i8 {
        self.winner.map_or(0, |winner| if winner.is_white() { 1 } else { -1 })
    }
}

/// Many games at once, each with its history: boards for self-play in lockstep.
///
/// The constructor takes the number of games, or a column with their start positions.
///
/// >>> boards = Boards(1000)
/// >>> for san in ["f3", "e5", "g4", "Qh4#"]:
/// ...     boards.push(boards.positions.parse_san([san] * 1000))
/// >>> ends = boards.outcomes()
/// >>> Termination(ends.terminations[0]), ends.winners[0].item()
/// (Termination.CHECKMATE, -1)
/// >>> boards.reset(ends.terminations != 0)
/// >>> boards.plies().tolist() == [0] * 1000
/// True
#[pyclass(frozen, module = "tabiya")]
pub struct Boards {
    /// The games. A call that finds them locked fails, so that no thread waits for another one that needs the GIL.
    games: Mutex<Vec<LockstepGame>>,
}

impl Boards {
    fn lock(&self) -> PyResult<MutexGuard<'_, Vec<LockstepGame>>> {
        self.games.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => PyRuntimeError::new_err("boards: in use by another thread"),
            TryLockError::Poisoned(_) => PyRuntimeError::new_err("boards: in an invalid state"),
        })
    }

    /// Returns the current positions.
    fn rows(&self) -> PyResult<Rows> {
        let games = self.lock()?;
        let positions = listed(games.iter().map(|game| *game.position()));
        Ok(positions.map_err(memory_error)?.into())
    }

    /// Returns a value per game.
    fn map<'py, T: numpy::Element + Copy + Default>(
        &self,
        py: Python<'py>,
        threads: usize,
        value: impl Fn(&LockstepGame) -> T + Sync,
    ) -> PyResult<Bound<'py, PyArray1<T>>> {
        let games = self.lock()?;
        map_rows(py, threads, games.len(), |row| Ok(value(&games[row])))
    }
}

#[pymethods]
impl Boards {
    /// Creates games. `start` is their number, or a column of start positions.
    #[new]
    fn new(py: Python<'_>, start: &Bound<'_, PyAny>) -> PyResult<Self> {
        let games = match start.cast::<Positions>() {
            Ok(column) => {
                let rows = &column.get().rows;
                py.detach(|| start_games(rows.iter().copied()))
            }
            Err(_) => {
                let count = arguments::game_count(start)?;
                py.detach(|| start_games(std::iter::repeat_n(Position::START, count)))
            }
        };
        Ok(Self { games: Mutex::new(games.map_err(memory_error)?) })
    }

    /// The current position of each game.
    #[getter]
    fn positions(&self) -> PyResult<Positions> {
        Ok(self.rows()?.into())
    }

    /// Returns the legal moves in the current positions.
    #[pyo3(signature = (*, threads = 1))]
    fn legal_moves(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<LegalMoves> {
        LegalMoves::generate(py, &self.rows()?, threads)
    }

    /// Makes one move in each game: `uint16` of shape (n,).
    ///
    /// An illegal move leaves all games unchanged. With `errors="mask"`, it leaves only its own
    /// game unchanged, and the result is a `bool` mask of shape (n,) that marks the games with a
    /// move. The bits 0 are not a move. A draw by repetition or by the number of moves does not end
    /// a game by itself, so call `reset` to begin another one.
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal, with `errors="raise"`.
    ///     RuntimeError: Another thread uses the boards.
    #[pyo3(signature = (moves, *, errors = "raise", threads = 1))]
    fn push<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::move_column)] moves: PyReadonlyArray1<'py, u16>,
        #[pyo3(from_py_with = arguments::errors)] errors: &str,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Option<Bound<'py, PyArray1<bool>>>> {
        let invalid = Invalid::parse(errors)?;
        let threads = Threads::new(threads)?;
        let mut games = self.lock()?;
        let moves = values("moves", &moves, games.len())?;
        // All moves are tested before one is made.
        threads.blocks(py).fill(&mut games, 1, &|start, games| {
            for (row, game) in (start..).zip(games) {
                game.next = match game.prepare(moves[row]) {
                    Err(error) if invalid == Invalid::Raise || error.is_memory() => {
                        return Err(error.at(row));
                    }
                    found => found.ok(),
                };
            }
            Ok(())
        })?;
        let played = listed(games.iter().map(|game| game.next.is_some())).map_err(memory_error)?;
        // One block, so that an interrupt comes before the first move or after the last one.
        let block = Blocks { block_rows: games.len().max(1), ..threads.blocks(py) };
        block.fill(&mut games, 1, &|_, games| {
            games.iter_mut().for_each(LockstepGame::play_next);
            Ok(())
        })?;
        drop(games);
        Ok(invalid.mask(played).map(|played| PyArray1::from_vec(py, played)))
    }

    /// Returns how each game ended: the named tuple `Outcomes`.
    ///
    /// A game ends when a position occurs for the fifth time, and by the rules in
    /// `Positions.outcome`. With `claim_draw`, it also ends when a position occurs for the third
    /// time, or after fifty moves by each player without a capture or pawn move.
    #[pyo3(signature = (*, claim_draw = false, threads = 1))]
    fn outcomes<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::claim_draw)] claim_draw: bool,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let games = self.lock()?;
        let found = Threads::new(threads)?
            .blocks(py)
            .map(games.len(), |row| Ok(games[row].outcome(claim_draw)))?;
        drop(games);
        let terminations = listed(found.iter().map(|end| end.map_or(0, |end| end.rule as u8)));
        let winners = listed(found.iter().map(|end| end.map_or(0, Ending::winner_code)));
        let terminations = PyArray1::from_vec(py, terminations.map_err(memory_error)?);
        let winners = PyArray1::from_vec(py, winners.map_err(memory_error)?);
        result(py, "Outcomes", (terminations, winners))
    }

    /// Returns how often each current position occurred earlier in its game: `uint16` of shape (n,).
    #[pyo3(signature = (*, threads = 1))]
    fn repetitions<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyArray1<u16>>> {
        self.map(py, threads, |game| game.repetitions() as u16)
    }

    /// Returns the move count of each game: `int64`, one value per game.
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i64>>> {
        self.map(py, 1, |game| game.moves.len() as i64)
    }

    /// Returns the current positions' planes with their history, as `Positions.planes` does.
    ///
    /// `history` is the number of positions to show, 1 to 8; planes for older ones are empty.
    #[pyo3(signature = (layout, *, dtype = "uint8", history = 8, fill = "zeros", out = None, threads = 1))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::layout)] layout: &str,
        #[pyo3(from_py_with = arguments::dtype_name)] dtype: &str,
        #[pyo3(from_py_with = arguments::history)] history: usize,
        #[pyo3(from_py_with = arguments::fill)] fill: &str,
        out: Option<Bound<'py, PyAny>>,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let request = PlaneRequest::parse(layout, dtype, fill)?;
        let games = self.lock()?;
        let game = |row: usize| games[row].so_far(history, request.is_padded);
        fill_planes(py, games.len(), request, Output { out, threads }, &game)
    }

    /// Begins games again, from their start positions or from others.
    ///
    /// `rows`, a mask or indices, selects the games; all by default. `positions` has a row for each of them.
    ///
    /// Raises:
    ///     ValueError: The numbers of positions and selected games differ.
    #[pyo3(signature = (rows = None, positions = None))]
    fn reset(
        &self,
        rows: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::start_positions)] positions: Option<PyRef<'_, Positions>>,
    ) -> PyResult<()> {
        let mut games = self.lock()?;
        let selected = match derived::selected_rows(games.len(), rows)? {
            Some(rows) => rows,
            None => listed(0..games.len()).map_err(memory_error)?,
        };
        if let Some(positions) = &positions
            && positions.rows.len() != selected.len()
        {
            let found = positions.rows.len();
            let message = format!("positions: {found} rows; expected {}", selected.len());
            return Err(PyValueError::new_err(message));
        }
        let start = |(index, &row): (usize, &usize)| {
            let start = positions.as_ref().map(|positions| positions.rows[index]);
            start.unwrap_or(games[row].positions[0])
        };
        let started = start_games(selected.iter().enumerate().map(start)).map_err(memory_error)?;
        for (row, game) in selected.into_iter().zip(started) {
            games[row] = game;
        }
        Ok(())
    }

    /// Returns the moves in all games since their start positions: the named tuple `PlayedGames`.
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let games = self.lock()?;
        let starts = listed(games.iter().map(|game| game.positions[0])).map_err(memory_error)?;
        let mut moves = Vec::new();
        moves
            .try_reserve_exact(games.iter().map(|game| game.moves.len()).sum())
            .map_err(memory_error)?;
        let mut offsets = filled(games.len() + 1, 0_i64).map_err(memory_error)?;
        for (game, offset) in games.iter().zip(&mut offsets[1..]) {
            moves.extend_from_slice(&game.moves);
            *offset = moves.len() as i64;
        }
        drop(games);
        let moves = PyArray1::from_vec(py, moves);
        let offsets = PyArray1::from_vec(py, offsets);
        result(py, "PlayedGames", (Positions::from(starts), moves, offsets))
    }

    fn __len__(&self) -> PyResult<usize> {
        Ok(self.lock()?.len())
    }

    /// Returns a game as a separate `Board`.
    fn __getitem__(&self, py: Python<'_>, index: &Bound<'_, PyAny>) -> PyResult<Py<Board>> {
        let games = self.lock()?;
        let found = &games[derived::row_of(index, games.len())?];
        let mut game = Game::new(found.positions[0]);
        for mv in found.moves.iter().filter_map(|&bits| Move::from_bits(bits)) {
            game.play(mv).map_err(|error| game_error(py, &error))?;
        }
        drop(games);
        Board::create(py, game)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        derived::iterate(slf.as_any(), slf.get().lock()?.len())
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("<Boards: {} games>", self.lock()?.len()))
    }
}
