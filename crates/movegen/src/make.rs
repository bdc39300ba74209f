//! Making a move: one routine, generic over the board's key and over an observer.

use tabiya_core::{Bitboard, Move, Piece, PieceType, Rank, Side, Square, by_side};

use crate::IllegalMove;
use crate::board::GenericBoard;
use crate::key::{BoardKey, pseudo_legal_ep_square};
use crate::observer::MakeObserver;
use crate::placement::{PieceMoveResult, Placement};
use crate::state::State;
use crate::state_word::{EpMask, KeepMask, is_two_rank_step};

impl<K: BoardKey> GenericBoard<K> {
    /// Makes a legal move. Copy the board first to keep the old position.
    ///
    /// The move must be legal: generated for this board, or tested by [`is_legal`](Self::is_legal).
    /// [`try_make_move`](Self::try_make_move) includes the test.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal. Without them, it is
    /// [`make_move_unchecked`](Self::make_move_unchecked).
    ///
    /// ```
    /// use tabiya::{Board, Move, MoveKind, Square};
    ///
    /// let mut board = Board::default();
    /// board.make_move(Move::new(Square::E2, Square::E4));
    /// assert_eq!(board.ep_square(), Some(Square::E3));
    ///
    /// // The target of castling is the square of the rook.
    /// let mut board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// board.make_move(Move::with_kind(Square::E1, Square::H1, MoveKind::Castling));
    /// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "play")]
    #[inline]
    #[track_caller]
    pub fn make_move(&mut self, mv: Move) {
        debug_assert!(self.is_legal(mv), "illegal {mv:?} on {self}");
        self.make_move_unchecked(mv);
    }

    /// Makes a move without a legality test, even with debug assertions.
    ///
    /// If the move is illegal, the board is unspecified afterwards: any later call may panic or
    /// return a meaningless value. Memory safety is preserved.
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// let mut board = Board::default();
    /// for mv in board.legal_moves() {
    ///     let mut after = board;
    ///     after.make_move_unchecked(mv);
    ///     assert_eq!(after, board.after(mv));
    /// }
    /// ```
    #[doc(alias = "play_unchecked")]
    #[inline]
    pub fn make_move_unchecked(&mut self, mv: Move) {
        self.make_observed_unchecked(mv, &mut ());
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    ///
    /// Returns the reason as an [`IllegalMove`] if the move is illegal; the board is unchanged.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square};
    ///
    /// let mut board = Board::default();
    /// let error = board.try_make_move(Move::new(Square::E2, Square::E5)).unwrap_err();
    /// assert_eq!(error.to_string(), "the white pawn on e2 cannot move to e5");
    /// assert_eq!(board, Board::default());
    /// ```
    #[doc(alias = "try_play")]
    #[inline]
    pub fn try_make_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.why_illegal(mv)?;
        self.make_move_unchecked(mv);
        Ok(())
    }

    /// Returns the board after a legal move.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal: see [`make_move`](Self::make_move).
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// let board = Board::default();
    /// let moves = board.legal_moves();
    /// let replies = moves.iter().map(|&mv| board.after(mv).legal_move_count());
    /// assert_eq!(replies.sum::<usize>(), 400);
    /// ```
    #[doc(alias = "make_move_new")]
    #[inline]
    #[track_caller]
    #[must_use = "the board itself is not changed"]
    pub fn after(&self, mv: Move) -> Self {
        debug_assert!(self.is_legal(mv), "illegal {mv:?} on {self}");
        self.after_unchecked(mv, &mut ())
    }

    /// Makes a legal move and reports the changed pieces to an observer: see [`MakeObserver`].
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal: see [`make_move`](Self::make_move).
    ///
    /// ```
    /// use tabiya::{Board, MakeObserver, Move, Piece, Square};
    ///
    /// /// Writes a line about each change.
    /// #[derive(Default)]
    /// struct Log(String);
    ///
    /// impl MakeObserver for Log {
    ///     fn removed(&mut self, piece: Piece, square: Square) {
    ///         self.0 += &format!("-{piece}{square} ");
    ///     }
    ///     fn placed(&mut self, piece: Piece, square: Square) {
    ///         self.0 += &format!("+{piece}{square} ");
    ///     }
    /// }
    ///
    /// let mut board = Board::from_fen("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")?;
    /// let mut log = Log::default();
    /// board.make_move_observed(Move::new(Square::E4, Square::D5), &mut log);
    /// assert_eq!(log.0, "-qd5 -Pe4 +Pd5 ");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[doc(alias = "nnue")]
    #[doc(alias = "accumulator")]
    #[inline]
    #[track_caller]
    pub fn make_move_observed(&mut self, mv: Move, observer: &mut impl MakeObserver) {
        debug_assert!(self.is_legal(mv), "illegal {mv:?} on {self}");
        self.make_observed_unchecked(mv, observer);
    }

