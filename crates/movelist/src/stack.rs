//! [`MoveStack`], one buffer for the moves of all plies in a search.

use core::convert::Infallible;
use core::ops::{ControlFlow, Deref, DerefMut};

use arrayvec::ArrayVec;
use tabiya_core::Move;

use crate::MoveSink;
use crate::full_buffer::fail_full_buffer;
use crate::writer::{self, WriteMoves};

/// A buffer for `N` moves that all plies in a search share, one [`Frame`] per ply.
///
/// A search with one [`MoveList`](crate::MoveList) per ply spreads its moves, one list every 600
/// bytes or so, while frames lie next to each other and take two bytes per move. With 40 moves per ply,
/// `N = 4096` serves a hundred plies in 8 KiB; [`Frame::remaining`] returns the free capacity.
///
/// ```
/// use tabiya::{Frame, Move, MoveStack, Square};
///
/// /// Visits a tree with two moves per node and returns the number of leaves.
/// fn visit<const N: usize>(mut moves: Frame<'_, N>, depth: u32) -> u32 {
///     if depth == 0 {
///         return 1;
///     }
///     moves.push(Move::new(Square::E2, Square::E4));
///     moves.push(Move::new(Square::D2, Square::D4));
///     let mut leaves = 0;
///     while let Some(_mv) = moves.pop() {
///         leaves += visit(moves.next_ply(), depth - 1);
///     }
///     leaves
/// }
///
/// let mut stack = MoveStack::<64>::new();
/// assert_eq!(visit(stack.frame(), 5), 32);
/// ```
#[derive(Clone, Debug, Default)]
pub struct MoveStack<const N: usize> {
    moves: ArrayVec<Move, N>,
}

// Two bytes per move and four for the length.
const _: () = assert!(size_of::<MoveStack<4096>>() == 2 * 4096 + 4);

impl<const N: usize> MoveStack<N> {
    /// Creates an empty stack, without initializing its memory.
    ///
    /// ```
    /// use tabiya::MoveStack;
    ///
    /// let mut stack = MoveStack::<4096>::new();
    /// assert_eq!(stack.frame().remaining(), 4096);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { moves: ArrayVec::new_const() }
    }

    /// Removes all moves and returns the first ply's frame.
    ///
    /// ```
    /// use tabiya::{Move, MoveStack, Square};
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// stack.frame().push(Move::new(Square::E2, Square::E4));
    /// assert!(stack.frame().is_empty()); // the next search
    /// ```
    #[inline]
    pub fn frame(&mut self) -> Frame<'_, N> {
        self.moves.clear();
        Frame { start: 0, next: 0, end: 0, moves: &mut self.moves }
    }
}

/// One ply's moves in a [`MoveStack`].
///
/// It dereferences to a slice of [`Move`] and is a [`MoveSink`]. The [next ply](Self::next_ply)'s
/// frame borrows it; when that frame ends, its moves are gone.
///
/// ```
/// use tabiya::{Move, MoveStack, Square};
///
/// let mut stack = MoveStack::<64>::new();
/// let mut frame = stack.frame();
/// frame.push(Move::new(Square::G1, Square::F3));
/// frame.push(Move::new(Square::B1, Square::C3));
/// frame.sort_by_key(|mv| mv.to()); // a method of slices
/// assert_eq!(frame[0].to(), Square::C3);
/// ```
#[derive(Debug)]
pub struct Frame<'a, const N: usize> {
    moves: &'a mut ArrayVec<Move, N>,
    start: usize,
    /// The index of the move that [`next_move`](Self::next_move) returns.
    next: usize,
    end: usize,
}

