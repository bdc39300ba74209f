//! The legal move generator: it generates legal moves only, without legality tests afterwards.
//!
//! Generation uses the check mask and the pins:
//!
//! - For pieces other than the king, a move is legal if its target is on the check mask. A pinned
//!   piece must also stay on its pin's line.
//! - The king may step to squares that the opponent does not attack with the king removed as a
//!   blocker.
//! - Only en passant tests the board after the capture.
//!
//! [`Generator`] holds these sets for one side. Its methods are monomorphized for each side, so
//! shifts, ranks and pawn directions are constants, and they are inlined into one function per
//! sink, so that shared sets stay in registers.

mod any_generator;
mod board;
mod by_line;
pub(crate) mod filter;
mod king;
mod lazy;
mod legality_sets;
mod pawns;
mod pieces;
pub mod pseudo_legal;
#[cfg(target_arch = "x86_64")]
#[expect(unsafe_code, reason = "functions and intrinsics for CPU features; registers as moves")]
pub(crate) mod simd;

use core::convert::Infallible;
use core::fmt;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, MoveInfo, Side};
use tabiya_movelist::{MoveList, MoveSink, ScoredMoveList, sink_fn};

pub use self::any_generator::AnyGenerator;
pub(crate) use self::by_line::ByLine;
pub use self::filter::MoveFilter;
use self::filter::{AllMoves, Captures, Noisy, Quiets};
pub(crate) use self::legality_sets::LegalitySets;
pub(crate) use self::pieces::{PieceGenerator, Scalar};
use crate::board::GenericBoard;
use crate::check_info::CheckInfo;
use crate::key::{BoardKey, ZobristKey};
use crate::observer::MakeObserver;

/// The generator for a position with `S` to move, which lists, counts, tests and makes its legal
/// moves.
///
/// It computes checkers, pinned pieces and check mask once for every list, count and test in a
/// node. It computes the squares that the opponent attacks for the first king move that needs them.
///
/// [`GenericBoard::generator_as`](crate::GenericBoard::generator_as) returns a generator if the
/// side is known at compile time. [`GenericBoard::generator`](crate::GenericBoard::generator)
/// returns [`AnyGenerator`], which branches on the side once per call.
///
/// ```
/// use tabiya::{Board, Move, MoveFilter, MoveList, Square, White};
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
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "stage")]
#[doc(alias = "movepicker")]
#[derive(Clone)]
pub struct Generator<'a, S: Side, K = ZobristKey> {
    board: &'a GenericBoard<K>,
    pub(crate) sets: LegalitySets<'a, S>,
}

impl<'a, S: Side, K: BoardKey> Generator<'a, S, K> {
    #[inline(always)]
    pub(crate) fn new(board: &'a GenericBoard<K>) -> Self {
        Self { board, sets: LegalitySets::new(&board.state) }
    }