    /// Makes a move, legal or not.
    #[inline]
    fn make_observed_unchecked<O: MakeObserver>(&mut self, mv: Move, observer: &mut O) {
        // One assignment per branch: a shared one makes the compiler copy the board once more.
        if mv.is_normal() {
            *self = self.after_normal(mv, observer);
        } else {
            *self = self.after_special(mv, observer);
        }
    }

    /// Returns the board after a move, legal or not.
    #[inline]
    pub(crate) fn after_unchecked<O: MakeObserver>(&self, mv: Move, observer: &mut O) -> Self {
        if mv.is_normal() {
            self.after_normal(mv, observer)
        } else {
            self.after_special(mv, observer)
        }
    }

    /// Returns the board after a legal move by `S`.
    #[inline]
    pub(crate) fn after_as<S: Side, O: MakeObserver>(&self, mv: Move, observer: &mut O) -> Self {
        if mv.is_normal() {
            self.after_normal(mv, observer)
        } else {
            self.after_special_as::<S, _>(mv, observer)
        }
    }

    /// Returns the board after a normal move.
    ///
    /// Shared by both sides and branch-free in the piece types, which branch prediction would miss:
    /// masks are looked up by the pieces' codes.
    ///
    /// The result is built from the old state, not changed in a copy of it. A copy would be written
    /// with wide stores and read back with narrow loads: a store-to-load forwarding stall.
    ///
    /// Forced inline, because a call returns the board in memory, and programs with many call sites
    /// would get one.
    #[inline(always)]
    fn after_normal<O: MakeObserver>(&self, mv: Move, observer: &mut O) -> Self {
        // One statement: with two, rustc 1.95 updates the key by a tenth more instructions.
        let (from, to) = (mv.from(), mv.to());
        let moved = self.state.placement.move_piece(from, to);
        report_normal_move(&moved, from, to, observer);
        observer.finished(moved.placement.occupied());
        let effects = &PIECE_EFFECTS;
        let piece = moved.moved.index();
        let captured = moved.captured.index();
        let clock_mask = effects.clock_mask[piece].and(effects.clock_mask_by_capture[captured]);
        let state = State {
            placement: moved.placement,
            // A rook that moves or is captured loses its right; a king that moves loses both.
            castling_rooks: self.state.castling_rooks
                & moved.keep_mask
                & effects.castling_mask[piece],
            state_word: self.state.state_word.after_move(clock_mask).with_double_push(
                from,
                to,
                effects.ep_mask[piece],
            ),
        };
        let key = self.key.after_normal(&moved, mv);
        // Most double pushes allow no en passant capture, and none loses a castling right.
        if K::INCLUDES_EP_SQUARE
            && is_two_rank_step(from, to)
            && pseudo_legal_ep_square(&state).is_some()
        {
            return Self { state, key: with_ep_key(state, key) };
        }
        let key = key.without_lost_castling_rights(&self.state, &state);
        Self { state, key }
    }

    /// Returns the board after castling, an en passant capture or a promotion.
    ///
    /// Not inlined, since such moves are a slow path. Takes the board by value: a reference would
    /// force it into memory on the fast path too.
    #[cold]
    #[inline(never)]
    fn after_special<O: MakeObserver>(self, mv: Move, observer: &mut O) -> Self {
        by_side!(self.side_to_move(), S => self.after_special_as::<S, _>(mv, observer))
    }

    /// Returns the board after `S` castles, captures en passant or promotes.
    #[cold]
    #[inline(never)]
    fn after_special_as<S: Side, O: MakeObserver>(self, mv: Move, observer: &mut O) -> Self {
        let mut observers = (self.key.piece_observer(), observer);
        let state = make_special_move::<S, _>(self.state, mv, &mut observers);
        Self { state, key: self.key.after_special(&self.state, &state, observers.0) }
    }
}

/// Returns a key with the state's en passant square, if a capture there is legal.
///
/// Takes the state by value, and returns no board: both would be in memory on the fast path too. Not
/// inlined: the pin test needs registers that the fast path would spill.
#[cold]
#[inline(never)]
fn with_ep_key<K: BoardKey>(state: State, key: K) -> K {
    key.with_ep_key(&state)
}

/// Reports a normal move to an observer: first the captured piece, then the one that moves.
#[inline]
fn report_normal_move<O: MakeObserver>(
    moved: &PieceMoveResult,
    from: Square,
    to: Square,
    observer: &mut O,
) {
    if let Some(captured) = moved.captured.piece() {
        observer.removed(captured, to);
    }
    if let Some(piece) = moved.moved.piece() {
        observer.moved(piece, from, to);
    }
}

