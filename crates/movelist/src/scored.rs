//! [`ScoredMoveList`], a move list with scores that yields the best move first.

use core::convert::Infallible;
use core::fmt;
use core::ops::{ControlFlow, Deref, DerefMut};

use arrayvec::ArrayVec;
use tabiya_core::Move;

use crate::full_buffer::fail_full_buffer;
use crate::writer::WriteMoves;
use crate::{MoveList, MoveSink};

/// A [`Move`] with a score for move ordering: an entry in a [`ScoredMoveList`].
///
/// ```
/// use tabiya::{Move, ScoredMove, Square};
///
/// let entry = ScoredMove { mv: Move::new(Square::E2, Square::E4), score: -20 };
/// assert_eq!(size_of_val(&entry), 8);
/// ```
#[doc(alias = "ExtMove")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ScoredMove {
    /// The move.
    pub mv: Move,
    /// The score; moves with higher scores are picked first.
    pub score: i32,
}

/// A list of up to [`MoveList::CAPACITY`] moves with scores, which never allocates.
///
/// [`pick_best`](Self::pick_best) returns the moves by falling scores. Each call is one selection
/// sort step, so a search that cuts off early does not sort the rest.
///
/// The list dereferences to a slice of [`ScoredMove`]: the picked moves in their order, then the
/// others. You can fill it in four ways:
///
/// - from a [`MoveList`] or a slice and a closure: [`from_moves`](Self::from_moves),
///   [`extend_from_moves`](Self::extend_from_moves)
/// - move by move: [`push`](Self::push), or `extend` with [`ScoredMove`]s
/// - from a generator, as a [`MoveSink`]: each move has the score 0 until
///   [`rescore`](Self::rescore)
/// - by the generator's `scored_moves_into`, which passes each move with the pieces that it moves and
///   captures to a closure that returns the score
///
/// ```
/// use tabiya::{Move, MoveList, ScoredMoveList, Square};
///
/// let knight_to = |to| Move::new(Square::B1, to);
/// let moves = MoveList::from([Square::A3, Square::D2, Square::C3].map(knight_to));
/// // By the file of the target.
/// let mut list = ScoredMoveList::from_moves(&moves, |mv| mv.to().file() as i32);
/// let mut picked = Vec::new();
/// while let Some(entry) = list.pick_best() {
///     picked.push(entry.mv.to());
/// }
/// assert_eq!(picked, [Square::D2, Square::C3, Square::A3]);
/// ```
#[doc(alias = "move ordering")]
#[doc(alias = "movepicker")]
#[derive(Clone, Default)]
pub struct ScoredMoveList {
    entries: ArrayVec<ScoredMove, { MoveList::CAPACITY }>,
    /// The number of picked moves, which are first in the list.
    picked_count: usize,
}

impl ScoredMoveList {
    /// Creates an empty list, without initializing its memory.
    ///
    /// ```
    /// use tabiya::ScoredMoveList;
    ///
    /// assert_eq!(ScoredMoveList::new().pick_best(), None);
    /// ```
    #[inline]
    pub const fn new() -> Self {
        Self { entries: ArrayVec::new_const(), picked_count: 0 }
    }

    /// Creates a move list with the scores that a closure returns.
    ///
    /// # Panics
    ///
    /// Panics if there are more than [`MoveList::CAPACITY`] moves, which no [`MoveList`] has.
    ///
    /// ```
    /// use tabiya::{Move, ScoredMoveList, Square};
    ///
    /// let moves = [Square::A3, Square::C3].map(|to| Move::new(Square::B1, to));
    /// let list = ScoredMoveList::from_moves(&moves, |mv| if mv == moves[1] { 50 } else { -50 });
    /// assert_eq!((list[0].score, list[1].score), (-50, 50));
    /// ```
    #[inline]
    #[must_use]
    pub fn from_moves(moves: &[Move], score: impl FnMut(Move) -> i32) -> Self {
        let mut list = Self::new();
        list.extend_from_moves(moves, score);
        list
    }

    /// Appends moves with the scores that a closure returns.
    ///
    /// A staged search appends the quiet moves once the captures are picked.
    ///
    /// # Panics
    ///
    /// Panics if the moves do not fit; see [`push`](Self::push).
    ///
    /// ```
    /// use tabiya::{Move, ScoredMoveList, Square};
    ///
    /// let capture = Move::new(Square::E4, Square::D5);
    /// let mut list = ScoredMoveList::from_moves(&[capture], |_| 100);
    /// assert_eq!(list.pick_best().map(|entry| entry.mv), Some(capture));
    ///
    /// let quiets = [Square::E2, Square::D1].map(|to| Move::new(Square::E1, to));
    /// list.extend_from_moves(&quiets, |mv| mv.to().rank() as i32);
    /// assert_eq!(list.pick_best().map(|entry| entry.mv), Some(quiets[0]));
    /// assert_eq!(list.len(), 3);
    /// ```
    #[inline]
    #[track_caller]
    pub fn extend_from_moves(&mut self, moves: &[Move], mut score: impl FnMut(Move) -> i32) {
        if moves.len() > self.entries.remaining_capacity() {
            fail_full_buffer();
        }
        self.entries.extend(moves.iter().map(|&mv| ScoredMove { mv, score: score(mv) }));
    }

