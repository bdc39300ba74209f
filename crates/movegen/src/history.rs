//! Repetition detection: how often the current position occurred before.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use tabiya_tables::keys::ReversibleMove;

use crate::board::GenericBoard;
use crate::key::BoardKey;

/// The keys for a game's positions, which detect repetitions.
///
/// There is one [`Board::key`](crate::Board::key) per position, and the current position is last.
/// Keys follow the repetition rule: positions differ if the side to move, a castling right or a
/// legal en passant capture differs. The type borrows the keys and allocates nothing. You can keep
/// them in any slice, and append the keys from your search.
///
/// Each query takes the current position's half-move clock, because positions before the last
/// capture or pawn move cannot recur and are skipped. The keys may begin later than the clock, as
/// in a game from a FEN.
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
    /// Creates a history from keys, with the current position's last.
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

    /// Limits the look-back to the positions after the last null move, which was made `plies` plies ago.
    ///
    /// A position after a null move does not follow from the earlier ones by the rules, so it
    /// cannot repeat them. `plies` is 0 right after the null move, and each move in the search adds
    /// one. Without a null move on the path, do not call the method. With a `KeyStack` you never
    /// need it.
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

    /// Returns how often the current position occurred before.
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
    #[must_use = "this returns a result and changes nothing"]
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
    #[must_use = "this returns a result and changes nothing"]
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
    #[must_use = "this returns a result and changes nothing"]
    pub fn is_threefold(self, halfmove_clock: u16) -> bool {
        self.earlier_occurrences(halfmove_clock).nth(1).is_some()
    }

    /// Returns how many plies ago the current position occurred last, or `None` if it did not.
    ///
    /// A search scores a repetition within its own line as a draw at once: the distance is then
    /// less than the number of plies since the root. A position in the game, including the root,
    /// must occur a third time.
    ///
    /// ```
    /// use tabiya::History;
    ///
    /// /// Tests whether a search at a distance from its root scores a draw by repetition.
    /// fn is_draw(history: History, halfmove_clock: u16, plies_since_root: usize) -> bool {
    ///     let last = history.last_occurrence(halfmove_clock);
    ///     last.is_some_and(|plies| plies < plies_since_root) || history.is_threefold(halfmove_clock)
    /// }
    ///
    /// let history = History::new(&[7, 1, 2, 3, 7]);
    /// assert_eq!(history.last_occurrence(4), Some(4));
    /// assert!(is_draw(history, 4, 5));
    /// assert!(!is_draw(history, 4, 4)); // the root, which is a position of the game
    /// assert_eq!(History::new(&[7, 1, 2, 3, 8]).last_occurrence(4), None);
    /// ```
    #[doc(alias = "repetition")]
    #[inline]
    #[must_use = "this returns a result and changes nothing"]
    pub fn last_occurrence(self, halfmove_clock: u16) -> Option<usize> {
        self.earlier_occurrences(halfmove_clock).next()
    }

    /// Finds an earlier position to which the side to move can return by its next move. Returns how
    /// many plies ago the latest one occurred.
    ///
    /// `board` is the current position, whose key is last. A search can use this before it generates
    /// any move. If the distance is less than the number of plies since the root, the side to move
    /// can at least draw, so you can raise alpha to the draw score. The test looks up key
    /// differences and makes no move. Castling, captures and pawn moves cannot be taken back.
    ///
    /// ```
    /// use tabiya::{Board, History, Move, Square};
    ///
    /// let mut board = Board::default();
    /// let mut keys = vec![board.key()];
    /// for (from, to) in
    ///     [(Square::G1, Square::F3), (Square::G8, Square::F6), (Square::F3, Square::G1)]
    /// {
    ///     board.make_move(Move::new(from, to));
    ///     keys.push(board.key());
    /// }
    /// // Black can move the knight back: the start position was three plies ago.
    /// let distance = History::new(&keys).upcoming_repetition(&board);
    /// assert_eq!(distance, Some(3));
    /// let plies_since_root = 4; // the start position is within the line of the search
    /// assert!(distance.is_some_and(|plies| plies < plies_since_root));
    /// ```
    #[doc(alias = "cuckoo")]
    #[doc(alias = "has_game_cycle")]
    #[must_use = "this returns a result and changes nothing"]
    pub fn upcoming_repetition<K: BoardKey>(self, board: &GenericBoard<K>) -> Option<usize> {
        let (&current, past) = self.keys.split_last()?;
        let can_return_to = |key: u64| {
            let Some(mv) = ReversibleMove::from_key_difference(current ^ key) else { return false };
            let between = tabiya_tables::between(mv.low, mv.high);
            mv.piece.color() == board.side_to_move() && board.occupied().is_disjoint(between)
        };
        // The other side moved last at these distances, and the own side has moved once or more.
        let positions = past.iter().rev().zip(1..).skip(2).step_by(2);
        positions
            .take_while(|&(_, plies)| plies <= usize::from(board.halfmove_clock()))
            .find_map(|(&key, plies)| can_return_to(key).then_some(plies))
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

/// The keys for a game and for the line that a search follows, last key last.
///
/// Push the key after each move, and pop it when you take the move back. The stack knows null
/// moves: [`history`](Self::history) leaves out the positions before the last one. The type needs
/// the feature `alloc`. If an interrupted search returns without the pops, its keys stay on the
/// stack, so give each search a clone of the game's keys.
///
/// ```
/// use tabiya::prelude::*;
/// use tabiya::{FenOptions, KeyStack, uci};
///
/// // The keys of the game; the search adds those of its line.
/// let game = uci::parse_position(FenOptions::new(), "startpos moves g1f3 g8f6 f3g1")?;
/// let mut keys = game.keys;
/// let after = game.board.after(Move::new(Square::F6, Square::G8));
/// keys.push(after.key());
/// assert!(keys.history().is_repetition(after.halfmove_clock()));
/// keys.pop();
/// assert!(!keys.history().is_repetition(game.board.halfmove_clock()));
/// # Ok::<(), uci::UciPositionError>(())
/// ```
#[cfg(feature = "alloc")]
#[doc(alias = "repetition table")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KeyStack {
    keys: Vec<u64>,
    /// The indices for the positions after null moves.
    after_null_moves: Vec<usize>,
}

