//! A game: moves from a start position, with undo, repetitions, draw claims and the result.
//!
//! [`Game`] needs an allocator. A search keeps its own boards and keys, and a reader for many games
//! makes the moves on one board.

mod error;
mod outcome;
mod rules;
mod write;

pub use error::GameError;
pub use outcome::{DrawClaim, GameOutcome};

use alloc::vec;
use alloc::vec::Vec;

use tabiya_core::Move;
use tabiya_movegen::{Board, Position};

use crate::{move_text, variation};

/// A game: a start position, the moves played and undone, and the end.
///
/// - [`play`](Self::play) and [`play_text`](Self::play_text) check each move. [`undo`](Self::undo)
///   and [`redo`](Self::redo) step through the moves; a new move discards the undone ones.
/// - [`outcome`](Self::outcome) follows the FIDE rules, including fivefold repetition and
///   seventy-five moves. [`can_claim_draw`](Self::can_claim_draw) and
///   [`claim_draw`](Self::claim_draw) treat claims, including those by the intended move.
/// - [`resign`](Self::resign), [`agree_draw`](Self::agree_draw) and [`adjudicate`](Self::adjudicate)
///   end the game off the board.
///
/// # Clocks, keys and memory
///
/// A game keeps the [`Board`] after every move, with its clocks and its key, and the keys once more in one
/// slice for [`History`](tabiya_movegen::History). That takes 74 bytes per move, including undone moves.
///
/// The clocks continue from the start position's clocks. Positions before the start are unknown, so
/// a game from a FEN counts repetitions from there. Positions are compared by their 64-bit Zobrist
/// keys, which follow the repetition rule.
///
/// # Moves after the end
///
/// [`play`](Self::play) refuses moves after an end that you declared. It accepts legal moves after a draw
/// by insufficient material, fivefold repetition or seventy-five moves, because old scores and analysis
/// contain them. If your program plays by the rules, call [`outcome`](Self::outcome) after each move.
///
/// ```
/// use tabiya::{Game, GameError};
///
/// let mut game = Game::default();
/// for text in ["f3", "e5", "g2g4"] {
///     game.play_text(text)?; // SAN or UCI
/// }
/// game.undo();
/// assert_eq!(game.to_string(), "1. f3 e5 *");
/// game.redo();
/// game.play_text("Qh4#")?;
/// assert_eq!(game.to_string(), "1. f3 e5 2. g4 Qh4# 0-1");
/// let outcome = game.outcome().map(|outcome| outcome.to_string());
/// assert_eq!(outcome.as_deref(), Some("Black wins by checkmate"));
/// # Ok::<(), GameError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The moves played, and those undone since.
    moves: Vec<Move>,
    /// The start position, and the board after each of `moves`.
    boards: Vec<Board>,
    /// The keys of `boards`.
    keys: Vec<u64>,
    /// The number of moves played and not undone: an index into `boards`.
    ply: usize,
    /// The end that the caller declared. No moves are undone then.
    declared: Option<GameOutcome>,
}