    /// Appends a move with a score.
    ///
    /// # Panics
    ///
    /// Panics if the list already has [`MoveList::CAPACITY`] moves.
    ///
    /// ```
    /// use tabiya::{Move, ScoredMoveList, Square};
    ///
    /// let mut list = ScoredMoveList::new();
    /// list.push(Move::new(Square::E2, Square::E4), 30);
    /// assert_eq!(list.pick_best().map(|entry| entry.score), Some(30));
    /// ```
    #[inline]
    #[track_caller]
    pub fn push(&mut self, mv: Move, score: i32) {
        if self.entries.try_push(ScoredMove { mv, score }).is_err() {
            fail_full_buffer();
        }
    }

    /// Returns the move with the highest score that was not picked before, or `None` if there is none.
    ///
    /// The move is swapped with the first of the [remaining](Self::remaining) moves. Of several moves
    /// with the highest score, the one nearest to the list's front is picked. Since a swap moves
    /// the front entry back, equal scores may be picked in another order than they were added. The
    /// order depends on moves and scores alone.
    ///
    /// The call takes time linear in the number of remaining moves.
    ///
    /// ```
    /// use tabiya::{Move, ScoredMoveList, Square};
    ///
    /// let knight_to = |to| Move::new(Square::B1, to);
    /// let mut list = ScoredMoveList::new();
    /// for (to, score) in [(Square::A3, 10), (Square::C3, 90), (Square::D2, 10)] {
    ///     list.push(knight_to(to), score);
    /// }
    /// let picked = [(); 3].map(|()| list.pick_best().map(|entry| entry.mv.to()));
    /// assert_eq!(picked, [Square::C3, Square::A3, Square::D2].map(Some));
    /// assert_eq!(list.pick_best(), None);
    /// ```
    #[doc(alias = "selection sort")]
    #[doc(alias = "pick_move")]
    #[inline]
    pub fn pick_best(&mut self) -> Option<ScoredMove> {
        const { assert!(MoveList::CAPACITY <= 1 << 16) };
        // The key orders by score, then by lower index. The maximum needs no branch on scores,
        // which would be unpredictable, and two maxima do not wait for each other.
        let mut keys = (0..)
            .zip(self.remaining())
            .map(|(index, entry)| (i64::from(entry.score) << 16) - index);
        let mut even = keys.next()?;
        let mut odd = i64::MIN;
        while let Some(key) = keys.next() {
            odd = odd.max(key);
            even = keys.next().map_or(even, |key| even.max(key));
        }
        let best = even.max(odd);
        let first = self.picked_count;
        self.entries.swap(first, first + (-best & 0xffff) as usize);
        self.picked_count = first + 1;
        Some(self.entries[first])
    }

    /// Returns the moves that were picked, in this order.
    ///
    /// After a beta cutoff, a search lowers the history scores of the moves that it tried before.
    ///
    /// ```
    /// use tabiya::{Move, ScoredMoveList, Square};
    ///
    /// let moves = [Square::A3, Square::C3, Square::D2].map(|to| Move::new(Square::B1, to));
    /// let mut list = ScoredMoveList::from_moves(&moves, |mv| mv.to().file() as i32);
    /// list.pick_best();
    /// list.pick_best();
    /// assert!(list.picked().iter().map(|entry| entry.mv).eq([moves[2], moves[1]]));
    /// ```
    #[inline]
    pub fn picked(&self) -> &[ScoredMove] {
        &self.entries[..self.picked_count]
    }

    /// Returns the moves that were not picked, in an unspecified order.
    ///
    /// ```
    /// use tabiya::{Move, ScoredMoveList, Square};
    ///
    /// let moves = [Square::A3, Square::C3, Square::D2].map(|to| Move::new(Square::B1, to));
    /// let mut list = ScoredMoveList::from_moves(&moves, |mv| mv.to().file() as i32);
    /// list.pick_best();
    /// assert_eq!(list.remaining().len(), 2);
    /// ```
    #[inline]
    pub fn remaining(&self) -> &[ScoredMove] {
        &self.entries[self.picked_count..]
    }

