//! The contents of a game: its moves, the values of its comments, its findings.

use tabiya::Position;

use super::Finding;
use crate::line::PlyLine;
use crate::ply::Ply;
use crate::values::CommentValues;

/// The choice of what [`GameContents::read_with`] finds beside moves and errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContentOptions {
    /// `true` for findings of the export format of the PGN standard: missing termination markers and tag
    /// pairs of the roster.
    pub is_strict: bool,
    /// `true` for the values of comments, such as clocks and evaluations, which conversions need.
    pub has_values: bool,
}

/// The main line of a game up to its first error, and the findings of the whole game.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GameContents {
    /// The start position, unless it is invalid.
    pub start: Option<Position>,
    /// The findings, sorted by place.
    pub findings: Vec<Finding>,
    /// The moves and null moves of the main line.
    pub(crate) moves: Vec<Ply>,
    /// The values of the comments before the first move, then of those after each move, if selected.
    pub(crate) values: Vec<CommentValues>,
}

impl GameContents {
    /// Returns the number of moves and null moves of the main line that could be read.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the first finding because of which the main line lacks moves.
    #[must_use]
    pub fn error(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.ends_main_line)
    }

    /// Returns the main line, unless the start position is invalid.
    pub(crate) fn line(&self) -> Option<PlyLine<'_>> {
        Some(PlyLine { position: self.start?, rest: &self.moves })
    }
}
