//! A replay for moves that are known to be legal.

use core::fmt;
use core::iter::FusedIterator;

use tabiya_movegen::{BoardKey, GenericBoard, ZobristKey};

use super::StoredMove;

/// A game replay without legality tests, for moves that were tested when they were stored.
///
/// It makes each move by [`make_move_unchecked`](GenericBoard::make_move_unchecked). After an
/// illegal move, the boards are unspecified, and any later call may panic. Memory safety is
/// preserved. [`Replay`](super::Replay) tests each move.
///
/// The replay ends at bits that encode no move; [`rest`](Self::rest) then starts with them.
///
/// ```
/// use tabiya::{Board, Move, Square, TrustedReplay};
///
/// let game = [Move::new(Square::E2, Square::E4), Move::new(Square::E7, Square::E5)];
/// // The bytes of a file, without a copy.
/// let bytes = game.map(|mv| mv.to_bits().to_le_bytes()).concat();
/// let (moves, []) = bytes.as_chunks::<2>() else { panic!("an odd length") };
/// let keys: Vec<_> = TrustedReplay::new(Board::START, moves).map(|board| board.key()).collect();
/// let after = Board::START.after(game[0]);
/// assert_eq!(keys, [after.key(), after.after(game[1]).key()]);
/// ```
#[derive(Clone)]
pub struct TrustedReplay<'a, M, K = ZobristKey> {
    pub(super) board: GenericBoard<K>,
    /// The moves that are not yet made.
    pub(super) moves: &'a [M],
    /// The number of moves in the game.
    pub(super) len: usize,
}

impl<'a, M: StoredMove, K: BoardKey> TrustedReplay<'a, M, K> {
    /// Creates a replay of legal moves from a start board.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, TrustedReplay};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4)];
    /// let mut replay = TrustedReplay::new(Board::START, &moves);
    /// assert!(replay.next_board().is_some());
    /// assert!(replay.next_board().is_none());
    /// ```
    #[inline]
    pub const fn new(start: GenericBoard<K>, moves: &'a [M]) -> Self {
        Self { board: start, moves, len: moves.len() }
    }

    /// Returns the board after the moves made so far.
    ///
    /// ```
    /// use tabiya::{Board, Move, TrustedReplay};
    ///
    /// let replay = TrustedReplay::new(Board::START, &[] as &[Move]);
    /// assert_eq!(replay.board(), &Board::START);
    /// ```
    #[inline]
    pub const fn board(&self) -> &GenericBoard<K> {
        &self.board
    }

    /// Returns the number of moves made so far.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, TrustedReplay};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4)];
    /// let mut replay = TrustedReplay::new(Board::START, &moves);
    /// replay.next_board();
    /// assert_eq!(replay.ply(), 1);
    /// ```
    #[inline]
    pub const fn ply(&self) -> usize {
        self.len - self.moves.len()
    }

    /// Returns the moves that are not yet made.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, TrustedReplay};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4).to_bits(), 0, 1];
    /// let mut replay = TrustedReplay::new(Board::START, &moves);
    /// assert_eq!(replay.by_ref().count(), 1);
    /// assert_eq!(replay.rest(), [0, 1]); // 0 encodes no move
    /// ```
    #[inline]
    pub const fn rest(&self) -> &'a [M] {
        self.moves
    }

    /// Makes the next move and returns the board after it, or `None` at the end.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, TrustedReplay};
    ///
    /// let moves = [Move::new(Square::E2, Square::E4), Move::new(Square::E7, Square::E5)];
    /// let mut replay = TrustedReplay::new(Board::START, &moves);
    /// let mut sides = Vec::new();
    /// while let Some(board) = replay.next_board() {
    ///     sides.push(board.side_to_move().is_white());
    /// }
    /// assert_eq!(sides, [false, true]);
    /// ```
    #[inline]
    pub fn next_board(&mut self) -> Option<&GenericBoard<K>> {
        let (stored, rest) = self.moves.split_first()?;
        let mv = stored.to_move()?;
        self.moves = rest;
        self.board.make_move_unchecked(mv);
        Some(&self.board)
    }

    /// Makes the remaining moves and returns the last board.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, TrustedReplay};
    ///
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!(TrustedReplay::new(Board::START, &[mv]).finish(), Board::START.after(mv));
    /// ```
    #[inline]
    #[must_use = "the start board is not changed"]
    pub fn finish(mut self) -> GenericBoard<K> {
        while self.next_board().is_some() {}
        self.board
    }
}

impl<M: StoredMove, K: BoardKey> Iterator for TrustedReplay<'_, M, K> {
    type Item = GenericBoard<K>;

    #[inline]
    fn next(&mut self) -> Option<GenericBoard<K>> {
        self.next_board().copied()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        // Bits that encode no move end the iterator early.
        (0, Some(self.moves.len()))
    }
}

impl<M: StoredMove, K: BoardKey> FusedIterator for TrustedReplay<'_, M, K> {}

impl<M: StoredMove, K: BoardKey> fmt::Debug for TrustedReplay<'_, M, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TrustedReplay({}, ply {} of {})", self.board, self.ply(), self.len)
    }
}
