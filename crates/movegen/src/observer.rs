//! Who is told of the pieces that come and go when a move is made or unmade.

use tabiya_core::{Piece, Square};

/// Is told of each piece that vanishes, appears or moves, so that something of one's own
/// can be kept up to date: the accumulator of a network, a key, a score.
///
/// | | is told, in this order |
/// |---|---|
/// | a quiet move | moved |
/// | a capture | victim removed, mover moved |
/// | en passant | victim removed from its own square, pawn moved |
/// | a promotion | victim removed, pawn removed, new piece placed |
/// | castling | king removed, rook removed, king placed, rook placed |
///
/// [`unmake_move_observed`](crate::Position::unmake_move_observed) tells the reverse, and
/// removals come first there too: mover moved back, victim placed; new piece removed, pawn
/// placed, victim placed; castling as above with the squares exchanged. So at no time do
/// two pieces stand on one square, whichever way king and rook pass each other in
/// Chess960; and who adds what is placed and subtracts what is removed is, after the undo,
/// where it was.
///
/// Pairs of observers are observers, to any depth; so are `&mut O`, which lends one, and
/// `()`, which looks at nothing. The doors are
/// [`Position::make_move_observed`](crate::Position::make_move_observed) and
/// [`Board::make_move_observed`](crate::Board::make_move_observed).
///
/// # What it costs
///
/// Nothing but what the observer does. One that ignores everything leaves `make_move` as it
/// is, to the instruction: counted by `valgrind --tool=callgrind` over the 11,593 legal moves
/// of the benches' positions (x86-64 without BMI2, release), a copy and a move on it take
/// 88 instructions either way on a `Position`, and 134 either way on a `Board`, which keeps
/// its key.
///
/// ```
/// use tabiya_core::{Move, Piece, PieceType, Square};
/// use tabiya_movegen::{MakeObserver, Position};
///
/// /// What White is ahead by, in pawns.
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
/// let undo = position.make_move_undoable_observed(takes, &mut balance);
/// assert_eq!(balance.0, 1);
/// position.unmake_move_observed(takes, undo, &mut balance);
/// assert_eq!(balance.0, 1 - 9);
/// # Ok::<(), tabiya_movegen::FenError>(())
/// ```
pub trait MakeObserver {
    /// A piece has left a square: it is captured, promoted, carried, or castles.
    fn removed(&mut self, piece: Piece, square: Square);

    /// A piece has come to an empty square.
    fn placed(&mut self, piece: Piece, square: Square);

    /// A piece has gone from one square to another, which is empty by now. Removed here and
    /// placed there, unless it pays to do both at once.
    #[inline]
    fn moved(&mut self, piece: Piece, from: Square, to: Square) {
        self.removed(piece, from);
        self.placed(piece, to);
    }
}

/// Nobody looks: the calls vanish.
impl MakeObserver for () {
    #[inline]
    fn removed(&mut self, _: Piece, _: Square) {}

    #[inline]
    fn placed(&mut self, _: Piece, _: Square) {}
}

/// Both are told, the first one first.
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
}

/// The observer that is lent is told.
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
}
