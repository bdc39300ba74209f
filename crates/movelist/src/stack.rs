//! One buffer for the moves of all plies of a search.

use core::ops::{ControlFlow, Deref, DerefMut};

use arrayvec::ArrayVec;
use tabiya_core::Move;

use crate::MoveSink;

/// Room for `N` moves, shared by all plies of a search: each ply has a [`Frame`] above the
/// frame of the ply before.
///
/// A search that keeps one list a ply touches fresh memory at each; here the moves of all
/// plies lie side by side. Forty moves a ply are common, so `N = 4096` is ample for a
/// hundred plies and takes 8 KiB; [`Frame::remaining`] says what is left.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movelist::{Frame, MoveStack};
///
/// /// Visits a tree with two moves at each node; returns how many leaves there are.
/// fn visit<const N: usize>(mut moves: Frame<'_, N>, depth: u32) -> u32 {
///     if depth == 0 {
///         return 1;
///     }
///     moves.push(Move::new(Square::E2, Square::E4));
///     moves.push(Move::new(Square::D2, Square::D4));
///     let mut leaves = 0;
///     while let Some(_mv) = moves.pop() {
///         leaves += visit(moves.above(), depth - 1);
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

impl<const N: usize> MoveStack<N> {
    /// An empty stack. Nothing is written: the memory stays as it was.
    ///
    /// ```
    /// use tabiya_movelist::MoveStack;
    ///
    /// static ROOM: MoveStack<4096> = MoveStack::new(); // also in a static
    /// let mut stack = ROOM.clone();
    /// assert_eq!(stack.frame().remaining(), 4096);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { moves: ArrayVec::new_const() }
    }

    /// The frame of the first ply; whatever an earlier search left is gone.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveStack;
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// stack.frame().push(Move::new(Square::E2, Square::E4));
    /// assert!(stack.frame().is_empty()); // a new search
    /// ```
    #[inline]
    pub fn frame(&mut self) -> Frame<'_, N> {
        self.moves.clear();
        Frame { start: 0, end: 0, moves: &mut self.moves }
    }
}

/// The moves of one ply: a slice of [`Move`], and a sink that a generator can fill.
///
/// It ends with the ply; while a frame [`above`](Self::above) lives, this one rests.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movelist::MoveStack;
///
/// let mut stack = MoveStack::<64>::new();
/// let mut frame = stack.frame();
/// frame.push(Move::new(Square::G1, Square::F3));
/// frame.push(Move::new(Square::B1, Square::C3));
/// frame.sort_by_key(|mv| mv.to()); // everything a slice can do
/// assert_eq!(frame[0].to(), Square::C3);
/// ```
#[derive(Debug)]
pub struct Frame<'a, const N: usize> {
    moves: &'a mut ArrayVec<Move, N>,
    start: usize,
    end: usize,
}

impl<const N: usize> Frame<'_, N> {
    /// An empty frame for the next ply, on top of this one.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveStack;
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// let mut ply = stack.frame();
    /// ply.push(Move::new(Square::E2, Square::E4));
    /// ply.above().push(Move::new(Square::E7, Square::E5)); // gone with its frame
    /// assert_eq!(*ply, [Move::new(Square::E2, Square::E4)]);
    /// ```
    #[inline]
    pub fn above(&mut self) -> Frame<'_, N> {
        self.settle();
        Frame { start: self.end, end: self.end, moves: self.moves }
    }

    /// Adds a move to this frame.
    ///
    /// # Panics
    ///
    /// If the stack is full.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveStack;
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// let mut frame = stack.frame();
    /// frame.push(Move::new(Square::E2, Square::E4));
    /// assert_eq!((frame.len(), frame.remaining()), (1, 63));
    /// ```
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.settle();
        self.moves.push(mv);
        self.end += 1;
    }

    /// Takes the last move of this frame off.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveStack;
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// let mut ply = stack.frame();
    /// ply.push(Move::new(Square::E2, Square::E4));
    /// assert_eq!(ply.above().pop(), None); // the moves below are not its own
    /// assert_eq!(ply.pop(), Some(Move::new(Square::E2, Square::E4)));
    /// ```
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        if self.start == self.end {
            return None;
        }
        self.settle();
        self.end -= 1;
        self.moves.pop()
    }

    /// How many more moves the stack has room for above this frame.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveStack;
    ///
    /// let mut stack = MoveStack::<64>::new();
    /// let mut ply = stack.frame();
    /// ply.push(Move::new(Square::E2, Square::E4));
    /// assert_eq!(ply.above().remaining(), 63);
    /// ```
    #[inline]
    pub const fn remaining(&self) -> usize {
        N - self.end
    }

    /// Drops what frames above have left.
    #[inline]
    fn settle(&mut self) {
        self.moves.truncate(self.end);
    }
}

impl<const N: usize> MoveSink for Frame<'_, N> {
    #[inline]
    fn push(&mut self, mv: Move) -> ControlFlow<()> {
        Frame::push(self, mv);
        ControlFlow::Continue(())
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

    const A: Move = Move::new(Square::A2, Square::A3);
    const B: Move = Move::new(Square::B2, Square::B3);
    const C: Move = Move::new(Square::C2, Square::C3);

    #[test]
    fn frames_do_not_see_each_other() {
        let mut stack = MoveStack::<8>::new();
        let mut first = stack.frame();
        first.push(A);
        first.push(B);
        {
            let mut second = first.above();
            assert!(second.is_empty());
            assert_eq!(second.pop(), None);
            second.push(C);
            assert_eq!(*second, [C]);
            assert_eq!(second.remaining(), 5);
        }
        assert_eq!(*first, [A, B]);
        assert_eq!(first.remaining(), 6);
        assert!(first.above().is_empty());
        first.push(C);
        assert_eq!(*first, [A, B, C]);
        assert_eq!(first.pop(), Some(C));
        assert_eq!(*first, [A, B]);
    }

    #[test]
    fn a_new_search_starts_empty() {
        let mut stack = MoveStack::<4>::new();
        stack.frame().push(A);
        assert!(stack.frame().is_empty());
    }

    #[test]
    #[should_panic = "CapacityError"]
    fn a_full_stack_panics() {
        let mut stack = MoveStack::<2>::new();
        let mut frame = stack.frame();
        frame.push(A);
        let mut above = frame.above();
        above.push(B);
        above.push(C);
    }
}
