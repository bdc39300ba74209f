//! The errors for games in columns.

use std::error::Error;
use std::fmt;

use tabiya::pgn::{RawGame, ReadError, ReadErrorKind, StartError};

#[cfg(feature = "convert")]
use crate::findings::{Finding, FindingKind};
use crate::findings::{read_message, sentence};

/// The error for a game, which ends its moves unless it is a null move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ColumnError {
    /// The game's index in the columns.
    pub game: usize,
    /// The error's kind.
    pub kind: ColumnErrorKind,
    /// The number of moves before the error.
    pub ply: usize,
    /// The offset of the text that is in error, in the file's text.
    pub offset: u64,
    /// The text that is in error, and the reason.
    pub message: String,
}

/// The kind of a [`ColumnError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ColumnErrorKind {
    /// The error for an invalid tag pair `FEN`, or for Chess960 without one.
    Fen,
    /// The error for a variant whose moves are not chess moves.
    Variant,
    /// The error for a text that is not a legal move.
    Move,
    /// The error for a null move, which is 0 in the moves. They go on after it.
    NullMove,
    /// The error for a parenthesis without its counterpart.
    Parenthesis,
    /// The error for a comment without an end.
    Comment,
}

impl ColumnErrorKind {
    /// Returns the kind's name: `fen`, `variant`, `move`, `null_move`, `parenthesis` or `comment`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Fen => "fen",
            Self::Variant => "variant",
            Self::Move => "move",
            Self::NullMove => "null_move",
            Self::Parenthesis => "parenthesis",
            Self::Comment => "comment",
        }
    }
}

impl ColumnError {
    /// Creates the error for a start position. Its place is the tag pair in error.
    #[cold]
    #[must_use]
    pub fn of_start(index: usize, game: &RawGame<'_>, error: &StartError) -> Self {
        let kind = match error {
            StartError::Variant(_) => ColumnErrorKind::Variant,
            _ => ColumnErrorKind::Fen,
        };
        let tag = game.tag_range(error.tag_name()).unwrap_or_default();
        let offset = (game.range().start + tag.start) as u64;
        Self { game: index, kind, ply: 0, offset, message: sentence(error) }
    }

    /// Creates the error from a finding in a main line.
    #[cfg(feature = "convert")]
    pub(crate) fn of_finding(index: usize, game: &RawGame<'_>, finding: &Finding) -> Self {
        let kind = match finding.kind {
            FindingKind::StartPosition => ColumnErrorKind::Fen,
            FindingKind::Variant => ColumnErrorKind::Variant,
            FindingKind::Parenthesis => ColumnErrorKind::Parenthesis,
            FindingKind::Comment => ColumnErrorKind::Comment,
            _ => ColumnErrorKind::Move,
        };
        let offset = (game.range().start + finding.range.start) as u64;
        let message = finding.message.clone();
        Self { game: index, kind, ply: finding.ply.unwrap_or(0), offset, message }
    }

    /// Creates the error for a move.
    #[cold]
    #[must_use]
    pub fn of_move(index: usize, game: &RawGame<'_>, error: &ReadError) -> Self {
        let kind = match error.fault {
            ReadErrorKind::NullMove => ColumnErrorKind::NullMove,
            ReadErrorKind::UnclosedVariation => ColumnErrorKind::Parenthesis,
            ReadErrorKind::UnclosedComment => ColumnErrorKind::Comment,
            _ => ColumnErrorKind::Move,
        };
        let offset = (game.range().start + error.range.start) as u64;
        Self { game: index, kind, ply: error.ply, offset, message: read_message(error) }
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}, ply {}: {}", self.offset, self.ply, self.message)
    }
}

impl Error for ColumnError {}
