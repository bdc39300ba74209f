//! Undoing a move: the record that making it returns.

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Side, Square, by_side};

use crate::board::GenericBoard;
use crate::key::{BoardKey, NoKey, ZobristKey};
use crate::make::{place_piece, relocate_king_and_rook, remove_piece};
use crate::observer::MakeObserver;
use crate::state::State;
use crate::state_word::StateWord;

/// A move and the data that it overwrites in a board: the captured piece, the castling rooks, the
/// en passant square, both clocks, and a [`Board`](crate::Board)'s key.
///
/// It undoes one move once, so it is neither `Copy` nor `Clone`. Keep it on your search's stack.
///
/// [`make_move_undoable`](GenericBoard::make_move_undoable) returns it and
/// [`unmake_move`](GenericBoard::unmake_move) takes it. Alternatively, you can copy the board;
/// which is faster depends on the other data that your search copies or restores.
///
/// ```
/// use tabiya::{Move, Position, Square, Undo};
///
/// assert_eq!(size_of::<Undo>(), 24);
/// let mut position = Position::START;
/// let mv = Move::new(Square::E2, Square::E4);
/// let undo: Undo = position.make_move_undoable(mv, &mut ());
/// position.unmake_move(undo, &mut ());
/// assert_eq!(position, Position::START);
/// ```
#[must_use = "without it the move cannot be undone; `make_move` returns none"]
#[derive(Debug, PartialEq, Eq, Hash)]
// The explicit alignment keeps the size where `u64` has an alignment of four bytes, as on i686.
#[repr(align(8))]
pub struct Undo<K = NoKey> {
    castling_rooks: Bitboard,
    state_word: StateWord,
    mv: Move,
    /// The piece on the target square: the captured one, or the rook when castling.
    piece_on_target: Option<PieceType>,
    key: K,
}

impl<K> Undo<K> {
    /// Returns the move that the record undoes.
    ///
    /// ```
    /// use tabiya::{Board, Move, Square};
    ///
    /// let mv = Move::new(Square::E2, Square::E4);
    /// assert_eq!(Board::default().make_move_undoable(mv, &mut ()).mv(), mv);
    /// ```
    #[inline]
    pub const fn mv(&self) -> Move {
        self.mv
    }
}

impl<K: BoardKey> Undo<K> {
    /// Returns the record for a move that is about to be made.
    #[inline]
    fn new(board: &GenericBoard<K>, mv: Move) -> Self {
        Self {
            castling_rooks: board.state.castling_rooks,
            state_word: board.state.state_word,
            mv,
            piece_on_target: board.piece_type_on(mv.to()),
            key: board.key,
        }
    }

    /// Makes a legal move by `S` like [`make_move_undoable`](GenericBoard::make_move_undoable), without a branch on the
    /// side to move.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal or `S` is not the side to move. Without them, the board is
    /// unspecified then.
    ///
    /// ```
    /// use tabiya::{Board, BoardUndo, Side, White};
    ///
    /// /// Counts leaves on one board, with the side to move as a type at each depth.
    /// fn leaves<S: Side>(board: &mut Board, depth: u32) -> usize {
    ///     if depth == 0 {
    ///         return 1;
    ///     }
    ///     let mut count = 0;
    ///     for mv in board.generator_as::<S>().legal_moves() {
    ///         let undo = BoardUndo::make_as::<S>(board, mv, &mut ());
    ///         count += leaves::<S::Them>(board, depth - 1);
    ///         undo.unmake_as::<S>(board, &mut ());
    ///     }
    ///     count
    /// }
    ///
    /// assert_eq!(leaves::<White>(&mut Board::default(), 3), 8902);
    /// ```
    #[doc(alias = "const generic")]
    #[inline]
    #[track_caller]
    pub fn make_as<S: Side>(
        board: &mut GenericBoard<K>,
        mv: Move,
        observer: &mut impl MakeObserver,
    ) -> Self {
        debug_assert_eq!(board.side_to_move(), S::COLOR, "the side to move of {board}");
        debug_assert!(board.is_legal(mv), "illegal {mv:?} on {board}");
        let undo = Self::new(board, mv);
        *board = board.after_as::<S, _>(mv, observer);
        undo
    }

