//! The moves of a game, from its text or from an index.

use tabiya::pgn::{MainLine, ReadErrorKind};
use tabiya::{Move, NoKey, Position, Replay};

use crate::index::{IndexError, StoredGame};

/// A game whose moves are made one after the other.
pub(crate) trait Line {
    /// Returns the position after the moves made so far.
    fn position(&self) -> &Position;

    /// Makes the next move or null move and returns it, or `None` at the end and before an illegal move.
    fn make_next(&mut self) -> Option<Ply>;
}

/// A move or a null move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ply {
    Move(Move),
    Null,
}

impl Line for MainLine<'_> {
    fn position(&self) -> &Position {
        self.position()
    }

    fn make_next(&mut self) -> Option<Ply> {
        match self.next()? {
            Ok(mv) => Some(Ply::Move(mv)),
            Err(error) => (error.fault == ReadErrorKind::NullMove).then_some(Ply::Null),
        }
    }
}

impl Ply {
    /// Returns the move, unless it is a null move.
    pub(crate) const fn to_move(self) -> Option<Move> {
        match self {
            Self::Move(mv) => Some(mv),
            Self::Null => None,
        }
    }
}

/// A game of an index.
pub(crate) struct StoredLine<'a> {
    replay: Replay<'a, [u8; 2], NoKey>,
    is_damaged: bool,
}

impl<'a> StoredLine<'a> {
    /// Creates the line of a game, or returns `None` if its start position was invalid.
    pub(crate) fn new(game: &StoredGame<'a>) -> Option<Self> {
        Some(Self { replay: Replay::new(game.start?, game.moves), is_damaged: false })
    }

    /// Checks that no move that was read is illegal.
    ///
    /// # Errors
    ///
    /// Returns an error after an illegal move, which an index that was written as documented lacks.
    pub(crate) fn check(&self) -> Result<(), IndexError> {
        if self.is_damaged { Err(IndexError::Damaged { part: "moves" }) } else { Ok(()) }
    }
}

impl Line for StoredLine<'_> {
    fn position(&self) -> &Position {
        self.replay.board()
    }

    fn make_next(&mut self) -> Option<Ply> {
        let &bits = self.replay.rest().first()?;
        match self.replay.next_board() {
            Ok(_) => Move::from_bits(u16::from_le_bytes(bits)).map(Ply::Move),
            Err(_) => {
                self.is_damaged = true;
                None
            }
        }
    }
}
