//! A game's moves in an index.

use tabiya::Position;

use super::error::IndexError;
use super::moves::StoredGame;
use crate::line::Line;
use crate::ply::Ply;

/// A game in an index.
pub(crate) struct StoredLine<'a> {
    position: Position,
    rest: &'a [[u8; 2]],
    is_damaged: bool,
}

impl<'a> StoredLine<'a> {
    /// Creates the line for a game, or returns `None` if its start position was invalid.
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
        let after = ply.and_then(|ply| ply.after_if_legal(&self.position));
        self.is_damaged |= after.is_none();
        self.position = after?;
        self.rest = rest;
        ply
    }
}
