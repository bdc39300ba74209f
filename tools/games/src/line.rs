//! A game's moves, one after the other.

use tabiya::Position;
use tabiya::pgn::MainLine;

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
pub(crate) struct ReadMainLine<'a> {
    pub(crate) position: Position,
    pub(crate) rest: &'a [Ply],
}

impl Line for ReadMainLine<'_> {
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
