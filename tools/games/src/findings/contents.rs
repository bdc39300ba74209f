//! A game's contents: its moves, its comment values, its findings.

use tabiya::Position;
use tabiya::pgn::CommentValues;

use super::Finding;
use crate::line::ReadMainLine;
use crate::ply::Ply;

/// The choice of what [`GameContents::read_with`] finds beside moves and errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ContentOptions {
    /// `true` for findings about the export format in the PGN standard: missing termination markers
    /// and roster tag pairs.
    pub is_strict: bool,
    /// `true` for comment values, such as clocks and evaluations, which conversions need.
    pub has_values: bool,
}

/// A game's main line up to its first error, and the findings in the whole game.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct GameContents {
    /// The start position, unless it is invalid.
    pub start: Option<Position>,
    /// The findings, sorted by place.
    pub findings: Vec<Finding>,
    /// The moves and null moves in the main line.
    pub(crate) moves: Vec<Ply>,
    /// The values from the comments before the first move, then from those after each move, if
    /// selected.
    pub(crate) values: Vec<CommentValues>,
}

impl GameContents {
    /// Returns the number of moves and null moves in the main line that could be read.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Returns the first finding that makes the main line lack moves.
    #[must_use]
    pub fn error(&self) -> Option<&Finding> {
        self.findings.iter().find(|finding| finding.ends_main_line)
    }

    /// Returns the main line, unless the start position is invalid.
    pub(crate) fn line(&self) -> Option<ReadMainLine<'_>> {
        Some(ReadMainLine { position: self.start?, rest: &self.moves })
    }
}
