//! The null move in a search: the side to move changes without a move.

use crate::board::GenericBoard;
use crate::key::{BoardKey, NoKey, ZobristKey};
use crate::observer::MakeObserver;
use crate::state_word::{KeepMask, StateWord};

/// The data that a null move overwrites in a board: the en passant square, the clocks and the key.
///
/// ```
/// use tabiya::{Board, BoardNullUndo};
///
/// let mut board = Board::default();
/// let undo: BoardNullUndo = board.make_null_move(&mut ()).expect("not in check");
/// board.unmake_null_move(undo, &mut ());
/// assert_eq!(board, Board::default());
/// ```
#[must_use = "without it the null move cannot be undone; `null_move` returns a copy instead"]
#[derive(Debug, PartialEq, Eq, Hash)]
pub struct NullUndo<K = NoKey> {
    state_word: StateWord,
    key: K,
}

/// The [`NullUndo`] for a [`Board`](crate::Board).
pub type BoardNullUndo = NullUndo<ZobristKey>;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the board after a null move, with the other side to move. Returns `None` in check,
    /// since the king would be left in check.
    ///
    /// The en passant square is cleared. The clocks advance as after a quiet move.
    ///
    /// ```
    /// use tabiya::{Board, Color};
    ///
    /// let after = Board::default().null_move().expect("not in check");
    /// assert_eq!(after.side_to_move(), Color::Black);
    /// assert_eq!(after.halfmove_clock(), 1);
    /// assert_eq!(after.key(), after.computed_key());
    ///
    /// let check = Board::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(check.null_move(), None);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "null move")]
    #[doc(alias = "swap_turn")]
    #[inline]
    #[must_use = "the board itself is not changed"]
    pub fn null_move(&self) -> Option<Self> {
        (!self.is_check()).then(|| self.after_null_move())
    }

    /// Returns the board after a null move, which is illegal in check.
    #[inline]
    pub(crate) fn after_null_move(&self) -> Self {
        let mut after = *self;
        after.state.state_word = self.state.state_word.after_move(KeepMask::KEEP_CLOCK);
        after.key = self.key.after_null_move();
        after
    }

    /// Makes a null move, reports it to an observer, and returns the record that undoes it: see
    /// [`null_move`](Self::null_move) and [`MakeObserver::null_move`].
    ///
    /// In check it reports nothing and returns `None`.
    ///
    /// ```
    /// use tabiya::{Board, MakeObserver, Piece, Square};
    ///
    /// /// Counts the null moves in effect.
    /// struct NullMoves(u32);
    ///
    /// impl MakeObserver for NullMoves {
    ///     fn removed(&mut self, _: Piece, _: Square) {}
    ///     fn placed(&mut self, _: Piece, _: Square) {}
    ///     fn null_move(&mut self) {
    ///         self.0 += 1;
    ///     }
    ///     fn null_move_undone(&mut self) {
    ///         self.0 -= 1;
    ///     }
    /// }
    ///
    /// let (mut board, mut observer) = (Board::default(), NullMoves(0));
    /// let undo = board.make_null_move(&mut observer).expect("not in check");
    /// assert_eq!(observer.0, 1);
    /// board.unmake_null_move(undo, &mut observer);
    /// assert_eq!(observer.0, 0);
    /// ```
    #[inline]
    pub fn make_null_move(&mut self, observer: &mut impl MakeObserver) -> Option<NullUndo<K>> {
        if self.is_check() {
            return None;
        }
        let undo = NullUndo { state_word: self.state.state_word, key: self.key };
        *self = self.after_null_move();
        observer.null_move();
        Some(undo)
    }

    /// Undoes the last null move and reports it to an observer: see
    /// [`MakeObserver::null_move_undone`].
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// let fen = "rnbqkbnr/ppp1pppp/8/8/3pP3/5N2/PPPP1PPP/RNBQKB1R b KQkq e3 0 3";
    /// let before = Board::from_fen(fen)?;
    /// let mut board = before;
    /// let undo = board.make_null_move(&mut ()).expect("not in check");
    /// assert_eq!(board.ep_square(), None);
    /// board.unmake_null_move(undo, &mut ()); // `()` ignores everything
    /// assert_eq!(board, before);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn unmake_null_move(&mut self, undo: NullUndo<K>, observer: &mut impl MakeObserver) {
        self.state.state_word = undo.state_word;
        self.key = undo.key;
        observer.null_move_undone();
    }
}
