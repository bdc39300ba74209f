//! A replay that tests each move.

use core::fmt;
use core::iter::FusedIterator;

use tabiya_movegen::{BoardKey, GenericBoard, ZobristKey};

use super::{ReplayError, StoredMove, TrustedReplay};

/// A game replay: makes stored moves from a start board, and tests whether each is legal.
///
/// - [`next_board`](Self::next_board) makes the next move and returns a reference to the board.
/// - As an iterator, it yields a copy of the board after each move, or an error as its last item.
/// - [`finish`](Self::finish) makes all moves and returns the last board.
///
/// The start board is not yielded. [`TrustedReplay`] omits the test, for moves that are known to be
/// legal. `replay_all`, with the feature `threads`, replays many games.
///
/// ```
/// use tabiya::{Board, History, Move, Replay, Square};
///
/// // The 16-bit moves of a game, as a database stores them: the knights move out and back.
/// let squares = [
///     (Square::G1, Square::F3),
///     (Square::G8, Square::F6),
///     (Square::F3, Square::G1),
///     (Square::F6, Square::G8),
/// ];
/// let game = squares.map(|(from, to)| Move::new(from, to).to_bits());
///
/// let mut keys = vec![Board::START.key()];
/// let mut replay = Replay::new(Board::START, &game);
/// while let Some(board) = replay.next_board()? {
///     keys.push(board.key());
/// }
/// assert_eq!(History::new(&keys).repetitions(4), 1);
///
/// // The same as an iterator.
/// let boards = Replay::new(Board::START, &game).collect::<Result<Vec<_>, _>>()?;
/// assert!(boards.iter().map(Board::key).eq(keys[1..].iter().copied()));
/// # Ok::<(), tabiya::ReplayError>(())
/// ```
#[doc(alias = "pgn")]
#[doc(alias = "database")]
#[derive(Clone)]
pub struct Replay<'a, M, K = ZobristKey> {
    pub(super) board: GenericBoard<K>,
    /// The moves that are not yet made; empty after an error.
    pub(super) moves: &'a [M],
    /// The number of moves in the game, or before an error.
    pub(super) len: usize,
}

impl<'a, M: StoredMove, K: BoardKey> Replay<'a, M, K> {
    /// Creates a replay of moves from a start board.
    ///
    /// ```
    /// use tabiya::{Move, Position, Replay};
    ///
    /// // A game without moves, and a board without keys.
    /// let mut replay = Replay::new(Position::START, &[] as &[Move]);
    /// assert_eq!(replay.next_board(), Ok(None));
    /// assert_eq!(replay.board(), &Position::START);
    /// ```
    #[inline]
    pub const fn new(start: GenericBoard<K>, moves: &'a [M]) -> Self {
        Self { board: start, moves, len: moves.len() }
    }

    /// Returns the board after the moves made so far.
    ///
    /// ```
    /// use tabiya::{Board, Move, Replay, Square};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::E2, Square::E4)];
    /// let mut replay = Replay::new(Board::START, &moves);
    /// assert_eq!(replay.by_ref().filter(Result::is_ok).count(), 1);
    /// assert_eq!(replay.board(), &Board::START.after(moves[0])); // the board before the error
    /// ```
    #[inline]
    pub const fn board(&self) -> &GenericBoard<K> {
        &self.board
    }

    /// Returns the number of moves made so far.
    ///
    /// ```
    /// use tabiya::{Board, Move, Replay, Square};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4)];
    /// let mut replay = Replay::new(Board::START, &moves);
    /// assert_eq!(replay.ply(), 0);
    /// replay.next_board()?;
    /// assert_eq!(replay.ply(), 1);
    /// # Ok::<(), tabiya::ReplayError>(())
    /// ```
    #[inline]
    pub const fn ply(&self) -> usize {
        self.len - self.moves.len()
    }

