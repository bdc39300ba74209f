//! The moves of one position.

use core::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;
use tabiya_core::Move;

/// A list of moves on the stack: a slice of [`Move`] that can grow to
/// [`CAPACITY`](Self::CAPACITY).
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movelist::MoveList;
///
/// let mut list = MoveList::new();
/// list.push(Move::new(Square::G1, Square::F3));
/// list.push(Move::new(Square::B1, Square::C3));
/// list.sort_by_key(|mv| mv.to()); // everything a slice can do
/// assert_eq!(list[0].to(), Square::C3);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveList(Buffer);

pub(crate) type Buffer = ArrayVec<Move, { MoveList::CAPACITY }>;

impl MoveList {
    /// The most moves that a list holds, and more than any accepted position has.
    ///
    /// 218 legal moves is the most that can be reached in a game
    /// (`R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1` has them). The bound below
    /// is coarser, but it holds for every position that the FEN rules accept, and for
    /// pseudo-legal moves as well:
    ///
    /// - The rules allow a side no more promoted pieces than missing pawns: at most nine
    ///   queens, two rooks, two bishops, two knights and a king. A pawn that is still
    ///   there has at most 12 moves (three promotions of four); the queen it might have
    ///   become adds more than that to the sums below, so the worst case has no pawns.
    /// - *Ranks.* Eleven pieces slide along ranks. An empty square is entered from at most
    ///   two sides, so one slider on a rank has at most 7 moves there, two have 12
    ///   together, and more have fewer. Eleven on eight ranks: 5 · 7 + 3 · 12 = 71.
    ///   *Files* likewise: 71.
    /// - *Diagonals.* Eleven pieces slide along them. On a diagonal of `n` squares one has
    ///   at most `n - 1` moves, two at most `2n - 4`, so the first adds `n - 1` and the
    ///   second `n - 3`. The eleven best of these over lengths 1 to 8 to 1 are
    ///   7, 6, 6, 5, 5, 5, 4, 4, 4, 4 and 3: 53 moves. *Antidiagonals* likewise: 53.
    /// - Two knights have 16 moves, a king 8 (where it may castle, it has at most 5 steps
    ///   and 2 castlings).
    ///
    /// Together 71 + 71 + 53 + 53 + 16 + 8 = 272.
    pub const CAPACITY: usize = 272;

    /// An empty list. Nothing is written: the memory stays as it was.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveList;
    ///
    /// // Being a constant, it fills arrays: the killer moves of 64 plies, say.
    /// let mut killers = [const { MoveList::new() }; 64];
    /// killers[3].push(Move::new(Square::E2, Square::E4));
    /// assert_eq!(killers.map(|list| list.len()).iter().sum::<usize>(), 1);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    ///
    /// If the list already holds [`CAPACITY`](Self::CAPACITY) moves. No position that can
    /// be built has so many; only adding by hand can get there.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveList;
    ///
    /// let mut list = MoveList::new();
    /// list.push(Move::new(Square::E2, Square::E4));
    /// list.push(Move::new(Square::D2, Square::D4));
    /// assert_eq!(list.last(), Some(&Move::new(Square::D2, Square::D4)));
    /// ```
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn buffer(&mut self) -> &mut Buffer {
        &mut self.0
    }

    /// Takes the last move off.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveList;
    ///
    /// let mut list = MoveList::from_iter([Move::new(Square::E2, Square::E4)]);
    /// assert_eq!(list.pop(), Some(Move::new(Square::E2, Square::E4)));
    /// assert_eq!(list.pop(), None);
    /// ```
    #[inline]
    pub fn pop(&mut self) -> Option<Move> {
        self.0.pop()
    }