    /// Replaces the scores for the moves that were not picked.
    ///
    /// It completes a list that a generator filled, where each score is 0.
    ///
    /// ```
    /// use tabiya::{Bitboard, MoveSink, PieceType, Rank, ScoredMoveList, Square};
    ///
    /// let mut list = ScoredMoveList::new();
    /// list.push_piece_moves(PieceType::Rook, Square::A1, Bitboard::from(Rank::First).without(Square::A1));
    /// list.rescore(|mv| -(mv.to().file() as i32));
    /// assert_eq!(list.pick_best().map(|entry| entry.mv.to()), Some(Square::B1));
    /// ```
    #[inline]
    pub fn rescore(&mut self, mut score: impl FnMut(Move) -> i32) {
        for entry in &mut self.entries[self.picked_count..] {
            entry.score = score(entry.mv);
        }
    }

    /// Sorts the remaining moves by score, the highest first. Moves with equal scores keep their order.
    ///
    /// Use it if you try all moves or need the order; [`pick_best`](Self::pick_best) is faster if you try few.
    ///
    /// ```
    /// use tabiya::{Move, ScoredMoveList, Square};
    ///
    /// let moves = [Square::A3, Square::C3, Square::D2].map(|to| Move::new(Square::B1, to));
    /// let mut list = ScoredMoveList::from_moves(&moves, |mv| mv.to().file() as i32);
    /// list.sort_remaining();
    /// assert!(list.remaining().iter().map(|entry| entry.mv).eq([moves[2], moves[1], moves[0]]));
    /// ```
    pub fn sort_remaining(&mut self) {
        let remaining = &mut self.entries[self.picked_count..];
        for end in 1..remaining.len() {
            let score = remaining[end].score;
            let place = remaining[..end].partition_point(|entry| entry.score >= score);
            remaining[place..=end].rotate_right(1);
        }
    }

    /// Removes all moves, picked or not.
    ///
    /// ```
    /// use tabiya::{Move, ScoredMoveList, Square};
    ///
    /// let mut list = ScoredMoveList::from_moves(&[Move::new(Square::E2, Square::E4)], |_| 0);
    /// list.pick_best();
    /// list.clear(); // the same list serves the next node
    /// assert!(list.is_empty() && list.picked().is_empty());
    /// ```
    #[inline]
    pub fn clear(&mut self) {
        self.entries.clear();
        self.picked_count = 0;
    }
}

/// Appends each move with the score 0; [`rescore`](ScoredMoveList::rescore) replaces it.
impl MoveSink for ScoredMoveList {
    type Break = Infallible;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.push(mv, 0);
        ControlFlow::Continue(())
    }

    #[inline]
    fn append_with(&mut self, write: &mut WriteMoves<'_>) -> bool {
        let mut list = MoveList::new();
        list.append_with(write);
        self.extend_from_moves(&list, |_| 0);
        true
    }
}

/// Lists are equal if they have the same entries in the same order and equally many are picked.
impl PartialEq for ScoredMoveList {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.picked_count == other.picked_count && self.entries == other.entries
    }
}

impl Eq for ScoredMoveList {}

impl fmt::Debug for ScoredMoveList {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScoredMoveList")
            .field("picked", &self.picked())
            .field("remaining", &self.remaining())
            .finish()
    }
}

impl Deref for ScoredMoveList {
    type Target = [ScoredMove];

    #[inline]
    fn deref(&self) -> &[ScoredMove] {
        &self.entries
    }
}

impl DerefMut for ScoredMoveList {
    #[inline]
    fn deref_mut(&mut self) -> &mut [ScoredMove] {
        &mut self.entries
    }
}

impl Extend<ScoredMove> for ScoredMoveList {
    /// Appends all entries from an iterator.
    ///
    /// # Panics
    ///
    /// Panics if the entries do not fit; see [`ScoredMoveList::push`].
    #[inline]
    fn extend<I: IntoIterator<Item = ScoredMove>>(&mut self, entries: I) {
        entries.into_iter().for_each(|entry| self.push(entry.mv, entry.score));
    }
}

impl FromIterator<ScoredMove> for ScoredMoveList {
    /// Collects all entries from an iterator into a list.
    ///
    /// # Panics
    ///
    /// Panics if the entries do not fit; see [`ScoredMoveList::push`].
    #[inline]
    fn from_iter<I: IntoIterator<Item = ScoredMove>>(entries: I) -> Self {
        Self { entries: entries.into_iter().collect(), picked_count: 0 }
    }
}

impl<'a> IntoIterator for &'a ScoredMoveList {
    type Item = &'a ScoredMove;
    type IntoIter = core::slice::Iter<'a, ScoredMove>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.entries.iter()
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::vec::Vec;

