//! Repetition: how often the position on the board has occurred before.

/// The positions of a game by their keys, asked how often the last of them occurred before.
///
/// The keys are [`Board::key`](crate::Board::key)s, one for each position from the first on,
/// the current one last. They follow the repetition rule: the same placement counts as
/// another position if the side to move, a right to castle or a legal en passant capture
/// differs. An engine keeps the keys in whatever it likes and appends those of its search;
/// this borrows them, and allocates nothing.
///
/// Each question takes the half-move clock of the current position: no position comes back
/// over a capture or a pawn move, so nothing before them is looked at. The keys may begin
/// later than the clock does, as for a game set up from a FEN.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::{Board, History};
///
/// let mut board = Board::default();
/// let mut keys = vec![board.key()];
/// for _ in 0..2 {
///     // The knights come out, and go home again.
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
    /// The history that these keys tell, the current position's last; without keys there is
    /// no position, and nothing repeats.
    ///
    /// ```
    /// use tabiya_movegen::{Board, History};
    ///
    /// let keys = [Board::default().key()];
    /// assert_eq!(History::new(&keys).repetitions(0), 0);
    /// assert!(!History::new(&[]).is_repetition(100));
    /// ```
    #[inline]
    pub const fn new(keys: &'a [u64]) -> Self {
        Self { keys }
    }

    /// How often the current position occurred before: 0 the first time, 2 when it is there
    /// for the third time.
    ///
    /// The game is drawn by itself the fifth time, at 4.
    ///
    /// ```
    /// use tabiya_movegen::History;
    ///
    /// let keys = [7, 1, 2, 3, 7, 4, 5, 6, 7];
    /// assert_eq!(History::new(&keys).repetitions(8), 2);
    /// // A capture four moves ago: what was before cannot come back.
    /// assert_eq!(History::new(&keys).repetitions(4), 1);
    /// ```
    #[inline]
    #[must_use = "this only looks"]
    pub fn repetitions(self, halfmove_clock: u16) -> usize {
        self.occurrences(halfmove_clock).count()
    }

    /// Whether the current position occurred before at all: what a search takes for a draw,
    /// since what was repeated once can be repeated again.
    ///
    /// ```
    /// use tabiya_movegen::History;
    ///
    /// assert!(History::new(&[7, 1, 2, 3, 7]).is_repetition(4));
    /// assert!(!History::new(&[7, 1, 2, 3, 8]).is_repetition(4));
    /// ```
    #[inline]
    #[must_use = "this only looks"]
    pub fn is_repetition(self, halfmove_clock: u16) -> bool {
        self.occurrences(halfmove_clock).next().is_some()
    }

    /// Whether the current position is there for the third time or more, so that a player
    /// may claim a draw.
    ///
    /// ```
    /// use tabiya_movegen::History;
    ///
    /// assert!(!History::new(&[7, 1, 2, 3, 7]).is_threefold(4));
    /// assert!(History::new(&[7, 1, 2, 3, 7, 4, 5, 6, 7]).is_threefold(8));
    /// ```
    #[inline]
    #[must_use = "this only looks"]
    pub fn is_threefold(self, halfmove_clock: u16) -> bool {
        self.occurrences(halfmove_clock).nth(1).is_some()
    }

    /// The earlier occurrences of the current position, the latest first.
    #[inline]
    fn occurrences(self, halfmove_clock: u16) -> impl Iterator<Item = u64> {
        let (current, past) = match self.keys.split_last() {
            Some((&current, past)) => (current, past),
            None => (0, self.keys),
        };
        // The same player is to move every second time; who has moved once cannot have
        // moved back, so the first that may be the same is four moves ago.
        past.iter()
            .rev()
            .take(usize::from(halfmove_clock))
            .skip(3)
            .step_by(2)
            .copied()
            .filter(move |&key| key == current)
    }
}
