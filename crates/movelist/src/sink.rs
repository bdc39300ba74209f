//! The one interface that generators write to.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Direction, Move, MoveKind, PieceType, Square};

/// How the pawns of one set have moved: from a target back to where its pawn came from.
///
/// ```
/// use tabiya_core::{Direction, Square};
/// use tabiya_movelist::PawnStep;
///
/// assert_eq!(PawnStep::single(Direction::NorthEast).origin(Square::E5), Square::D4);
/// assert_eq!(PawnStep::double(Direction::South).origin(Square::C5), Square::C7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PawnStep(i8);

impl PawnStep {
    /// One step: a push or a capture.
    ///
    /// ```
    /// use tabiya_core::{Direction, Square};
    /// use tabiya_movelist::PawnStep;
    ///
    /// // Black takes towards the h-file.
    /// let step = PawnStep::single(Direction::SouthEast);
    /// assert_eq!(step.origin(Square::E4), Square::D5);
    /// ```
    #[inline]
    pub const fn single(direction: Direction) -> Self {
        Self(direction.index_step())
    }

    /// Two steps: a double push.
    ///
    /// ```
    /// use tabiya_core::{Direction, Square};
    /// use tabiya_movelist::PawnStep;
    ///
    /// assert_eq!(PawnStep::double(Direction::North).origin(Square::E4), Square::E2);
    /// ```
    #[inline]
    pub const fn double(direction: Direction) -> Self {
        Self(2 * direction.index_step())
    }

    /// By how much the index of the square grows.
    #[inline]
    #[cfg(target_arch = "x86_64")]
    pub(crate) const fn index_step(self) -> i8 {
        self.0
    }

    /// Where the pawn that now stands on `target` came from.
    ///
    /// Only asked of a target that some pawn reaches by this step; of any other, the
    /// answer is a square without meaning.
    ///
    /// ```
    /// use tabiya_core::{Bitboard, Direction, Rank};
    /// use tabiya_movelist::PawnStep;
    ///
    /// // One step serves all pawns of a set.
    /// let step = PawnStep::single(Direction::North);
    /// let targets = Bitboard::from(Rank::Third).into_iter();
    /// let origins: Bitboard = targets.map(|to| step.origin(to)).collect();
    /// assert_eq!(origins, Rank::Second.into());
    /// ```
    #[inline]
    pub const fn origin(self, target: Square) -> Square {
        Square::from_low_bits((target as u8).wrapping_sub(self.0 as u8))
    }

    /// Whether the step changes the file, as captures do.
    ///
    /// ```
    /// use tabiya_core::Direction;
    /// use tabiya_movelist::PawnStep;
    ///
    /// assert!(PawnStep::single(Direction::NorthWest).is_capture());
    /// assert!(!PawnStep::single(Direction::North).is_capture());
    /// assert!(!PawnStep::double(Direction::North).is_capture());
    /// ```
    #[inline]
    pub const fn is_capture(self) -> bool {
        self.0 % 8 != 0
    }
}

/// Takes the moves of a position, set by set.
///
/// A generator finds moves as sets of targets. A sink that wants single moves implements
/// [`push`](Self::push) and leaves the expansion to the other methods; one that can use
/// whole sets, as a counter does, overrides them. Any method may answer
/// [`ControlFlow::Break`], "enough": the generator stops and passes it on.
///
/// Sets may be empty: adding nothing is cheaper than asking first. The order of the calls
/// is not part of the contract; that each move is named exactly once is.
///
/// A closure `FnMut(Move) -> ControlFlow<()>` is a sink.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabiya_core::{bitboard, Bitboard, Move, PieceType, Square};
/// use tabiya_movelist::MoveSink;
///
/// /// Every square that something moves to.
/// #[derive(Default)]
/// struct Targets(Bitboard);
///
/// impl MoveSink for Targets {
///     fn push(&mut self, mv: Move) -> ControlFlow<()> {
///         self.0 |= mv.to().bitboard();
///         ControlFlow::Continue(())
///     }
///     // The commonest set, without taking it apart.
///     fn piece_moves(&mut self, _: PieceType, _: Square, targets: Bitboard) -> ControlFlow<()> {
///         self.0 |= targets;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut targets = Targets::default();
/// let _ = targets.piece_moves(PieceType::King, Square::A1, Square::A2.into());
/// let _ = targets.castling(Square::E1, Square::H1);
/// assert_eq!(targets.0.len(), 2);
/// ```
pub trait MoveSink {
    /// Takes a single move of any kind.
    fn push(&mut self, mv: Move) -> ControlFlow<()>;

