//! A game as conversions need it.

use tabiya::Position;
use tabiya::pgn::{CommentValues, Eval, RawGame, Termination};

use crate::columns::ColumnError;
use crate::findings::GameContents;
use crate::ply::Ply;

/// A game with its contents, its result and the error that ends its moves.
pub(super) struct Record<'a> {
    pub(super) game: &'a RawGame<'a>,
    pub(super) contents: &'a GameContents,
    /// The result by [`RawGame::result`].
    pub(super) result: Termination,
    /// The error that ends the moves. Its offset is relative to the game's buffer.
    pub(super) error: Option<ColumnError>,
}

impl<'a> Record<'a> {
    /// Creates the record for a game, the `index`-th in its batch.
    pub(super) fn new(game: &'a RawGame<'a>, index: usize, contents: &'a GameContents) -> Self {
        let error = contents.error().map(|error| ColumnError::of_finding(index, game, error));
        Self { game, contents, result: game.result(), error }
    }

    /// Returns the moves and null moves in the main line.
    pub(super) fn moves(&self) -> &'a [Ply] {
        &self.contents.moves
    }

    /// Tests whether the game has a null move, which training data cannot hold.
    pub(super) fn has_null_move(&self) -> bool {
        self.moves().contains(&Ply::Null)
    }

    /// Returns the moves with the positions before them.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> {
        let mut next = self.contents.start;
        let values = &self.contents.values;
        self.moves().iter().enumerate().map_while(move |(ply, &mv)| {
            let position = next?;
            next = mv.after(&position);
            let eval = values.get(ply).and_then(CommentValues::eval_after);
            let eval = eval.or(values.get(ply + 1).and_then(CommentValues::eval_before));
            Some(Step { ply, position, mv, eval })
        })
    }
}

/// A move, the position before it, and that position's evaluation.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) ply: usize,
    pub(super) position: Position,
    pub(super) mv: Ply,
    pub(super) eval: Option<Eval>,
}

impl Step {
    /// Tests whether fewer than a number of plies were played before the position.
    pub(super) fn is_before(&self, ply: u32) -> bool {
        (self.ply as u64) < u64::from(ply)
    }
}
