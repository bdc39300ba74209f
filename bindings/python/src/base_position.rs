//! The Python class `BasePosition`: the queries that `Position` and `Board` share.

use std::sync::{Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFrozenSet, PyList};
use tabiya::uci::{self, CastlingNotation};
use tabiya::{
    Diagram, EnPassantStyle, FenOptions, GenericBoard, MoveFilter, PackedPosition, Piece,
    PieceType, Square, san,
};

use crate::arguments::{self, en_passant_style};
use crate::chess_move::{Move, move_list, move_object};
use crate::drawing::{self, Picture};
use crate::errors::RowError;
use crate::explanation::MoveOrText;
use crate::position::Position;
use crate::python_types::{color, piece, piece_type, read_color, read_player, square, squares};
use crate::{explanation, perft, writers};

/// The queries that `Position` and `Board` share.
///
/// The class is frozen, so PyO3 never borrows it and no other thread can find it borrowed. A query copies
/// the board and then creates Python objects, which may run other threads.
#[pyclass(frozen, subclass, module = "tabiya")]
pub struct BasePosition {
    /// The position with its key. `Board` replaces it after each move.
    board: Mutex<tabiya::Board>,
    /// `true` if the game is Chess960, even where castling rights look like those in standard chess.
    is_chess960: bool,
}

impl BasePosition {
    /// Creates the base of a position or board.
    pub const fn new(board: tabiya::Board, is_chess960: bool) -> Self {
        Self { board: Mutex::new(board), is_chess960 }
    }

    /// Returns a copy of the board.
    pub fn board(&self) -> tabiya::Board {
        *self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Replaces the board after a move.
    pub fn set_board(&self, board: tabiya::Board) {
        *self.board.lock().unwrap_or_else(PoisonError::into_inner) = board;
    }

    /// Returns an error unless the move is legal.
    fn require_legal(&self, py: Python<'_>, mv: Move) -> PyResult<tabiya::Move> {
        let legal = self.board().why_illegal(mv.0);
        legal.map_err(|reason| RowError::illegal(mv.0, reason).into_python(py))?;
        Ok(mv.0)
    }

    fn exact_fen(&self) -> String {
        self.board().fen().en_passant(EnPassantStyle::Always).to_string()
    }

    /// Returns constructor arguments that create an equal position.
    pub fn arguments(&self) -> String {
        let fen = self.exact_fen();
        match FenOptions::new().read(&fen) {
            Ok(_) => format!("'{fen}'"),
            Err(_) => format!("'{fen}', allow_impossible_checks=True"),
        }
    }

    /// Returns the castling notation: the explicit one, or the game's own.
    fn castling_notation(&self, chess960: Option<bool>) -> CastlingNotation {
        castling_notation(&self.board(), chess960.or(self.is_chess960.then_some(true)))
    }
}

/// Returns the castling notation: the explicit one, or king takes rook if a castling right does not exist in
/// standard chess.
pub fn castling_notation<K: tabiya::BoardKey>(
    board: &GenericBoard<K>,
    chess960: Option<bool>,
) -> CastlingNotation {
    CastlingNotation::for_chess960(chess960.unwrap_or_else(|| !board.is_standard_castling()))
}

#[pymethods]
impl BasePosition {
    /// The player to move.
    #[getter]
    fn turn(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        color(py, self.board().side_to_move())
    }

    /// The square behind a pawn that has just made a double push, or `None`.
    #[getter]
    fn ep_square(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.board().ep_square().map(|ep| square(py, ep)).transpose()
    }

    /// The number of plies since the last capture or pawn move.
    #[getter]
    fn halfmove_clock(&self) -> u16 {
        self.board().halfmove_clock()
    }

    /// The fullmove number, counted from 1 and incremented after Black's moves.
    #[getter]
    fn fullmove_number(&self) -> u16 {
        self.board().fullmove_number()
    }

    /// The squares whose rooks have a castling right.
    #[getter]
    fn castling_rooks<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        squares(py, self.board().castling_rooks())
    }

    /// The squares whose rooks have a castling right, as a bitboard.
    #[getter]
    fn castling_rights(&self) -> u64 {
        self.board().castling_rooks().0
    }