    /// Takes the moves of one piece, not a pawn: from its square to each of `targets`.
    #[inline]
    fn piece_moves(
        &mut self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<()> {
        let _ = piece_type;
        targets.into_iter().try_for_each(|to| self.push(Move::new(from, to)))
    }

    /// Takes the moves of several pawns that all make one step; none of them promotes.
    #[inline]
    fn pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        targets.into_iter().try_for_each(|to| self.push(Move::new(step.origin(to), to)))
    }

    /// Takes the moves of several pawns that all make one step and promote: four moves for
    /// each target.
    #[inline]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        targets.into_iter().try_for_each(|to| {
            let from = step.origin(to);
            MoveKind::PROMOTIONS
                .into_iter()
                .try_for_each(|kind| self.push(Move::with_kind(from, to, kind)))
        })
    }

    /// Takes one capture en passant.
    #[inline]
    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.push(Move::with_kind(from, to, MoveKind::EnPassant))
    }

    /// Takes one castling, by the squares of the king and the rook.
    #[inline]
    fn castling(&mut self, king: Square, rook: Square) -> ControlFlow<()> {
        self.push(Move::with_kind(king, rook, MoveKind::Castling))
    }
}

impl<F: FnMut(Move) -> ControlFlow<()>> MoveSink for F {
    #[inline]
    fn push(&mut self, mv: Move) -> ControlFlow<()> {
        self(mv)
    }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow::{Break, Continue};

    use tabiya_core::Rank;

    use super::*;
    use crate::MoveList;

    #[test]
    fn sets_expand_to_each_move_once() {
        let mut list = MoveList::new();
        let pawns = Bitboard::from(Rank::Seventh);
        assert_eq!(list.promotions(PawnStep::single(Direction::South), pawns), Continue(()));
        assert_eq!(list.len(), 32);
        assert!(list.iter().all(|mv| mv.from().rank() == Rank::Eighth));
        assert!(list.iter().all(|mv| mv.from().file() == mv.to().file()));
        let queens = list.iter().filter(|mv| mv.promotion() == Some(PieceType::Queen));
        assert_eq!(queens.count(), 8);
        assert!(list.iter().enumerate().all(|(i, mv)| !list[..i].contains(mv)));
    }

    #[test]
    fn a_sink_that_has_enough_stops_every_expansion() {
        let targets = Bitboard::from(Rank::Eighth);
        let step = PawnStep::single(Direction::North);
        let expansions: [fn(&mut _, PawnStep, Bitboard) -> ControlFlow<()>; 3] = [
            |sink: &mut StopAt, _, targets| sink.piece_moves(PieceType::Rook, Square::A1, targets),
            |sink, step, targets| sink.pawn_moves(step, targets),
            |sink, step, targets| sink.promotions(step, targets),
        ];
        for expand in expansions {
            let mut sink = StopAt { seen: 0, enough: 3 };
            assert_eq!(expand(&mut sink, step, targets), Break(()));
            assert_eq!(sink.seen, 3);
        }
    }

    struct StopAt {
        seen: usize,
        enough: usize,
    }

    impl MoveSink for StopAt {
        fn push(&mut self, _: Move) -> ControlFlow<()> {
            self.seen += 1;
            if self.seen == self.enough { Break(()) } else { Continue(()) }
        }
    }

    #[test]
    fn captures_change_the_file() {
        assert!(PawnStep::single(Direction::SouthWest).is_capture());
        assert!(!PawnStep::double(Direction::South).is_capture());
    }
}
