//! The contents of a game that conversions need.

use tabiya::Position;
use tabiya::pgn::{Eval, MainLine, RawGame, Termination};

use crate::columns::GameError;
use crate::ply::Ply;
use crate::result::result_of;
use crate::values::Values;

/// A game: its start position, moves, and values of comments. An error ends the moves.
pub(super) struct Record {
    /// The start position, unless it is invalid.
    pub(super) start: Option<Position>,
    /// The moves and null moves of the main line.
    pub(super) moves: Vec<Ply>,
    /// The values of the comments before the first move, then of those after each move.
    ///
    /// Empty if no comment was read.
    pub(super) values: Vec<Values>,
    /// The result by [`RawGame::result`].
    pub(super) result: Termination,
    /// The error that ends the moves. Its offset is relative to the buffer of the game.
    pub(super) error: Option<GameError>,
}

impl Record {
    /// Reads a game, its comments if selected.
    pub(super) fn read(game: &RawGame<'_>, index: usize, has_comments: bool) -> Self {
        let mut record = Self {
            start: None,
            moves: Vec::new(),
            values: Vec::new(),
            result: Termination::Unfinished,
            error: None,
        };
        let termination = match game.main_line() {
            Ok(line) => {
                record.start = Some(*line.position());
                record.read_moves(game, index, line, has_comments)
            }
            Err(error) => {
                record.error = Some(GameError::of_start(index, game, &error));
                None
            }
        };
        let termination = match record.error {
            // The text after the error was not read.
            Some(_) => game.termination(),
            None => termination,
        };
        record.result = result_of(game, termination);
        record
    }

    fn read_moves<'a>(
        &mut self,
        game: &RawGame<'a>,
        index: usize,
        mut line: MainLine<'a>,
        has_comments: bool,
    ) -> Option<Termination> {
        loop {
            let next = if has_comments {
                let mover = (line.ply() > 0).then(|| !line.position().side_to_move());
                let mut values = Values::default();
                let next = line.next_with_comments(|comment| values.add(comment, mover));
                self.values.push(values);
                next
            } else {
                line.next()
            };
            match next.map(Ply::of_read) {
                Some(Ok(ply)) => self.moves.push(ply),
                Some(Err(error)) => {
                    self.error = Some(GameError::of_move(index, game, &error));
                    return None;
                }
                None => return line.termination(),
            }
        }
    }

    /// Tests whether the game has a null move, which training data cannot hold.
    pub(super) fn has_null_move(&self) -> bool {
        self.moves.contains(&Ply::Null)
    }

    /// Returns the moves with the positions before them.
    pub(super) fn steps(&self) -> impl Iterator<Item = Step> {
        let mut next = self.start;
        self.moves.iter().enumerate().map_while(move |(ply, &mv)| {
            let position = next?;
            next = mv.after(&position);
            let eval = self.values.get(ply).and_then(Values::eval_after);
            let eval = eval.or(self.values.get(ply + 1).and_then(Values::eval_before));
            Some(Step { ply, position, mv, eval })
        })
    }
}

/// A move, the position before it, and the evaluation of that position.
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
