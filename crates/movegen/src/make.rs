//! Making a move: one routine, generic over what observes it.

use tabiya_core::{Bitboard, Color, Move, Piece, PieceType, Rank, Square};

use crate::arch::{Way, way_of};
use crate::placement::{Carried, Placement};
use crate::turn::{ClockMask, EpMask};
use crate::{IllegalMove, MakeObserver, Position};

impl Position {
    /// Makes a legal move; copy the position first to keep it.
    ///
    /// The move must be legal: from this position's own list, or tested by
    /// [`is_legal`](Self::is_legal). Any other leaves a board without meaning, on which no
    /// promise holds; [`try_make_move`](Self::try_make_move) tests first.
    ///
    /// ```
    /// use tabiya_core::{Color, Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let mut position = Position::START;
    /// position.make_move(Move::new(Square::E2, Square::E4));
    /// assert_eq!(position.side_to_move(), Color::Black);
    /// assert_eq!(position.ep_square(), Some(Square::E3));
    /// ```
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        self.make_move_observed(mv, &mut ());
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] says why it is not; the position is unchanged.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let mut position = Position::START;
    /// assert!(position.try_make_move(Move::new(Square::E1, Square::E2)).is_err());
    /// assert_eq!(position, Position::START);
    /// ```
    #[inline]
    pub fn try_make_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.why_illegal(mv)?;
        self.make_move(mv);
        Ok(())
    }

    /// The position after a legal move.
    ///
    /// As with [`make_move`](Self::make_move), the move must be legal.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let position = Position::START.after(Move::new(Square::G1, Square::F3));
    /// let fen = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    /// assert_eq!(position.to_string(), fen);
    /// ```
    #[inline]
    #[must_use = "the position itself is not changed"]
    pub fn after(&self, mv: Move) -> Self {
        if mv.is_normal() {
            after_normal(self, mv, way_of(mv), &mut ()).0
        } else {
            after_special(*self, mv, &mut ())
        }
    }

    /// Makes a legal move and tells an observer of each piece that comes or goes: see
    /// [`MakeObserver`].
    ///
    /// As with [`make_move`](Self::make_move), the move must be legal.
    ///
    /// ```
    /// use tabiya_core::{Move, Piece, Square};
    /// use tabiya_movegen::{MakeObserver, Position};
    ///
    /// /// Writes down what it is told.
    /// #[derive(Default)]
    /// struct Diary(String);
    ///
    /// impl MakeObserver for Diary {
    ///     fn removed(&mut self, piece: Piece, square: Square) {
    ///         self.0 += &format!("-{piece}{square} ");
    ///     }
    ///     fn placed(&mut self, piece: Piece, square: Square) {
    ///         self.0 += &format!("+{piece}{square} ");
    ///     }
    /// }
    ///
    /// let mut position = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")?;
    /// let mut diary = Diary::default();
    /// position.make_move_observed(Move::new(Square::E4, Square::D5), &mut diary);
    /// assert_eq!(diary.0, "-qd5 -Pe4 +Pd5 ");
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline(always)]
    pub fn make_move_observed(&mut self, mv: Move, observer: &mut impl MakeObserver) {
        if mv.is_normal() {
            *self = after_normal(self, mv, way_of(mv), observer).0;
        } else {
            *self = after_special(*self, mv, observer);
        }
    }
}

/// The position after a move that only carries a piece, with what was carried and taken.
///
/// Built from what it was, not changed in a copy: a copy is read back before it is written,
/// and waits for it where the compiler copies by wider registers than it reads.
///
/// One routine for both players, since little depends on whose move it is, and almost without
/// a branch, since nobody can foresee what a move carries and takes.
#[inline(always)]
pub(crate) fn after_normal<O: MakeObserver>(
    before: &Position,
    mv: Move,
    way: impl Way,
    observer: &mut O,
) -> (Position, Carried) {
    let (from, to) = (mv.from(), mv.to());
    let carried = before.placement.carried(way);
    if let Some(captured) = carried.captured.piece() {
        observer.removed(captured, to);
    }
    if let Some(moved) = carried.moved.piece() {
        observer.moved(moved, from, to);
    }
    let (moved, captured) = (carried.moved.index(), carried.captured.index());
    let kept = EFFECTS.clock_kept[moved].and(EFFECTS.clock_kept_if_taken[captured]);
    let after = Position {
        placement: carried.placement,
        // A rook that moves or is captured takes its right along; a king, both of them.
        castling_rooks: before.castling_rooks & carried.rest & EFFECTS.rooks_kept[moved],
        turn: before.turn.next(kept).with_passed(way, EFFECTS.passes[moved]),
    };
    (after, carried)
}

