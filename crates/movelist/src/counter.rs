//! Counting moves without building them.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, PieceType, Square};

use crate::{MoveSink, PawnStep};

/// Counts moves: a popcount for each target set, and no move is ever built.
///
/// ```
/// use tabiya_core::{Bitboard, Direction, Rank};
/// use tabiya_movelist::{MoveCounter, MoveSink, PawnStep};
///
/// let mut counter = MoveCounter::new();
/// let _ = counter.promotions(PawnStep::single(Direction::North), Rank::Eighth.into());
/// assert_eq!(counter.count(), 32);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveCounter {
    count: usize,
}

impl MoveCounter {
    /// A counter at zero.
    ///
    /// ```
    /// use tabiya_core::Square;
    /// use tabiya_movelist::{MoveCounter, MoveSink};
    ///
    /// let mut counter = MoveCounter::new();
    /// let _ = counter.castling(Square::E1, Square::H1);
    /// assert_eq!(counter.count(), 1);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { count: 0 }
    }

    /// How many moves have come in so far.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Move, PieceType, Square};
    /// use tabiya_movelist::{MoveCounter, MoveSink};
    ///
    /// let mut counter = MoveCounter::new();
    /// let targets = Bitboard::FULL.without(Square::A1);
    /// let _ = counter.piece_moves(PieceType::Queen, Square::A1, targets);
    /// let _ = counter.push(Move::new(Square::E2, Square::E4)); // it goes on counting
    /// assert_eq!(counter.count(), 64);
    /// ```
    #[inline]
    pub const fn count(self) -> usize {
        self.count
    }

    /// Counts moves of which only their number is known.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Direction};
    /// use tabiya_movelist::MoveCounter;
    ///
    /// // The captures of all pawns towards one side, at once.
    /// let pawns = Bitboard(0xff00);
    /// let mut counter = MoveCounter::new();
    /// counter.add(pawns.shift(Direction::NorthEast).len());
    /// assert_eq!(counter.count(), 7);
    /// ```
    ///
    /// # Panics
    ///
    /// In builds with overflow checks, if the count does not fit.
    #[inline]
    pub const fn add(&mut self, moves: usize) {
        self.count += moves;
    }

    #[inline]
    fn counted(&mut self, moves: usize) -> ControlFlow<()> {
        self.add(moves);
        ControlFlow::Continue(())
    }
}

impl MoveSink for MoveCounter {
    #[inline]
    fn push(&mut self, _: Move) -> ControlFlow<()> {
        self.counted(1)
    }

    #[inline]
    fn piece_moves(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.counted(targets.len())
    }

    #[inline]
    fn pawn_moves(&mut self, _: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        self.counted(targets.len())
    }

    #[inline]
    fn promotions(&mut self, _: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        self.counted(4 * targets.len())
    }
}
