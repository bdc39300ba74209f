//! The public entry points to move generation, which branch on the side to move.

use tabiya_core::Side;

use super::{AnyGenerator, Generator};
use crate::board::GenericBoard;
use crate::key::BoardKey;

impl<K: BoardKey> GenericBoard<K> {
    /// Returns this position's generator, which computes checkers, pinned pieces and check mask
    /// once for all lists, counts and tests in a node.
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

    /// Returns this position's generator with the side to move as a type, without a branch on it.
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
}
