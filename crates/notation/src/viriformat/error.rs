//! Errors from reading viriformat.

use core::error::Error;
use core::fmt;

use tabiya_core::{Move, Square};
use tabiya_movegen::{IllegalMove, PackedError};

use crate::uci::UciMove;

/// An error from [`Entry::from_bytes`](super::Entry::from_bytes) or [`Game`](super::Game).
///
/// ```
/// use tabiya::viriformat::Entry;
///
/// let error = Entry::from_bytes(&[0; 32]).unwrap_err();
/// let message = "en passant square: found 0; expected 64 or the square behind a double push";
/// assert_eq!(error.to_string(), message);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ViriError {
    /// The error for an invalid piece code.
    Code {
        /// The square with the invalid piece code.
        square: Square,
        /// The invalid piece code.
        code: u8,
    },
    /// The error for an en passant square that is neither 64 nor the square behind an opponent's
    /// double push.
    EnPassant {
        /// The stored en passant byte, without the bit for the side to move.
        found: u8,
    },
    /// The error for a board that is not a valid position. The [source](Error::source) is the
    /// reason.
    Position(PackedError),
    /// The error for a game result other than 0, 1 and 2.
    Result {
        /// The stored game result.
        found: u8,
    },
    /// The error for bytes that end before the game does.
    Truncated,
    /// The error for a move from a square to itself.
    Move {
        /// The move's 16 stored bits.
        bits: u16,
    },
    /// The error for a move that is illegal in its position.
    Illegal {
        /// The illegal move.
        mv: Move,
        /// The reason why the move is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
}

impl fmt::Display for ViriError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code { square, code } => {
                write!(f, "found piece code {code} on {square}; expected 0 to 6 or 8 to 14")
            }
            Self::EnPassant { found } => {
                write!(
                    f,
                    "en passant square: found {found}; expected 64 or the square behind a double push"
                )
            }
            Self::Position(_) => f.write_str("cannot unpack the board"),
            Self::Result { found } => write!(f, "result: found {found}; expected 0 to 2"),
            Self::Truncated => f.write_str("unexpected end of data; expected the end of the game"),
            Self::Move { bits } => {
                write!(f, "move {bits:#06x}: origin and target are the same square")
            }
            Self::Illegal { mv, .. } => write!(f, "{} is illegal", UciMove::from(*mv)),
        }
    }
}

impl Error for ViriError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
            Self::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}

impl From<PackedError> for ViriError {
    #[inline]
    fn from(error: PackedError) -> Self {
        Self::Position(error)
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use super::*;

    #[test]
    fn viri_error_source_is_the_wrapped_error() {
        let reason = IllegalMove::NoPiece(Square::E4);
        let illegal = ViriError::Illegal { mv: Move::new(Square::E4, Square::E5), reason };
        assert_eq!(illegal.to_string(), "e4e5 is illegal");
        let source = illegal.source().and_then(|source| source.downcast_ref::<IllegalMove>());
        assert_eq!(source, Some(&reason));

        let packed = PackedError::CastlingRook(Square::A2);
        let unpacked = ViriError::Position(packed);
        let source = unpacked.source().and_then(|source| source.downcast_ref::<PackedError>());
        assert_eq!(source, Some(&packed));
        assert!(ViriError::Truncated.source().is_none());
    }
}
