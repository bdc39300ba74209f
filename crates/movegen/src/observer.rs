//! The observer for pieces that are moved, placed or removed by making and undoing moves.

use tabiya_core::{Bitboard, Piece, Square};

/// An observer that learns which pieces a move removes, places and moves.
///
/// Implement it to update an evaluation incrementally with the board: a neural network's
/// accumulator (NNUE), a key, a score.
///
/// | move | reports, in this order |
/// |---|---|
/// | quiet move | piece moved |
/// | capture | captured piece removed, piece moved |
/// | en passant | captured pawn removed from its own square, pawn moved |
/// | promotion | captured piece removed, pawn removed, new piece placed |
/// | castling | king removed, rook removed, king placed, rook placed |
/// | null move | null move |
///
/// Each row but the last ends with [`finished`](MakeObserver::finished), which passes the occupied squares.
///
/// [`unmake_move`](crate::GenericBoard::unmake_move) reports the reverse, also
/// with removals first. Two pieces are never on one square, even if king and rook cross each other
/// in Chess960. An observer that adds placed pieces and subtracts removed pieces returns to its old
/// value after the undo.
///
/// A pair of observers is an observer, to any depth. So are `&mut O`, and `()`, which ignores all
/// events. Pass `&mut (&mut first, &mut second)`: `&mut (first, second)` would update copies if the
/// observers are `Copy`. [`make_move_observed`](crate::GenericBoard::make_move_observed) takes an
/// observer.
///
/// # Cost
///
/// An observer that ignores all events compiles to no code.
///
/// ```
/// use tabiya::{MakeObserver, Move, Piece, PieceType, Position, Square};
///
/// /// The material balance from White's point of view, in pawns.
/// #[derive(Default)]
/// struct Balance(i32);
///
/// fn value(piece: Piece) -> i32 {
///     let value = [1, 3, 3, 5, 9, 0][piece.piece_type().index()];
///     if piece.color().is_white() { value } else { -value }
/// }
///
/// impl MakeObserver for Balance {
///     fn removed(&mut self, piece: Piece, _: Square) {
///         self.0 -= value(piece);
///     }
///     fn placed(&mut self, piece: Piece, _: Square) {
///         self.0 += value(piece);
///     }
/// }
///
/// let mut position = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")?;
/// let mut balance = Balance(1 - 9);
/// let takes = Move::new(Square::E4, Square::D5);
/// let undo = position.make_move_undoable(takes, &mut balance);
/// assert_eq!(balance.0, 1);
/// position.unmake_move(undo, &mut balance);
/// assert_eq!(balance.0, 1 - 9);
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[doc(alias = "nnue")]
#[doc(alias = "accumulator")]
pub trait MakeObserver {
    /// Called when a piece has left a square: by capture, promotion, a move or castling.
    fn removed(&mut self, piece: Piece, square: Square);

    /// Called when a piece has been placed on an empty square.
    fn placed(&mut self, piece: Piece, square: Square);

    /// Called when a piece moves to a square, from which a captured piece was removed before.
    ///
    /// The default calls [`removed`](Self::removed) and [`placed`](Self::placed).
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.placed(piece, to);
    }

    /// Called when a move has been made or undone and all its changes are reported, with the squares that are occupied
    /// then; does nothing by default.
    ///
    /// Update features that depend on blockers here, such as slider threats. A null move has no
    /// changes.
    ///
    /// ```
    /// use tabiya::tables::rook_attacks;
    /// use tabiya::{Bitboard, Board, MakeObserver, Move, Piece, Square};
    ///
    /// /// The squares that the rook on a1 attacks.
    /// struct RookOnA1(Bitboard);
    ///
    /// impl MakeObserver for RookOnA1 {
    ///     fn removed(&mut self, _: Piece, _: Square) {}
    ///     fn placed(&mut self, _: Piece, _: Square) {}
    ///     fn finished(&mut self, occupied: Bitboard) {
    ///         self.0 = rook_attacks(Square::A1, occupied);
    ///     }
    /// }
    ///
    /// let mut board = Board::START;
    /// let mut rook = RookOnA1(board.attacks_from(Square::A1));
    /// board.make_move_observed(Move::new(Square::A2, Square::A4), &mut rook);
    /// assert!(rook.0.contains(Square::A4));
    /// assert_eq!(rook.0, board.attacks_from(Square::A1));
    /// ```
    #[inline]
    fn finished(&mut self, occupied: Bitboard) {
        let _ = occupied;
    }

    /// Called when a null move has been made; does nothing by default.
    #[inline]
    fn null_move(&mut self) {}

    /// Called when a null move has been undone; does nothing by default.
    #[inline]
    fn null_move_undone(&mut self) {}
}

/// Ignores all events.
impl MakeObserver for () {
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}

    #[inline]
    fn placed(&mut self, _: Piece, _: Square) {}
}

/// Reports to both observers, the first one first.
impl<A: MakeObserver, B: MakeObserver> MakeObserver for (A, B) {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        self.0.removed(piece, square);
        self.1.removed(piece, square);
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        self.0.placed(piece, square);
        self.1.placed(piece, square);
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.0.moved(piece, from, to);
        self.1.moved(piece, from, to);
    }

    #[inline]
    fn finished(&mut self, occupied: Bitboard) {
        self.0.finished(occupied);
        self.1.finished(occupied);
    }

    #[inline]
    fn null_move(&mut self) {
        self.0.null_move();
        self.1.null_move();
    }

    #[inline]
    fn null_move_undone(&mut self) {
        self.0.null_move_undone();
        self.1.null_move_undone();
    }
}

/// Reports to the referenced observer.
impl<O: MakeObserver + ?Sized> MakeObserver for &mut O {
    #[inline]
    fn removed(&mut self, piece: Piece, square: Square) {
        (**self).removed(piece, square);
    }

    #[inline]
    fn placed(&mut self, piece: Piece, square: Square) {
        (**self).placed(piece, square);
    }

    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        (**self).moved(piece, from, to);
    }

    #[inline]
    fn finished(&mut self, occupied: Bitboard) {
        (**self).finished(occupied);
    }

    #[inline]
    fn null_move(&mut self) {
        (**self).null_move();
    }

    #[inline]
    fn null_move_undone(&mut self) {
        (**self).null_move_undone();
    }
}
