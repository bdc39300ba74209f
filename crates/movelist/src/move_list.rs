//! [`MoveList`], the list of one position's moves, and its iterator.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;
use tabiya_core::Move;

use crate::full_buffer::fail_full_buffer;

/// A list of up to [`CAPACITY`](Self::CAPACITY) moves that never allocates.
///
/// It dereferences to a slice of [`Move`] and is a [`MoveSink`](crate::MoveSink). If you search
/// recursively, a [`MoveStack`](crate::MoveStack) stores the moves of all plies in less memory.
///
/// ```
/// use tabiya::{Move, MoveList, Square};
///
/// let mut list = MoveList::new();
/// list.push(Move::new(Square::G1, Square::F3));
/// list.push(Move::new(Square::B1, Square::C3));
/// list.sort_by_key(|mv| mv.to()); // a method of slices
/// assert_eq!(list[0].to(), Square::C3);
/// ```
#[doc(alias = "MoveGen")]
#[derive(Clone, Default, PartialEq, Eq, Hash)]
pub struct MoveList(
    /// At most [`MoveList::CAPACITY`] moves: a writer's unsafe code relies on it.
    MoveBuffer,
);

/// A list's slots: one for each move up to its capacity, and [`SPARE_SLOTS`] more.
pub(crate) type MoveBuffer = ArrayVec<Move, SLOTS>;

/// The number of slots in a list.
pub(crate) const SLOTS: usize = MoveList::CAPACITY + SPARE_SLOTS;

/// The slots beyond the capacity, so that a writer can store a whole group behind the last move.
pub(crate) const SPARE_SLOTS: usize = 16;

// Two bytes per move and four for the length.
const _: () = assert!(size_of::<MoveList>() == 2 * SLOTS + 4);

impl MoveList {
    /// The most moves that a list holds: an upper bound on the moves in any accepted position.
    ///
    /// A position that a game can reach has at most 218 legal moves
    /// (`R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1`). The bound below is coarser, but it
    /// holds for every position that the FEN rules accept, and for pseudo-legal moves too:
    ///
    /// - *Pieces.* A side has at most as many promoted pieces as missing pawns. Without pawns it
    ///   has at most nine queens, two rooks, two bishops, two knights and a king. A pawn has at
    ///   most 12 moves (three targets with four promotions each). The queen that it could become
    ///   adds more than 12 to the sums below, so the worst case has no pawns.
    /// - *Ranks and files.* Eleven pieces slide along ranks. Sliders enter each of a rank's empty
    ///   squares from at most two sides. One slider on a rank therefore has at most 7 moves along
    ///   it, two have 12 together, and more have fewer. Eleven on eight ranks have at most 5 · 7 +
    ///   3 · 12 = 71 moves. The same holds for files.
    /// - *Diagonals.* Eleven pieces slide along them. On a diagonal with `n` squares, one has at
    ///   most `n - 1` moves and two have at most `2n - 4`: the first adds `n - 1`, the second
    ///   `n - 3`. The diagonals have the lengths 1 to 8 to 1. The eleven largest terms are 7, 6, 6,
    ///   5, 5, 5, 4, 4, 4, 4 and 3: together 53 moves. The same holds for antidiagonals.
    /// - *Others.* Two knights have at most 16 moves, and a king has 8. (A king that may castle
    ///   has at most 5 steps and 2 castling moves.)
    ///
    /// The sum is 71 + 71 + 53 + 53 + 16 + 8 = 272. A tenth queen makes it 288: the rest is for positions with more
    /// material, which an option of the FEN rules accepts as far as the same sum allows.
    pub const CAPACITY: usize = 288;

    /// Creates an empty list, without initializing its memory.
    ///
    /// ```
    /// use tabiya::{Move, MoveList, Square};
    ///
    /// // A constant can fill arrays: here one list for each of 64 plies.
    /// let mut lists = [const { MoveList::new() }; 64];
    /// lists[3].push(Move::new(Square::E2, Square::E4));
    /// assert_eq!(lists.iter().map(|list| list.len()).sum::<usize>(), 1);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Appends a move.
    ///
    /// # Panics
    ///
    /// Panics if the list already has [`CAPACITY`](Self::CAPACITY) moves. No accepted position has
    /// more, so generating into an empty list never panics.
    ///
    /// ```
    /// use tabiya::{Move, MoveList, Square};
    ///
    /// let mut list = MoveList::new();
    /// list.push(Move::new(Square::E2, Square::E4));
    /// list.push(Move::new(Square::D2, Square::D4));
    /// assert_eq!(list.last(), Some(&Move::new(Square::D2, Square::D4)));
    /// ```
    #[inline]
    #[track_caller]
    pub fn push(&mut self, mv: Move) {
        // The buffer has spare slots beyond the capacity.
        if self.len() >= Self::CAPACITY {
            fail_full_buffer();
        }
        self.0.push(mv);
    }

