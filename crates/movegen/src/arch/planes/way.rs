//! The two squares of a move, in the form that places are looked up by.

use tabiya_core::Square;

use super::Place;

/// Whence and whither a piece is carried.
pub(crate) trait Way: Copy {
    /// What both squares are to a word.
    fn places(self) -> (Place, Place);

    /// Whether a pawn's step may pass a square on this way: of its steps, the double ones do.
    fn may_pass(self) -> bool;

    /// The indices of both squares together: of a double step, twice that of the square passed.
    fn sum(self) -> usize;
}

/// The way between two squares: where they are asked for anyway, as for keys.
#[inline(always)]
pub(crate) fn way_between(from: Square, to: Square) -> impl Way {
    Indices { from: from as usize, to: to as usize }
}

/// A way by the indices of its squares, widened once: compilers compare bytes as such, and widen
/// them again to look something up.
#[derive(Clone, Copy)]
struct Indices {
    from: usize,
    to: usize,
}

impl Way for Indices {
    #[inline(always)]
    fn places(self) -> (Place, Place) {
        (Place::of(self.from), Place::of(self.to))
    }

    #[inline(always)]
    fn may_pass(self) -> bool {
        self.from ^ self.to == 16
    }

    #[inline(always)]
    fn sum(self) -> usize {
        self.from + self.to
    }
}
