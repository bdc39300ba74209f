//! Errors from reading UCI moves.

use core::error::Error;
use core::fmt;

use tabiya_core::{PieceType, Square};
use tabiya_movegen::{IllegalMove, InputExcerpt};

/// An error from [`parse`](super::parse), [`resolve`](super::resolve) and
/// [`UciMove`](super::UciMove).
///
/// ```
/// use core::error::Error;
/// use tabiya::Position;
/// use tabiya::uci::{self, UciError};
///
/// assert_eq!(uci::parse(&Position::START, "0000"), Err(UciError::NullMove));
/// let error = uci::parse(&Position::START, "e2e5").unwrap_err();
/// assert!(matches!(error, UciError::Illegal { .. }));
/// assert_eq!(error.to_string(), "e2e5 is illegal");
/// let reason = error.source().expect("an illegal move has a reason");
/// assert_eq!(reason.to_string(), "the white pawn on e2 cannot move to e5");
/// ```
#[doc(alias = "MoveParseError")]
#[doc(alias = "ParseUciMoveError")]
#[doc(alias = "IllegalUciMoveError")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum UciError {
    /// The error for a text that is not two squares, optionally followed by one of `qrbn`.
    Malformed(InputExcerpt),
    /// The error for the null move `0000`, which the protocol defines but which is not a legal move.
    NullMove,
    /// The error for a promotion to a pawn or a king, which a text cannot express, but a call to
    /// [`resolve`](super::resolve) can.
    Promotion(PieceType),
    /// The error for a well-formed text whose move is illegal.
    Illegal {
        /// The illegal move's origin square.
        from: Square,
        /// The illegal move's destination square.
        to: Square,
        /// The reason why the move is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(found) => {
                write!(f, "{found}: not a UCI move; expected e.g. e2e4 or e7e8q")
            }
            Self::NullMove => f.write_str("0000: a null move is not a legal move"),
            Self::Promotion(piece_type) => {
                write!(f, "promotion to {piece_type}; expected n, b, r or q")
            }
            Self::Illegal { from, to, .. } => write!(f, "{from}{to} is illegal"),
        }
    }
}

impl Error for UciError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