/// The effects that each moving or captured piece has on castling rights, clock and en passant
/// square.
///
/// Each effect is a mask table indexed by the piece's code. Separate tables avoid a multiplication
/// to address an entry.
struct PieceEffects {
    /// The rooks that keep their castling rights when the piece moves.
    castling_mask: [Bitboard; 16],
    /// The fields in the state word that the piece's move keeps: pawns reset the halfmove clock.
    clock_mask: [KeepMask; 16],
    /// The fields in the state word that capturing the piece keeps: every capture resets the clock.
    clock_mask_by_capture: [KeepMask; 16],
    /// The mask for the en passant square after a move by two ranks.
    ep_mask: [EpMask; 16],
}

static PIECE_EFFECTS: PieceEffects = {
    let mut effects = PieceEffects {
        castling_mask: [Bitboard::FULL; 16],
        clock_mask: [KeepMask::KEEP_CLOCK; 16],
        clock_mask_by_capture: [KeepMask::KEEP_CLOCK; 16],
        ep_mask: [EpMask::NO_SQUARE; 16],
    };
    let mut index = 0;
    while index < Piece::ALL.len() {
        let piece = Piece::ALL[index];
        let code = Placement::piece_code(piece) as usize;
        effects.clock_mask_by_capture[code] = KeepMask::RESET_CLOCK;
        match piece.piece_type() {
            PieceType::Pawn => {
                effects.clock_mask[code] = KeepMask::RESET_CLOCK;
                effects.ep_mask[code] = EpMask::SET_SQUARE;
            }
            PieceType::King => {
                let back_rank = Bitboard::from_rank(Rank::First.relative_to(piece.color()));
                effects.castling_mask[code] = Bitboard(!back_rank.0);
            }
            _ => {}
        }
        index += 1;
    }
    effects
};

/// Returns the state after `S` castles, captures en passant or promotes.
fn make_special_move<S: Side, O: MakeObserver>(
    mut state: State,
    mv: Move,
    observer: &mut O,
) -> State {
    let from = mv.from();
    let to = mv.to();
    let pawn = PieceType::Pawn.of(S::COLOR);
    let mut clock_mask = KeepMask::RESET_CLOCK;
    if let Some(targets) = mv.castling_targets() {
        relocate_king_and_rook::<S, _>(&mut state, (from, to), targets, observer);
        state.castling_rooks -= S::FIRST_RANK;
        clock_mask = KeepMask::KEEP_CLOCK;
    } else if let Some(promoted) = mv.promotion() {
        if let Some(captured) = state.placement.piece_on(to) {
            remove_piece(&mut state, captured, to, observer);
            state.castling_rooks -= to.bitboard();
        }
        remove_piece(&mut state, pawn, from, observer);
        place_piece(&mut state, promoted.of(S::COLOR), to, observer);
    } else {
        let captured_pawn = Square::new(to.file(), from.rank());
        remove_piece(&mut state, PieceType::Pawn.of(S::Them::COLOR), captured_pawn, observer);
        observer.moved(pawn, from, to);
        state.placement = state.placement.without(from.bitboard()).with(pawn, to);
    }
    observer.finished(state.placement.occupied());
    state.state_word = state.state_word.after_move(clock_mask);
    state
}

/// Moves the side's king and rook between two pairs of squares, which may overlap: castling and its
/// reverse.
pub(crate) fn relocate_king_and_rook<S: Side, O: MakeObserver>(
    state: &mut State,
    (king_from, rook_from): (Square, Square),
    (king_to, rook_to): (Square, Square),
    observer: &mut O,
) {
    let king = PieceType::King.of(S::COLOR);
    let rook = PieceType::Rook.of(S::COLOR);
    remove_piece(state, king, king_from, observer);
    remove_piece(state, rook, rook_from, observer);
    place_piece(state, king, king_to, observer);
    place_piece(state, rook, rook_to, observer);
}

/// Removes a piece from its square.
#[inline]
pub(crate) fn remove_piece<O: MakeObserver>(
    state: &mut State,
    piece: Piece,
    square: Square,
    observer: &mut O,
) {
    observer.removed(piece, square);
    state.placement = state.placement.without(square.bitboard());
}

/// Places a piece on an empty square.
#[inline]
pub(crate) fn place_piece<O: MakeObserver>(
    state: &mut State,
    piece: Piece,
    square: Square,
    observer: &mut O,
) {
    observer.placed(piece, square);
    state.placement = state.placement.with(piece, square);
}
