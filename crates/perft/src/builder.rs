//! Counting with a chosen back end.

use tabiya_core::Move;
use tabiya_movegen::Position;

use crate::backend::{Backend, BackendError, Count};
use crate::scalar;

/// Counts leaves with the instructions of one [`Backend`].
///
/// ```
/// use tabiya_movegen::Position;
/// use tabiya_perft::{Backend, Perft};
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
    count: Count,
}

/// As many plies as are given to a back end at once; no tree has more that can be counted, but
/// for those in which nearly every move is forced.
const PLIES_IN_LANES: u8 = 16;

impl Perft {
    /// With the fastest back end available.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::Perft;
    ///
    /// assert_eq!(Perft::new().count(&Position::START, 3), 8_902);
    /// ```
    pub fn new() -> Self {
        let scalar = Self { backend: Backend::Portable, count: scalar::perft };
        Self::with(Backend::best()).unwrap_or(scalar)
    }

    /// With a back end.
    ///
    /// # Errors
    ///
    /// [`BackendError::Unavailable`] if the processor lacks the instructions.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::{Backend, Perft};
    ///
    /// let perft = Perft::with(Backend::Portable)?;
    /// assert_eq!(perft.count(&Position::START, 2), 400);
    /// # Ok::<(), tabiya_perft::BackendError>(())
    /// ```
    pub fn with(backend: Backend) -> Result<Self, BackendError> {
        let count = backend.count().ok_or(BackendError::Unavailable(backend))?;
        Ok(Self { backend, count })
    }

    /// The back end in use.
    ///
    /// ```
    /// use tabiya_perft::{Backend, Perft};
    ///
    /// assert_eq!(Perft::with(Backend::Portable)?.backend(), Backend::Portable);
    /// # Ok::<(), tabiya_perft::BackendError>(())
    /// ```
    pub const fn backend(self) -> Backend {
        self.backend
    }

    /// How many sequences of `depth` legal moves lead on from a position: see
    /// [`perft`](crate::perft).
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::Perft;
    ///
    /// let mated = Position::from_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1")?;
    /// assert_eq!([0, 1, 255].map(|depth| Perft::new().count(&mated, depth)), [1, 0, 0]);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    pub fn count(self, position: &Position, depth: u8) -> u64 {
        match depth {
            0 => 1,
            1 => position.legal_move_count() as u64,
            2..=PLIES_IN_LANES => (self.count)(position, depth),
            // A ply in lanes takes ten times the stack.
            _ => self.divide(position, depth).fold(0, |sum, (_, nodes)| sum.wrapping_add(nodes)),
        }
    }

    /// The legal moves of a position, each with the sequences of `depth` moves that begin with
    /// it: see [`divide`](crate::divide).
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_perft::Perft;
    ///
    /// let divided = Perft::new().divide(&Position::START, 4);
    /// assert_eq!(divided.map(|(_, nodes)| nodes).sum::<u64>(), 197_281);
    /// ```
    pub fn divide(
        self,
        position: &Position,
        depth: u8,
    ) -> impl ExactSizeIterator<Item = (Move, u64)> {
        let position = *position;
        let mut moves = position.legal_moves();
        if depth == 0 {
            moves.clear();
        }
        let below = depth.saturating_sub(1);
        moves.into_iter().map(move |mv| (mv, self.count(&position.after(mv), below)))
    }
}

impl Default for Perft {
    fn default() -> Self {
        Self::new()
    }
}
