//! The legal move generator: it generates legal moves only, without legality tests afterwards.
//!
//! Generation uses the check mask and the pins:
//!
//! - A move of a piece other than the king is legal if its target is on the check mask. A pinned
//!   piece must also stay on the line of its pin.
//! - The king may step to squares that the opponent does not attack with the king removed as a
//!   blocker.
//! - Only en passant tests the board after the capture.
//!
//! [`Generator`] holds these sets for one side. Its methods are monomorphized for each side, so
//! shifts, ranks and pawn directions are constants. They are inlined into one function per sink, so
//! that shared sets stay in registers.

mod any_generator;
mod board;
mod by_line;
pub(crate) mod filter;
mod king;
mod lazy;
mod pawns;
mod pieces;
pub(crate) mod pseudo;
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "functions and intrinsics for CPU features; registers as moves")]
pub(crate) mod simd;

use core::convert::Infallible;
use core::fmt;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, Side};
use tabiya_movelist::{MoveCounter, MoveList, MoveSink};

pub use self::any_generator::AnyGenerator;
pub(crate) use self::by_line::ByLine;
pub use self::filter::MoveFilter;
use self::filter::{AllMoves, Captures, FilterSelection, Noisy, Quiets};
use self::lazy::LazySet;
use self::pawns::{PawnMovers, generate_pushes_and_captures};
use self::pieces::generate_pinned_slider_moves;
pub(crate) use self::pieces::{PieceGenerator, Scalar};
use crate::check_info::CheckInfo;
use crate::side_context::SideContext;
use crate::state::State;
use crate::{castling, en_passant};

/// The legal moves of a position with `S` to move.
///
/// Checkers, pinned pieces and check mask are computed once for every list, count and test of a
/// node. The squares that the opponent attacks are computed for the first king move that needs
/// them.
///
/// [`GenericBoard::generator_as`](crate::GenericBoard::generator_as) returns a generator if the
/// side is known at compile time. [`GenericBoard::generator`](crate::GenericBoard::generator)
/// returns [`AnyGenerator`], which branches on the side once per call.
///
/// ```
/// use tabiya_core::{Move, Square, White};
/// use tabiya_movegen::{Board, MoveFilter, MoveList};
///
/// let board = Board::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
/// let generator = board.generator_as::<White>();
/// assert!(!generator.is_check());
///
/// let hash_move = Move::new(Square::E4, Square::D5);
/// assert!(generator.is_legal(hash_move));
///
/// let mut list = MoveList::new();
/// generator.noisy_into(&mut list);
/// assert_eq!(*list, [hash_move]);
/// generator.quiets_into(&mut list); // appended
/// assert_eq!(list.len(), generator.legal_move_count());
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
#[doc(alias = "stage")]
#[doc(alias = "movepicker")]
#[derive(Clone)]
pub struct Generator<'a, S: Side> {
    pub(crate) state: &'a State,
    pub(crate) context: SideContext<S>,
    checkers: Bitboard,
    pinned: Bitboard,
    check_mask: Bitboard,
    /// The squares that the opponent attacks, as [`PieceGenerator::danger`] returns them.
    danger: LazySet,
}

impl<'a, S: Side> Generator<'a, S> {
    #[inline(always)]
    pub(crate) fn new(state: &'a State) -> Self {
        let context = SideContext::new(state);
        let (checkers, pinned) = context.checkers_and_pinned();
        let check_mask = context.check_mask(checkers);
        Self { state, context, checkers, pinned, check_mask, danger: LazySet::new() }
    }

    /// Returns the pieces that give check.
    ///
    /// ```
    /// use tabiya_core::{Square, White};
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(board.generator_as::<White>().checkers(), Square::H4.bitboard());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Tests whether the side to move is in check, without computing the checkers again.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::Board;
    ///
    /// assert!(!Board::default().generator_as::<White>().is_check());
    /// ```
    #[inline]
    pub const fn is_check(&self) -> bool {
        self.checkers.0 != 0
    }