/// What is changed beside the placement by a piece that is carried or taken, by its code: sets
/// and masks, so that no move needs a branch.
///
/// A table for each: of a word, a code finds its own without being multiplied.
struct Effects {
    /// The rooks that may castle as before when it is carried.
    rooks_kept: [Bitboard; 16],
    /// What stays of the halfmove clock when it is carried.
    clock_kept: [ClockMask; 16],
    /// What stays of the halfmove clock when it is taken.
    clock_kept_if_taken: [ClockMask; 16],
    /// Whether it passes a square by a step of two ranks.
    passes: [EpMask; 16],
}

static EFFECTS: Effects = {
    let mut effects = Effects {
        rooks_kept: [Bitboard::FULL; 16],
        clock_kept: [ClockMask::ALL; 16],
        clock_kept_if_taken: [ClockMask::ALL; 16],
        passes: [EpMask::NOTHING; 16],
    };
    let mut index = 0;
    while index < Piece::ALL.len() {
        let piece = Piece::ALL[index];
        let code = Placement::code(piece) as usize;
        effects.clock_kept_if_taken[code] = ClockMask::NOTHING;
        match piece.piece_type() {
            PieceType::Pawn => {
                effects.clock_kept[code] = ClockMask::NOTHING;
                effects.passes[code] = EpMask::ALL;
            }
            PieceType::King => {
                let back_rank = Bitboard::from_rank(Rank::First.relative_to(piece.color()));
                effects.rooks_kept[code] = Bitboard(!back_rank.0);
            }
            _ => {}
        }
        index += 1;
    }
    effects
};

/// The position after castling, a capture en passant or a promotion: rare, and so compiled
/// once for both sides.
///
/// Takes and gives copies: what is lent to a call that is not inlined must live in memory, on the
/// common way too.
#[cold]
#[inline(never)]
pub(crate) fn after_special<O: MakeObserver>(
    mut position: Position,
    mv: Move,
    observer: &mut O,
) -> Position {
    let (from, to, us) = (mv.from(), mv.to(), position.side_to_move());
    let pawn = PieceType::Pawn.of(us);
    let mut kept = ClockMask::NOTHING;
    if let Some(targets) = mv.castling_targets() {
        relocate_castlers(&mut position, us, (from, to), targets, observer);
        position.castling_rooks -= Rank::First.relative_to(us).into();
        kept = ClockMask::ALL;
    } else if let Some(promoted) = mv.promotion() {
        if let Some(captured) = position.piece_on(to) {
            remove(&mut position, captured, to, observer);
            position.castling_rooks -= to.bitboard();
        }
        remove(&mut position, pawn, from, observer);
        place(&mut position, promoted.of(us), to, observer);
    } else {
        let victim = Square::new(to.file(), from.rank());
        remove(&mut position, PieceType::Pawn.of(!us), victim, observer);
        observer.moved(pawn, from, to);
        position.placement = position.placement.without(from.bitboard()).with(pawn, to);
    }
    position.turn = position.turn.next(kept);
    position
}

/// Takes king and rook off two squares and puts them on two others, which may be the same
/// ones: how one castles, and takes it back. Rare, and so a call.
#[inline(never)]
pub(crate) fn relocate_castlers<O: MakeObserver>(
    position: &mut Position,
    us: Color,
    (king_from, rook_from): (Square, Square),
    (king_to, rook_to): (Square, Square),
    observer: &mut O,
) {
    let (king, rook) = (PieceType::King.of(us), PieceType::Rook.of(us));
    remove(position, king, king_from, observer);
    remove(position, rook, rook_from, observer);
    place(position, king, king_to, observer);
    place(position, rook, rook_to, observer);
}

/// Takes a piece off its square.
#[inline]
pub(crate) fn remove<O: MakeObserver>(
    position: &mut Position,
    piece: Piece,
    square: Square,
    observer: &mut O,
) {
    observer.removed(piece, square);
    position.placement = position.placement.without(square.bitboard());
}

/// Puts a piece on an empty square.
#[inline]
pub(crate) fn place<O: MakeObserver>(
    position: &mut Position,
    piece: Piece,
    square: Square,
    observer: &mut O,
) {
    observer.placed(piece, square);
    position.placement = position.placement.with(piece, square);
}
