//! [`MoveSink`], the trait that move generators write to, and [`SinkFn`], its form for closures.

use core::fmt;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Direction, Move, MoveKind, PieceType, Square};

use crate::writer::WriteMoves;

/// The step from origin to target that a set of pawn moves shares.
///
/// Generators shift all pawns at once, so a move's origin is its target minus the step.
///
/// ```
/// use tabiya::{Direction, PawnStep, Square};
///
/// assert_eq!(PawnStep::single(Direction::NorthEast).origin(Square::E5), Square::D4);
/// assert_eq!(PawnStep::double(Direction::South).origin(Square::C5), Square::C7);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PawnStep(i8);

impl PawnStep {
    /// Creates the step for single pushes (north or south) or captures (diagonal).
    ///
    /// ```
    /// use tabiya::{Direction, PawnStep, Square};
    ///
    /// // A black pawn captures towards the h-file.
    /// let step = PawnStep::single(Direction::SouthEast);
    /// assert_eq!(step.origin(Square::E4), Square::D5);
    /// ```
    #[inline]
    pub const fn single(direction: Direction) -> Self {
        Self(direction.index_step())
    }

    /// Creates the step for double pushes.
    ///
    /// ```
    /// use tabiya::{Direction, PawnStep, Square};
    ///
    /// assert_eq!(PawnStep::double(Direction::North).origin(Square::E4), Square::E2);
    /// ```
    #[inline]
    pub const fn double(direction: Direction) -> Self {
        Self(2 * direction.index_step())
    }

    /// Returns the target's index minus the origin's.
    ///
    /// ```
    /// use tabiya::{Direction, PawnStep};
    ///
    /// assert_eq!(PawnStep::double(Direction::South).index_step(), -16);
    /// ```
    #[inline]
    pub const fn index_step(self) -> i8 {
        self.0
    }

    /// Returns the square from which a pawn reaches `target` by this step.
    ///
    /// If no such square is on the board, the result is some other square: the index is taken
    /// modulo 64.
    ///
    /// ```
    /// use tabiya::{Bitboard, Direction, PawnStep, Rank};
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

    /// Tests whether the step changes the file, as captures do.
    ///
    /// ```
    /// use tabiya::{Direction, PawnStep};
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

/// A receiver for generated moves.
///
/// A generator finds moves as target sets and calls one method per set. Only
/// [`push_move`](Self::push_move) is required: the other methods call it once per move by default.
/// A sink that can use whole sets, as [`MoveCounter`](crate::MoveCounter) does with a popcount,
/// overrides them.
///
/// # Contract
///
/// - A generator passes each move exactly once, in unspecified order, by any method.
/// - Target sets may be empty: passing an empty set costs less than a test for it.
/// - After [`ControlFlow::Break`], the generator makes no more calls and returns the value.
///
/// # Implementors
///
/// - Lists, counters and vectors never break: their [`Break`](Self::Break) is [`Infallible`], and
///   callers may ignore the result. Rust before 1.92 warns about that unless you write
///   `let ControlFlow::Continue(()) = …;`.
/// - `&mut S` is a sink if `S` is one.
/// - The trait is dyn-compatible: `&mut dyn MoveSink<Break = B>` is a sink too.
/// - Closures become sinks by [`sink_fn`].
///
/// [`Infallible`]: core::convert::Infallible
///
/// # Examples
///
/// A custom sink that uses whole sets:
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use tabiya::{Bitboard, Move, MoveSink, PieceType, Square};
///
/// /// All squares that some move leads to.
/// #[derive(Default)]
/// struct Targets(Bitboard);
///
/// impl MoveSink for Targets {
///     type Break = Infallible;
///
///     fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
///         self.0 |= mv.to().bitboard();
///         ControlFlow::Continue(())
///     }
///
///     // Most moves come in such sets: one `or` instead of a call per move.
///     fn push_piece_moves(
///         &mut self,
///         _: PieceType,
///         _: Square,
///         targets: Bitboard,
///     ) -> ControlFlow<Infallible> {
///         self.0 |= targets;
///         ControlFlow::Continue(())
///     }
/// }
///
/// let mut targets = Targets::default();
/// targets.push_piece_moves(PieceType::King, Square::A1, Square::A2.into());
/// targets.push_castling(Square::E1, Square::H1);
/// assert_eq!(targets.0.len(), 2);
/// ```
///
/// A generator compiled once for every sink that breaks with the same type:
///
/// ```
/// use std::convert::Infallible;
/// use std::ops::ControlFlow;
/// use tabiya::{Bitboard, File, MoveCounter, MoveList, MoveSink, PieceType, Square};
///
/// fn rook_on_a1(sink: &mut dyn MoveSink<Break = Infallible>) -> ControlFlow<Infallible> {
///     let targets = Bitboard::from(File::A).without(Square::A1);
///     sink.push_piece_moves(PieceType::Rook, Square::A1, targets)
/// }
///
/// let (mut list, mut counter) = (MoveList::new(), MoveCounter::new());
/// rook_on_a1(&mut list);
/// rook_on_a1(&mut counter);
/// assert_eq!((list.len(), counter.count()), (7, 7));
/// ```
#[doc(alias = "PieceMoves")]
#[diagnostic::on_unimplemented(
    message = "`{Self}` receives no moves",
    label = "expected a sink of moves",
    note = "`sink_fn` turns a closure of a `Move` into a sink",
    note = "`MoveList`, `MoveStack` by its frames, and `ScoredMoveList` are sinks",
    note = "`Vec<Move>` is one with the feature `alloc`, `ArrayVec<Move, N>` with `arrayvec`"
)]
pub trait MoveSink {
    /// The value that ends move generation.
    ///
    /// It is `()` for sinks that only stop, a search result for sinks that find something, and
    /// [`Infallible`](core::convert::Infallible) for sinks that never break.
    type Break;

