//! The generator whose side to move is a run-time value.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Black, Move, MoveInfo, White};
use tabiya_movelist::{MoveList, MoveSink, ScoredMoveList};

use super::{Generator, MoveFilter};
use crate::board::GenericBoard;
use crate::check_info::CheckInfo;
use crate::key::{BoardKey, ZobristKey};
use crate::observer::MakeObserver;

/// A [`Generator`] for either side to move: each call branches on the side once.
///
/// [`GenericBoard::generator`](crate::GenericBoard::generator) returns it.
///
/// ```
/// use tabiya::{AnyGenerator, Board, Color};
///
/// let board = Board::default();
/// let generator = board.generator();
/// assert!(matches!(generator, AnyGenerator::White(_)));
/// assert_eq!(generator.legal_move_count(), 20);
/// ```
#[derive(Clone, Debug)]
pub enum AnyGenerator<'a, K: BoardKey = ZobristKey> {
    /// White is to move.
    White(Generator<'a, White, K>),
    /// Black is to move.
    Black(Generator<'a, Black, K>),
}

/// Declares [`AnyGenerator`] methods. Each calls the [`Generator`] method with the same name.
macro_rules! forward_to_side {
    ($(
        $(#[$attribute:meta])*
        $([$const:tt])? fn $name:ident $(<$sink:ident $(: Break = $break:ty)?>)? ($($parameter:ident: $type:ty),*) $(-> $result:ty)?;
    )*) => {
        impl<'a, K: BoardKey> AnyGenerator<'a, K> {$(
            $(#[$attribute])*
            #[inline]
            pub $($const)? fn $name $(<$sink: MoveSink $(<Break = $break>)? + ?Sized>)? (
                &self,
                $($parameter: $type),*
            ) $(-> $result)? {
                match self {
                    Self::White(generator) => generator.$name($($parameter),*),
                    Self::Black(generator) => generator.$name($($parameter),*),
                }
            }
        )*}
    };
}

forward_to_side! {
    /// Returns the pieces that give check: see [`Generator::checkers`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert!(generator.checkers().is_empty());
    /// ```
    [const] fn checkers() -> Bitboard;

    /// Tests whether the side to move is in check: see [`Generator::is_check`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert!(!generator.is_check());
    /// ```
    [const] fn is_check() -> bool;

    /// Returns the pieces of the side to move that are pinned to their king: see
    /// [`Generator::pinned`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert!(generator.pinned().is_empty());
    /// ```
    [const] fn pinned() -> Bitboard;

    /// Returns the check mask: see [`Generator::check_mask`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.check_mask(), tabiya::Bitboard::FULL);
    /// ```
    #[doc(alias = "check mask")]
    [const] fn check_mask() -> Bitboard;

    /// Returns the legal moves as a list: see [`Generator::legal_moves`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.legal_moves().len(), 20);
    /// ```
    fn legal_moves() -> MoveList;

    /// Appends the legal moves to a list: see [`Generator::legal_moves_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya::MoveList::new();
    /// generator.legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    fn legal_moves_into<T: Break = Infallible>(list: &mut T);

    /// Appends the captures to a list: see [`Generator::captures_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya::MoveList::new();
    /// generator.captures_into(&mut list);
    /// assert!(list.is_empty());
    /// ```
    fn captures_into<T: Break = Infallible>(list: &mut T);

    /// Appends the captures and promotions to a list: see [`Generator::noisy_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya::MoveList::new();
    /// generator.noisy_into(&mut list);
    /// assert!(list.is_empty());
    /// ```
    fn noisy_into<T: Break = Infallible>(list: &mut T);

    /// Appends the quiet moves to a list: see [`Generator::quiets_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya::MoveList::new();
    /// generator.quiets_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    fn quiets_into<T: Break = Infallible>(list: &mut T);

    /// Appends the moves that a filter selects to a list: see [`Generator::moves_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya::MoveList::new();
    /// generator.moves_into(&tabiya::MoveFilter::QUIETS, &mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    fn moves_into<T: Break = Infallible>(filter: &MoveFilter, list: &mut T);

    /// Adds the quiet moves that give check to a list: see [`Generator::quiet_checks_into`].
    ///
    /// ```
    /// use tabiya::{Board, MoveList};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/8/R6K w - - 0 1")?;
    /// let generator = board.generator();
    /// let mut checks = MoveList::new();
    /// generator.quiet_checks_into(&generator.check_info(), &mut checks);
    /// assert_eq!(checks.len(), 2);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "quiescence")]
    fn quiet_checks_into<T: Break = Infallible>(info: &CheckInfo, list: &mut T);

    /// Appends moves with their scores to a list: see [`Generator::scored_moves_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves in any position.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya::ScoredMoveList::new();
    /// generator.scored_moves_into(&tabiya::MoveFilter::ALL, &mut list, |info| info.moved as i32);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[doc(alias = "extend_scored")]
    fn scored_moves_into(
        filter: &MoveFilter,
        list: &mut ScoredMoveList,
        score: impl FnMut(MoveInfo) -> i32
    );

    /// Returns a legal move with the pieces that it moves and captures: see [`Generator::move_info`].
    ///
    /// # Panics
    ///
    /// Panics if the square from which the move goes is empty.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let [mv, ..] = *generator.legal_moves() else { panic!("no moves") };
    /// assert_eq!(Some(generator.move_info(mv).moved), board.piece_type_on(mv.from()));
    /// ```
    #[track_caller]
    [const] fn move_info(mv: Move) -> MoveInfo;

    /// Counts the legal moves: see [`Generator::legal_move_count`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.legal_move_count(), 20);
    /// ```
    fn legal_move_count() -> usize;

    /// Returns the moves that a filter selects as a list: see [`Generator::moves`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.moves(&tabiya::MoveFilter::CAPTURES).len(), 0);
    /// ```
    #[doc(alias = "legal_captures")]
    #[doc(alias = "legal_noisy")]
    #[doc(alias = "legal_quiets")]
    #[doc(alias = "capture_moves")]
    fn moves(filter: &MoveFilter) -> MoveList;

    /// Counts the moves that a filter selects: see [`Generator::count_moves`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.count_moves(&tabiya::MoveFilter::CAPTURES), 0);
    /// ```
    fn count_moves(filter: &MoveFilter) -> usize;

    /// Passes every legal move to a sink: see [`Generator::generate_moves`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let mut moves = Vec::new();
    /// assert!(generator.generate_moves(&mut moves).is_continue());
    /// assert_eq!(moves.len(), 20);
    /// ```
    fn generate_moves<T>(sink: &mut T) -> ControlFlow<T::Break>;

    /// Passes the moves that a filter selects to a sink: see [`Generator::generate_filtered`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// let mut moves = Vec::new();
    /// let filter = tabiya::MoveFilter::QUIETS;
    /// assert!(generator.generate_filtered(&filter, &mut moves).is_continue());
    /// assert_eq!(moves.len(), 20);
    /// ```
    fn generate_filtered<T>(filter: &MoveFilter, sink: &mut T) -> ControlFlow<T::Break>;

    /// Tests whether a move is legal: see [`Generator::is_legal`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// use tabiya::{Move, Square};
    /// assert!(generator.is_legal(Move::new(Square::E2, Square::E4)));
    /// ```
    fn is_legal(mv: Move) -> bool;

    /// Returns the board that the generator was created for: see [`Generator::board`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.board(), &board);
    /// ```
    [const] fn board() -> &'a GenericBoard<K>;

    /// Returns the board after a legal move: see [`Generator::make`].
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// for mv in generator.legal_moves() {
    ///     assert_eq!(generator.make(mv), board.after(mv));
    /// }
    /// ```
    #[track_caller]
    #[must_use = "the board itself is not changed"]
    fn make(mv: Move) -> GenericBoard<K>;

    /// Returns the board after a legal move, and reports the changed pieces to an observer: see
    /// [`Generator::make_observed`].
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// use tabiya::{Move, Square};
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!(generator.make_observed(mv, &mut ()), generator.make(mv));
    /// ```
    #[track_caller]
    #[must_use = "the board itself is not changed"]
    fn make_observed(mv: Move, observer: &mut impl MakeObserver) -> GenericBoard<K>;

    /// Returns the board after a null move, or `None` in check: see [`Generator::null_move`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.null_move(), board.null_move());
    /// ```
    #[doc(alias = "null move")]
    fn null_move() -> Option<GenericBoard<K>>;

    /// Tests whether there is a legal move: see [`Generator::has_legal_move`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// assert!(generator.has_legal_move());
    /// ```
    fn has_legal_move() -> bool;

    /// Tests whether a legal move's static exchange evaluation is at least `threshold`: see
    /// [`GenericBoard::see_ge`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// use tabiya::{Move, Square};
    /// assert!(generator.see_ge(Move::new(Square::E2, Square::E4), 0));
    /// ```
    fn see_ge(mv: Move, threshold: i32) -> bool;

    /// Tests whether a legal move gives check: see [`Generator::gives_check`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// use tabiya::{Move, Square};
    /// assert!(!generator.gives_check(Move::new(Square::E2, Square::E4)));
    /// ```
    fn gives_check(mv: Move) -> bool;

    /// Returns the data for testing which moves give check: see [`Generator::check_info`].
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// use tabiya::{Move, Square};
    /// assert!(!generator.check_info().gives_check(Move::new(Square::E2, Square::E4)));
    /// ```
    fn check_info() -> CheckInfo;

    /// Returns the squares where the king may not go: see [`Generator::danger`].
    ///
    /// ```
    /// use tabiya::{Board, Square};
    ///
    /// let board = Board::from_fen("4k3/8/8/8/8/8/r2K4/8 w - - 0 1")?;
    /// assert!(board.generator().danger().contains(Square::E2));
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    fn danger() -> Bitboard;
}

impl AnyGenerator<'_> {
    /// Returns the board's key after a legal move: see
    /// [`Board::key_after`](crate::Board::key_after).
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal.
    ///
    /// ```
    /// # let board = tabiya::Board::default();
    /// let generator = board.generator();
    /// for mv in generator.legal_moves() {
    ///     assert_eq!(generator.key_after(mv), generator.make(mv).key());
    /// }
    /// ```
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        self.board().key_after(mv)
    }
}

/// Asserts that generators can be shared between threads.
const _: () = {
    const fn assert_send_sync<T: Send + Sync>() {}
    assert_send_sync::<Generator<'static, White>>();
    assert_send_sync::<AnyGenerator<'static>>();
};