impl<const N: usize> Frame<'_, N> {
    /// Returns an empty frame for the next ply, behind this ply's moves.
    ///
    /// ```
    /// use tabiya::{Move, MoveStack, Square};
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// let mut frame = stack.frame();
    /// frame.push(Move::new(Square::E2, Square::E4));
    /// frame.next_ply().push(Move::new(Square::E7, Square::E5)); // removed with its frame
    /// assert_eq!(*frame, [Move::new(Square::E2, Square::E4)]);
    /// ```
    #[inline]
    pub fn next_ply(&mut self) -> Frame<'_, N> {
        self.remove_later_plies();
        Frame { start: self.end, next: self.end, end: self.end, moves: self.moves }
    }

    /// Appends a move to this frame.
    ///
    /// # Panics
    ///
    /// Panics if the stack is full.
    ///
    /// ```
    /// use tabiya::{Move, MoveStack, Square};
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// let mut frame = stack.frame();
    /// frame.push(Move::new(Square::E2, Square::E4));
    /// assert_eq!((frame.len(), frame.remaining()), (1, 63));
    /// ```
    #[inline]
    #[track_caller]
    pub fn push(&mut self, mv: Move) {
        self.remove_later_plies();
        if self.moves.try_push(mv).is_err() {
            fail_full_buffer();
        }
        self.end += 1;
    }

    /// Removes this frame's last move and returns it, or returns `None` if the frame is empty.
    ///
    /// ```
    /// use tabiya::{Move, MoveStack, Square};
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// let mut frame = stack.frame();
    /// frame.push(Move::new(Square::E2, Square::E4));
    /// assert_eq!(frame.next_ply().pop(), None); // moves of earlier plies are out of reach
    /// assert_eq!(frame.pop(), Some(Move::new(Square::E2, Square::E4)));
    /// ```
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        if self.start == self.end {
            return None;
        }
        self.remove_later_plies();
        self.end -= 1;
        self.moves.pop()
    }

    /// Returns this frame's next move, from the first on, or `None` after the last.
    ///
    /// The move stays in the frame, so a search that cuts off can look at the moves it has tried.
    /// You may sort the frame before the first call, or append the next stage's moves after the
    /// last.
    ///
    /// ```
    /// use tabiya::{Frame, Move, MoveStack, Square};
    ///
    /// /// Visits a tree with two moves per node and returns the number of leaves.
    /// fn visit<const N: usize>(mut frame: Frame<'_, N>, depth: u32) -> u32 {
    ///     if depth == 0 {
    ///         return 1;
    ///     }
    ///     frame.extend([Square::E4, Square::E3].map(|to| Move::new(Square::E2, to)));
    ///     let mut leaves = 0;
    ///     while let Some(_mv) = frame.next_move() {
    ///         leaves += visit(frame.next_ply(), depth - 1);
    ///     }
    ///     assert_eq!(frame.len(), 2);
    ///     leaves
    /// }
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// assert_eq!(visit(stack.frame(), 5), 32);
    /// ```
    #[inline]
    pub fn next_move(&mut self) -> Option<Move> {
        let mv = *self.moves.get(self.next).filter(|_| self.next < self.end)?;
        self.next += 1;
        Some(mv)
    }

    /// Returns how many more moves fit into the stack.
    ///
    /// ```
    /// use tabiya::{Move, MoveStack, Square};
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// let mut frame = stack.frame();
    /// frame.push(Move::new(Square::E2, Square::E4));
    /// assert_eq!(frame.next_ply().remaining(), 63);
    /// ```
    #[inline]
    pub const fn remaining(&self) -> usize {
        N - self.end
    }

    /// Truncates the buffer to the end of this frame.
    #[inline]
    fn remove_later_plies(&mut self) {
        self.moves.truncate(self.end);
    }
}

/// Appends each generated move to the frame; never breaks.
///
/// # Panics
///
/// All methods panic if the moves do not fit into the stack.
impl<const N: usize> MoveSink for Frame<'_, N> {
    type Break = Infallible;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.push(mv);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn append_with(&mut self, write: &mut WriteMoves<'_>) -> bool {
        self.remove_later_plies();
        writer::append_to_array(self.moves, write);
        self.end = self.moves.len();
        true
    }
}

impl<const N: usize> Extend<Move> for Frame<'_, N> {
    /// Appends all moves from an iterator.
    ///
    /// # Panics
    ///
    /// Panics if the moves do not fit into the stack.
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        moves.into_iter().for_each(|mv| self.push(mv));
    }
}

impl<const N: usize> Deref for Frame<'_, N> {
    type Target = [Move];

    #[inline]
    fn deref(&self) -> &[Move] {
        &self.moves[self.start..self.end]
    }
}

impl<const N: usize> DerefMut for Frame<'_, N> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.moves[self.start..self.end]
    }
}

#[cfg(test)]
mod tests {
    use tabiya_core::Square;

    use super::*;

    const A2A3: Move = Move::new(Square::A2, Square::A3);
    const B2B3: Move = Move::new(Square::B2, Square::B3);
    const C2C3: Move = Move::new(Square::C2, Square::C3);

    #[test]
    fn next_ply_leaves_the_frame_unchanged() {
        let mut stack = MoveStack::<8>::new();
        let mut first = stack.frame();
        first.push(A2A3);
        first.push(B2B3);
        {
            let mut second = first.next_ply();
            assert!(second.is_empty());
            assert_eq!(second.pop(), None);
            second.push(C2C3);
            assert_eq!(*second, [C2C3]);
            assert_eq!(second.remaining(), 5);
        }
        assert_eq!(*first, [A2A3, B2B3]);
        assert_eq!(first.remaining(), 6);
        assert!(first.next_ply().is_empty());
        first.push(C2C3);
        assert_eq!(*first, [A2A3, B2B3, C2C3]);
        assert_eq!(first.pop(), Some(C2C3));
        assert_eq!(*first, [A2A3, B2B3]);
    }

    #[test]
    fn extend_after_a_later_ply_appends_to_the_frame() {
        let mut stack = MoveStack::<8>::new();
        let mut first = stack.frame();
        first.push(A2A3);
        let mut second = first.next_ply();
        second.extend([B2B3, B2B3, B2B3]);
        assert_eq!(*second, [B2B3, B2B3, B2B3]);
        first.extend([C2C3, A2A3]);
        assert_eq!((&*first, first.remaining()), (&[A2A3, C2C3, A2A3][..], 5));
    }

    #[test]
    fn used_stack_frame_is_empty() {
        let mut stack = MoveStack::<4>::new();
        stack.frame().push(A2A3);
        assert!(stack.frame().is_empty());
    }

    #[test]
    #[should_panic = "no space for another move"]
    fn push_to_full_stack_panics() {
        let mut stack = MoveStack::<2>::new();
        let mut frame = stack.frame();
        frame.push(A2A3);
        let mut second = frame.next_ply();
        second.push(B2B3);
        second.push(C2C3);
    }
}
