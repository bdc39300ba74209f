//! The error from unpacking a position.

use core::error::Error;
use core::fmt;

use tabiya_core::Square;

use crate::{FenError, InputExcerpt};

/// The error from unpacking a position: invalid bytes, or a broken rule for positions.
///
/// ```
/// use core::error::Error;
/// use tabiya::{FenError, FenField, PackedError, PackedPosition, Position};
///
/// let mut bytes = PackedPosition::from(&Position::START).to_bytes();
/// bytes[26] = 0; // the fullmove number
/// let error = PackedPosition::from_bytes(bytes).unpack().unwrap_err();
/// let PackedError::Rule(rule) = error else { unreachable!() };
/// assert_eq!(rule.field(), FenField::FullmoveNumber);
/// // The message does not include that of its source.
/// assert_eq!(error.to_string(), "invalid position");
/// let source = error.source().and_then(|source| source.downcast_ref::<FenError>());
/// assert_eq!(source, Some(&rule));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedError {
    /// The board has more than 32 occupied squares.
    TooManyPieces {
        /// The number of occupied squares.
        found: u8,
    },
    /// The codes for unoccupied squares are not zero.
    Unused,
    /// The pawn that is marked as double-pushed is not on rank 4 or 5.
    PushedPawn(Square),
    /// A second pawn is marked as double-pushed.
    SecondPushedPawn(Square),
    /// A castling rook is not on its back rank.
    CastlingRook(Square),
    /// A second castling rook is on the same wing.
    SecondCastlingRook(Square),
    /// The position breaks a rule for reading a FEN: the error's [source](Error::source).
    Rule(FenError),
    /// The text is not 56 hexadecimal digits.
    Text(InputExcerpt),
}

impl fmt::Display for PackedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyPieces { found } => {
                write!(f, "found {found} occupied squares; expected at most 32")
            }
            Self::Unused => {
                f.write_str("found nonzero codes after the last occupied square; expected 0")
            }
            Self::PushedPawn(square) => {
                write!(f, "found the pawn of a double push on {square}; expected rank 4 or 5")
            }
            Self::SecondPushedPawn(square) => {
                write!(f, "found a second pawn of a double push on {square}; expected at most one")
            }
            Self::CastlingRook(square) => {
                write!(f, "found a castling rook on {square}; expected the back rank of its player")
            }
            Self::SecondCastlingRook(square) => write!(
                f,
                "found a second castling rook on the same wing on {square}; expected at most one"
            ),
            Self::Rule(_) => f.write_str("invalid position"),
            Self::Text(found) => write!(f, "found {found}; expected 56 hexadecimal digits"),
        }
    }
}

impl Error for PackedError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Rule(rule) => Some(rule),
            _ => None,
        }
    }
}

impl From<FenError> for PackedError {
    #[inline]
    fn from(rule: FenError) -> Self {
        Self::Rule(rule)
    }
}
