//! The keyed board.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use tabiya_core::Move;
use tabiya_tables::keys;

use crate::arch::{Way, way_between};
use crate::keys::{
    Key, START_KEY, carried_key, contested_ep_square, ep_key, key_change, polyglot_ep_key,
    rooks_key, with_rooks_changed,
};
use crate::make;
use crate::undo::Undo;
use crate::{BoardUndo, FenError, IllegalMove, MakeObserver, Position};

/// A [`Position`] with its hash key, kept up to date by every move.
///
/// It dereferences to the position, so every question is asked as there; only making moves
/// differs. Who wants no key uses [`Position`] and pays for none.
///
/// | I want to … | call |
/// |---|---|
/// | **Set up** | |
/// | set up a board | [`Board::START`], [`Board::default`], [`Board::from_fen`], `fen.parse()` |
/// | set one up piece by piece | [`Setup`](crate::Setup) |
/// | let composed positions in, or read an EPD line | [`FenOptions`](crate::FenOptions) |
/// | set up Chess960 or double Chess960 | [`chess960`](Position::chess960), [`double_chess960`](Position::double_chess960) |
/// | tell which of those starts it is | [`chess960_numbers`](Position::chess960_numbers) |
/// | write a FEN | [`fen`](Position::fen), `to_string()` |
/// | store it in 28 bytes | `pack`, `PackedPosition::unpack`, by the feature `packed` |
/// | **Ask what stands where** | |
/// | ask about a square | [`piece_on`](Position::piece_on), [`piece_type_on`](Position::piece_type_on), [`color_on`](Position::color_on) |
/// | ask for sets of pieces | [`pieces`](Position::pieces), [`colors`](Position::colors), [`colored_pieces`](Position::colored_pieces), [`occupied`](Position::occupied), [`king`](Position::king) |
/// | ask about the rest of the FEN | [`side_to_move`](Position::side_to_move), [`castling_rights`](Position::castling_rights), [`ep_square`](Position::ep_square), [`legal_ep_square`](Position::legal_ep_square), [`halfmove_clock`](Position::halfmove_clock), [`fullmove_number`](Position::fullmove_number) |
/// | **List moves** | |
/// | list the legal moves | [`legal_moves`](Position::legal_moves), [`legal_moves_into`](Position::legal_moves_into) |
/// | count them, or know whether there is one | [`legal_move_count`](Position::legal_move_count), [`has_legal_move`](Position::has_legal_move) |
/// | hand them to something of my own | [`generate_moves`](Position::generate_moves) |
/// | list captures, what takes or promotes, or quiet moves | [`legal_captures`](Position::legal_captures), [`legal_noisy`](Position::legal_noisy), [`legal_quiets`](Position::legal_quiets) |
/// | generate by stage | [`generate_captures`](Position::generate_captures), [`generate_quiet_promotions`](Position::generate_quiet_promotions), [`generate_noisy`](Position::generate_noisy), [`generate_quiets`](Position::generate_quiets), [`generate_evasions`](Position::generate_evasions) |
/// | generate for some squares or pieces | [`generate_moves_within`](Position::generate_moves_within), [`generate_moves_of`](Position::generate_moves_of) |
/// | generate without asking about the king | [`pseudo_legal_moves`](Position::pseudo_legal_moves), [`generate_pseudo_legal_moves`](Position::generate_pseudo_legal_moves) |
/// | **Ask about one move** | |
/// | know whether it is legal | [`is_legal`](Position::is_legal), [`is_pseudo_legal`](Position::is_pseudo_legal) |
/// | know why it is not | [`why_illegal`](Position::why_illegal) |
/// | know what it moves and takes | [`moved`](Position::moved), [`captured`](Position::captured), [`is_capture`](Position::is_capture), [`is_quiet`](Position::is_quiet), [`record`](Position::record) |
/// | know whether it gives check | [`gives_check`](Position::gives_check); of many moves, [`check_info`](Position::check_info) |
/// | know what the exchange wins | [`see`](Position::see), [`see_with`](Position::see_with) |
/// | know whether the exchange wins enough | [`see_ge`](Position::see_ge), [`see_ge_with`](Position::see_ge_with) |
/// | **Ask about attacks** | |
/// | ask about check and pins | [`is_check`](Position::is_check), [`checkers`](Position::checkers), [`pinned`](Position::pinned) |
/// | ask who attacks a square, or what a piece attacks | [`attackers_to`](Position::attackers_to), [`attacks_from`](Position::attacks_from) |
/// | map all that a player attacks | [`attack_map`](Position::attack_map) |
/// | know where the king may not go | [`danger`](Position::danger) |
/// | know which of the opponent's pieces a player attacks | [`threats`](Position::threats) |
/// | **Make moves** | |
/// | make one | [`make_move`](Board::make_move), [`try_make_move`](Board::try_make_move) |
/// | make one on a copy | [`after`](Board::after) |
/// | make one and take it back | [`make_move_undoable`](Board::make_move_undoable), [`unmake_move`](Board::unmake_move) |
/// | make a pseudo-legal one | [`try_make_pseudo_legal`](Board::try_make_pseudo_legal) |
/// | pass | [`null_move`](Board::null_move) |
/// | keep an accumulator up to date | [`make_move_observed`](Board::make_move_observed), [`make_move_undoable_observed`](Board::make_move_undoable_observed), [`unmake_move_observed`](Board::unmake_move_observed) with a [`MakeObserver`] |
/// | **Know when it is over** | |
/// | know how the game ended | [`outcome`](Position::outcome) |
/// | ask for mate or stalemate | [`is_checkmate`](Position::is_checkmate), [`is_stalemate`](Position::is_stalemate) |
/// | ask whether material is left to mate | [`is_insufficient_material`](Position::is_insufficient_material), [`has_insufficient_material`](Position::has_insufficient_material) |
/// | ask the counts of moves | [`is_fifty_moves`](Position::is_fifty_moves), [`is_seventy_five_moves`](Position::is_seventy_five_moves) |
/// | ask for repetitions | [`History`](crate::History) over the keys of the game |
/// | compare by the repetition rule | [`same_position`](Position::same_position) |
/// | **Index tables** | |
/// | index a transposition table | [`key`](Board::key) |
/// | fetch its row before the move is made | [`key_after`](Board::key_after) |
/// | look up a book | [`polyglot_key`](Board::polyglot_key) |
/// | index a table of pawns or of endings | [`pawn_key`](Position::pawn_key), [`material_key`](Position::material_key) |
/// | check the key | [`computed_key`](Position::computed_key) |
///
/// ```
/// use tabiya_core::{Move, Square};
/// use tabiya_movegen::Board;
///
/// let mut board = Board::default();
/// let before = board.key();
/// board.make_move(Move::new(Square::G1, Square::F3));
/// assert_ne!(board.key(), before);
/// assert_eq!(board.key(), board.computed_key());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    position: Position,
    key: u64,
    /// What the next move changes in the key, whatever it is: the number of the turn, and that of
    /// the en passant square.
    passing_key: u64,
}

