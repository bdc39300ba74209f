//! [`MoveCounter`], which counts moves without building them.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, PieceType, Square};

use crate::{MoveSink, PawnStep};

/// A [`MoveSink`] that counts moves: it adds one popcount per target set and builds no move.
///
/// [`MoveList`](crate::MoveList) stores the moves instead.
///
/// ```
/// use tabiya::{Bitboard, Direction, MoveCounter, MoveSink, PawnStep, Rank};
///
/// let mut counter = MoveCounter::new();
/// counter.push_promotions(PawnStep::single(Direction::North), Rank::Eighth.into());
/// assert_eq!(counter.count(), 32);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveCounter {
    count: usize,
}

impl MoveCounter {
    /// Creates a counter at zero.
    ///
    /// ```
    /// use tabiya::{MoveCounter, MoveSink, Square};
    ///
    /// let mut counter = MoveCounter::new();
    /// counter.push_castling(Square::E1, Square::H1);
    /// assert_eq!(counter.count(), 1);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { count: 0 }
    }

    /// Returns how many moves it has counted so far.
    ///
    /// ```
    /// use tabiya::{Bitboard, Move, MoveCounter, MoveSink, PieceType, Square};
    ///
    /// let mut counter = MoveCounter::new();
    /// let targets = Bitboard::FULL.without(Square::A1);
    /// counter.push_piece_moves(PieceType::Queen, Square::A1, targets);
    /// counter.push_move(Move::new(Square::E2, Square::E4));
    /// assert_eq!(counter.count(), 64);
    /// ```
    #[inline]
    pub const fn count(self) -> usize {
        self.count
    }

    /// Adds moves that the caller has counted.
    ///
    /// # Panics
    ///
    /// Panics in builds with overflow checks if the sum exceeds `usize::MAX`.
    ///
    /// ```
    /// use tabiya::{Bitboard, Direction, MoveCounter, Rank};
    ///
    /// // The captures of all pawns in one direction.
    /// let pawns = Bitboard::from(Rank::Second);
    /// let mut counter = MoveCounter::new();
    /// counter.add(pawns.shift(Direction::NorthEast).len());
    /// assert_eq!(counter.count(), 7);
    /// ```
    #[inline]
    pub const fn add(&mut self, moves: usize) {
        self.count += moves;
    }
}

impl MoveSink for MoveCounter {
    type Break = Infallible;

    #[inline]
    fn push_move(&mut self, _: Move) -> ControlFlow<Infallible> {
        self.add(1);
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_piece_moves(
        &mut self,
        _: PieceType,
        _: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.add(targets.len());
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_pawn_moves(&mut self, _: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.add(targets.len());
        ControlFlow::Continue(())
    }

    #[inline]
    fn push_promotions(&mut self, _: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.add(4 * targets.len());
        ControlFlow::Continue(())
    }
}
