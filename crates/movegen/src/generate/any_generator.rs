//! A generator whose side to move is a value.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Black, Move, White};
use tabiya_movelist::{MoveList, MoveSink};

use super::{Generator, MoveFilter};
use crate::check_info::CheckInfo;

/// A [`Generator`] for either side to move: each call branches on the side once.
///
/// [`GenericBoard::generator`](crate::GenericBoard::generator) returns it.
///
/// ```
/// use tabiya_core::Color;
/// use tabiya_movegen::{AnyGenerator, Board};
///
/// let board = Board::default();
/// let generator = board.generator();
/// assert!(matches!(generator, AnyGenerator::White(_)));
/// assert_eq!(generator.legal_move_count(), 20);
/// ```
#[derive(Clone, Debug)]
pub enum AnyGenerator<'a> {
    /// White is to move.
    White(Generator<'a, White>),
    /// Black is to move.
    Black(Generator<'a, Black>),
}

impl AnyGenerator<'_> {
    /// Returns the pieces that give check: see [`Generator::checkers`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// assert!(generator.checkers().is_empty());
    /// ```
    #[inline]
    pub const fn checkers(&self) -> Bitboard {
        match self {
            Self::White(generator) => generator.checkers(),
            Self::Black(generator) => generator.checkers(),
        }
    }

    /// Tests whether the side to move is in check: see [`Generator::is_check`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// assert!(!generator.is_check());
    /// ```
    #[inline]
    pub const fn is_check(&self) -> bool {
        match self {
            Self::White(generator) => generator.is_check(),
            Self::Black(generator) => generator.is_check(),
        }
    }

    /// Returns the pieces of the side to move that are pinned to their king: see [`Generator::pinned`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// assert!(generator.pinned().is_empty());
    /// ```
    #[inline]
    pub const fn pinned(&self) -> Bitboard {
        match self {
            Self::White(generator) => generator.pinned(),
            Self::Black(generator) => generator.pinned(),
        }
    }

    /// Returns the check mask: see [`Generator::check_mask`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.check_mask(), tabiya_core::Bitboard::FULL);
    /// ```
    #[doc(alias = "check mask")]
    #[inline]
    pub const fn check_mask(&self) -> Bitboard {
        match self {
            Self::White(generator) => generator.check_mask(),
            Self::Black(generator) => generator.check_mask(),
        }
    }

    /// Returns the legal moves as a list: see [`Generator::legal_moves`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        match self {
            Self::White(generator) => generator.legal_moves(),
            Self::Black(generator) => generator.legal_moves(),
        }
    }

    /// Appends the legal moves to a list: see [`Generator::legal_moves_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya_movegen::MoveList::new();
    /// generator.legal_moves_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        match self {
            Self::White(generator) => generator.legal_moves_into(list),
            Self::Black(generator) => generator.legal_moves_into(list),
        }
    }

    /// Appends the captures to a list: see [`Generator::captures_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya_movegen::MoveList::new();
    /// generator.captures_into(&mut list);
    /// assert!(list.is_empty());
    /// ```
    #[inline]
    pub fn captures_into(&self, list: &mut MoveList) {
        match self {
            Self::White(generator) => generator.captures_into(list),
            Self::Black(generator) => generator.captures_into(list),
        }
    }

    /// Appends the captures and promotions to a list: see [`Generator::noisy_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya_movegen::MoveList::new();
    /// generator.noisy_into(&mut list);
    /// assert!(list.is_empty());
    /// ```
    #[inline]
    pub fn noisy_into(&self, list: &mut MoveList) {
        match self {
            Self::White(generator) => generator.noisy_into(list),
            Self::Black(generator) => generator.noisy_into(list),
        }
    }

    /// Appends the quiet moves to a list: see [`Generator::quiets_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya_movegen::MoveList::new();
    /// generator.quiets_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn quiets_into(&self, list: &mut MoveList) {
        match self {
            Self::White(generator) => generator.quiets_into(list),
            Self::Black(generator) => generator.quiets_into(list),
        }
    }

    /// Appends the moves that a filter selects to a list: see [`Generator::moves_into`].
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// let mut list = tabiya_movegen::MoveList::new();
    /// generator.moves_into(&tabiya_movegen::MoveFilter::QUIETS, &mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn moves_into(&self, filter: &MoveFilter, list: &mut MoveList) {
        match self {
            Self::White(generator) => generator.moves_into(filter, list),
            Self::Black(generator) => generator.moves_into(filter, list),
        }
    }

    /// Counts the legal moves: see [`Generator::legal_move_count`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.legal_move_count(), 20);
    /// ```
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        match self {
            Self::White(generator) => generator.legal_move_count(),
            Self::Black(generator) => generator.legal_move_count(),
        }
    }

    /// Counts the moves that a filter selects: see [`Generator::count_moves`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// assert_eq!(generator.count_moves(&tabiya_movegen::MoveFilter::CAPTURES), 0);
    /// ```
    #[inline]
    pub fn count_moves(&self, filter: &MoveFilter) -> usize {
        match self {
            Self::White(generator) => generator.count_moves(filter),
            Self::Black(generator) => generator.count_moves(filter),
        }
    }

    /// Passes every legal move to a sink: see [`Generator::generate_moves`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// let mut moves = Vec::new();
    /// let _ = generator.generate_moves(&mut moves);
    /// assert_eq!(moves.len(), 20);
    /// ```
    #[inline]
    pub fn generate_moves<K: MoveSink + ?Sized>(&self, sink: &mut K) -> ControlFlow<K::Break> {
        match self {
            Self::White(generator) => generator.generate_moves(sink),
            Self::Black(generator) => generator.generate_moves(sink),
        }
    }

    /// Passes the moves that a filter selects to a sink: see [`Generator::generate_filtered`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// let mut moves = Vec::new();
    /// let _ = generator.generate_filtered(&tabiya_movegen::MoveFilter::QUIETS, &mut moves);
    /// assert_eq!(moves.len(), 20);
    /// ```
    #[inline]
    pub fn generate_filtered<K: MoveSink + ?Sized>(
        &self,
        filter: &MoveFilter,
        sink: &mut K,
    ) -> ControlFlow<K::Break> {
        match self {
            Self::White(generator) => generator.generate_filtered(filter, sink),
            Self::Black(generator) => generator.generate_filtered(filter, sink),
        }
    }

    /// Tests whether a move is legal: see [`Generator::is_legal`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// use tabiya_core::{Move, Square};
    /// assert!(generator.is_legal(Move::new(Square::E2, Square::E4)));
    /// ```
    #[inline]
    pub fn is_legal(&self, mv: Move) -> bool {
        match self {
            Self::White(generator) => generator.is_legal(mv),
            Self::Black(generator) => generator.is_legal(mv),
        }
    }

    /// Tests whether a legal move gives check: see [`Generator::gives_check`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// use tabiya_core::{Move, Square};
    /// assert!(!generator.gives_check(Move::new(Square::E2, Square::E4)));
    /// ```
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        match self {
            Self::White(generator) => generator.gives_check(mv),
            Self::Black(generator) => generator.gives_check(mv),
        }
    }

    /// Returns the data for testing which moves give check: see [`Generator::check_info`].
    ///
    /// ```
    /// # let board = tabiya_movegen::Board::default();
    /// let generator = board.generator();
    /// use tabiya_core::{Move, Square};
    /// assert!(!generator.check_info().gives_check(Move::new(Square::E2, Square::E4)));
    /// ```
    #[inline]
    pub fn check_info(&self) -> CheckInfo {
        match self {
            Self::White(generator) => generator.check_info(),
            Self::Black(generator) => generator.check_info(),
        }
    }
}

/// Asserts that generators can be shared between threads.
const _: () = {
    const fn assert_send_sync<T: Send + Sync>() {}
    assert_send_sync::<Generator<'static, White>>();
    assert_send_sync::<AnyGenerator<'static>>();
};
