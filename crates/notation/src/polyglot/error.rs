//! Errors from reading Polyglot books.

use core::error::Error;
use core::fmt;

use tabiya_core::Move;
use tabiya_movegen::IllegalMove;

use crate::uci::UciMove;

/// An error from [`Book::new`](super::Book::new) or [`Entry::to_move`](super::Entry::to_move).
///
/// ```
/// use tabiya::polyglot::Book;
///
/// let error = Book::new(&[0; 40]).unwrap_err();
/// assert_eq!(error.to_string(), "length: found 40 bytes; expected a multiple of 16");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BookError {
    /// The error for a book whose length is not a multiple of 16 bytes.
    Length {
        /// The book's length in bytes.
        found: usize,
    },
    /// The error for a move whose promotion code stands for no piece.
    Promotion {
        /// The three stored promotion bits.
        code: u16,
    },
    /// The error for a move that is illegal on the board, for example after a key collision.
    Illegal {
        /// The illegal move.
        mv: Move,
        /// The reason why the move is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Length { found } => {
                write!(f, "length: found {found} bytes; expected a multiple of 16")
            }
            Self::Promotion { code } => write!(f, "found promotion code {code}; expected 0 to 4"),
            Self::Illegal { mv, .. } => write!(f, "{} is illegal", UciMove::from(*mv)),
        }
    }
}

impl Error for BookError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Illegal { reason, .. } => Some(reason),
            Self::Length { .. } | Self::Promotion { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::string::ToString;

    use tabiya_core::Square;

    use super::*;

    #[test]
    fn book_error_source_is_the_reason() {
        let reason = IllegalMove::NoPiece(Square::E4);
        let error = BookError::Illegal { mv: Move::new(Square::E4, Square::E5), reason };
        assert_eq!(error.to_string(), "e4e5 is illegal");
        let source = error.source().and_then(|source| source.downcast_ref::<IllegalMove>());
        assert_eq!(source, Some(&reason));
        let error = BookError::Promotion { code: 7 };
        assert_eq!(error.to_string(), "found promotion code 7; expected 0 to 4");
        assert!(error.source().is_none());
    }
}