    /// Removes the last move and returns it, or returns `None` if the list is empty.
    ///
    /// ```
    /// use tabiya::{Move, MoveList, Square};
    ///
    /// let mut list = MoveList::from([Move::new(Square::E2, Square::E4)]);
    /// assert_eq!(list.pop(), Some(Move::new(Square::E2, Square::E4)));
    /// assert_eq!(list.pop(), None);
    /// ```
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        self.0.pop()
    }

    /// Removes all moves.
    ///
    /// ```
    /// use tabiya::{Move, MoveList, Square};
    ///
    /// let mut list = MoveList::from([Move::new(Square::E2, Square::E4)]);
    /// list.clear(); // the same list serves the next position
    /// assert!(list.is_empty());
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Removes the move at `index`, puts the last move there, and returns the removed one.
    ///
    /// The call takes constant time. For example, a move picker can use it to remove the best move.
    ///
    /// # Panics
    ///
    /// Panics if `index` is not less than the length.
    ///
    /// ```
    /// use tabiya::{Move, MoveList, Square};
    ///
    /// let knight_to = |to| Move::new(Square::B1, to);
    /// let mut list = MoveList::from([Square::A3, Square::C3, Square::D2].map(knight_to));
    /// assert_eq!(list.swap_remove(0), knight_to(Square::A3));
    /// assert_eq!(*list, [Square::D2, Square::C3].map(knight_to));
    /// ```
    #[inline]
    pub fn swap_remove(&mut self, index: usize) -> Move {
        self.0.swap_remove(index)
    }

    /// Removes the moves for which `keep` returns `false`; the others stay in order.
    ///
    /// ```
    /// use tabiya::{Move, MoveList, Square};
    ///
    /// let knight_to = |to| Move::new(Square::B1, to);
    /// let mut list = MoveList::from([Square::A3, Square::C3, Square::D2].map(knight_to));
    /// list.retain(|mv| mv.to() != Square::C3);
    /// assert_eq!(*list, [Square::A3, Square::D2].map(knight_to));
    /// ```
    #[doc(alias = "remove_mask")]
    #[doc(alias = "remove_move")]
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|mv| keep(*mv));
    }

    /// Returns the array that stores the list's moves; its length must not exceed the capacity.
    #[inline(always)]
    pub(crate) fn buffer(&mut self) -> &mut MoveBuffer {
        &mut self.0
    }
}

impl fmt::Debug for MoveList {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl Deref for MoveList {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl DerefMut for MoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl AsRef<[Move]> for MoveList {
    #[inline]
    fn as_ref(&self) -> &[Move] {
        self
    }
}

/// Converts an array to a list; fails to compile if `N` exceeds [`MoveList::CAPACITY`].
impl<const N: usize> From<[Move; N]> for MoveList {
    #[inline]
    fn from(moves: [Move; N]) -> Self {
        const { assert!(N <= Self::CAPACITY, "array exceeds the capacity of a move list") };
        Self::from_iter(moves)
    }
}

impl Extend<Move> for MoveList {
    /// Appends all moves from an iterator.
    ///
    /// # Panics
    ///
    /// Panics if the moves do not fit; see [`MoveList::push`].
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

impl FromIterator<Move> for MoveList {
    /// Collects all moves from an iterator into a list.
    ///
    /// # Panics
    ///
    /// Panics if the moves do not fit; see [`MoveList::push`].
    #[inline]
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut list = Self::new();
        list.extend(moves);
        list
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = IntoIter;