    use tabiya_core::Square;

    use super::*;

    const A2A3: Move = Move::new(Square::A2, Square::A3);

    /// Returns a move that encodes an index below 64.
    fn move_of_index(index: usize) -> Move {
        Move::new(Square::A1, Square::from_low_bits(index as u8))
    }

    /// Picks all moves, and compares each with a selection from a vector.
    fn check_picks(scores: &[i32]) {
        let mut entries: Vec<_> = (0..)
            .zip(scores)
            .map(|(index, &score)| ScoredMove { mv: move_of_index(index), score })
            .collect();
        let mut list: ScoredMoveList = entries.iter().copied().collect();
        for picked in 0..entries.len() {
            let best = entries[picked..].iter().map(|entry| entry.score).max();
            let index = (picked..entries.len()).find(|&index| Some(entries[index].score) == best);
            entries.swap(picked, index.expect("a remaining entry"));
            assert_eq!(list.pick_best(), Some(entries[picked]));
            assert_eq!(list[..], entries[..]);
            assert_eq!((list.picked(), list.remaining()), entries.split_at(picked + 1));
        }
        assert_eq!(list.pick_best(), None);
        assert_eq!(list.picked(), entries);
    }

    /// Compares picks on reproducible scores: a multiplicative generator, and its highest bits for ties.
    #[test]
    fn picks_fall_and_prefer_the_front() {
        let mut state = 1_u32;
        for len in 0..if cfg!(miri) { 16 } else { 64 } {
            let scores: Vec<_> = (0..len)
                .map(|_| {
                    state = state.wrapping_mul(0x915f_77f5).wrapping_add(1);
                    state as i32
                })
                .collect();
            check_picks(&scores);
            check_picks(&scores.iter().map(|score| score >> 30).collect::<Vec<_>>());
        }
    }

    #[test]
    fn extreme_score_picks_are_complete() {
        check_picks(&[i32::MIN, i32::MAX, i32::MIN, 0, i32::MAX]);
    }

    #[test]
    fn rescore_keeps_picked_moves() {
        let mut list: ScoredMoveList =
            (0..4).map(|index| ScoredMove { mv: move_of_index(index), score: 0 }).collect();
        list.pick_best();
        list.rescore(|mv| mv.to() as i32);
        assert_eq!(list.iter().map(|entry| entry.score).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(list.pick_best().map(|entry| entry.score), Some(3));
    }

    #[test]
    fn extend_after_pick_adds_to_the_remaining_moves() {
        let mut list = ScoredMoveList::from_moves(&[A2A3], |_| -5);
        list.pick_best();
        list.extend([ScoredMove { mv: move_of_index(7), score: -9 }]);
        assert_eq!((list.picked().len(), list.remaining().len()), (1, 1));
        assert_eq!(list.pick_best().map(|entry| entry.score), Some(-9));
        list.clear();
        assert_eq!(list, ScoredMoveList::default());
    }

    #[test]
    fn full_move_list_fits() {
        let moves: MoveList = core::iter::repeat_n(A2A3, MoveList::CAPACITY).collect();
        assert_eq!(ScoredMoveList::from_moves(&moves, |_| 0).len(), MoveList::CAPACITY);
    }

    #[test]
    #[cfg_attr(miri, ignore = "quadratic in the capacity")]
    fn full_list_picks_fall_and_prefer_the_front() {
        let scores = 0..MoveList::CAPACITY as i32;
        let mut rising: ScoredMoveList =
            scores.clone().map(|score| ScoredMove { mv: A2A3, score }).collect();
        for score in scores.rev() {
            assert_eq!(rising.pick_best().map(|entry| entry.score), Some(score));
        }
        let entry = |index| ScoredMove { mv: move_of_index(index), score: i32::MIN };
        let mut equal: ScoredMoveList = (0..MoveList::CAPACITY).map(entry).collect();
        for index in 0..MoveList::CAPACITY {
            assert_eq!(equal.pick_best(), Some(entry(index)));
        }
    }

    #[test]
    #[should_panic = "no space for another move"]
    fn push_to_full_list_panics() {
        let moves: MoveList = core::iter::repeat_n(A2A3, MoveList::CAPACITY).collect();
        ScoredMoveList::from_moves(&moves, |_| 0).push(A2A3, 0);
    }

    #[test]
    fn lists_with_different_picks_are_unequal() {
        let mut list = ScoredMoveList::from_moves(&[A2A3], |_| 0);
        let unpicked = list.clone();
        list.pick_best();
        assert_ne!(list, unpicked);
        let text = std::format!("{list:?}");
        assert!(text.contains("picked: [ScoredMove"), "{text}");
    }
}
