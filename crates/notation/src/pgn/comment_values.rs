//! The values that the comments after a move have.

use tabiya_core::Color;

use super::comment::{Command, Comment, CommentPart, Eval};
use super::engine_comment::EngineComment;

/// The first value of each kind in the comments after a move: clock, time, evaluation, depth.
///
/// ```
/// use tabiya::Color;
/// use tabiya::pgn::{Comment, CommentValues, Eval};
///
/// let mut values = CommentValues::default();
/// values.add(Comment::new(b"{ [%clk 0:03:00] }"), Some(Color::White));
/// values.add(Comment::new(b"{ -0.31/20 1.3s }"), Some(Color::Black));
/// assert_eq!(values.clock(), Some(18_000));
/// assert_eq!(values.eval(), Some(Eval::Centipawns(31))); // for White
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct CommentValues {
    /// `[%eval]` and its depth: how the position after the move is evaluated.
    eval: Option<(Eval, Option<u32>)>,
    /// `[%clk]`.
    clock: Option<u32>,
    /// `[%emt]`.
    elapsed: Option<u32>,
    /// The search from the position before the move, and the player who moves.
    search: Option<(EngineComment, Color)>,
}

impl CommentValues {
    /// Adds a comment's values. `mover` is the player who made the move, if there is a move before it.
    pub fn add(&mut self, comment: Comment<'_>, mover: Option<Color>) {
        for part in comment.parts() {
            match part {
                CommentPart::Command(Command::Eval { eval, depth }) => {
                    self.eval = self.eval.or(Some((eval, depth)));
                }
                CommentPart::Command(Command::Clock { centiseconds }) => {
                    self.clock = self.clock.or(Some(centiseconds));
                }
                CommentPart::Command(Command::ElapsedTime { centiseconds }) => {
                    self.elapsed = self.elapsed.or(Some(centiseconds));
                }
                CommentPart::Text(text) if self.search.is_none() => {
                    self.search = EngineComment::parse(text).zip(mover);
                }
                _ => {}
            }
        }
    }

    /// Returns the value in `[%eval]`, else the search's score.
    #[must_use]
    pub fn eval(&self) -> Option<Eval> {
        self.eval_after().or(self.eval_before())
    }

    /// Returns the evaluation for the position after the move.
    #[must_use]
    pub fn eval_after(&self) -> Option<Eval> {
        self.eval.map(|(eval, _)| eval)
    }

    /// Returns the evaluation for the position before the move.
    #[must_use]
    pub fn eval_before(&self) -> Option<Eval> {
        self.search.and_then(|(search, mover)| search.eval(mover))
    }

    /// Returns the depth that belongs to [`eval`](Self::eval), or the depth from a search without a
    /// score.
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        match self.eval {
            Some((_, depth)) => depth,
            None => self.search.and_then(|(search, _)| search.depth),
        }
    }

    /// Returns the time left after the move, in hundredths of a second.
    #[must_use]
    pub fn clock(&self) -> Option<u32> {
        self.clock.or(self.search.and_then(|(search, _)| search.time_left))
    }

    /// Returns the time that the move took, in hundredths of a second.
    #[must_use]
    pub fn time_spent(&self) -> Option<u32> {
        self.elapsed.or(self.search.and_then(|(search, _)| search.elapsed))
    }
}
