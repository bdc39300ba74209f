//! The public entry points of move generation, which branch on the side to move.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::Side;
use tabiya_movelist::{MoveList, MoveSink};

use super::filter::{AllMoves, Captures, Noisy, Quiets};
use super::{AnyGenerator, Generator, MoveFilter};
use crate::board::GenericBoard;
use crate::key::BoardKey;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns the generator of this position, which computes checkers, pinned pieces and check
    /// mask once for all lists, counts and tests of a node.
    ///
    /// ```
    /// use tabiya::{Board, MoveList};
    ///
    /// let board = Board::default();
    /// let generator = board.generator();
    /// let mut list = MoveList::new();
    /// if !generator.is_check() {
    ///     generator.noisy_into(&mut list);
    /// }
    /// generator.quiets_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn generator(&self) -> AnyGenerator<'_, K> {
        if self.side_to_move().is_white() {
            AnyGenerator::White(Generator::new(self))
        } else {
            AnyGenerator::Black(Generator::new(self))
        }
    }

    /// Returns the generator of this position with the side to move as a type, without a branch on
    /// it.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if `S` is not the side to move. Without them, the generated
    /// moves are meaningless, but memory safety is preserved.
    ///
    /// ```
    /// use tabiya::{Black, Board, Side, White};
    ///
    /// /// Counts the leaves of a tree; the side is a type at each depth.
    /// fn leaves<S: Side>(board: &Board, depth: u32) -> usize {
    ///     let generator = board.generator_as::<S>();
    ///     if depth == 1 {
    ///         return generator.legal_move_count();
    ///     }
    ///     let leaves_after = |&mv| leaves::<S::Them>(&generator.make(mv), depth - 1);
    ///     generator.legal_moves().iter().map(leaves_after).sum()
    /// }
    ///
    /// assert_eq!(leaves::<White>(&Board::default(), 3), 8902);
    /// ```
    #[doc(alias = "const generic")]
    #[inline]
    #[track_caller]
    pub fn generator_as<S: Side>(&self) -> Generator<'_, S, K> {
        debug_assert_eq!(self.side_to_move(), S::COLOR, "the side to move of {self}");
        Generator::new(self)
    }

    /// Passes every legal move to a sink, each exactly once, in no particular order.
    ///
    /// Returns [`ControlFlow::Break`] as soon as the sink does.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tabiya::{Board, sink_fn};
    ///
    /// // The first move stops the generator.
    /// let board = Board::default();
    /// let first = board.generate_moves(&mut sink_fn(ControlFlow::Break));
    /// assert!(first.break_value().is_some_and(|mv| board.is_legal(mv)));
    /// ```
    #[inline]
    pub fn generate_moves<T: MoveSink + ?Sized>(&self, sink: &mut T) -> ControlFlow<T::Break> {
        self.pass_moves(AllMoves, sink)
    }

    /// Passes every legal move that a filter selects to a sink, each exactly once, in no particular
    /// order.
    ///
    /// Returns [`ControlFlow::Break`] as soon as the sink does. A caller that generates in stages
    /// creates a [`generator`](Self::generator) once.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter};
    ///
    /// let mut moves = Vec::new(); // a sink with the feature `alloc`
    /// let _ = Board::default().generate_filtered(&MoveFilter::QUIETS, &mut moves);
    /// assert_eq!(moves.len(), 20);
    /// ```
    #[doc(alias = "generate_moves_for")]
    #[doc(alias = "set_iterator_mask")]
    #[inline]
    pub fn generate_filtered<T: MoveSink + ?Sized>(
        &self,
        filter: &MoveFilter,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        self.pass_moves(filter, sink)
    }

    /// Appends the legal moves that a filter selects to a list, in no particular order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().moves_into(&MoveFilter::QUIETS, &mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[doc(alias = "promotion_moves")]
    #[inline]
    pub fn moves_into<T: MoveSink<Break = Infallible> + ?Sized>(
        &self,
        filter: &MoveFilter,
        list: &mut T,
    ) {
        let ControlFlow::Continue(()) = self.pass_moves(filter, list);
    }

    /// Appends the [captures](MoveFilter::CAPTURES) to a list, in no particular order.
    ///
    /// # Panics
    ///
    /// Panics if the list overflows. An empty list holds all legal moves of any position.
    ///
    /// ```
    /// use tabiya::{Board, MoveList};
    ///
    /// let board = Board::from_fen("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1")?;
    /// let mut list = MoveList::new();
    /// board.captures_into(&mut list);
    /// assert_eq!(list.len(), 1);
    /// # Ok::<(), tabiya::FenError>(())
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
    /// use tabiya::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().noisy_into(&mut list);
    /// assert!(list.is_empty());
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
    /// use tabiya::{Board, MoveList};
    ///
    /// let mut list = MoveList::new();
    /// Board::default().quiets_into(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    #[inline]
    pub fn quiets_into<T: MoveSink<Break = Infallible> + ?Sized>(&self, list: &mut T) {
        let ControlFlow::Continue(()) = self.pass_moves(Quiets, list);
    }

    /// Counts the legal moves that a filter selects without building a list.
    ///
    /// ```
    /// use tabiya::{Board, MoveFilter};
    ///
    /// assert_eq!(Board::default().count_moves(&MoveFilter::CAPTURES), 0);
    /// ```
    #[inline]
    pub fn count_moves(&self, filter: &MoveFilter) -> usize {
        self.count_selected_moves(filter)
    }

    /// Returns the [captures](MoveFilter::CAPTURES) as a list, in no particular order.
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// assert!(Board::default().legal_captures().is_empty());
    /// ```
    #[doc(alias = "capture_moves")]
    #[inline]
    pub fn legal_captures(&self) -> MoveList {
        let mut list = MoveList::new();
        self.captures_into(&mut list);
        list
    }

    /// Returns the [captures and promotions](MoveFilter::NOISY) as a list, in no particular order.
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// let board = Board::from_fen("4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")?;
    /// assert_eq!(board.legal_noisy().len(), 4); // four promotions on b8
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "quiescence")]
    #[inline]
    pub fn legal_noisy(&self) -> MoveList {
        let mut list = MoveList::new();
        self.noisy_into(&mut list);
        list
    }

    /// Returns the [quiet moves](MoveFilter::QUIETS) as a list, in no particular order.
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// assert_eq!(Board::default().legal_quiets().len(), 20);
    /// ```
    #[inline]
    pub fn legal_quiets(&self) -> MoveList {
        let mut list = MoveList::new();
        self.quiets_into(&mut list);
        list
    }
}
