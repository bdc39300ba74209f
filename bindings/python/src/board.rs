//! The Python class `Board`: a game with undo, repetitions and draw claims.

use std::error::Error;
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use tabiya::{Color, DrawClaim, Game, GameError, GameOutcome, san, uci};

use crate::arguments::{self, items, mismatch};
use crate::chess_move::{Move, move_list, move_object};
use crate::errors::RowError;
use crate::position::{
    BasePosition, Position, board_outcome, castling_notation, read_chess_board, read_fen,
    write_chess_board,
};
use crate::python_types::{Termination, outcome};

/// A board on which you make moves and take them back. It keeps the game's history.
///
/// The constructor reads a FEN as `Position` does.
///
/// >>> board = Board()
/// >>> for san in ["f3", "e5", "g4", "Qh4#"]:
/// ...     _ = board.push_san(san)
/// >>> board.outcome()
/// Outcome(termination=Termination.CHECKMATE, winner=Color.BLACK)
/// >>> board.pop(), board.is_check()
/// (Move(Square.D8, Square.H4), False)
#[pyclass(extends = BasePosition, frozen, module = "tabiya")]
pub struct Board {
    /// The game. No Python object is created while it is locked, because that may run other threads, which may
    /// then wait for the lock.
    game: Mutex<Game>,
}

impl Board {
    fn initializer(game: Game, is_chess960: bool) -> PyClassInitializer<Self> {
        let base = BasePosition::new(*game.board(), is_chess960);
        PyClassInitializer::from(base).add_subclass(Self { game: Mutex::new(game) })
    }

    /// Creates the object for a game.
    pub fn create(py: Python<'_>, game: Game) -> PyResult<Py<Self>> {
        Py::new(py, Self::initializer(game, false))
    }

    fn lock(&self) -> MutexGuard<'_, Game> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the game and then the base class.
    fn change<T>(slf: &PyRef<'_, Self>, change: impl FnOnce(&mut Game) -> T) -> T {
        let mut game = slf.lock();
        let result = change(&mut game);
        slf.as_super().set_board(*game.board());
        result
    }

    /// Plays a move.
    fn play(slf: &PyRef<'_, Self>, mv: tabiya::Move) -> PyResult<()> {
        Self::change(slf, |game| game.play(mv)).map_err(|error| game_error(slf.py(), &error))
    }

    /// Plays the move that was parsed from a text in a notation, and returns its object.
    fn play_parsed<'py>(
        slf: &PyRef<'py, Self>,
        notation: &str,
        parsed: Result<tabiya::Move, impl Error>,
    ) -> PyResult<&'py Py<Move>> {
        let py = slf.py();
        let mv = parsed.map_err(|error| RowError::text(notation, &error).into_python(py))?;
        Self::play(slf, mv)?;
        move_object(py, mv)
    }
}

/// Returns the exception for a move that the game refuses.
pub fn game_error(py: Python<'_>, error: &GameError) -> PyErr {
    match *error {
        GameError::Illegal { mv, reason } => RowError::illegal(mv, reason).into_python(py),
        _ => PyValueError::new_err(error.to_string()),
    }
}