    /// Returns the moves that are not yet made: none after an error.
    ///
    /// ```
    /// use tabiya::{Board, Replay};
    ///
    /// let mut replay = Replay::new(Board::START, &[0_u16, 0]);
    /// assert_eq!(replay.rest(), [0, 0]);
    /// assert!(replay.next_board().is_err());
    /// assert!(replay.rest().is_empty());
    /// ```
    #[inline]
    pub const fn rest(&self) -> &'a [M] {
        self.moves
    }

    /// Makes the next move and returns the board after it, or `None` when the game ends.
    ///
    /// # Errors
    ///
    /// Returns a [`ReplayError`] if the bits encode no move or the move is illegal. The board is
    /// then unchanged, and later calls return `None`.
    ///
    /// ```
    /// use tabiya::{Board, Move, Replay, Square};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::E7, Square::E5)];
    /// let mut replay = Replay::new(Board::START, &moves);
    /// let mut replies = Vec::new();
    /// while let Some(board) = replay.next_board()? {
    ///     replies.push(board.legal_move_count());
    /// }
    /// assert_eq!(replies, [20, 29]);
    /// # Ok::<(), tabiya::ReplayError>(())
    /// ```
    #[inline]
    pub fn next_board(&mut self) -> Result<Option<&GenericBoard<K>>, ReplayError> {
        let Some((&stored, rest)) = self.moves.split_first() else { return Ok(None) };
        match stored.to_move() {
            Some(mv) if self.board.is_legal(mv) => {
                self.moves = rest;
                self.board.make_move_unchecked(mv);
                Ok(Some(&self.board))
            }
            _ => {
                let ply = self.ply();
                (self.len, self.moves) = (ply, &[]);
                Err(error(&self.board, ply, stored.to_bits()))
            }
        }
    }

    /// Makes the remaining moves and returns the last board.
    ///
    /// # Errors
    ///
    /// Returns a [`ReplayError`] at the first move that [`next_board`](Self::next_board) rejects.
    ///
    /// ```
    /// use tabiya::{Board, Move, Replay, Square};
    ///
    /// let moves = [Move::new(Square::F2, Square::F3), Move::new(Square::E7, Square::E5)];
    /// let board = Replay::new(Board::START, &moves).finish()?;
    /// assert_eq!(board.fullmove_number(), 2);
    /// # Ok::<(), tabiya::ReplayError>(())
    /// ```
    #[inline]
    pub fn finish(mut self) -> Result<GenericBoard<K>, ReplayError> {
        while self.next_board()?.is_some() {}
        Ok(self.board)
    }

    /// Returns a replay for the remaining moves that does not test whether they are legal.
    ///
    /// ```
    /// use tabiya::{Board, Move, Replay, Square};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::E7, Square::E5)];
    /// let replay = Replay::new(Board::START, &moves);
    /// assert_eq!(replay.clone().finish(), Ok(replay.trusted().finish()));
    /// ```
    #[inline]
    pub const fn trusted(self) -> TrustedReplay<'a, M, K> {
        TrustedReplay { board: self.board, moves: self.moves, len: self.len }
    }
}

/// Returns the error for a stored move that is not legal on a board.
#[cold]
#[inline(never)]
fn error<K: BoardKey>(board: &GenericBoard<K>, ply: usize, bits: u16) -> ReplayError {
    match bits.to_move().map(|mv| (mv, board.why_illegal(mv))) {
        Some((mv, Err(reason))) => ReplayError::Illegal { ply, mv, reason },
        // The caller makes legal moves.
        _ => ReplayError::Bits { ply, bits },
    }
}

impl<M: StoredMove, K: BoardKey> Iterator for Replay<'_, M, K> {
    type Item = Result<GenericBoard<K>, ReplayError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.next_board().map(|board| board.copied()).transpose()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // An error ends the iterator early.
        (usize::from(!self.moves.is_empty()), Some(self.moves.len()))
    }
}

impl<M: StoredMove, K: BoardKey> FusedIterator for Replay<'_, M, K> {}

impl<M: StoredMove, K: BoardKey> fmt::Debug for Replay<'_, M, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Replay({}, ply {} of {})", self.board, self.ply(), self.len)
    }
}