    /// Undoes the last move, made by `S`, like [`unmake_move`](GenericBoard::unmake_move), without a branch on the side.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if `S` did not make the last move. Without them, the board is unspecified then.
    ///
    /// ```
    /// use tabiya::{Board, BoardUndo, Move, Square, White};
    ///
    /// let mut board = Board::default();
    /// let mv = Move::new(Square::E2, Square::E4);
    /// let undo = BoardUndo::make_as::<White>(&mut board, mv, &mut ());
    /// undo.unmake_as::<White>(&mut board, &mut ());
    /// assert_eq!(board, Board::default());
    /// ```
    #[inline]
    #[track_caller]
    pub fn unmake_as<S: Side>(self, board: &mut GenericBoard<K>, observer: &mut impl MakeObserver) {
        debug_assert_eq!(board.side_to_move(), S::Them::COLOR, "the side to move of {board}");
        restore_pieces::<S, _>(&mut board.state, self.mv, self.piece_on_target, observer);
        board.state.castling_rooks = self.castling_rooks;
        board.state.state_word = self.state_word;
        board.key = self.key;
    }
}

/// The [`Undo`] for a [`Board`](crate::Board): with its key, 40 bytes.
///
/// ```
/// use tabiya::{Board, BoardUndo, Move, Square};
///
/// assert_eq!(size_of::<BoardUndo>(), 40);
/// let mut board = Board::default();
/// let mv = Move::new(Square::E2, Square::E4);
/// let undo: BoardUndo = board.make_move_undoable(mv, &mut ());
/// board.unmake_move(undo, &mut ());
/// assert_eq!(board, Board::default());
/// ```
pub type BoardUndo = Undo<ZobristKey>;

const _: () = assert!(size_of::<Undo>() == 24);
const _: () = assert!(size_of::<BoardUndo>() == 40);

impl<K: BoardKey> GenericBoard<K> {
    /// Makes a legal move, reports it to an observer, and returns the record that undoes it.
    ///
    /// Pass `&mut ()` if you observe nothing. See [`MakeObserver`] for the report order.
    ///
    /// # Panics
    ///
    /// Panics with debug assertions if the move is illegal: see [`make_move`](Self::make_move).
    ///
    /// ```
    /// use tabiya::Board;
    ///
    /// fn leaves(board: &mut Board, depth: u32) -> u64 {
    ///     if depth == 0 {
    ///         return 1;
    ///     }
    ///     let mut count = 0;
    ///     for mv in board.legal_moves() {
    ///         let undo = board.make_move_undoable(mv, &mut ());
    ///         count += leaves(board, depth - 1);
    ///         board.unmake_move(undo, &mut ());
    ///     }
    ///     count
    /// }
    ///
    /// let mut board = Board::default();
    /// assert_eq!(leaves(&mut board, 3), 8902);
    /// assert_eq!(board, Board::default());
    /// ```
    #[doc(alias = "make_move_undoable_observed")]
    #[inline]
    #[track_caller]
    pub fn make_move_undoable(&mut self, mv: Move, observer: &mut impl MakeObserver) -> Undo<K> {
        let undo = Undo::new(self, mv);
        self.make_move_observed(mv, observer);
        undo
    }