    /// Returns the pieces of the side to move that are pinned to their king.
    ///
    /// ```
    /// use tabiya_core::{Square, White};
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1")?;
    /// assert_eq!(board.generator_as::<White>().pinned(), Square::F2.bitboard());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[doc(alias = "pin")]
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.pinned
    }

    /// Returns the check mask: the squares where a move of a piece other than the king evades every
    /// check.
    ///
    /// It is full without a check, and empty in double check.
    ///
    /// ```
    /// use tabiya_core::{Square, White};
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// let mask = Square::H4.bitboard() | Square::G3.bitboard() | Square::F2.bitboard();
    /// assert_eq!(board.generator_as::<White>().check_mask(), mask);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[doc(alias = "check mask")]
    #[inline]
    pub const fn check_mask(&self) -> Bitboard {
        self.check_mask
    }

    /// Returns the legal moves as a list.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::Board;
    ///
    /// assert_eq!(Board::default().generator_as::<White>().legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Appends the legal moves to a list, in no particular order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().generator_as::<White>().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(AllMoves, list);
    }

    /// Appends the [captures](MoveFilter::CAPTURES) to a list, in no particular order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().generator_as::<White>().captures_into(&mut list);
    /// assert!(list.is_empty());
    /// ```
    #[inline]
    pub fn captures_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(Captures, list);
    }

    /// Appends the [captures and promotions](MoveFilter::NOISY) to a list, in no particular order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::{Board, MoveList};
    ///
    /// let board = Board::from_fen("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")?;
    /// let mut list = MoveList::new();
    /// board.generator_as::<White>().noisy_into(&mut list);
    /// assert_eq!(list.len(), 4); // four promotions on b8
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[doc(alias = "quiescence")]
    #[inline]
    pub fn noisy_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(Noisy, list);
    }

    /// Appends the [quiet moves](MoveFilter::QUIETS) to a list, in no particular order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().generator_as::<White>().quiets_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn quiets_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(Quiets, list);
    }

    /// Counts the legal moves without building a list.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::Board;
    ///
    /// assert_eq!(Board::default().generator_as::<White>().legal_move_count(), 20);
    /// ```
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        self.count_selected_moves(AllMoves)
    }

    /// Passes every legal move to a sink, each exactly once, in no particular order.
    ///
    /// Returns [`ControlFlow::Break`] as soon as the sink does.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tabiya_core::White;
    /// use tabiya_movegen::{Board, sink_fn};
    ///
    /// // The first move stops the generator.
    /// let board = Board::default();
    /// let first = board.generator_as::<White>().generate_moves(&mut sink_fn(ControlFlow::Break));
    /// assert!(first.break_value().is_some_and(|mv| board.is_legal(mv)));
    /// ```
    #[inline]
    pub fn generate_moves<K: MoveSink + ?Sized>(&self, sink: &mut K) -> ControlFlow<K::Break> {
        self.pass_moves(AllMoves, sink)
    }

    /// Passes every legal move that a filter selects to a sink, each exactly once, in no particular
    /// order.
    ///
    /// Returns [`ControlFlow::Break`] as soon as the sink does.
    ///
    /// ```
    /// use tabiya_core::White;
    /// use tabiya_movegen::{Board, MoveFilter};
    ///
    /// let mut moves = Vec::new(); // a sink with the feature `alloc`
    /// let _ = Board::default().generator_as::<White>().generate_filtered(&MoveFilter::QUIETS, &mut moves);
    /// assert_eq!(moves.len(), 20);
    /// ```
    #[inline]
    pub fn generate_filtered<K: MoveSink + ?Sized>(
        &self,
        filter: &MoveFilter,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        self.pass_moves(filter, sink)
    }

    /// Tests whether a legal move gives check.
    ///
    /// To test many moves of the position, [`check_info`](Self::check_info) is faster.
    ///
    /// ```
    /// use tabiya_core::{Move, Square, White};
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// assert!(board.generator_as::<White>().gives_check(Move::new(Square::A1, Square::A8)));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        crate::check_info::gives_check::<S>(self.state, mv)
    }

    /// Returns the data for testing which moves give check.
    ///
    /// ```
    /// use tabiya_core::{Move, Square, White};
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// let info = board.generator_as::<White>().check_info();
    /// assert!(info.gives_check(Move::new(Square::A1, Square::A8)));
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn check_info(&self) -> CheckInfo {
        CheckInfo::new::<S>(self.state)
    }

    /// Generates the moves that a filter selects, with an implementation for sets of pieces.
    #[inline(always)]
    pub(crate) fn generate_with<P, K>(
        &self,
        piece_generator: P,
        filter: &MoveFilter,
        sink: &mut K,
    ) -> ControlFlow<K::Break>
    where
        P: PieceGenerator<S, K>,
        K: MoveSink + ?Sized,
    {
        let context = &self.context;
        let Some(selection) = filter.select(context, self.checkers) else {
            return ControlFlow::Continue(());
        };
        let movers = context.us & selection.origins;
        let pawn_targets = selection.pawn_targets & self.check_mask;
        let pawns = PawnMovers { movers, pinned: self.pinned };
        generate_pushes_and_captures(piece_generator, context, pawns, pawn_targets, sink)?;
        self.generate_en_passant(&selection, sink)?;
        let targets = selection.targets & self.check_mask;
        piece_generator.generate_piece_moves(context, movers - self.pinned, targets, sink)?;
        if self.pinned.any() {
            generate_pinned_slider_moves(context, movers & self.pinned, targets, sink)?;
        }
        if selection.origins.contains(context.king) {
            self.generate_king_moves(piece_generator, &selection, sink)?;
        }
        ControlFlow::Continue(())
    }

    /// Generates the captures en passant.
    ///
    /// The check mask does not apply: the captured pawn may be the checker.
    #[inline(always)]
    fn generate_en_passant<K: MoveSink + ?Sized>(
        &self,
        selection: &FilterSelection,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        let Some(target) = self.state.state_word.ep_square() else {
            return ControlFlow::Continue(());
        };
        if selection.en_passant_targets.contains(target) {
            for from in en_passant::legal_capturers::<S>(self.state, target) & selection.origins {
                sink.push_en_passant(from, target)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the rooks with a castling right, or an empty set in check.
    #[inline(always)]
    fn castling_rooks(&self) -> Bitboard {
        if self.is_check() { Bitboard::EMPTY } else { castling::castling_rooks::<S>(self.state) }
    }

    /// Returns the squares that the opponent attacks with our king removed as a blocker.
    ///
    /// The result contains all of these squares if a rook may castle, otherwise at least those next to
    /// the king.
    #[inline(always)]
    fn danger<K: MoveSink + ?Sized>(&self, piece_generator: impl PieceGenerator<S, K>) -> Bitboard {
        if let Some(danger) = self.danger.get() {
            return danger;
        }
        // Never empty: the opponent's king attacks at least three squares.
        let danger = piece_generator.danger(&self.context, self.castling_rooks().any());
        self.danger.set(danger);
        danger
    }

    /// Returns the squares that the opponent attacks, as [`danger`](Self::danger) does, without SIMD.
    #[inline]
    pub(crate) fn scalar_danger(&self) -> Bitboard {
        self.danger::<MoveCounter>(Scalar)
    }
}

impl<S: Side> fmt::Debug for Generator<'_, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("side", &S::COLOR)
            .field("checkers", &self.checkers)
            .field("pinned", &self.pinned)
            .field("check_mask", &self.check_mask)
            .finish_non_exhaustive()
    }
}