impl Game {
    /// Creates a game without moves from a start position.
    ///
    /// ```
    /// use tabiya::{Board, Game};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 30")?;
    /// let mut game = Game::new(board);
    /// game.play_variation("Ke7 e4")?;
    /// assert_eq!(game.to_string(), "30... Ke7 31. e4 *");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn new(start: impl Into<Board>) -> Self {
        let start = start.into();
        Self {
            moves: Vec::new(),
            boards: vec![start],
            keys: vec![start.key()],
            ply: 0,
            declared: None,
        }
    }

    /// Plays a legal move, and discards the moves that were undone.
    ///
    /// # Errors
    ///
    /// Returns [`GameError::Illegal`] for an illegal move, and [`GameError::Over`] after an end that
    /// was declared. The game is unchanged then.
    ///
    /// ```
    /// use tabiya::{Game, GameError, Move, Square};
    ///
    /// let mut game = Game::default();
    /// game.play(Move::new(Square::E2, Square::E4))?;
    /// let again = game.play(Move::new(Square::E2, Square::E4));
    /// assert!(matches!(again, Err(GameError::Illegal { .. })));
    /// assert_eq!(game.len(), 1);
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn play(&mut self, mv: Move) -> Result<(), GameError> {
        self.check_not_declared()?;
        let board = self.board();
        board.why_illegal(mv).map_err(|reason| GameError::Illegal { mv, reason })?;
        let board = board.after(mv);
        self.discard_undone();
        self.push(mv, board);
        Ok(())
    }

    /// Plays a move in any notation that [`move_text`] reads, and returns the move.
    ///
    /// # Errors
    ///
    /// Returns [`GameError::Text`] if the text is not a legal move, [`GameError::NullMove`] for a null
    /// move, and [`GameError::Over`] after an end that was declared. The game is unchanged then.
    ///
    /// ```
    /// use tabiya::{Game, GameError, Move, Square};
    ///
    /// let mut game = Game::default();
    /// assert_eq!(game.play_text("Nf3")?, Move::new(Square::G1, Square::F3));
    /// assert_eq!(game.play_text("g8f6")?, Move::new(Square::G8, Square::F6));
    /// assert_eq!(game.play_text("--"), Err(GameError::NullMove));
    /// # Ok::<(), GameError>(())
    /// ```
    #[doc(alias = "push_san")]
    pub fn play_text(&mut self, text: impl AsRef<[u8]>) -> Result<Move, GameError> {
        self.check_not_declared()?;
        let mv = move_text::parse(self.board(), text).map_err(GameError::Text)?;
        let mv = mv.ok_or(GameError::NullMove)?;
        self.play(mv).map(|()| mv)
    }

    /// Plays the moves in a [variation]: all of them or, after an error, none.
    ///
    /// A result at the end of the text is ignored.
    ///
    /// # Errors
    ///
    /// Returns [`GameError::Variation`] if the text is not a variation from the current position, and
    /// [`GameError::Over`] after an end that was declared. The game is unchanged then.
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("1. e4 e5 2. Nf3")?;
    /// assert!(game.play_variation("2... Nc6 3. Nxe6").is_err());
    /// assert_eq!(game.len(), 3);
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn play_variation(&mut self, text: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), GameError> {
        self.check_not_declared()?;
        let moves = variation::read(self.board(), text).collect::<Result<Vec<_>, _>>();
        moves.map_err(GameError::Variation)?.into_iter().try_for_each(|mv| self.play(mv))
    }

    /// Takes back the last move and returns it, or returns `None` at the start.
    ///
    /// An end that was declared is taken back with the move. At the start, without a move,
    /// [`reopen`](Self::reopen) takes it back.
    ///
    /// ```
    /// use tabiya::{Game, GameError, Move, Square};
    ///
    /// let mut game = Game::default();
    /// assert_eq!(game.undo(), None);
    /// game.play_text("e4")?;
    /// game.agree_draw()?;
    /// assert_eq!(game.undo(), Some(Move::new(Square::E2, Square::E4)));
    /// assert_eq!((game.len(), game.outcome()), (0, None));
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Move> {
        self.ply = self.ply.checked_sub(1)?;
        self.declared = None;
        self.moves.get(self.ply).copied()
    }

    /// Plays the move that was undone last and returns it, or returns `None` without such a move.
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("e4 e5")?;
    /// let (e5, e4) = (game.undo(), game.undo());
    /// assert_eq!(game.redo(), e4);
    /// assert_eq!(game.redo(), e5);
    /// assert_eq!(game.redo(), None);
    ///
    /// // A new move discards the undone ones.
    /// game.undo();
    /// game.play_text("c5")?;
    /// assert_eq!(game.redo(), None);
    /// # Ok::<(), GameError>(())
    /// ```
    pub fn redo(&mut self) -> Option<Move> {
        let mv = self.moves.get(self.ply).copied()?;
        self.ply += 1;
        Some(mv)
    }

    /// Returns the current board.
    ///
    /// ```
    /// use tabiya::{Color, Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_text("d4")?;
    /// assert_eq!(game.board().side_to_move(), Color::Black);
    /// # Ok::<(), GameError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.boards[self.ply]
    }

    /// Returns the current position, without its key.
    ///
    /// ```
    /// use tabiya::{Game, Position};
    ///
    /// assert_eq!(Game::default().position(), Position::START);
    /// ```
    #[inline]
    #[must_use]
    pub fn position(&self) -> Position {
        self.board().position()
    }

    /// Returns the board after a number of moves, undone moves included: 0 is the start position.
    ///
    /// The result is `None` beyond the last move.
    ///
    /// ```
    /// use tabiya::{Board, Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("1. e4 e5 2. Nf3")?;
    /// game.undo();
    /// assert_eq!(game.board_at(0), Some(&Board::default()));
    /// assert_eq!(game.board_at(2), Some(game.board()));
    /// assert!(game.board_at(3).is_some()); // 2. Nf3 can be played again
    /// assert_eq!(game.board_at(4), None);
    /// # Ok::<(), GameError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn board_at(&self, ply: usize) -> Option<&Board> {
        self.boards.get(ply)
    }

    /// Returns the moves played and not undone.
    ///
    /// ```
    /// use tabiya::{Game, GameError, Move, Square};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("e4 e5")?;
    /// game.undo();
    /// assert_eq!(game.moves(), [Move::new(Square::E2, Square::E4)]);
    /// # Ok::<(), GameError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves[..self.ply]
    }

    /// Returns the moves that [`redo`](Self::redo) plays, the next one first.
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("e4 e5")?;
    /// let (e5, e4) = (game.undo(), game.undo());
    /// assert_eq!(Some(game.undone_moves()), [e4, e5].into_iter().collect::<Option<Vec<_>>>().as_deref());
    /// # Ok::<(), GameError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn undone_moves(&self) -> &[Move] {
        &self.moves[self.ply..]
    }

    /// Returns how many half-moves were played and not undone.
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("1. e4 e5 2. Nf3")?;
    /// assert_eq!(game.len(), 3);
    /// # Ok::<(), GameError>(())
    /// ```
    #[doc(alias = "ply")]
    #[inline]
    #[must_use]
    pub fn len(&self) -> usize {
        self.ply
    }

    /// Tests whether the game is at its start position.
    ///
    /// ```
    /// use tabiya::Game;
    ///
    /// let mut game = Game::default();
    /// assert!(game.is_empty());
    /// assert!(game.play_text("e4").is_ok());
    /// assert!(!game.is_empty());
    /// ```
    #[inline]
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ply == 0
    }

    /// Returns the position keys from the start to the current position.
    ///
    /// An engine copies them and appends its search's keys, for
    /// [`History`](tabiya_movegen::History).
    ///
    /// ```
    /// use tabiya::{Game, GameError};
    ///
    /// let mut game = Game::default();
    /// game.play_variation("Nf3 Nf6 Ng1 Ng8")?;
    /// assert_eq!(game.keys().len(), 5);
    /// assert_eq!(game.keys()[0], game.keys()[4]);
    /// # Ok::<(), GameError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys[..=self.ply]
    }

    /// Returns an error if an end was declared.
    fn check_not_declared(&self) -> Result<(), GameError> {
        self.declared.map_or(Ok(()), |outcome| Err(GameError::Over(outcome)))
    }

    fn discard_undone(&mut self) {
        self.moves.truncate(self.ply);
        self.boards.truncate(self.ply + 1);
        self.keys.truncate(self.ply + 1);
    }

    fn push(&mut self, mv: Move, board: Board) {
        self.moves.push(mv);
        self.boards.push(board);
        self.keys.push(board.key());
        self.ply += 1;
    }
}

impl Default for Game {
    /// Creates a game from the start position of standard chess.
    fn default() -> Self {
        Self::new(Board::START)
    }
}

impl From<Board> for Game {
    fn from(start: Board) -> Self {
        Self::new(start)
    }
}

#[cfg(test)]
mod tests;
