//! The Python class `Board`: a game with undo, repetitions and draw claims.

use pyo3::PyClassGuardMut;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyList;
use tabiya::{Color, DrawClaim, Game, GameError, GameOutcome, san, uci};

use crate::chess_move::{Move, move_list, move_object};
use crate::errors::RowError;
use crate::position::{
    BasePosition, Position, board_outcome, read_chess_board, read_fen, write_chess_board,
};
use crate::python_types::{Termination, outcome};

/// A board that moves are made on and taken back from. It keeps the history of the game.
///
/// The constructor reads a FEN as that of `Position` does.
///
/// >>> board = Board()
/// >>> for san in ["f3", "e5", "g4", "Qh4#"]:
/// ...     _ = board.push_san(san)
/// >>> board.outcome()
/// Outcome(termination=Termination.CHECKMATE, winner=Color.BLACK)
/// >>> board.pop(), board.is_check()
/// (Move(Square.D8, Square.H4), False)
#[pyclass(extends = BasePosition, module = "tabiya")]
pub struct Board {
    game: Game,
}

impl Board {
    fn initializer(game: Game) -> PyClassInitializer<Self> {
        let board = *game.board();
        PyClassInitializer::from(BasePosition { board }).add_subclass(Self { game })
    }

    /// Plays a move and updates the base class.
    fn play(slf: &mut PyClassGuardMut<'_, Self>, py: Python<'_>, mv: tabiya::Move) -> PyResult<()> {
        slf.game.play(mv).map_err(|error| game_error(py, &error))?;
        Self::update_base(slf);
        Ok(())
    }

    fn update_base(slf: &mut PyClassGuardMut<'_, Self>) {
        let board = *slf.game.board();
        slf.as_super().board = board;
    }
}

/// Returns the exception of a move that the game refuses.
fn game_error(py: Python<'_>, error: &GameError) -> PyErr {
    match *error {
        GameError::Illegal { mv, reason } => RowError::illegal(mv, reason).into_python(py),
        _ => PyValueError::new_err(error.to_string()),
    }
}

#[pymethods]
impl Board {
    /// Creates the board of a FEN, by default of the start position.
    #[new]
    #[pyo3(signature = (fen = None, *, allow_impossible_checks = false))]
    fn new(
        py: Python<'_>,
        fen: Option<&str>,
        allow_impossible_checks: bool,
    ) -> PyResult<PyClassInitializer<Self>> {
        let board = read_fen(py, fen, allow_impossible_checks)?;
        Ok(Self::initializer(Game::new(board)))
    }

    /// Returns a board with the given start position and moves.
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal.
    #[staticmethod]
    #[pyo3(signature = (position, moves = Vec::new()))]
    fn from_position(
        py: Python<'_>,
        position: PyRef<'_, BasePosition>,
        moves: Vec<PyRef<'_, Move>>,
    ) -> PyResult<Py<Self>> {
        let mut game = Game::new(position.board);
        for mv in moves {
            game.play(mv.0).map_err(|error| game_error(py, &error))?;
        }
        Py::new(py, Self::initializer(game))
    }

    /// Returns a board with the position and the moves of a `chess.Board`.
    #[staticmethod]
    fn from_chess(board: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let py = board.py();
        let mut game = Game::new(read_chess_board(&board.call_method0("root")?)?);
        for mv in board.getattr("move_stack")?.try_iter()? {
            let text: String = mv?.call_method0("uci")?.extract()?;
            let parsed = uci::parse(game.board(), &text);
            let mv = parsed.map_err(|error| RowError::text("uci", &error).into_python(py))?;
            game.play(mv).map_err(|error| game_error(py, &error))?;
        }
        Py::new(py, Self::initializer(game))
    }