    /// The occupied squares.
    #[getter]
    fn occupied<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        squares(py, self.board().occupied())
    }

    /// `True` if the game is Chess960, even where the castling rights look like those in standard chess.
    #[getter]
    pub fn is_chess960(&self) -> bool {
        self.is_chess960
    }

    /// The Zobrist key, in which en passant counts only if a capture is legal.
    #[getter]
    fn key(&self) -> u64 {
        self.board().key()
    }

    /// The key that Polyglot opening books use.
    #[getter]
    fn polyglot_key(&self) -> u64 {
        self.board().polyglot_key()
    }

    /// The position in 28 bytes, without loss.
    #[getter]
    pub fn packed<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &PackedPosition::from(&self.board()).to_bytes())
    }

    /// The legal moves, in an order that every CPU shares.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        move_list(py, &self.board().legal_moves())
    }

    /// The legal captures, en passant included.
    #[getter]
    fn legal_captures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        move_list(py, &self.board().generator().moves(&MoveFilter::CAPTURES))
    }

    /// Returns the FEN.
    ///
    /// `en_passant` is `legal` (the square is written if a capture is legal), `xfen` (if a pawn
    /// attacks it) or `fen` (always). With `shredder`, castling rights are the rooks' files.
    #[pyo3(signature = (*, shredder = false, en_passant = "legal"))]
    fn fen(
        &self,
        #[pyo3(from_py_with = arguments::shredder)] shredder: bool,
        #[pyo3(from_py_with = arguments::en_passant)] en_passant: &str,
    ) -> PyResult<String> {
        let fen = self.board().fen().en_passant(en_passant_style(en_passant)?);
        let castling =
            if shredder { tabiya::CastlingStyle::Shredder } else { tabiya::CastlingStyle::XFen };
        Ok(fen.castling(castling).to_string())
    }

    /// Returns the castling rights as in a FEN: `KQkq`, or an inner rook's file.
    fn castling_xfen(&self) -> String {
        let fen = self.board().fen().to_string();
        fen.split(' ').nth(2).unwrap_or("-").to_owned()
    }

    /// Tests whether a capture en passant is legal.
    fn has_legal_en_passant(&self) -> bool {
        self.board().legal_ep_square().is_some()
    }

    /// Tests whether every castling right exists in standard chess.
    fn is_standard_castling(&self) -> bool {
        self.board().is_standard_castling()
    }

    /// Returns the piece on a square, or `None`.
    fn piece_at(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::square)] square: Square,
    ) -> PyResult<Option<Py<PyAny>>> {
        self.board().piece_on(square).map(|found| piece(py, found)).transpose()
    }

    /// Returns the piece type on a square, or `None`.
    fn piece_type_at(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::square)] square: Square,
    ) -> PyResult<Option<Py<PyAny>>> {
        self.board().piece_type_on(square).map(|found| piece_type(py, found)).transpose()
    }

    /// Returns the player whose piece is on a square, or `None`.
    fn color_at(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::square)] square: Square,
    ) -> PyResult<Option<Py<PyAny>>> {
        self.board().piece_on(square).map(Piece::color).map(|found| color(py, found)).transpose()
    }

    /// Returns the squares on which a player has pieces of a type.
    fn pieces<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::piece_type_number)] piece_type: PieceType,
        color: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        squares(py, self.board().colored_pieces(read_color(color)?, piece_type))
    }

    /// Returns the pieces by their squares.
    fn piece_map<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let map = PyDict::new(py);
        for on in self.board().occupied() {
            let found = self.board().piece_on(on).map(|found| piece(py, found)).transpose()?;
            map.set_item(square(py, on)?, found)?;
        }
        Ok(map)
    }

    /// Returns the square of a player's king.
    fn king(&self, py: Python<'_>, color: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        square(py, self.board().king(read_color(color)?))
    }

    /// Counts the legal moves without listing them.
    fn legal_count(&self) -> usize {
        self.board().legal_move_count()
    }

    /// Tests whether a move is legal. Any move is accepted.
    fn is_legal(
        &self,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> bool {
        self.board().is_legal(r#move.0)
    }

    /// Returns the reason why a move is illegal as a sentence, or `None` if it is legal.
    ///
    /// `explain_move` adds the squares on which the reason rests.
    ///
    /// >>> Position().why_illegal(Move(Square.F1, Square.B5))
    /// 'the white pawn on e2 blocks the white bishop on f1'
    fn why_illegal(
        &self,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> Option<String> {
        self.board().why_illegal(r#move.0).err().map(|reason| reason.to_string())
    }

    /// Explains why a move is legal or illegal: a sentence, and the squares on which it rests.
    ///
    /// `move` is a `Move`, or a text in SAN or UCI notation. Any move is accepted.
    ///
    /// Raises:
    ///     IllegalMoveError: The text is not in SAN or UCI notation.
    ///
    /// >>> pinned = Position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1").explain_move("Nc3")
    /// >>> pinned.code, pinned.attackers
    /// ('pinned', frozenset({Square.E8}))
    /// >>> pinned.sentence
    /// 'the white knight on e2 is pinned on the e-file by the black rook on e8'
    fn explain_move<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::move_or_text)] r#move: MoveOrText<'py>,
    ) -> PyResult<Bound<'py, PyAny>> {
        explanation::explain(py, &self.board().position(), &r#move)
    }

    /// Tests whether a move captures a piece.
    fn is_capture(
        &self,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> bool {
        self.board().is_capture(r#move.0)
    }

    /// Tests whether a move is castling.
    fn is_castling(
        &self,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> bool {
        r#move.0.is_castling()
    }

    /// Tests whether a move captures en passant.
    fn is_en_passant(
        &self,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> bool {
        r#move.0.is_en_passant()
    }

    /// Tests whether a legal move gives check.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is illegal.
    fn gives_check(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> PyResult<bool> {
        Ok(self.board().gives_check(self.require_legal(py, *r#move)?))
    }

    /// Returns the gain from the exchange that a legal move starts (SEE), in centipawns.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is illegal.
    fn see(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> PyResult<i32> {
        Ok(self.board().see(self.require_legal(py, *r#move)?))
    }

    /// Returns a legal move in SAN.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is illegal.
    fn san(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> PyResult<String> {
        Ok(san::display(&self.board(), self.require_legal(py, *r#move)?).to_string())
    }

    /// Returns consecutive moves in SAN, with move numbers: `1. e4 e5 2. Nf3`.
    ///
    /// Raises:
    ///     IllegalMoveError: A move is illegal after those before it.
    fn variation_san(&self, moves: &Bound<'_, PyAny>) -> PyResult<String> {
        writers::variation_san(&self.board().position(), moves)
    }

    /// Returns the position as an EPD line, with operations by opcode.
    ///
    /// A value is an `int`, a `str`, a `Move` or a list of moves. `pv` takes consecutive moves.
    ///
    /// Raises:
    ///     ValueError: An opcode or a value is invalid, or a move is illegal.
    ///
    /// >>> Position().epd(bm=Position().parse_san("e4"), id="first", ce=30)
    /// 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; id "first"; ce 30;'
    #[pyo3(signature = (**operations))]
    fn epd(&self, operations: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        writers::epd_line(&self.board().position(), operations)
    }

    /// Returns a legal move in long algebraic notation.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is illegal.
    fn lan(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> PyResult<String> {
        Ok(san::display_long(&self.board(), self.require_legal(py, *r#move)?).to_string())
    }

    /// Returns a move in UCI notation.
    ///
    /// With `chess960=None`, castling is `e1h1` if `is_chess960` is true or a castling right does not
    /// exist in standard chess, else `e1g1`.
    #[pyo3(signature = (r#move, *, chess960 = None))]
    fn uci(
        &self,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
        #[pyo3(from_py_with = arguments::chess960_or_none)] chess960: Option<bool>,
    ) -> String {
        uci::display(r#move.0, self.castling_notation(chess960)).to_string()
    }

    /// Parses a text in SAN and returns the legal move.
    ///
    /// Raises:
    ///     IllegalMoveError: The text is not a legal move.
    fn parse_san<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::san)] san: &str,
    ) -> PyResult<&'py Py<Move>> {
        let mv = san::parse(&self.board(), san);
        move_object(py, mv.map_err(|error| RowError::text("san", &error).into_python(py))?)
    }

    /// Parses a text in UCI notation and returns the legal move; castling is `e1g1` or `e1h1`.
    ///
    /// Raises:
    ///     IllegalMoveError: The text is not a legal move.
    fn parse_uci<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::uci)] uci: &str,
    ) -> PyResult<&'py Py<Move>> {
        let mv = uci::parse(&self.board(), uci);
        move_object(py, mv.map_err(|error| RowError::text("uci", &error).into_python(py))?)
    }

    /// Returns the position after a legal move.
    ///
    /// Raises:
    ///     IllegalMoveError: The move is illegal.
    fn after(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::single_move)] r#move: PyRef<'_, Move>,
    ) -> PyResult<Py<Position>> {
        let after = self.board().after(self.require_legal(py, *r#move)?);
        Position::create(py, after, self.is_chess960)
    }

    /// Tests whether a move can have led to the position, by the rules of double Chess960.
    ///
    /// >>> Position("8/8/8/8/8/4k3/3P4/K7 b - - 0 1").has_last_move()
    /// False
    fn has_last_move(&self) -> bool {
        // `Positions` needs the same code; another copy would make the wheel larger.
        self.board().position().has_last_move()
    }

    /// Tests whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.board().is_check()
    }

    /// Tests whether the side to move is mated.
    fn is_checkmate(&self) -> bool {
        self.board().is_checkmate()
    }

    /// Tests whether the side to move has no legal move and is not in check.
    fn is_stalemate(&self) -> bool {
        self.board().is_stalemate()
    }

    /// Tests whether neither player has the material to mate.
    fn is_insufficient_material(&self) -> bool {
        self.board().is_insufficient_material()
    }

    /// Tests whether a player lacks the material to mate.
    fn has_insufficient_material(&self, color: &Bound<'_, PyAny>) -> PyResult<bool> {
        Ok(self.board().has_insufficient_material(read_color(color)?))
    }

    /// Tests whether a draw by the fifty-move rule may be claimed.
    fn is_fifty_moves(&self) -> bool {
        self.board().is_fifty_move_draw() && self.board().has_legal_move()
    }

    /// Tests whether the seventy-five-move rule ends the game.
    fn is_seventyfive_moves(&self) -> bool {
        self.board().halfmove_clock() >= 150 && self.board().has_legal_move()
    }

    /// Returns the pieces that give check.
    fn checkers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        squares(py, self.board().checkers())
    }

    /// Returns the pinned pieces of the side to move.
    fn pinned<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyFrozenSet>> {
        squares(py, self.board().generator().pinned())
    }

    /// Returns a player's pieces that attack a square.
    fn attackers<'py>(
        &self,
        py: Python<'py>,
        color: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = arguments::square)] square: Square,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        let board = self.board();
        let attackers = board.attackers_to(square, board.occupied());
        squares(py, attackers & board.colors(read_color(color)?))
    }

    /// Returns the squares that the piece on a square attacks.
    fn attacks<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::square)] square: Square,
    ) -> PyResult<Bound<'py, PyFrozenSet>> {
        squares(py, self.board().attacks_from(square))
    }

    /// Counts the sequences of `depth` legal moves; `threads=0` uses all CPUs.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::depth)] depth: u8,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<u128> {
        perft::count(py, &self.board().position(), depth, threads)
    }

    /// Counts the sequences of `depth` legal moves below each legal move.
    ///
    /// Raises:
    ///     ValueError: The depth is 0.
    #[pyo3(signature = (depth, *, threads = 1))]
    fn divide<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::depth)] depth: u8,
        #[pyo3(from_py_with = arguments::thread_count)] threads: usize,
    ) -> PyResult<Bound<'py, PyDict>> {
        let below = depth.checked_sub(1);
        let below = below.ok_or_else(|| PyValueError::new_err("depth: 0; expected at least 1"))?;
        let counts = PyDict::new(py);
        for mv in self.board().legal_moves() {
            let count = perft::count(py, &self.board().after(mv).position(), below, threads)?;
            counts.set_item(move_object(py, mv)?, count)?;
        }
        Ok(counts)
    }

    /// Returns the position as an SVG picture, which notebooks show.
    ///
    /// With a move, the picture shows why it is legal or illegal: attackers, pins and blocking
    /// pieces. `orientation` is the player at the lower edge, `lastmove` is a move whose squares
    /// are marked, and `arrows` are moves or pairs of squares.
    ///
    /// >>> picture = Position().svg(Move(Square.F1, Square.B5))
    /// >>> "the white pawn on e2 blocks" in picture
    /// True
    /// >>> picture = Position().svg(orientation=Color.BLACK, arrows=[("e2", "e4")])
    #[pyo3(signature = (r#move = None, *, orientation = None, lastmove = None, arrows = None))]
    fn svg(
        &self,
        #[pyo3(from_py_with = arguments::move_or_none)] r#move: Option<PyRef<'_, Move>>,
        orientation: Option<&Bound<'_, PyAny>>,
        #[pyo3(from_py_with = arguments::last_move)] lastmove: Option<PyRef<'_, Move>>,
        arrows: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let mut picture = Picture::new();
        picture.explained = r#move.map(|mv| mv.0);
        picture.last_move = lastmove.map(|mv| mv.0);
        if let Some(color) = orientation {
            picture.orientation = read_player("orientation", color)?;
        }
        if let Some(arrows) = arrows {
            picture.arrows = drawing::read_arrows(arrows)?;
        }
        Ok(drawing::svg(&self.board().position(), &picture))
    }

    fn _repr_svg_(&self) -> String {
        drawing::svg(&self.board().position(), &Picture::new())
    }

    /// Returns the board as eight lines of text, as `print` shows it.
    fn __str__(&self) -> String {
        Diagram::from(&self.board()).coordinates(false).to_string()
    }
}
