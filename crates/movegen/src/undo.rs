//! Taking a move back: the record that making it leaves, and the way back.

use tabiya_core::{Bitboard, Black, Color, Move, MoveKind, PieceType, Side, Square, White};

use crate::arch::way_between;
use crate::make::{place, relocate_castlers, remove};
use crate::turn::Turn;
use crate::{MakeObserver, Position};

/// What a move destroys and its reverse needs: the captured piece, the castling rooks, the
/// en passant square and both clocks, in 24 bytes.
///
/// [`Position::make_move_undoable`] gives it, [`Position::unmake_move`] takes it. Copying
/// the position beforehand does the same with 48 bytes; which is faster depends on what
/// else a search keeps with its board.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::{Position, Undo};
///
/// assert_eq!(size_of::<Undo>(), 24);
/// let mut position = Position::START;
/// let mv = Move::new(Square::E2, Square::E4);
/// let undo: Undo = position.make_move_undoable(mv);
/// position.unmake_move(mv, undo);
/// assert_eq!(position, Position::START);
/// ```
#[must_use = "without it the move cannot be taken back; `make_move` gives none"]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
// As large where a word of 64 bits is aligned to four bytes, as on i686.
#[repr(align(8))]
pub struct Undo {
    castling_rooks: Bitboard,
    turn: Turn,
    /// What stood on the target: what was taken, or in castling the rook.
    on_target: Option<PieceType>,
}

const _: () = assert!(size_of::<Undo>() == 24);

/// The [`Undo`] of a [`Board`](crate::Board): with the key, 40 bytes.
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::{Board, BoardUndo};
///
/// assert_eq!(size_of::<BoardUndo>(), 40);
/// let mut board = Board::default();
/// let mv = Move::new(Square::E2, Square::E4);
/// let undo: BoardUndo = board.make_move_undoable(mv);
/// board.unmake_move(mv, undo);
/// assert_eq!(board, Board::default());
/// ```
#[must_use = "without it the move cannot be taken back; `make_move` gives none"]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct BoardUndo {
    pub(crate) undo: Undo,
    pub(crate) key: u64,
    pub(crate) passing_key: u64,
}

const _: () = assert!(size_of::<BoardUndo>() == 40);

impl Undo {
    /// What a position loses by a legal move.
    #[inline]
    pub(crate) fn of(position: &Position, mv: Move) -> Self {
        Self {
            castling_rooks: position.castling_rooks,
            turn: position.turn,
            on_target: position.piece_type_on(mv.to()),
        }
    }
}

impl Position {
    /// Makes a legal move and says how to take it back.
    ///
    /// As with [`make_move`](Self::make_move), the move must be legal.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    ///
    /// fn leaves(position: &mut Position, depth: u32) -> u64 {
    ///     if depth == 0 {
    ///         return 1;
    ///     }
    ///     let mut count = 0;
    ///     for mv in position.legal_moves() {
    ///         let undo = position.make_move_undoable(mv);
    ///         count += leaves(position, depth - 1);
    ///         position.unmake_move(mv, undo);
    ///     }
    ///     count
    /// }
    ///
    /// let mut position = Position::START;
    /// assert_eq!(leaves(&mut position, 3), 8902);
    /// assert_eq!(position, Position::START);
    /// ```
    #[inline]
    pub fn make_move_undoable(&mut self, mv: Move) -> Undo {
        self.make_move_undoable_observed(mv, &mut ())
    }

    /// Makes a legal move, tells an observer what changes, and says how to take it back:
    /// see [`MakeObserver`].
    ///
    /// As with [`make_move`](Self::make_move), the move must be legal.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let mut position = Position::START;
    /// let mv = Move::new(Square::E2, Square::E4);
    /// let undo = position.make_move_undoable_observed(mv, &mut ()); // nobody looks
    /// position.unmake_move_observed(mv, undo, &mut ());
    /// assert_eq!(position, Position::START);
    /// ```
    #[inline]
    pub fn make_move_undoable_observed(
        &mut self,
        mv: Move,
        observer: &mut impl MakeObserver,
    ) -> Undo {
        let undo = Undo::of(self, mv);
        self.make_move_observed(mv, observer);
        undo
    }

    /// Takes the last move back: everything is as it was before, both clocks included.
    ///
    /// The move must be the last one made here, and the record the one that
    /// [`make_move_undoable`](Self::make_move_undoable) gave for it. Any other leaves a
    /// position without meaning.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let before = Position::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 65535 65535")?;
    /// let mut position = before;
    /// let takes = Move::new(Square::E4, Square::D5);
    /// let undo = position.make_move_undoable(takes);
    /// position.unmake_move(takes, undo);
    /// assert_eq!(position, before);
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn unmake_move(&mut self, mv: Move, undo: Undo) {
        self.unmake_move_observed(mv, undo, &mut ());
    }

    /// Takes the last move back and tells an observer what changes: see [`MakeObserver`].
    ///
    /// The move and the record must be those of
    /// [`unmake_move`](Self::unmake_move).
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Position;
    ///
    /// let mut position = Position::START;
    /// let mv = Move::new(Square::G1, Square::F3);
    /// let undo = position.make_move_undoable_observed(mv, &mut ()); // nobody looks
    /// position.unmake_move_observed(mv, undo, &mut ());
    /// assert_eq!(position, Position::START);
    /// ```
    #[inline]
    pub fn unmake_move_observed(&mut self, mv: Move, undo: Undo, observer: &mut impl MakeObserver) {
        // Who moved is not who is to move now.
        match self.side_to_move() {
            Color::White => unmake::<Black, _>(self, mv, undo, observer),
            Color::Black => unmake::<White, _>(self, mv, undo, observer),
        }
    }
}

/// Takes back a move of `S`.
#[inline]
fn unmake<S: Side, O: MakeObserver>(
    position: &mut Position,
    mv: Move,
    undo: Undo,
    observer: &mut O,
) {
    let (from, to) = (mv.from(), mv.to());
    match mv.kind() {
        MoveKind::Normal => {
            carry_back::<S, _>(position, from, to, observer);
            if let Some(captured) = undo.on_target {
                place(position, captured.of(S::Them::COLOR), to, observer);
            }
        }
        MoveKind::Castling => {
            if let Some(landed) = mv.castling_targets() {
                relocate_castlers(position, S::COLOR, landed, (from, to), observer);
            }
        }
        MoveKind::EnPassant => {
            carry_back::<S, _>(position, from, to, observer);
            let victim = Square::new(to.file(), from.rank());
            place(position, PieceType::Pawn.of(S::Them::COLOR), victim, observer);
        }
        _ => {
            if let Some(promoted) = position.piece_on(to) {
                remove(position, promoted, to, observer);
            }
            place(position, PieceType::Pawn.of(S::COLOR), from, observer);
            if let Some(captured) = undo.on_target {
                place(position, captured.of(S::Them::COLOR), to, observer);
            }
        }
    }
    position.castling_rooks = undo.castling_rooks;
    position.turn = undo.turn;
}

/// Carries a piece of `S` from where it went back to where it came from.
#[inline]
fn carry_back<S: Side, O: MakeObserver>(
    position: &mut Position,
    from: Square,
    to: Square,
    observer: &mut O,
) {
    if let Some(moved) = position.piece_type_on(to) {
        observer.moved(moved.of(S::COLOR), to, from);
    }
    position.placement = position.placement.carried(way_between(to, from)).placement;
}