    /// Undoes the last move: restores the whole board, including key and clocks, and reports the
    /// changes to an observer.
    ///
    /// The record must be the one that [`make_move_undoable`](Self::make_move_undoable) returned for the last move made
    /// on this board. Otherwise the board is unspecified afterwards.
    ///
    /// ```
    /// use tabiya::{Move, Position, Square};
    ///
    /// let mut position = Position::START;
    /// let mv = Move::new(Square::G1, Square::F3);
    /// let undo = position.make_move_undoable(mv, &mut ());
    /// position.unmake_move(undo, &mut ()); // `()` ignores everything
    /// assert_eq!(position, Position::START);
    /// ```
    #[doc(alias = "unmake_move_observed")]
    #[inline]
    pub fn unmake_move(&mut self, undo: Undo<K>, observer: &mut impl MakeObserver) {
        by_side!(self.side_to_move().other(), S => undo.unmake_as::<S>(self, observer));
    }
}

impl BoardUndo {
    /// Returns the record as words, like [`Board::to_words`](crate::Board::to_words).
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub const fn to_words(&self) -> [u64; 5] {
        let piece = match self.piece_on_target {
            Some(piece_type) => piece_type as u64,
            None => PieceType::COUNT as u64,
        };
        let [key, state_key] = self.key.to_words();
        let move_and_piece = self.mv.to_bits() as u64 | piece << 16;
        [self.castling_rooks.0, self.state_word.to_bits(), move_and_piece, key, state_key]
    }

    /// Returns the record that [`to_words`](Self::to_words) has stored; `None` if the words have no move.
    #[doc(hidden)]
    #[inline]
    #[must_use]
    pub fn from_words(words: [u64; 5]) -> Option<Self> {
        let [castling_rooks, state_word, move_and_piece, key, state_key] = words;
        Some(Self {
            castling_rooks: Bitboard(castling_rooks),
            state_word: StateWord::from_bits(state_word),
            mv: Move::from_bits(move_and_piece as u16)?,
            piece_on_target: PieceType::ALL.get((move_and_piece >> 16) as usize).copied(),
            key: ZobristKey::from_words([key, state_key]),
        })
    }
}

/// Restores the placement before a move by `S`.
#[inline]
fn restore_pieces<S: Side, O: MakeObserver>(
    state: &mut State,
    mv: Move,
    piece_on_target: Option<PieceType>,
    observer: &mut O,
) {
    let from = mv.from();
    let to = mv.to();
    match mv.kind() {
        MoveKind::Normal => {
            move_piece_back::<S, _>(state, from, to, observer);
            restore_captured_piece::<S, _>(state, to, piece_on_target, observer);
        }
        MoveKind::Castling => {
            if let Some(targets) = mv.castling_targets() {
                relocate_king_and_rook::<S, _>(state, targets, (from, to), observer);
            }
        }
        MoveKind::EnPassant => {
            move_piece_back::<S, _>(state, from, to, observer);
            let captured_pawn = Square::new(to.file(), from.rank());
            place_piece(state, PieceType::Pawn.of(S::Them::COLOR), captured_pawn, observer);
        }
        _ => {
            if let Some(promoted) = state.placement.piece_on(to) {
                remove_piece(state, promoted, to, observer);
            }
            place_piece(state, PieceType::Pawn.of(S::COLOR), from, observer);
            restore_captured_piece::<S, _>(state, to, piece_on_target, observer);
        }
    }
    observer.finished(state.placement.occupied());
}

/// Moves one of the side's pieces back from its target square.
#[inline]
fn move_piece_back<S: Side, O: MakeObserver>(
    state: &mut State,
    from: Square,
    to: Square,
    observer: &mut O,
) {
    if let Some(moved) = state.placement.piece_type_on(to) {
        observer.moved(moved.of(S::COLOR), to, from);
    }
    state.placement = state.placement.move_piece(to, from).placement;
}

/// Restores the piece that a move by `S` captured.
#[inline]
fn restore_captured_piece<S: Side, O: MakeObserver>(
    state: &mut State,
    square: Square,
    captured: Option<PieceType>,
    observer: &mut O,
) {
    if let Some(captured) = captured {
        place_piece(state, captured.of(S::Them::COLOR), square, observer);
    }
}
