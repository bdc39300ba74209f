//! The moves of a game, from its text or from an index.

use tabiya::Position;
use tabiya::pgn::MainLine;

use crate::index::{IndexError, StoredGame};
use crate::ply::Ply;

/// A game whose moves are made one after the other.
pub(crate) trait Line {
    /// Returns the position after the moves made so far.
    fn position(&self) -> &Position;

    /// Makes the next move or null move and returns it, or `None` at the end and before an illegal move.
    fn make_next(&mut self) -> Option<Ply>;
}

impl Line for MainLine<'_> {
    fn position(&self) -> &Position {
        self.position()
    }

    fn make_next(&mut self) -> Option<Ply> {
        Ply::of_read(self.next()?).ok()
    }
}

/// A main line that was read.
pub(crate) struct PlyLine<'a> {
    pub(crate) position: Position,
    pub(crate) rest: &'a [Ply],
}

impl Line for PlyLine<'_> {
    fn position(&self) -> &Position {
        &self.position
    }

    fn make_next(&mut self) -> Option<Ply> {
        let (&ply, rest) = self.rest.split_first()?;
        match ply {
            Ply::Move(mv) => self.position.make_move(mv),
            Ply::Null => self.position = self.position.null_move()?,
        }
        self.rest = rest;
        Some(ply)
    }
}

/// A game of an index.
pub(crate) struct StoredLine<'a> {
    position: Position,
    rest: &'a [[u8; 2]],
    is_damaged: bool,
}

impl<'a> StoredLine<'a> {
    /// Creates the line of a game, or returns `None` if its start position was invalid.
    pub(crate) fn new(game: &StoredGame<'a>) -> Option<Self> {
        Some(Self { position: game.start?, rest: game.moves, is_damaged: false })
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
        &self.position
    }

    fn make_next(&mut self) -> Option<Ply> {
        let (&bits, rest) = self.rest.split_first()?;
        let ply = Ply::from_bits(u16::from_le_bytes(bits));
        let after = ply.and_then(|ply| ply.checked_after(&self.position));
        self.is_damaged |= after.is_none();
        self.position = after?;
        self.rest = rest;
        ply
    }
}
