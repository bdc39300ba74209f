//! The keyed board.

use core::fmt;
use core::ops::Deref;
use core::str::FromStr;

use tabiya_core::Move;
use tabiya_tables::keys;

use crate::keys::{Key, castling_key, ep_key};
use crate::{FenError, IllegalMove, Position};

/// A [`Position`] with its hash key, kept up to date by every move.
///
/// It dereferences to the position, so every question is asked as there; only making moves
/// differs. Who wants no key uses [`Position`] and pays for none.
///
/// | I want to … | call |
/// |---|---|
/// | set up a board | [`Board::default`], [`Board::from_fen`], `fen.parse()` |
/// | list the legal moves | [`legal_moves`](Position::legal_moves) |
/// | hand them to something of my own | [`generate_moves`](Position::generate_moves) |
/// | count them | [`legal_move_count`](Position::legal_move_count) |
/// | make one | [`make_move`](Board::make_move), [`try_make_move`](Board::try_make_move) |
/// | ask about pieces | [`piece_on`](Position::piece_on), [`pieces`](Position::pieces) |
/// | ask about check | [`checkers`](Position::checkers), [`pinned`](Position::pinned) |
/// | index a transposition table | [`key`](Board::key) |
/// | write a FEN | [`fen`](Position::fen) |
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
}

impl Board {
    /// Reads a FEN strictly: see [`Position::from_fen`].
    ///
    /// # Errors
    ///
    /// [`FenError`] names the field, what was found there, and the rule it breaks.
    pub fn from_fen(fen: impl AsRef<[u8]>) -> Result<Self, FenError> {
        Position::from_fen(fen).map(Self::from)
    }

    /// The position without the key.
    #[inline]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The hash key of the position: [`Position::computed_key`], for no work.
    #[inline]
    pub const fn key(&self) -> u64 {
        self.key
    }

    /// Makes a legal move; copy the board first to keep it.
    ///
    /// As with [`Position::make_move`], the move must be legal.
    #[inline]
    pub fn make_move(&mut self, mv: Move) {
        let before = self.position;
        let mut key = Key(self.key ^ keys::WHITE_TO_MOVE);
        if before.ep_square.is_some() {
            key.0 ^= ep_key(&before);
        }
        self.position.make_observed(mv, &mut key);
        if self.position.ep_square.is_some() {
            key.0 ^= ep_key(&self.position);
        }
        if self.position.castling_rooks != before.castling_rooks {
            key.0 ^= castling_key(&before) ^ castling_key(&self.position);
        }
        self.key = key.0;
    }

    /// Makes a move if it is legal.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] says why it is not; the board is unchanged.
    pub fn try_make_move(&mut self, mv: Move) -> Result<(), IllegalMove> {
        self.why_illegal(mv)?;
        self.make_move(mv);
        Ok(())
    }

    /// The board after a legal move.
    ///
    /// As with [`make_move`](Self::make_move), the move must be legal.
    #[inline]
    #[must_use = "the board itself is not changed"]
    pub fn after(&self, mv: Move) -> Self {
        let mut after = *self;
        after.make_move(mv);
        after
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
    fn from(position: Position) -> Self {
        Self { position, key: position.computed_key() }
    }
}

impl From<Board> for Position {
    fn from(board: Board) -> Self {
        board.position
    }
}

impl Default for Board {
    /// The start position.
    fn default() -> Self {
        Self::from(Position::START)
    }
}

impl FromStr for Board {
    type Err = FenError;

    fn from_str(fen: &str) -> Result<Self, FenError> {
        Self::from_fen(fen)
    }
}

/// Writes the FEN in the default styles: see [`Position::fen`].
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({:?}, key {:#018x})", self.position, self.key)
    }
}
