//! Index errors.

use std::error::Error;
use std::fmt;
use std::io;

use super::version::FORMAT_VERSION;
use crate::error::GamesError;

/// The error for an index that cannot be written, read or used.
#[derive(Debug)]
#[non_exhaustive]
pub enum IndexError {
    /// The error for an index that cannot be opened, read or written.
    Io(io::Error),
    /// The error from the game file.
    Games(GamesError),
    /// The error for a file that does not begin like an index.
    NotAnIndex,
    /// The error for an unsupported format version.
    UnsupportedVersion {
        /// The version that the file names.
        found: u32,
    },
    /// The error for an index whose bytes differ from those that were written, or that is incomplete.
    Damaged {
        /// The part that is damaged in the index.
        part: &'static str,
    },
    /// The error for a game file that changed after the index was written, or that is another file.
    Stale,
    /// The error for a game that the index does not have.
    NoSuchGame {
        /// The game's number, counted from 0.
        game: u64,
        /// The number of games in the index.
        games: u64,
    },
    /// The error for an index without moves.
    NoMoves,
    /// The error for a condition on a tag that the index does not have.
    NoSuchTag {
        /// The tag's name.
        name: String,
    },
    /// The error for more tags than [`MAX_TAGS`](super::MAX_TAGS).
    TooManyTags,
    /// The error for a game that is longer than [`MAX_GAME_LEN`](super::MAX_GAME_LEN).
    GameTooLong {
        /// The game's offset in the text.
        offset: u64,
    },
}

impl fmt::Display for IndexError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Games(error) => error.fmt(f),
            Self::NotAnIndex => {
                f.write_str("not an index of games; expected `TABINDEX` at the start")
            }
            Self::UnsupportedVersion { found } => {
                write!(f, "version {found} of an index: not supported; expected {FORMAT_VERSION}")
            }
            Self::Damaged { part } => {
                write!(f, "damaged index: {part} invalid; expected an index as it was written")
            }
            Self::Stale => {
                f.write_str("stale index: the games changed; expected the file that was indexed")
            }
            Self::NoSuchGame { game, games } => {
                write!(f, "game {game}: not in the index; expected a number below {games}")
            }
            Self::NoMoves => f.write_str("index without moves; expected one that has moves"),
            Self::NoSuchTag { name } => {
                write!(f, "tag {name:?}: not in the index; expected a tag that was indexed")
            }
            Self::TooManyTags => {
                write!(f, "too many tags; expected at most {}", super::MAX_TAGS)
            }
            Self::GameTooLong { offset } => write!(
                f,
                "game at byte {offset} of the text: too long; expected at most {} bytes",
                super::MAX_GAME_LEN
            ),
        }
    }
}

impl Error for IndexError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Io(error) => error.source(),
            Self::Games(error) => error.source(),
            _ => None,
        }
    }
}

impl From<io::Error> for IndexError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<GamesError> for IndexError {
    fn from(error: GamesError) -> Self {
        Self::Games(error)
    }
}
