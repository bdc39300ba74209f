//! Repetition detection: the number of earlier occurrences of the current position.

/// The keys of the positions of a game, for repetition detection.
///
/// There is one [`Board::key`](crate::Board::key) per position, and the current position is last.
/// Keys follow the repetition rule: positions differ if the side to move, a castling right or a
/// legal en passant capture differs. The type borrows the keys and allocates nothing. An engine may
/// keep them in any slice, and appends those of its search.
///
/// Each query takes the half-move clock of the current position. Positions before the last capture
/// or pawn move cannot recur and are skipped. The keys may begin later than the clock, as in a game
/// from a FEN.
///
/// ```
/// use tabiya::{Board, History, Move, Square};
///
/// let mut board = Board::default();
/// let mut keys = vec![board.key()];
/// for _ in 0..2 {
///     // The knights move out and back.
///     for (from, to) in [
///         (Square::G1, Square::F3),
///         (Square::G8, Square::F6),
///         (Square::F3, Square::G1),
///         (Square::F6, Square::G8),
///     ] {
///         board.make_move(Move::new(from, to));
///         keys.push(board.key());
///     }
/// }
/// let history = History::new(&keys);
/// assert_eq!(history.repetitions(board.halfmove_clock()), 2);
/// assert!(history.is_threefold(board.halfmove_clock()));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct History<'a> {
    keys: &'a [u64],
}

impl<'a> History<'a> {
    /// Creates a history from keys, the last of which is the current position's.
    ///
    /// Without keys, nothing repeats.
    ///
    /// ```
    /// use tabiya::{Board, History};
    ///
    /// let keys = [Board::default().key()];
    /// assert_eq!(History::new(&keys).repetitions(0), 0);
    /// assert!(!History::new(&[]).is_repetition(100));
    /// ```
    #[inline]
    pub const fn new(keys: &'a [u64]) -> Self {
        Self { keys }
    }

    /// Limits the look-back to positions after the last null move, `plies` plies ago.
    ///
    /// Such a search position does not follow from the earlier ones by the rules, so it cannot repeat
    /// them. `plies` is 0 right after the null move, and each move of the search adds one. Without a
    /// null move on the path, do not call the method.
    ///
    /// ```
    /// use tabiya::History;
    ///
    /// let keys = [7, 1, 2, 3, 7];
    /// assert!(History::new(&keys).is_repetition(4));
    /// // The null move led from 1 to 2; two moves followed.
    /// assert!(!History::new(&keys).plies_since_null_move(2).is_repetition(4));
    /// ```
    #[doc(alias = "null move")]
    #[doc(alias = "plies_from_null")]
    #[inline]
    #[must_use = "the history is returned, not changed"]
    pub const fn plies_since_null_move(self, plies: u16) -> Self {
        // The position after the null move, and one for each ply since.
        let repeatable = plies as usize + 1;
        let (_, keys) = self.keys.split_at(self.keys.len().saturating_sub(repeatable));
        Self { keys }
    }

    /// Returns the number of earlier occurrences of the current position.
    ///
    /// At 2, a player may claim a draw by threefold repetition. At 4, the game is drawn by fivefold
    /// repetition.
    ///
    /// ```
    /// use tabiya::History;
    ///
    /// let keys = [7, 1, 2, 3, 7, 4, 5, 6, 7];
    /// assert_eq!(History::new(&keys).repetitions(8), 2);
    /// // The last capture is four half-moves ago: earlier positions cannot recur.
    /// assert_eq!(History::new(&keys).repetitions(4), 1);
    /// ```
    #[inline]
    #[must_use = "this only looks"]
    pub fn repetitions(self, halfmove_clock: u16) -> usize {
        self.earlier_occurrences(halfmove_clock).count()
    }

    /// Tests whether the current position occurred before.
    ///
    /// Searches usually score such a position as a draw, since it can be repeated again.
    ///
    /// ```
    /// use tabiya::History;
    ///
    /// assert!(History::new(&[7, 1, 2, 3, 7]).is_repetition(4));
    /// assert!(!History::new(&[7, 1, 2, 3, 8]).is_repetition(4));
    /// ```
    #[inline]
    #[must_use = "this only looks"]
    pub fn is_repetition(self, halfmove_clock: u16) -> bool {
        self.earlier_occurrences(halfmove_clock).next().is_some()
    }

    /// Tests for threefold repetition: a player may claim a draw.
    ///
    /// ```
    /// use tabiya::History;
    ///
    /// assert!(!History::new(&[7, 1, 2, 3, 7]).is_threefold(4));
    /// assert!(History::new(&[7, 1, 2, 3, 7, 4, 5, 6, 7]).is_threefold(8));
    /// ```
    #[doc(alias = "can_declare_draw")]
    #[inline]
    #[must_use = "this only looks"]
    pub fn is_threefold(self, halfmove_clock: u16) -> bool {
        self.earlier_occurrences(halfmove_clock).nth(1).is_some()
    }

    /// Returns how many plies ago the current position occurred last, or `None` if it did not.
    ///
    /// A search scores a repetition within its own line as a draw at once. A position from the game must occur a third
    /// time, so the search compares the plies with those since its root.
    ///
    /// ```
    /// use tabiya::History;
    ///
    /// let history = History::new(&[7, 1, 2, 3, 7]);
    /// assert_eq!(history.last_occurrence(4), Some(4));
    /// let plies_since_root = 2;
    /// // The position is one of the game, so that this is not a draw yet.
    /// assert!(history.last_occurrence(4).is_some_and(|plies| plies > plies_since_root));
    /// assert_eq!(History::new(&[7, 1, 2, 3, 8]).last_occurrence(4), None);
    /// ```
    #[doc(alias = "repetition")]
    #[inline]
    #[must_use = "this only looks"]
    pub fn last_occurrence(self, halfmove_clock: u16) -> Option<usize> {
        self.earlier_occurrences(halfmove_clock).next()
    }

    /// Returns how many plies ago the current position occurred, for each time, the latest first.
    #[inline]
    fn earlier_occurrences(self, halfmove_clock: u16) -> impl Iterator<Item = usize> {
        let (current, past) = match self.keys.split_last() {
            Some((&current, past)) => (current, past),
            None => (0, self.keys),
        };
        // The side to move matches every second time. A player needs two moves to restore a
        // position, so the first candidate is four half-moves ago.
        past.iter()
            .rev()
            .take(usize::from(halfmove_clock))
            .zip(1..)
            .skip(3)
            .step_by(2)
            .filter_map(move |(&key, plies)| (key == current).then_some(plies))
    }
}
