//! The legal generator: every move it names is legal, and none is tested after.
//!
//! A move other than the king's is legal if it lands on a *target*: a square that is not
//! our own and, in check, one that captures or blocks the checker; and if a piece that
//! alone shields the king stays on the line of its pin. The king may go where the
//! opponent does not attack, seen through the king. Only en passant looks at the board as
//! it will be.
//!
//! What tells the sides apart comes first, in a copy for each: checkers, pins and pawns. Knights,
//! sliders and the king have one copy for both. The parts are inlined into one function for each
//! sink, so that the sets they share stay in registers: 5 % of the time of a list.

mod filter;
mod king;
mod pawns;
mod pieces;
mod pseudo;
mod stages;

pub use pseudo::KingHangs;

pub(crate) use pieces::{OneByOne, Pieces};

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Black, Color, Side, White};
use tabiya_movelist::{MoveList, MoveSink};
use tabiya_tables::between;

use self::filter::Filter;
use self::pieces::pinned_slider_moves;
use crate::Position;
use crate::arch;
use crate::attacks::View;

impl Position {
    /// Hands every legal move to a sink, each exactly once, in no particular order.
    ///
    /// Answers [`ControlFlow::Break`] if the sink did, and stops at once.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tabiya_core::Move;
    /// use tabiya_movegen::Position;
    ///
    /// // Any move at all? Stop at the first.
    /// let found = Position::START.generate_moves(&mut |_: Move| ControlFlow::Break(()));
    /// assert!(found.is_break());
    /// ```
    #[inline]
    pub fn generate_moves(&self, sink: &mut impl MoveSink) -> ControlFlow<()> {
        legal_moves(OneByOne, self, Filter::ALL, sink)
    }

    /// The legal moves as a list.
    ///
    /// What is answered is copied, all 548 bytes of it: where nanoseconds count, fill a list by
    /// [`legal_moves_into`](Self::legal_moves_into).
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// assert_eq!(Position::START.legal_moves().len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.legal_moves_into(&mut list);
        list
    }

    /// Appends the legal moves to a list, in no particular order: where the list is kept, it
    /// need not be copied.
    ///
    /// Like [`legal_moves`](Self::legal_moves), it uses AVX-512 where the processor has it.
    ///
    /// # Panics
    ///
    /// If they do not fit; into an empty list they do.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_movelist::MoveList;
    ///
    /// let mut lists = [const { MoveList::new() }; 64]; // one a ply
    /// Position::START.legal_moves_into(&mut lists[0]);
    /// assert_eq!(lists[0].len(), 20);
    /// ```
    #[inline]
    pub fn legal_moves_into(&self, list: &mut MoveList) {
        arch::legal_moves_into(self, list);
    }

    /// How many legal moves there are; no move is built.
    ///
    /// Like [`legal_moves`](Self::legal_moves), it uses AVX-512 where the processor has it, and else
    /// its popcount.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// // The most that can be reached in a game.
    /// let position = Position::from_fen("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1")?;
    /// assert_eq!(position.legal_move_count(), 218);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn legal_move_count(&self) -> usize {
        arch::legal_move_count(self)
    }
}

/// Every legal move, compiled for whatever its caller is compiled for.
#[inline(always)]
pub(crate) fn all_legal_moves<P: Pieces<K>, K: MoveSink>(
    pieces: P,
    position: &Position,
    sink: &mut K,
) -> ControlFlow<()> {
    legal_moves(pieces, position, Filter::ALL, sink)
}

/// Appends every legal move to a list, one by one.
///
/// A function of its own, so that a program compiles a call and not a generator; and apart
/// from the other door, so that the compiler works on both at once.
#[inline(never)]
pub(crate) fn list_legal_moves(position: &Position, list: &mut MoveList) {
    // A list never has enough.
    let _ = all_legal_moves(OneByOne, position, list);
}

/// The legal moves that a filter lets through. Inlined into its callers, so that a filter
/// that lets all through vanishes.
#[inline(always)]
fn legal_moves<P: Pieces<K>, K: MoveSink>(
    pieces: P,
    position: &Position,
    filter: Filter,
    sink: &mut K,
) -> ControlFlow<()> {
    let us = position.side_to_move();
    // The one branch on colour.
    let (view, rest) = match us {
        Color::White => pawn_moves::<White, _>(position, filter, sink)?,
        Color::Black => pawn_moves::<Black, _>(position, filter, sink)?,
    };
    let Rest { pinned, targets, danger_of_pawns, castling_rooks } = rest;
    pawns::en_passant(position, filter, sink)?;
    let movers = view.us & filter.from;
    pieces.moves(&view, movers - pinned, targets, sink)?;
    // In check a pinned piece never helps: its line and the checker's meet only in the king.
    if pinned.any() {
        pinned_slider_moves(&view, movers & pinned, targets, sink)?;
    }
    king::moves(pieces, us, &view, danger_of_pawns, castling_rooks, pinned, filter, sink)
}

/// What is known when the pawns have moved. The rest is compiled once for both sides, and asks who
/// moves only to look castling up.
struct Rest {
    pinned: Bitboard,
    /// Where knights and sliders may go.
    targets: Bitboard,
    /// What the opponent's pawns attack.
    danger_of_pawns: Bitboard,
    /// The rooks with which the king may castle, if the way is clear and safe.
    castling_rooks: Bitboard,
}

/// The pawn moves of `S`, who is to move, that a filter lets through; answers what is left.
#[inline(always)]
fn pawn_moves<S: Side, K: MoveSink>(
    position: &Position,
    filter: Filter,
    sink: &mut K,
) -> ControlFlow<(), (View, Rest)> {
    let view = View::of(position, S::COLOR);
    let (checkers, pinned) = view.checkers_and_pinned(S::COLOR);
    let movers = view.us & filter.from;
    // In check, what captures the checker or blocks it; of two checkers, nothing does.
    let helps = match checkers.first() {
        None => Bitboard::FULL,
        Some(_) if checkers.has_more_than_one() => Bitboard::EMPTY,
        Some(checker) => between(view.king, checker).with(checker),
    };
    pawns::pushes_and_captures::<S, _>(&view, movers, pinned, helps & filter.pawn_to, sink)?;
    let castling_rooks = if checkers.is_empty() {
        position.castling_rooks & S::FIRST_RANK & filter.castling_to
    } else {
        Bitboard::EMPTY
    };
    let targets = helps & (filter.to - view.us);
    let danger_of_pawns = view.danger_of_pawns::<S>();
    ControlFlow::Continue((view, Rest { pinned, targets, danger_of_pawns, castling_rooks }))
}