    /// Forgets all moves.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveList;
    ///
    /// let mut list = MoveList::from_iter([Move::new(Square::E2, Square::E4)]);
    /// list.clear(); // one list for many positions
    /// assert!(list.is_empty());
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Takes out the move at a place and puts the last one there, as staged move pickers
    /// do.
    ///
    /// # Panics
    ///
    /// If there is no such place.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveList;
    ///
    /// let knight_to = |to| Move::new(Square::B1, to);
    /// let mut list = MoveList::from_iter([Square::A3, Square::C3, Square::D2].map(knight_to));
    /// assert_eq!(list.swap_remove(0), knight_to(Square::A3));
    /// assert_eq!(*list, [Square::D2, Square::C3].map(knight_to));
    /// ```
    #[inline]
    pub fn swap_remove(&mut self, place: usize) -> Move {
        self.0.swap_remove(place)
    }

    /// Keeps the moves for which `keep` holds, in their order.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movelist::MoveList;
    ///
    /// let knight_to = |to| Move::new(Square::B1, to);
    /// let mut list = MoveList::from_iter([Square::A3, Square::C3, Square::D2].map(knight_to));
    /// list.retain(|mv| mv.to() != Square::C3);
    /// assert_eq!(*list, [Square::A3, Square::D2].map(knight_to));
    /// ```
    #[inline]
    pub fn retain(&mut self, mut keep: impl FnMut(Move) -> bool) {
        self.0.retain(|mv| keep(*mv));
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

impl Extend<Move> for MoveList {
    /// # Panics
    ///
    /// If the moves do not fit; see [`MoveList::push`].
    #[inline]
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.0.extend(moves);
    }
}

impl FromIterator<Move> for MoveList {
    /// # Panics
    ///
    /// If the moves do not fit; see [`MoveList::push`].
    #[inline]
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        Self(moves.into_iter().collect())
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = arrayvec::IntoIter<Move, { MoveList::CAPACITY }>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
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

#[cfg(test)]
mod tests {
    use tabiya_core::{Bitboard, PieceType, Square};

    use super::*;
    use crate::MoveSink;

    const MOVE: Move = Move::new(Square::E2, Square::E4);

    #[test]
    fn holds_its_capacity() {
        let list: MoveList = core::iter::repeat_n(MOVE, MoveList::CAPACITY).collect();
        assert_eq!(list.len(), MoveList::CAPACITY);
    }

    #[test]
    #[should_panic = "CapacityError"]
    fn one_push_too_many_panics() {
        let mut list: MoveList = core::iter::repeat_n(MOVE, MoveList::CAPACITY).collect();
        list.push(MOVE);
    }

    #[test]
    #[should_panic = "CapacityError"]
    fn one_set_too_many_panics() {
        let mut list: MoveList = core::iter::repeat_n(MOVE, MoveList::CAPACITY - 63).collect();
        let _ = list.piece_moves(PieceType::Queen, Square::A1, Bitboard::FULL);
    }

    /// The sums of the argument for [`MoveList::CAPACITY`], maximised over every way to
    /// spread the sliders over the lines.
    #[test]
    #[cfg_attr(miri, ignore = "numbers alone, and Miri takes minutes")]
    fn capacity_is_what_the_argument_gives() {
        fn line(length: usize, sliders: usize) -> usize {
            match sliders {
                0 => 0,
                1 => length - 1,
                _ => 2 * (length - sliders),
            }
        }
        fn best(lengths: &[usize], sliders: usize) -> usize {
            let Some((&length, rest)) = lengths.split_first() else { return 0 };
            (0..=sliders.min(length))
                .map(|here| line(length, here) + best(rest, sliders - here))
                .max()
                .unwrap_or(0)
        }
        let diagonals = [8, 7, 7, 6, 6, 5, 5, 4, 4, 3]; // the rest are too short to matter
        let with_queens = |queens: usize| {
            let straight = best(&[8; 8], queens + 2);
            let diagonal = best(&diagonals, queens + 2);
            2 * straight + 2 * diagonal + 16 + 8 + 12 * (9 - queens)
        };
        assert_eq!((1..=9).map(with_queens).max(), Some(with_queens(9)));
        assert_eq!(with_queens(9), MoveList::CAPACITY);
    }
}
