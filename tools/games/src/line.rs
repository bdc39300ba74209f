//! The moves of a game, from its text or from an index.

use tabiya::pgn::MainLine;
use tabiya::{Move, NoKey, Position, Replay};

use crate::index::{IndexError, StoredGame};

/// A game whose moves are made one after the other.
pub(crate) trait Line {
    /// Returns the position after the moves made so far.
    fn position(&self) -> &Position;

    /// Makes the next move and returns it, or `None` at the end and before an illegal move.
    fn make_next(&mut self) -> Option<Move>;
}

impl Line for MainLine<'_> {
    fn position(&self) -> &Position {
        self.position()
    }

    fn make_next(&mut self) -> Option<Move> {
        self.next()?.ok()
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

    fn make_next(&mut self) -> Option<Move> {
        let &bits = self.replay.rest().first()?;
        match self.replay.next_board() {
            Ok(_) => Move::from_bits(u16::from_le_bytes(bits)),
            Err(_) => {
                self.is_damaged = true;
                None
            }
        }
    }
}