    /// Returns the board that the generator was created for.
    ///
    /// ```
    /// use tabiya::{Board, White};
    ///
    /// let board = Board::default();
    /// assert_eq!(board.generator_as::<White>().board(), &board);
    /// ```
    #[inline]
    pub const fn board(&self) -> &'a GenericBoard<K> {
        self.board
    }

    /// Returns the pieces that give check.
    ///
    /// ```
    /// use tabiya::{Board, Square, White};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(board.generator_as::<White>().checkers(), Square::H4.bitboard());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        self.sets.checkers
    }

    /// Tests whether the side to move is in check, without computing the checkers again.
    ///
    /// ```
    /// use tabiya::{Board, White};
    ///
    /// assert!(!Board::default().generator_as::<White>().is_check());
    /// ```
    #[inline]
    pub const fn is_check(&self) -> bool {
        self.sets.is_check()
    }

    /// Returns the pieces of the side to move that are pinned to their king.
    ///
    /// ```
    /// use tabiya::{Board, Square, White};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/7b/8/5N2/4K3 w - - 0 1")?;
    /// assert_eq!(board.generator_as::<White>().pinned(), Square::F2.bitboard());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "pin")]
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        self.sets.pinned
    }

    /// Returns the check mask: the targets with which a piece other than the king evades all checks.
    ///
    /// It is full without a check, and empty in double check.
    ///
    /// ```
    /// use tabiya::{Board, Square, White};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/7b/8/8/4K3 w - - 0 1")?;
    /// let mask = Square::H4.bitboard() | Square::G3.bitboard() | Square::F2.bitboard();
    /// assert_eq!(board.generator_as::<White>().check_mask(), mask);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "check mask")]
    #[inline]
    pub const fn check_mask(&self) -> Bitboard {
        self.sets.check_mask
    }

    /// Returns the legal moves as a list.
    ///
    /// ```
    /// use tabiya::{Board, White};
    ///
    /// assert_eq!(Board::default().generator_as::<White>().legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Appends the legal moves to a list, in unspecified order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// use tabiya::{Board, MoveList, White};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().generator_as::<White>().legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(AllMoves, list);
    }

    /// Appends the [captures](MoveFilter::CAPTURES) to a list, in unspecified order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// use tabiya::{Board, MoveList, White};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().generator_as::<White>().captures_into(&mut list);
    /// assert!(list.is_empty());
    /// ```
    #[inline]
    pub fn captures_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(Captures, list);
    }

    /// Appends the [captures and promotions](MoveFilter::NOISY) to a list, in unspecified order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// use tabiya::{Board, MoveList, White};
    ///
    /// let board = Board::from_fen("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")?;
    /// let mut list = MoveList::new();
    /// board.generator_as::<White>().noisy_into(&mut list);
    /// assert_eq!(list.len(), 4); // four promotions on b8
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "quiescence")]
    #[inline]
    pub fn noisy_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(Noisy, list);
    }

    /// Appends the [quiet moves](MoveFilter::QUIETS) to a list, in unspecified order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// use tabiya::{Board, MoveList, White};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().generator_as::<White>().quiets_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn quiets_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(Quiets, list);
    }

    /// Returns the moves that a filter selects as a list.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter, White};
    ///
    /// let board = Board::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(board.generator_as::<White>().moves(&MoveFilter::CAPTURES).len(), 1);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn moves(&self, filter: &MoveFilter) -> MoveList {
        let mut list = MoveList::new();
        self.moves_into(filter, &mut list);
        list
    }

    /// Appends the moves that a filter selects to a list for move ordering, with the scores that a
    /// closure returns. The closure receives each move with the pieces that it moves and captures.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// use tabiya::{Board, Move, MoveFilter, ScoredMoveList, Square, White};
    ///
    /// let board = Board::from_fen("4k3/8/8/3p1q2/4P3/8/8/4K3 w - - 0 1")?;
    /// let mut list = ScoredMoveList::new();
    /// let generator = board.generator_as::<White>();
    /// // The most valuable victim first, and of equal ones the least valuable attacker.
    /// generator.scored_moves_into(&MoveFilter::CAPTURES, &mut list, |info| {
    ///     let victim = info.captured.map_or(0, |piece_type| piece_type as i32);
    ///     8 * victim - info.moved as i32
    /// });
    /// let best = list.pick_best().map(|entry| entry.mv);
    /// assert_eq!(best, Some(Move::new(Square::E4, Square::F5)));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "mvv-lva")]
    #[doc(alias = "extend_scored")]
    #[inline]
    pub fn scored_moves_into(
        &self,
        filter: &MoveFilter,
        list: &mut ScoredMoveList,
        mut score: impl FnMut(MoveInfo) -> i32,
    ) {
        let mut moves = MoveList::new();
        self.moves_into(filter, &mut moves);
        list.extend_from_moves(&moves, |mv| score(self.move_info(mv)));
    }

    /// Returns a legal move with the pieces that it moves and captures.
    ///
    /// # Panics
    ///
    /// Panics if the square from which the move goes is empty.
    ///
    /// ```
    /// use tabiya::{Board, Move, PieceType, Square, White};
    ///
    /// let board = Board::default();
    /// let info = board.generator_as::<White>().move_info(Move::new(Square::G1, Square::F3));
    /// assert_eq!(info.moved, PieceType::Knight);
    /// ```
    #[inline]
    #[track_caller]
    pub const fn move_info(&self, mv: Move) -> MoveInfo {
        self.board.move_info(mv).expect("a legal move moves a piece")
    }

    /// Counts the legal moves without building a list.
    ///
    /// ```
    /// use tabiya::{Board, White};
    ///
    /// assert_eq!(Board::default().generator_as::<White>().legal_move_count(), 20);
    /// ```
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        self.count_selected_moves(AllMoves)
    }

    /// Adds the quiet moves that give check to a list, in the same order as [`quiets_into`](Self::quiets_into).
    ///
    /// Pass this position's [`check_info`](Self::check_info) as `info`.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows.
    ///
    /// ```
    /// use tabiya::{Bitboard, Board, MoveList, Square, White};
    ///
    /// // The rook checks on the eighth rank and on the e-file.
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/R6K w - - 0 1")?;
    /// let generator = board.generator_as::<White>();
    /// let mut checks = MoveList::new();
    /// generator.quiet_checks_into(&generator.check_info(), &mut checks);
    /// let targets: Bitboard = checks.iter().map(|mv| mv.to()).collect();
    /// assert_eq!(targets, Bitboard::from_iter([Square::E1, Square::A8]));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "quiescence")]
    #[inline]
    pub fn quiet_checks_into<T: MoveSink<Break = Infallible> + ?Sized>(
        &self,
        info: &CheckInfo,
        list: &mut T,
    ) {
        let mut filter = MoveFilter::QUIETS;
        if info.discoverers().is_empty() {
            filter = filter.to_squares(info.all_check_squares() | self.board.castling_rooks());
        }
        for mv in self.moves(&filter) {
            if info.gives_check(mv) {
                let ControlFlow::Continue(()) = list.push_move(mv);
            }
        }
    }

    /// Passes every legal move to a sink, each exactly once, in unspecified order.
    ///
    /// Returns [`ControlFlow::Break`] as soon as the sink does.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tabiya::{Board, White, sink_fn};
    ///
    /// // The first move stops the generator.
    /// let board = Board::default();
    /// let first = board.generator_as::<White>().generate_moves(&mut sink_fn(ControlFlow::Break));
    /// assert!(first.break_value().is_some_and(|mv| board.is_legal(mv)));
    /// ```
    #[inline]
    pub fn generate_moves<T: MoveSink + ?Sized>(&self, sink: &mut T) -> ControlFlow<T::Break> {
        self.pass_moves(AllMoves, sink)
    }

    /// Passes every legal move that a filter selects to a sink, each exactly once, in unspecified
    /// order.
    ///
    /// Returns [`ControlFlow::Break`] as soon as the sink does.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter, White};
    ///
    /// let mut moves = Vec::new(); // a sink with the feature `alloc`
    /// let board = Board::default();
    /// let end = board.generator_as::<White>().generate_filtered(&MoveFilter::QUIETS, &mut moves);
    /// assert!(end.is_continue());
    /// assert_eq!(moves.len(), 20);
    /// ```
    #[inline]
    pub fn generate_filtered<T: MoveSink + ?Sized>(
        &self,
        filter: &MoveFilter,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        self.pass_moves(filter, sink)
    }

    /// Tests whether a legal move gives check.
    ///
    /// If you test many moves in the position, [`check_info`](Self::check_info) is faster.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, White};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// assert!(board.generator_as::<White>().gives_check(Move::new(Square::A1, Square::A8)));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        crate::check_info::gives_check::<S>(self.sets.state, mv)
    }

    /// Returns the squares that the opponent attacks with the king removed as a blocker (x-rays).
    ///
    /// The king of the side to move cannot step there.
    ///
    /// ```
    /// use tabiya::{Board, Square, White};
    ///
    /// // The king cannot step back along the file of the rook.
    /// let board = Board::from_fen("4k3/8/8/8/8/8/r2K4/8 w - - 0 1")?;
    /// assert!(board.generator_as::<White>().danger().contains(Square::E2));
    /// assert!(!board.attack_map(!board.side_to_move()).contains(Square::E2));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn danger(&self) -> Bitboard {
        self.sets.context.danger(self.sets.context.sliders())
    }

    /// Returns the data for testing which moves give check.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, White};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")?;
    /// let info = board.generator_as::<White>().check_info();
    /// assert!(info.gives_check(Move::new(Square::A1, Square::A8)));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn check_info(&self) -> CheckInfo {
        CheckInfo::new::<S>(self.sets.state)
    }

    /// Returns the board after a legal move.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal. Without them, the result for an illegal move is
    /// unspecified, but memory safety is preserved.
    ///
    /// ```
    /// use tabiya::{Board, Side, by_side};
    ///
    /// /// Counts the leaves of a tree. The side to move is a type, and `S::Them` is the opponent.
    /// fn perft<S: Side>(board: &Board, depth: u32) -> u64 {
    ///     if depth == 0 {
    ///         return 1;
    ///     }
    ///     let generator = board.generator_as::<S>();
    ///     let leaves_after = |&mv| perft::<S::Them>(&generator.make(mv), depth - 1);
    ///     generator.legal_moves().iter().map(leaves_after).sum()
    /// }
    ///
    /// let board = Board::default();
    /// assert_eq!(by_side!(board.side_to_move(), S => perft::<S>(&board, 3)), 8902);
    /// ```
    #[doc(alias = "make move")]
    #[doc(alias = "make_move_as")]
    #[inline]
    #[track_caller]
    #[must_use = "the board itself is not changed"]
    pub fn make(&self, mv: Move) -> GenericBoard<K> {
        self.make_observed(mv, &mut ())
    }

    /// Returns the board after a legal move, and reports the changed pieces to an observer.
    ///
    /// See [`make`](Self::make) and [`MakeObserver`].
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, White};
    ///
    /// let board = Board::default();
    /// let mv = Move::new(Square::G1, Square::F3);
    /// assert_eq!(board.generator_as::<White>().make_observed(mv, &mut ()), board.after(mv));
    /// ```
    #[doc(alias = "nnue")]
    #[doc(alias = "make_move_observed_as")]
    #[inline]
    #[track_caller]
    #[must_use = "the board itself is not changed"]
    pub fn make_observed(&self, mv: Move, observer: &mut impl MakeObserver) -> GenericBoard<K> {
        debug_assert!(self.is_legal(mv), "illegal {mv:?} on {}", self.board);
        self.board.after_as::<S, _>(mv, observer)
    }

    /// Returns the board after a null move, or `None` in check: see [`GenericBoard::null_move`].
    ///
    /// ```
    /// use tabiya::{Board, White};
    ///
    /// let board = Board::default();
    /// assert_eq!(board.generator_as::<White>().null_move(), board.null_move());
    /// ```
    #[doc(alias = "null move")]
    #[inline]
    pub fn null_move(&self) -> Option<GenericBoard<K>> {
        (!self.is_check()).then(|| self.board.after_null_move())
    }

    /// Tests whether there is a legal move; stops at the first one.
    ///
    /// ```
    /// use tabiya::{Board, White};
    ///
    /// assert!(Board::default().generator_as::<White>().has_legal_move());
    /// ```
    #[inline]
    pub fn has_legal_move(&self) -> bool {
        self.generate_moves(&mut sink_fn(ControlFlow::Break)).is_break()
    }

    /// Tests whether a legal move's static exchange evaluation is at least `threshold`: see
    /// [`GenericBoard::see_ge`].
    ///
    /// ```
    /// use tabiya::{Board, Move, Square, White};
    ///
    /// let board = Board::from_fen("4k3/2p5/3p4/8/4N3/8/8/4K3 w - - 0 1")?;
    /// assert!(!board.generator_as::<White>().see_ge(Move::new(Square::E4, Square::D6), -199));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "static exchange")]
    #[inline]
    pub fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.board.see_ge(mv, threshold)
    }
}

impl<S: Side> Generator<'_, S> {
    /// Returns the board's key after a legal move: see
    /// [`Board::key_after`](crate::Board::key_after).
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal.
    ///
    /// ```
    /// use tabiya::{Board, White};
    ///
    /// let board = Board::default();
    /// let generator = board.generator_as::<White>();
    /// for mv in generator.legal_moves() {
    ///     assert_eq!(generator.key_after(mv), generator.make(mv).key());
    /// }
    /// ```
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        self.board.key_after(mv)
    }
}

impl<S: Side, K: BoardKey> fmt::Debug for Generator<'_, S, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator")
            .field("side", &S::COLOR)
            .field("checkers", &self.sets.checkers)
            .field("pinned", &self.sets.pinned)
            .field("check_mask", &self.sets.check_mask)
            .finish_non_exhaustive()
    }
}