    /// Receives one move of any kind.
    fn push_move(&mut self, mv: Move) -> ControlFlow<Self::Break>;

    /// Receives one piece's moves from `from` to each of `targets`; the piece is no pawn.
    #[inline]
    fn push_piece_moves(
        &mut self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Self::Break> {
        let _ = piece_type;
        piece_moves(from, targets).try_for_each(|mv| self.push_move(mv))
    }

    /// Receives the moves by which pawns reach each of `targets` in the same step, without
    /// promoting.
    #[inline]
    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Self::Break> {
        pawn_moves(step, targets).try_for_each(|mv| self.push_move(mv))
    }

    /// Receives the promotions by which pawns reach each of `targets` in the same step: four moves
    /// per target.
    #[inline]
    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Self::Break> {
        promotions(step, targets).try_for_each(|mv| self.push_move(mv))
    }

    /// Receives one en passant capture, by the capturing pawn's squares.
    #[inline]
    fn push_en_passant(&mut self, from: Square, to: Square) -> ControlFlow<Self::Break> {
        self.push_move(Move::with_kind(from, to, MoveKind::EnPassant))
    }

    /// Receives one castling move, by the king's and the rook's squares.
    #[inline]
    fn push_castling(&mut self, king: Square, rook: Square) -> ControlFlow<Self::Break> {
        self.push_move(Move::with_kind(king, rook, MoveKind::Castling))
    }

    /// Lets a function append moves to this sink's memory in groups, or returns `false` without a
    /// call.
    ///
    /// Move lists have such memory. A generator fills all of them by the same code, in the order
    /// that a [`MoveList`](crate::MoveList) gets. Only Tabiya's crates use it.
    #[doc(hidden)]
    #[inline(always)]
    fn append_with(&mut self, write: &mut WriteMoves<'_>) -> bool {
        let _ = write;
        false
    }
}

/// Yields the moves that a call to [`MoveSink::push_piece_moves`] passes.
#[inline]
pub(crate) fn piece_moves(from: Square, targets: Bitboard) -> impl Iterator<Item = Move> {
    targets.into_iter().map(move |to| Move::new(from, to))
}

/// Yields the moves that a call to [`MoveSink::push_pawn_moves`] passes.
#[inline]
pub(crate) fn pawn_moves(step: PawnStep, targets: Bitboard) -> impl Iterator<Item = Move> {
    targets.into_iter().map(move |to| Move::new(step.origin(to), to))
}

/// Yields the moves that a call to [`MoveSink::push_promotions`] passes.
#[inline]
pub(crate) fn promotions(step: PawnStep, targets: Bitboard) -> impl Iterator<Item = Move> {
    targets.into_iter().flat_map(move |to| {
        MoveKind::PROMOTIONS.map(|kind| Move::with_kind(step.origin(to), to, kind))
    })
}

impl<S: MoveSink + ?Sized> MoveSink for &mut S {
    type Break = S::Break;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<S::Break> {
        (**self).push_move(mv)
    }

    #[inline]
    fn push_piece_moves(
        &mut self,
        piece_type: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<S::Break> {
        (**self).push_piece_moves(piece_type, from, targets)
    }

    #[inline]
    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<S::Break> {
        (**self).push_pawn_moves(step, targets)
    }

    #[inline]
    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<S::Break> {
        (**self).push_promotions(step, targets)
    }

    #[inline]
    fn push_en_passant(&mut self, from: Square, to: Square) -> ControlFlow<S::Break> {
        (**self).push_en_passant(from, to)
    }

    #[inline]
    fn push_castling(&mut self, king: Square, rook: Square) -> ControlFlow<S::Break> {
        (**self).push_castling(king, rook)
    }

    #[inline(always)]
    fn append_with(&mut self, write: &mut WriteMoves<'_>) -> bool {
        (**self).append_with(write)
    }
}

/// Creates a [`MoveSink`] from a closure that receives one move at a time.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabiya::{Direction, Move, MoveSink, PawnStep, Rank, Square, sink_fn};
///
/// // The first move to e4, without looking at the rest.
/// let mut first_to_e4 = sink_fn(|mv: Move| {
///     if mv.to() == Square::E4 { ControlFlow::Break(mv) } else { ControlFlow::Continue(()) }
/// });
/// let step = PawnStep::double(Direction::North);
/// let found = first_to_e4.push_pawn_moves(step, Rank::Fourth.into());
/// assert_eq!(found, ControlFlow::Break(Move::new(Square::E2, Square::E4)));
/// ```
#[inline]
pub const fn sink_fn<B, F: FnMut(Move) -> ControlFlow<B>>(f: F) -> SinkFn<F> {
    SinkFn(f)
}

/// A closure as a [`MoveSink`]; see [`sink_fn`].
#[derive(Clone, Copy)]
pub struct SinkFn<F>(F);

impl<F> fmt::Debug for SinkFn<F> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SinkFn").finish_non_exhaustive()
    }
}

impl<B, F: FnMut(Move) -> ControlFlow<B>> MoveSink for SinkFn<F> {
    type Break = B;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<B> {
        (self.0)(mv)
    }
}
