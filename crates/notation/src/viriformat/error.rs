//! Why bytes are refused.

use core::error::Error;
use core::fmt;

use tabiya_core::{Move, Square};
use tabiya_movegen::{IllegalMove, PackedError};

/// Why bytes are no entry or game of viriformat.
///
/// ```
/// use tabiya_notation::viriformat::Entry;
///
/// let error = Entry::from_bytes(&[0; 32]).unwrap_err();
/// let sentence = "found 0 for the en passant square, which no pawn has just passed";
/// assert_eq!(error.to_string(), sentence);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViriError {
    /// A code that is no piece's.
    Code {
        /// The square it stands for.
        square: Square,
        /// The code.
        code: u8,
    },
    /// The en passant square is neither 64 nor one that a pawn of the opponent can have
    /// just passed.
    EnPassant {
        /// The byte without the side to move.
        found: u8,
    },
    /// The squares and codes are no position's.
    Position(PackedError),
    /// The result is none of 0, 1 and 2.
    Result {
        /// The byte.
        found: u8,
    },
    /// The bytes end before the game does.
    Truncated,
    /// A move from a square to itself.
    Move {
        /// The number.
        bits: u16,
    },
    /// A move that is not legal in its position.
    Illegal {
        /// The move.
        mv: Move,
        /// Why it may not be played.
        reason: IllegalMove,
    },
}

impl fmt::Display for ViriError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code { square, code } => {
                write!(f, "found code {code} for {square}, where pieces are 0 to 6 and 8 to 14")
            }
            Self::EnPassant { found } => {
                write!(f, "found {found} for the en passant square, which no pawn has just passed")
            }
            Self::Position(error) => error.fmt(f),
            Self::Result { found } => write!(f, "found {found} for the result, expected 0 to 2"),
            Self::Truncated => f.write_str("the bytes end before the game does"),
            Self::Move { bits } => write!(f, "{bits:#06x} is a move from a square to itself"),
            Self::Illegal { mv, reason } => write!(f, "{mv} is illegal: {reason}"),
        }
    }
}

impl Error for ViriError {}

impl From<PackedError> for ViriError {
    #[inline]
    fn from(error: PackedError) -> Self {
        Self::Position(error)
    }
}