const _: () = assert!(size_of::<Board>() == 64);

impl Board {
    /// The start position.
    ///
    /// ```
    /// use tabiya_movegen::{Board, Position};
    ///
    /// const FIRST: [Board; 1] = [Board::START];
    /// assert_eq!(FIRST[0], Board::from(Position::START));
    /// ```
    pub const START: Self =
        Self { position: Position::START, key: START_KEY, passing_key: keys::WHITE_TO_MOVE };

    /// Reads a FEN strictly: see [`Position::from_fen`].
    ///
    /// # Errors
    ///
    /// [`FenError`] names the field, what was found there, and the rule it breaks.
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// // The clocks may be missing.
    /// let board = Board::from_fen("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")?;
    /// assert_eq!(board, Board::default());
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn from_fen(fen: impl AsRef<[u8]>) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self::from)
    }

    /// The position without the key.
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::default();
    /// let kept = *board.position(); // 48 bytes instead of 64
    /// assert_eq!(Board::from(kept), board);
    /// ```
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The hash key of the position: [`Position::computed_key`], for no work.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Board;
    ///
    /// // Two orders of the same moves lead to one position, so to one key.
    /// let (start, reply) = (Board::default(), Move::new(Square::G8, Square::F6));
    /// let (f3, c3) = (Move::new(Square::G1, Square::F3), Move::new(Square::B1, Square::C3));
    /// let (one, other) = (start.after(f3).after(reply), start.after(c3).after(reply));
    /// assert_eq!(one.after(c3).key(), other.after(f3).key());
    /// ```
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Makes a legal move; copy the board first to keep it.
    ///
    /// As with [`Position::make_move`], the move must be legal.
    ///
    /// ```
    /// use tabiya_core::{Move, MoveKind, Square};
    /// use tabiya_movegen::Board;
    ///
    /// // Castling goes from the king's square to the rook's.
    /// let mut board = Board::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// board.make_move(Move::with_kind(Square::E1, Square::H1, MoveKind::Castling));
    /// assert_eq!(board.to_string(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    /// # Ok::<(), tabiya_movegen::FenError>(())
    /// ```
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        self.make_move_observed(mv, &mut ());
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] says why it is not; the board is unchanged.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Board;
    ///
    /// let mut board = Board::default();
    /// let error = board.try_make_move(Move::new(Square::E2, Square::E5)).unwrap_err();
    /// assert_eq!(error.to_string(), "the white pawn on e2 does not move to e5");
    /// assert_eq!(board, Board::default());
    /// ```
    #[inline]
    pub fn try_make_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.why_illegal(mv)?;
        self.make_move(mv);
        Ok(())
    }

    /// The board after a legal move.
    ///
    /// As with [`make_move`](Self::make_move), the move must be legal.
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::default();
    /// let moves = board.legal_moves();
    /// let replies = moves.iter().map(|&mv| board.after(mv).legal_move_count());
    /// assert_eq!(replies.sum::<usize>(), 400);
    /// ```
    #[inline]
    #[must_use = "the board itself is not changed"]
    pub fn after(&self, mv: Move) -> Self {
        if mv.is_normal() {
            self.after_normal(mv, &mut ())
        } else {
            self.after_special(mv, &mut ())
        }
    }

    /// Makes a legal move and tells an observer of each piece that comes or goes: see
    /// [`MakeObserver`].
    ///
    /// As with [`Position::make_move`], the move must be legal.
    ///
    /// ```
    /// use tabiya_core::{Move, Piece, Square};
    /// use tabiya_movegen::{Board, MakeObserver};
    ///
    /// /// Counts what it is told.
    /// #[derive(Default)]
    /// struct Counter(u32);
    ///
    /// impl MakeObserver for Counter {
    ///     fn removed(&mut self, _: Piece, _: Square) {
    ///         self.0 += 1;
    ///     }
    ///     fn placed(&mut self, _: Piece, _: Square) {
    ///         self.0 += 1;
    ///     }
    /// }
    ///
    /// let (mut board, mut counter) = (Board::default(), Counter::default());
    /// board.make_move_observed(Move::new(Square::E2, Square::E4), &mut counter);
    /// assert_eq!(counter.0, 2);
    /// assert_eq!(board.key(), board.computed_key());
    /// ```
    #[inline(always)]
    pub fn make_move_observed(&mut self, mv: Move, observer: &mut impl MakeObserver) {
        // One assignment: by one in each branch, compilers copy the board once more.
        *self = if mv.is_normal() {
            self.after_normal(mv, observer)
        } else {
            self.after_special(mv, observer)
        };
    }

    /// The board after a move that only carries a piece.
    #[inline(always)]
    fn after_normal(&self, mv: Move, observer: &mut impl MakeObserver) -> Self {
        let way = way_between(mv.from(), mv.to());
        let (position, carried) = make::after_normal(&self.position, mv, way, observer);
        let key = |carried| self.key ^ carried_key(carried, mv);
        // The make has asked the first, and the compiler asks it once for both.
        if way.may_pass() && contested_ep_square(&position).is_some() {
            return self.after_contested(position, key(carried));
        }
        let rooks_lost = self.position.castling_rooks - position.castling_rooks;
        let key = with_rooks_changed(key(carried), &self.position, rooks_lost);
        self.with_next(position, key, 0)
    }

    /// The board of the next position after a double step that ended beside a pawn which might
    /// take: whether it may is seen by the lines of its king. It takes no rook's right.
    #[cold]
    #[inline(never)]
    fn after_contested(self, position: Position, key: u64) -> Self {
        self.with_next(position, key, ep_key(&position))
    }

    /// The board after any other.
    #[cold]
    #[inline(never)]
    fn after_special(self, mv: Move, observer: &mut impl MakeObserver) -> Self {
        let mut both = (Key(self.key), observer);
        let position = make::after_special(self.position, mv, &mut both);
        let rooks_lost = self.position.castling_rooks - position.castling_rooks;
        let key = both.0.0 ^ rooks_key(self.position, rooks_lost);
        // Such moves pass no square.
        self.with_next(position, key, 0)
    }

    /// The board of the next position, whose pieces and rights are in the key: what else has
    /// changed there, the turn and the en passant square, comes into it.
    #[inline(always)]
    fn with_next(&self, position: Position, key: u64, ep_key: u64) -> Self {
        let key = key ^ self.passing_key ^ ep_key;
        Self { position, key, passing_key: keys::WHITE_TO_MOVE ^ ep_key }
    }

    /// Makes a legal move and says how to take it back: see
    /// [`Position::make_move_undoable`].
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Board;
    ///
    /// let mut board = Board::default();
    /// let mv = Move::new(Square::G1, Square::F3);
    /// let undo = board.make_move_undoable(mv);
    /// assert_eq!(board, Board::default().after(mv));
    /// board.unmake_move(mv, undo);
    /// assert_eq!(board, Board::default());
    /// ```
    #[inline]
    pub fn make_move_undoable(&mut self, mv: Move) -> BoardUndo {
        self.make_move_undoable_observed(mv, &mut ())
    }

    /// Makes a legal move, tells an observer what changes, and says how to take it back:
    /// see [`Position::make_move_undoable_observed`].
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Board;
    ///
    /// let mut board = Board::default();
    /// let mv = Move::new(Square::E2, Square::E4);
    /// let undo = board.make_move_undoable_observed(mv, &mut ()); // nobody looks
    /// assert_eq!(board, Board::default().after(mv));
    /// board.unmake_move_observed(mv, undo, &mut ());
    /// assert_eq!(board, Board::default());
    /// ```
    #[inline]
    pub fn make_move_undoable_observed(
        &mut self,
        mv: Move,
        observer: &mut impl MakeObserver,
    ) -> BoardUndo {
        let before = *self;
        self.make_move_observed(mv, observer);
        BoardUndo {
            undo: Undo::of(&before.position, mv),
            key: before.key,
            passing_key: before.passing_key,
        }
    }

    /// Takes the last move back: everything is as it was before, key and clocks included.
    ///
    /// The move and the record must be those of the last move made here: see
    /// [`Position::unmake_move`].
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// let mut board = Board::default();
    /// for mv in board.legal_moves() {
    ///     let undo = board.make_move_undoable(mv);
    ///     board.unmake_move(mv, undo);
    ///     assert_eq!(board, Board::default());
    /// }
    /// ```
    #[inline]
    pub fn unmake_move(&mut self, mv: Move, undo: BoardUndo) {
        self.unmake_move_observed(mv, undo, &mut ());
    }

    /// Takes the last move back and tells an observer what changes: see
    /// [`Position::unmake_move_observed`]. The key comes from the record.
    ///
    /// ```
    /// use tabiya_core::{Move, Square};
    /// use tabiya_movegen::Board;
    ///
    /// let mut board = Board::default();
    /// let mv = Move::new(Square::G1, Square::F3);
    /// let undo = board.make_move_undoable(mv);
    /// board.unmake_move_observed(mv, undo, &mut ()); // nobody looks
    /// assert_eq!(board, Board::default());
    /// ```
    #[inline]
    pub fn unmake_move_observed(
        &mut self,
        mv: Move,
        undo: BoardUndo,
        observer: &mut impl MakeObserver,
    ) {
        self.position.unmake_move_observed(mv, undo.undo, observer);
        self.key = undo.key;
        self.passing_key = undo.passing_key;
    }

    /// The key of the board after a legal move, exactly: `self.after(mv).key()`, to fetch a
    /// row of a transposition table before the move is made.
    ///
    /// The board is copied only where nothing but the board after the move can tell: for
    /// castling, promotions, captures en passant, and double steps that land beside a pawn
    /// of the opponent.
    ///
    /// As with [`make_move`](Self::make_move), the move must be legal.
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// let board = Board::default();
    /// for mv in board.legal_moves() {
    ///     assert_eq!(board.key_after(mv), board.after(mv).key());
    /// }
    /// ```
    #[inline]
    pub fn key_after(&self, mv: Move) -> u64 {
        match key_change(&self.position, mv) {
            Some(change) => self.key ^ self.passing_key ^ change,
            None => self.after(mv).key,
        }
    }

    /// The key of the position in a Polyglot book: see [`Position::polyglot_key`]. Here it
    /// comes from [`key`](Self::key) for next to no work.
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// assert_eq!(Board::default().polyglot_key(), 0x463b_9618_1691_fc9c);
    /// ```
    #[inline]
    pub fn polyglot_key(&self) -> u64 {
        self.key ^ self.passing_key ^ keys::WHITE_TO_MOVE ^ polyglot_ep_key(&self.position)
    }

    /// The same board with the other side to move, or `None` in check: see
    /// [`Position::null_move`].
    ///
    /// ```
    /// use tabiya_movegen::Board;
    ///
    /// let passed = Board::default().null_move().expect("no check");
    /// assert_eq!(passed.key(), passed.computed_key());
    /// ```
    #[inline]
    #[must_use = "the board itself is not changed"]
    pub fn null_move(&self) -> Option<Self> {
        let key = self.key ^ self.passing_key;
        let passing_key = keys::WHITE_TO_MOVE;
        self.position.null_move().map(|position| Self { position, key, passing_key })
    }
}

impl Deref for Board {
    type Target = Position;

    #[inline]
    fn deref(&self) -> &Position {
        &self.position
    }
}

impl From<Position> for Board {
    /// Computes the key.
    #[inline]
    fn from(position: Position) -> Self {
        let passing_key = keys::WHITE_TO_MOVE ^ ep_key(&position);
        Self { position, key: position.computed_key(), passing_key }
    }
}

impl From<Board> for Position {
    #[inline]
    fn from(board: Board) -> Self {
        board.position
    }
}

impl Default for Board {
    /// The start position.
    #[inline]
    fn default() -> Self {
        Self::START
    }
}

impl FromStr for Board {
    type Err = FenError;

    #[inline]
    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Writes the FEN in the default styles: see [`Position::fen`].
impl fmt::Display for Board {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl fmt::Debug for Board {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?}, key {:#018x})", self.position, self.key)
    }
}
