//! Making a move: one routine, generic over what observes it.

use tabiya_core::{Bitboard, Black, Color, Move, MoveKind, PieceType, Side, Square, White};

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
        let mut after = *self;
        after.make_move(mv);
        after
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
    #[inline]
    pub fn make_move_observed(&mut self, mv: Move, observer: &mut impl MakeObserver) {
        match self.side_to_move {
            Color::White => make::<White, _>(self, mv, observer),
            Color::Black => make::<Black, _>(self, mv, observer),
        }
    }
}

#[inline(always)]
fn make<S: Side, O: MakeObserver>(position: &mut Position, mv: Move, observer: &mut O) {
    let (from, to) = (mv.from(), mv.to());
    let touched = from.bitboard() | to.bitboard();
    let is_pawn = position.placement.pawns().contains(from);
    let is_king = position.placement.kings().contains(from);
    // Castling takes no piece, though the king's target holds one.
    let resets_clock = is_pawn || position.placement.occupied().contains(to) && !mv.is_castling();

    match mv.kind() {
        MoveKind::Normal => carry::<S, _>(position, from, to, observer),
        MoveKind::Castling => {
            if let Some(targets) = mv.castling_targets() {
                relocate_castlers::<S, _>(position, (from, to), targets, observer);
            }
        }
        MoveKind::EnPassant => {
            let victim = to.bitboard().shift(S::Them::UP);
            remove::<S::Them, _>(position, victim, PieceType::Pawn, observer);
            carry::<S, _>(position, from, to, observer);
        }
        MoveKind::PromoteToKnight => promote::<S, _>(position, mv, PieceType::Knight, observer),
        MoveKind::PromoteToBishop => promote::<S, _>(position, mv, PieceType::Bishop, observer),
        MoveKind::PromoteToRook => promote::<S, _>(position, mv, PieceType::Rook, observer),
        MoveKind::PromoteToQueen => promote::<S, _>(position, mv, PieceType::Queen, observer),
    }

    // A rook that moves or is captured takes its right along; a king, both of them.
    position.castling_rooks -= touched;
    if is_king {
        position.castling_rooks -= S::FIRST_RANK;
    }
    let is_double_push = is_pawn && (from as u8).abs_diff(to as u8) == 16;
    position.ep_square = is_double_push.then(|| Square::from_low_bits((from as u8 + to as u8) / 2));
    position.halfmove_clock =
        if resets_clock { 0 } else { position.halfmove_clock.saturating_add(1) };
    let is_black = u16::from(!S::COLOR.is_white());
    position.fullmove_number = position.fullmove_number.saturating_add(is_black);
    position.side_to_move = S::Them::COLOR;
}

/// Carries a piece of `S` to its target and removes what stood there.
#[inline]
fn carry<S: Side, O: MakeObserver>(
    position: &mut Position,
    from: Square,
    to: Square,
    observer: &mut O,
) {
    observe_removal::<S::Them, _>(position, to, observer);
    if let Some(moved) = position.piece_type_on(from) {
        observer.moved(moved.of(S::COLOR), from, to);
    }
    position.placement = position.placement.carried::<S>(from, to);
}

/// Takes king and rook off two squares and puts them on two others, which may be the same
/// ones: how one castles, and takes it back.
#[inline]
pub(crate) fn relocate_castlers<S: Side, O: MakeObserver>(
    position: &mut Position,
    (king_from, rook_from): (Square, Square),
    (king_to, rook_to): (Square, Square),
    observer: &mut O,
) {
    remove::<S, _>(position, king_from.bitboard(), PieceType::King, observer);
    remove::<S, _>(position, rook_from.bitboard(), PieceType::Rook, observer);
    place::<S, _>(position, PieceType::King, king_to, observer);
    place::<S, _>(position, PieceType::Rook, rook_to, observer);
}

/// Replaces a pawn of `S` by what it becomes and removes what stood on its target.
#[inline]
fn promote<S: Side, O: MakeObserver>(
    position: &mut Position,
    mv: Move,
    piece_type: PieceType,
    observer: &mut O,
) {
    let to = mv.to();
    observe_removal::<S::Them, _>(position, to, observer);
    position.placement = position.placement.without(to.bitboard());
    remove::<S, _>(position, mv.from().bitboard(), PieceType::Pawn, observer);
    place::<S, _>(position, piece_type, to, observer);
}

/// Tells of the piece of `S` that is about to vanish from a square, if there is one.
#[inline]
fn observe_removal<S: Side, O: MakeObserver>(
    position: &Position,
    square: Square,
    observer: &mut O,
) {
    if let Some(captured) = position.piece_type_on(square) {
        observer.removed(captured.of(S::COLOR), square);
    }
}

/// Takes the piece of `S` off the one square of a set.
#[inline]
fn remove<S: Side, O: MakeObserver>(
    position: &mut Position,
    square: Bitboard,
    piece_type: PieceType,
    observer: &mut O,
) {
    if let Some(square) = square.first() {
        observer.removed(piece_type.of(S::COLOR), square);
    }
    position.placement = position.placement.without(square);
}

/// Puts a piece of `S` on an empty square.
#[inline]
pub(crate) fn place<S: Side, O: MakeObserver>(
    position: &mut Position,
    piece_type: PieceType,
    square: Square,
    observer: &mut O,
) {
    let piece = piece_type.of(S::COLOR);
    observer.placed(piece, square);
    position.placement = position.placement.with(piece, square);
}