#[cfg(feature = "alloc")]
impl KeyStack {
    /// Creates a stack with the first position's key.
    ///
    /// ```
    /// use tabiya::{Board, KeyStack};
    ///
    /// let keys = KeyStack::new(Board::default().key());
    /// assert_eq!(keys.as_slice().len(), 1);
    /// ```
    pub fn new(key: u64) -> Self {
        Self::from(alloc::vec![key])
    }

    /// Adds the key after a move.
    #[inline]
    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    /// Adds the key after a null move. The positions before it cannot recur until it is popped.
    ///
    /// ```
    /// use tabiya::{Board, KeyStack};
    ///
    /// let board = Board::default();
    /// let mut keys = KeyStack::new(board.key());
    /// let after = board.null_move().expect("no check");
    /// keys.push_null_move(after.key());
    /// // A search makes no second null move in a row.
    /// assert!(keys.is_after_null_move());
    /// ```
    #[inline]
    pub fn push_null_move(&mut self, key: u64) {
        self.after_null_moves.push(self.keys.len());
        self.keys.push(key);
    }

    /// Removes and returns the last key, after a move or null move. Returns `None` if the stack is empty.
    #[inline]
    pub fn pop(&mut self) -> Option<u64> {
        let key = self.keys.pop()?;
        self.after_null_moves.pop_if(|index| *index == self.keys.len());
        Some(key)
    }

    /// Tests whether the last move was a null move.
    #[inline]
    #[must_use = "this returns a result and changes nothing"]
    pub fn is_after_null_move(&self) -> bool {
        self.after_null_moves.last().is_some_and(|index| index + 1 == self.keys.len())
    }

    /// Returns the keys that the current position can repeat: those since the last null move.
    ///
    /// ```
    /// use tabiya::KeyStack;
    ///
    /// let mut keys = KeyStack::from(vec![7, 1]);
    /// keys.push_null_move(2);
    /// [3, 7].into_iter().for_each(|key| keys.push(key));
    /// assert!(!keys.history().is_repetition(4));
    /// ```
    #[inline]
    #[must_use = "this returns a result and changes nothing"]
    pub fn history(&self) -> History<'_> {
        let start = self.after_null_moves.last().copied().unwrap_or(0);
        History::new(&self.keys[start..])
    }

    /// Returns all keys, those before null moves included.
    #[inline]
    pub fn as_slice(&self) -> &[u64] {
        &self.keys
    }
}

/// Takes a game's keys, with the current position's last.
#[cfg(feature = "alloc")]
impl From<Vec<u64>> for KeyStack {
    fn from(keys: Vec<u64>) -> Self {
        Self { keys, after_null_moves: Vec::new() }
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use super::*;

    #[test]
    fn key_stack_limits_history_to_last_null_move() {
        let mut keys = KeyStack::from(alloc::vec![5, 6]);
        keys.push_null_move(7);
        keys.push(8);
        keys.push_null_move(9);
        assert!(keys.is_after_null_move());
        assert_eq!(keys.history(), History::new(&[9]));
        assert_eq!(keys.pop(), Some(9));
        assert!(!keys.is_after_null_move());
        assert_eq!(keys.history(), History::new(&[7, 8]));
        assert_eq!([keys.pop(), keys.pop()], [Some(8), Some(7)]);
        assert_eq!(keys.history(), History::new(&[5, 6]));
        assert_eq!([keys.pop(), keys.pop(), keys.pop()], [Some(6), Some(5), None]);
        assert_eq!(keys.history(), History::new(&[]));
    }
}
