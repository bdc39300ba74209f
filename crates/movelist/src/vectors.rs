//! [`MoveSink`] for `Vec<Move>` and `ArrayVec<Move, N>`.

use core::convert::Infallible;
use core::ops::ControlFlow;

use tabiya_core::Move;

use crate::MoveSink;
use crate::writer::{self, WriteMoves};

/// Appends each generated move to the vector; never breaks.
///
/// ```
/// use tabiya::{Bitboard, MoveSink, PieceType, Square};
///
/// let mut moves = Vec::new();
/// let targets = Bitboard::from_iter([Square::A3, Square::C3]);
/// moves.push_piece_moves(PieceType::Knight, Square::B1, targets);
/// assert_eq!(moves.len(), 2);
/// ```
#[cfg(feature = "alloc")]
impl MoveSink for alloc::vec::Vec<Move> {
    type Break = Infallible;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.push(mv);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn append_with(&mut self, write: &mut WriteMoves<'_>) -> bool {
        writer::append_to_vec(self, write);
        true
    }
}

/// Appends each generated move to the vector; never breaks.
///
/// # Panics
///
/// All methods panic if the moves do not fit. Legal moves fit if `N` is at least
/// [`MoveList::CAPACITY`](crate::MoveList::CAPACITY).
///
/// ```
/// use arrayvec::ArrayVec;
/// use tabiya::{Bitboard, MoveList, MoveSink, PieceType, Square};
///
/// let mut moves = ArrayVec::<_, { MoveList::CAPACITY }>::new();
/// let targets = Bitboard::from_iter([Square::A3, Square::C3]);
/// moves.push_piece_moves(PieceType::Knight, Square::B1, targets);
/// assert_eq!(moves.len(), 2);
/// ```
#[cfg(feature = "arrayvec")]
impl<const N: usize> MoveSink for arrayvec::ArrayVec<Move, N> {
    type Break = Infallible;

    #[inline]
    fn push_move(&mut self, mv: Move) -> ControlFlow<Infallible> {
        self.push(mv);
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn append_with(&mut self, write: &mut WriteMoves<'_>) -> bool {
        writer::append_to_array(self, write);
        true
    }
}