#[pymethods]
impl Board {
    /// Creates the board from a FEN, by default with the start position.
    #[new]
    #[pyo3(signature = (fen = None, *, allow_impossible_checks = false))]
    fn new(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::fen)] fen: Option<&str>,
        #[pyo3(from_py_with = arguments::allow_impossible_checks)] allow_impossible_checks: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let board = read_fen(py, fen, allow_impossible_checks)?;
        Ok(Self::initializer(Game::new(board), false))
    }

    /// Returns a board with the given start position and moves, an iterable of `Move`.
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal.
    #[staticmethod]
    #[pyo3(signature = (position, moves = None))]
    fn from_position(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::position)] position: PyRef<'_, BasePosition>,
        moves: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Py<Self>> {
        let mut game = Game::new(position.board());
        if let Some(moves) = moves {
            for item in items("moves", moves, "an iterable of tabiya.Move")? {
                let item = item?;
                let mv = item.cast::<Move>();
                let mv = mv.map_err(|_| mismatch("moves", &item, "tabiya.Move"))?;
                game.play(mv.get().0).map_err(|error| game_error(py, &error))?;
            }
        }
        Py::new(py, Self::initializer(game, position.is_chess960()))
    }

    /// Returns a board with the position and the moves of a `chess.Board`.
    #[staticmethod]
    fn from_chess(board: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let py = board.py();
        if !board.hasattr("root")? || !board.hasattr("move_stack")? {
            return Err(mismatch("board", board, "a chess.Board"));
        }
        let root = read_chess_board(&board.call_method0("root")?)?;
        let mut game = Game::new(root.board);
        for mv in board.getattr("move_stack")?.try_iter()? {
            let text: String = mv?.call_method0("uci")?.extract()?;
            let parsed = uci::parse(game.board(), &text);
            let mv = parsed.map_err(|error| RowError::text("uci", &error).into_python(py))?;
            game.play(mv).map_err(|error| game_error(py, &error))?;
        }
        Py::new(py, Self::initializer(game, root.is_chess960))
    }

    /// Returns the board as a `chess.Board` with its moves; needs python-chess.
    fn to_chess<'py>(slf: PyRef<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let game = slf.lock().clone();
        let start = game.board_at(0).copied().unwrap_or_default();
        let is_chess960 = slf.as_super().is_chess960();
        let board = write_chess_board(py, &start, is_chess960)?;
        let castling = castling_notation(&start, is_chess960.then_some(true));
        for &mv in game.moves() {
            board.call_method1("push_uci", (uci::display(mv, castling).to_string(),))?;
        }
        Ok(board)
    }

    /// The position on the board, immutable and without the history.
    #[getter]
    fn position(slf: PyRef<'_, Self>) -> PyResult<Py<Position>> {
        let base = slf.as_super();
        Position::create(slf.py(), base.board(), base.is_chess960())
    }

    /// The moves made since the start position, as a new list.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let moves = self.lock().moves().to_vec();
        move_list(py, &moves)
    }

    /// Makes a legal move.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is illegal; the board is unchanged.
    fn push(
        slf: PyRef<'_, Self>,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> PyResult<()> {
        Self::play(&slf, r#move.0)
    }

    /// Parses a text in SAN, makes the move and returns it.
    ///
    /// Raises:
    ///     IllegalMoveError: The text is not a legal move; the board is unchanged.
    fn push_san<'py>(
        slf: PyRef<'py, Self>,
        #[pyo3(from_py_with = arguments::san)] san: &str,
    ) -> PyResult<&'py Py<Move>> {
        let parsed = san::parse(&slf.as_super().board(), san);
        Self::play_parsed(&slf, "san", parsed)
    }

    /// Parses a text in UCI notation, makes the move and returns it.
    ///
    /// Raises:
    ///     IllegalMoveError: The text is not a legal move; the board is unchanged.
    fn push_uci<'py>(
        slf: PyRef<'py, Self>,
        #[pyo3(from_py_with = arguments::uci)] uci: &str,
    ) -> PyResult<&'py Py<Move>> {
        let parsed = uci::parse(&slf.as_super().board(), uci);
        Self::play_parsed(&slf, "uci", parsed)
    }

    /// Takes back the last move and returns it.
    ///
    /// Raises:
    ///     IndexError: No move was made.
    fn pop(slf: PyRef<'_, Self>) -> PyResult<&Py<Move>> {
        let mv = Self::change(&slf, Game::undo);
        move_object(slf.py(), mv.ok_or_else(|| PyIndexError::new_err("no move to take back"))?)
    }

    /// Returns the last move.
    ///
    /// Raises:
    ///     IndexError: No move was made.
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<&'py Py<Move>> {
        let mv = self.lock().moves().last().copied();
        move_object(py, mv.ok_or_else(|| PyIndexError::new_err("no move was made"))?)
    }

    /// Returns the number of plies since the game's start, by the fullmove number.
    fn ply(slf: PyRef<'_, Self>) -> u32 {
        let board = slf.as_super().board();
        2 * (u32::from(board.fullmove_number()) - 1) + u32::from(!board.side_to_move().is_white())
    }

    /// Returns the start position.
    fn root(slf: PyRef<'_, Self>) -> PyResult<Py<Position>> {
        let start = slf.lock().board_at(0).copied().unwrap_or_default();
        Position::create(slf.py(), start, slf.as_super().is_chess960())
    }

    /// Returns a copy with the same history.
    fn copy(slf: PyRef<'_, Self>) -> PyResult<Py<Self>> {
        let game = slf.lock().clone();
        Py::new(slf.py(), Self::initializer(game, slf.as_super().is_chess960()))
    }

    /// Tests whether the position occurs at least `count` times in the game.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(
        &self,
        #[pyo3(from_py_with = arguments::repetition_count)] count: usize,
    ) -> bool {
        self.lock().repetitions() + 1 >= count
    }

    /// Tests whether the position occurs for the fifth time.
    fn is_fivefold_repetition(&self) -> bool {
        self.lock().is_fivefold()
    }

    /// Tests whether a draw may be claimed by threefold repetition, now or by the next move.
    fn can_claim_threefold_repetition(&self) -> bool {
        self.can_claim(DrawClaim::Threefold)
    }

    /// Tests whether a draw may be claimed by the fifty-move rule, now or by the next move.
    fn can_claim_fifty_moves(&self) -> bool {
        self.can_claim(DrawClaim::FiftyMoves)
    }

    /// Tests whether a draw may be claimed, now or by the next move.
    fn can_claim_draw(&self) -> bool {
        DrawClaim::ALL.into_iter().any(|claim| self.can_claim(claim))
    }

    /// Returns the game's outcome, or `None`. With `claim_draw`, a possible claim ends the game.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::claim_draw)] claim_draw: bool,
    ) -> PyResult<Option<Py<PyAny>>> {
        let found = self.find_outcome(claim_draw);
        found.map(|(termination, winner)| outcome(py, termination, winner)).transpose()
    }

    /// Tests whether the game is over. With `claim_draw`, a possible claim ends it.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, #[pyo3(from_py_with = arguments::claim_draw)] claim_draw: bool) -> bool {
        self.find_outcome(claim_draw).is_some()
    }

    /// Returns the PGN result token: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(
        &self,
        #[pyo3(from_py_with = arguments::claim_draw)] claim_draw: bool,
    ) -> &'static str {
        match self.find_outcome(claim_draw) {
            None => "*",
            Some((_, None)) => "1/2-1/2",
            Some((_, Some(Color::White))) => "1-0",
            Some((_, Some(Color::Black))) => "0-1",
        }
    }

    /// Returns the moves as a game in SAN with move numbers: `1. e4 e5 *`.
    fn movetext(&self) -> String {
        self.lock().to_string()
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        // A copy, because both locks at once would block if another thread compares in the other order.
        let other = other.lock().clone();
        let game = self.lock();
        // Moves that were taken back do not count.
        game.board_at(0) == other.board_at(0) && game.moves() == other.moves()
    }

    fn __copy__(slf: PyRef<'_, Self>) -> PyResult<Py<Self>> {
        Self::copy(slf)
    }

    fn __deepcopy__(slf: PyRef<'_, Self>, _memo: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        Self::copy(slf)
    }

    fn __repr__(slf: PyRef<'_, Self>) -> String {
        format!("Board({})", slf.as_super().arguments())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Py<Position>, Bound<'py, PyList>))> {
        let py = slf.py();
        let game = slf.get().lock().clone();
        let start = game.board_at(0).copied().unwrap_or_default();
        let root = Position::create(py, start, slf.as_super().get().is_chess960())?;
        let moves = move_list(py, game.moves())?;
        Ok((slf.get_type().getattr("from_position")?, (root, moves)))
    }
}

impl Board {
    /// Tests whether a draw may be claimed for the position, or for that after a legal move.
    fn can_claim(&self, claim: DrawClaim) -> bool {
        let game = self.lock();
        game.can_claim(claim) || !game.claiming_moves(claim).is_empty()
    }

    fn find_outcome(&self, claim_draw: bool) -> Option<(Termination, Option<Color>)> {
        let found = self.lock().outcome().map(|end| match end {
            GameOutcome::Board(end) => board_outcome(end),
            _ => (Termination::Fivefold, None),
        });
        if found.is_some() || !claim_draw {
            return found;
        }
        let claims = [
            (DrawClaim::FiftyMoves, Termination::FiftyMoves),
            (DrawClaim::Threefold, Termination::Threefold),
        ];
        let found = claims.into_iter().find(|&(claim, _)| self.can_claim(claim));
        found.map(|(_, termination)| (termination, None))
    }
}