    /// Returns the board as a `chess.Board` with its moves; needs python-chess.
    fn to_chess<'py>(slf: PyRef<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let start = slf.game.board_at(0).copied().unwrap_or_default();
        let board = write_chess_board(py, &start)?;
        let castling = crate::position::castling_notation(&start, None);
        for &mv in slf.game.moves() {
            board.call_method1("push_uci", (uci::display(mv, castling).to_string(),))?;
        }
        Ok(board)
    }

    /// The position on the board, immutable and without the history.
    #[getter]
    fn position(slf: PyRef<'_, Self>) -> PyResult<Py<Position>> {
        Position::create(slf.py(), *slf.game.board())
    }

    /// The moves made since the start position, as a new list.
    #[getter]
    fn move_stack<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        move_list(py, self.game.moves())
    }

    /// Makes a legal move.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is illegal; the board is unchanged.
    fn push(mut slf: PyClassGuardMut<'_, Self>, py: Python<'_>, r#move: &Move) -> PyResult<()> {
        Self::play(&mut slf, py, r#move.0)
    }

    /// Makes the move of a text in SAN and returns it.
    ///
    /// Raises:
    ///     IllegalMoveError: The text is not a legal move; the board is unchanged.
    fn push_san<'py>(
        mut slf: PyClassGuardMut<'_, Self>,
        py: Python<'py>,
        san: &str,
    ) -> PyResult<&'py Py<Move>> {
        let mv = san::parse(slf.game.board(), san);
        let mv = mv.map_err(|error| RowError::text("san", &error).into_python(py))?;
        Self::play(&mut slf, py, mv)?;
        move_object(py, mv)
    }

    /// Makes the move of a text in UCI notation and returns it.
    ///
    /// Raises:
    ///     IllegalMoveError: The text is not a legal move; the board is unchanged.
    fn push_uci<'py>(
        mut slf: PyClassGuardMut<'_, Self>,
        py: Python<'py>,
        uci: &str,
    ) -> PyResult<&'py Py<Move>> {
        let mv = uci::parse(slf.game.board(), uci);
        let mv = mv.map_err(|error| RowError::text("uci", &error).into_python(py))?;
        Self::play(&mut slf, py, mv)?;
        move_object(py, mv)
    }

    /// Takes back the last move and returns it.
    ///
    /// Raises:
    ///     IndexError: No move was made.
    fn pop<'py>(mut slf: PyClassGuardMut<'_, Self>, py: Python<'py>) -> PyResult<&'py Py<Move>> {
        let mv = slf.game.undo().ok_or_else(|| PyIndexError::new_err("no move to take back"))?;
        Self::update_base(&mut slf);
        move_object(py, mv)
    }

    /// Returns the last move.
    ///
    /// Raises:
    ///     IndexError: No move was made.
    fn peek<'py>(&self, py: Python<'py>) -> PyResult<&'py Py<Move>> {
        let mv = self.game.moves().last();
        move_object(py, *mv.ok_or_else(|| PyIndexError::new_err("no move was made"))?)
    }

    /// Returns the number of plies since the start of the game, by the fullmove number.
    fn ply(&self) -> u32 {
        let board = self.game.board();
        2 * (u32::from(board.fullmove_number()) - 1) + u32::from(!board.side_to_move().is_white())
    }

    /// Returns the start position.
    fn root(&self, py: Python<'_>) -> PyResult<Py<Position>> {
        Position::create(py, self.game.board_at(0).copied().unwrap_or_default())
    }

    /// Returns a copy with the same history.
    fn copy(slf: PyRef<'_, Self>) -> PyResult<Py<Self>> {
        Py::new(slf.py(), Self::initializer(slf.game.clone()))
    }

    /// Tests whether the position occurs at least `count` times in the game.
    #[pyo3(signature = (count = 3))]
    fn is_repetition(&self, count: usize) -> bool {
        self.game.repetitions() + 1 >= count
    }

    /// Tests whether the position occurs for the fifth time.
    fn is_fivefold_repetition(&self) -> bool {
        self.game.is_fivefold()
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

    /// Returns the outcome of the game, or `None`. With `claim_draw`, a possible claim ends it.
    #[pyo3(signature = (*, claim_draw = false))]
    fn outcome(&self, py: Python<'_>, claim_draw: bool) -> PyResult<Option<Py<PyAny>>> {
        let found = self.find_outcome(claim_draw);
        found.map(|(termination, winner)| outcome(py, termination, winner)).transpose()
    }

    /// Tests whether the game is over. With `claim_draw`, a possible claim ends it.
    #[pyo3(signature = (*, claim_draw = false))]
    fn is_game_over(&self, claim_draw: bool) -> bool {
        self.find_outcome(claim_draw).is_some()
    }

    /// Returns the result token of PGN: `1-0`, `0-1`, `1/2-1/2`, or `*` while the game goes on.
    #[pyo3(signature = (*, claim_draw = false))]
    fn result(&self, claim_draw: bool) -> &'static str {
        match self.find_outcome(claim_draw) {
            None => "*",
            Some((_, None)) => "1/2-1/2",
            Some((_, Some(Color::White))) => "1-0",
            Some((_, Some(Color::Black))) => "0-1",
        }
    }

    /// Returns the moves as a game in SAN with move numbers: `1. e4 e5 *`.
    fn movetext(&self) -> String {
        self.game.to_string()
    }

    fn __eq__(slf: PyRef<'_, Self>, other: &Bound<'_, PyAny>) -> Option<bool> {
        let other = other.cast::<Self>().ok()?;
        // Moves that were taken back do not count. The same object may be borrowed twice.
        let other = other.borrow();
        let (one, two) = (&slf.game, &other.game);
        Some(one.board_at(0) == two.board_at(0) && one.moves() == two.moves())
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
        let board = slf.borrow();
        let (root, moves) = (board.root(slf.py())?, board.move_stack(slf.py())?);
        Ok((slf.get_type().getattr("from_position")?, (root, moves)))
    }
}

impl Board {
    /// Tests whether a draw may be claimed for the position, or for that after a legal move.
    fn can_claim(&self, claim: DrawClaim) -> bool {
        self.game.can_claim(claim) || !self.game.claiming_moves(claim).is_empty()
    }

    fn find_outcome(&self, claim_draw: bool) -> Option<(Termination, Option<Color>)> {
        let found = self.game.outcome().map(|end| match end {
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