    #[inline]
    fn into_iter(self) -> IntoIter {
        IntoIter(self.0.into_iter())
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'a> IntoIterator for &'a mut MoveList {
    type Item = &'a mut Move;
    type IntoIter = core::slice::IterMut<'a, Move>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

/// An iterator over a [`MoveList`]'s moves by value.
///
/// ```
/// use tabiya::{Move, MoveList, Square};
///
/// let knight_to = |to| Move::new(Square::B1, to);
/// let list = MoveList::from([Square::A3, Square::C3, Square::D2].map(knight_to));
/// let mut moves = list.into_iter();
/// assert_eq!(moves.next(), Some(knight_to(Square::A3)));
/// assert_eq!(moves.next_back(), Some(knight_to(Square::D2)));
/// assert_eq!(moves.len(), 1);
/// ```
#[derive(Clone, Debug)]
pub struct IntoIter(arrayvec::IntoIter<Move, SLOTS>);

impl Iterator for IntoIter {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        self.0.next()
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for IntoIter {
    #[inline]
    fn next_back(&mut self) -> Option<Move> {
        self.0.next_back()
    }
}

impl ExactSizeIterator for IntoIter {}
impl FusedIterator for IntoIter {}

#[cfg(test)]
mod tests {
    use tabiya_core::Square;

    use super::*;

    const A2A3: Move = Move::new(Square::A2, Square::A3);
    const B2B3: Move = Move::new(Square::B2, Square::B3);
    const C2C3: Move = Move::new(Square::C2, Square::C3);

    #[test]
    fn collected_moves_up_to_capacity_fit() {
        let list: MoveList = core::iter::repeat_n(A2A3, MoveList::CAPACITY).collect();
        assert_eq!(list.len(), MoveList::CAPACITY);
    }

    #[test]
    #[should_panic = "no space for another move"]
    fn push_to_full_list_panics() {
        let mut list: MoveList = core::iter::repeat_n(A2A3, MoveList::CAPACITY).collect();
        list.push(A2A3);
    }

    #[test]
    fn into_iter_from_both_ends_yields_each_move_once() {
        let mut moves = MoveList::from([A2A3, B2B3, C2C3]).into_iter();
        assert_eq!(moves.size_hint(), (3, Some(3)));
        assert_eq!(
            (moves.next_back(), moves.next(), moves.next()),
            (Some(C2C3), Some(A2A3), Some(B2B3))
        );
        assert_eq!((moves.next(), moves.next_back(), moves.len()), (None, None, 0));
        assert_eq!(moves.next(), None);
    }

    #[test]
    fn iter_mut_changes_the_list() {
        let mut list = MoveList::from([A2A3, B2B3]);
        for mv in &mut list {
            *mv = if *mv == A2A3 { B2B3 } else { C2C3 };
        }
        assert_eq!(list.as_ref(), [B2B3, C2C3]);
    }

    #[test]
    fn debug_prints_the_moves_as_a_list() {
        extern crate std;
        let list = MoveList::from([A2A3, B2B3]);
        assert_eq!(std::format!("{list:?}"), std::format!("{:?}", [A2A3, B2B3]));
    }

    /// Computes the sums in the argument for [`MoveList::CAPACITY`], maximized over all
    /// distributions of sliders among the lines.
    #[test]
    #[cfg_attr(miri, ignore = "arithmetic only, and Miri takes minutes")]
    fn capacity_equals_maximum_in_its_argument() {
        fn max_moves_on_line(length: usize, sliders: usize) -> usize {
            match sliders {
                0 => 0,
                1 => length - 1,
                _ => 2 * (length - sliders),
            }
        }
        fn max_moves_on_lines(lengths: &[usize], sliders: usize) -> usize {
            let Some((&length, others)) = lengths.split_first() else { return 0 };
            (0..=sliders.min(length))
                .map(|count| {
                    max_moves_on_line(length, count) + max_moves_on_lines(others, sliders - count)
                })
                .max()
                .unwrap_or(0)
        }
        let diagonals = [8, 7, 7, 6, 6, 5, 5, 4, 4, 3, 3]; // the others are too short to matter
        let bound = |queens: usize, pawns: usize| {
            let orthogonal = max_moves_on_lines(&[8; 8], queens + 2);
            let diagonal = max_moves_on_lines(&diagonals, queens + 2);
            2 * orthogonal + 2 * diagonal + 16 + 8 + 12 * pawns
        };
        assert_eq!((1..=9).map(|queens| bound(queens, 9 - queens)).max(), Some(bound(9, 0)));
        assert_eq!(bound(9, 0), 272);
        assert_eq!(bound(10, 0), MoveList::CAPACITY);
    }
}
