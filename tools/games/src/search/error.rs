//! Errors in patterns and material signatures.

use std::error::Error;
use std::fmt;

/// The error for a text that is not a [`Pattern`](super::Pattern).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// The error for a wrong number of ranks.
    Ranks {
        /// The number of ranks.
        found: usize,
    },
    /// The error for a rank that has not eight squares.
    Squares {
        /// The rank, from 1 to 8.
        rank: u8,
        /// The number of squares.
        found: usize,
    },
    /// The error for a character that a rank cannot have, or not there.
    Character {
        /// The rank, from 1 to 8.
        rank: u8,
        /// The character.
        found: char,
    },
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ranks { found } => write!(f, "{found} ranks; expected 8 between `/`"),
            Self::Squares { rank, found } => {
                write!(f, "rank {rank}: {found} squares; expected 8, or `*` at the end")
            }
            Self::Character { rank, found } => write!(
                f,
                "rank {rank}: {:?}; expected a piece, `?`, `!`, `A`, `a`, `.`, 1 to 8, or `*` at the end",
                found.to_string()
            ),
        }
    }
}

impl Error for PatternError {}

/// The error for a text that is not a [`Material`](super::Material).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MaterialError {
    /// The error for a text without exactly one `v` between two sides.
    Sides,
    /// The error for a character that is not a piece.
    Piece {
        /// The character.
        found: char,
    },
    /// The error for a side without exactly one king.
    Kings,
    /// The error for a side with more than 16 pieces.
    Pieces,
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sides => f.write_str("not two sides; expected pieces like KRPvKR"),
            Self::Piece { found } => {
                write!(f, "{:?}: not a piece; expected K, Q, R, B, N or P", found.to_string())
            }
            Self::Kings => f.write_str("not one king per side; expected pieces like KRPvKR"),
            Self::Pieces => f.write_str("too many pieces; expected at most 16 per side"),
        }
    }
}

impl Error for MaterialError {}
