//! Perft with a chosen back end.

use tabiya_core::Move;
use tabiya_movegen::{BoardKey, GenericBoard, Position};
use tabiya_movelist::MoveList;

use crate::backend::{Backend, BackendError, CountFn};
use crate::scalar::{self, after_move};

/// A perft counter that uses one [`Backend`].
///
/// [`perft`](crate::perft) and [`divide`](crate::divide) are shorthands for a counter with the
/// fastest back end available.
///
/// ```
/// use tabiya::Position;
/// use tabiya::perft::{Backend, Perft};
///
/// for backend in Backend::ALL {
///     if let Ok(perft) = Perft::with(backend) {
///         assert_eq!(perft.count(&Position::START, 4), 197_281);
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Perft {
    backend: Backend,
    count_fn: CountFn,
}

/// The greatest depth at which the total always fits the 64 bits that back ends count in.
///
/// No position has more moves than a move list can hold.
const MAX_U64_DEPTH: u8 = 7;

const _: () = assert!((MoveList::CAPACITY as u64).checked_pow(MAX_U64_DEPTH as u32).is_some());

impl Perft {
    /// Creates a counter with the fastest back end available.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::perft::Perft;
    ///
    /// assert_eq!(Perft::new().count(&Position::START, 3), 8_902);
    /// ```
    pub fn new() -> Self {
        let scalar = Self { backend: Backend::Scalar, count_fn: scalar::perft };
        Self::with(Backend::best()).unwrap_or(scalar)
    }

    /// Creates a counter with a back end.
    ///
    /// # Errors
    ///
    /// Returns [`BackendError::Unavailable`] if the CPU lacks the target features, or if the crate
    /// was built without CPU feature detection.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::perft::{Backend, Perft};
    ///
    /// let perft = Perft::with(Backend::Scalar)?;
    /// assert_eq!(perft.count(&Position::START, 2), 400);
    /// # Ok::<(), tabiya::perft::BackendError>(())
    /// ```
    pub fn with(backend: Backend) -> Result<Self, BackendError> {
        let count_fn = backend.count_fn().ok_or(BackendError::Unavailable(backend))?;
        Ok(Self { backend, count_fn })
    }

    /// Returns the back end in use.
    ///
    /// ```
    /// use tabiya::perft::{Backend, Perft};
    ///
    /// assert_eq!(Perft::with(Backend::Scalar)?.backend(), Backend::Scalar);
    /// # Ok::<(), tabiya::perft::BackendError>(())
    /// ```
    pub const fn backend(self) -> Backend {
        self.backend
    }

    /// Counts the sequences of `depth` legal moves that begin at a position, like
    /// [`perft`](crate::perft).
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::perft::Perft;
    ///
    /// let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")?;
    /// assert_eq!([0, 1, 255].map(|depth| Perft::new().count(&mated, depth)), [1, 0, 0]);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    pub fn count<K: BoardKey>(self, board: &GenericBoard<K>, depth: u8) -> u128 {
        self.count_below(&board.position(), depth)
    }

    fn count_below(self, position: &Position, depth: u8) -> u128 {
        match depth {
            0 => 1,
            1 => position.legal_move_count() as u128,
            2..=MAX_U64_DEPTH => (self.count_fn)(position, depth).into(),
            _ => {
                let mut sum: u128 = 0;
                for &mv in &position.legal_moves() {
                    sum =
                        sum.saturating_add(self.count_below(&after_move(position, mv), depth - 1));
                }
                sum
            }
        }
    }

    /// Yields each legal move with the number of `depth`-move sequences that begin with it, like
    /// [`divide`](crate::divide).
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::perft::Perft;
    ///
    /// let divided = Perft::new().divide(&Position::START, 4);
    /// assert_eq!(divided.map(|(_, nodes)| nodes).sum::<u128>(), 197_281);
    /// ```
    pub fn divide<K: BoardKey>(
        self,
        board: &GenericBoard<K>,
        depth: u8,
    ) -> impl ExactSizeIterator<Item = (Move, u128)> + use<K> {
        let position = board.position();
        let mut moves = position.legal_moves();
        if depth == 0 {
            moves.clear();
        }
        let remaining = depth.saturating_sub(1);
        moves
            .into_iter()
            .map(move |mv| (mv, self.count_below(&after_move(&position, mv), remaining)))
    }
}

impl Default for Perft {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A counter whose back end returns `u64::MAX` for every tree.
    const MAX_COUNT_PERFT: Perft = Perft { backend: Backend::Scalar, count_fn: |_, _| u64::MAX };

    #[test]
    fn count_beyond_u64_does_not_wrap() {
        let max = u128::from(u64::MAX);
        assert_eq!(MAX_COUNT_PERFT.count(&Position::START, MAX_U64_DEPTH), max);
        assert_eq!(MAX_COUNT_PERFT.count(&Position::START, MAX_U64_DEPTH + 1), 20 * max);
        assert_eq!(MAX_COUNT_PERFT.count(&Position::START, MAX_U64_DEPTH + 2), 400 * max);
        let by_move = MAX_COUNT_PERFT.divide(&Position::START, MAX_U64_DEPTH + 2);
        assert!(by_move.map(|(_, nodes)| nodes).eq([20 * max; 20]));
    }

    #[test]
    fn back_end_is_called_at_depths_that_fit_u64_only() {
        let checked = Perft {
            backend: Backend::Scalar,
            count_fn: |_, depth| {
                assert!((2..=MAX_U64_DEPTH).contains(&depth), "{depth}");
                1
            },
        };
        // Each side has one legal move at every ply, a king move.
        let forced = Position::from_fen("5bk1/4p1p1/4P1P1/8/8/4p1p1/4P1P1/5BK1 w - - 0 1");
        let forced = forced.expect("the FEN is valid");
        for depth in 0..=if cfg!(miri) { 12 } else { u8::MAX } {
            assert_eq!(checked.count(&forced, depth), 1, "{depth}");
        }
    }
}
