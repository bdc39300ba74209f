//! Errors from reading standard algebraic notation.

use core::error::Error;
use core::fmt;

use tabiya_core::{Bitboard, CastlingSide, Move, Piece, Square};
use tabiya_movegen::{IllegalMove, InputExcerpt, PlacedPiece};

use crate::uci::UciMove;

/// An error from [`parse`](super::parse).
///
/// ```
/// use core::error::Error;
/// use tabiya::san::{self, SanError};
/// use tabiya::{Piece, Position, Square};
///
/// let error = |text| san::parse(&Position::START, text).unwrap_err();
/// assert!(matches!(error("Nf9"), SanError::Malformed(_)));
/// assert_eq!(error("--"), SanError::NullMove);
/// assert_eq!(
///     error("Nd4"),
///     SanError::NoSuchPiece { piece: Piece::WhiteKnight, to: Square::D4 },
/// );
/// assert_eq!(error("Nd4").to_string(), "no matching white knight can move to d4");
/// assert_eq!(error("Bb5").to_string(), "f1b5 is illegal");
/// let reason = "the white pawn on e2 blocks the white bishop on f1";
/// assert_eq!(error("Bb5").source().map(ToString::to_string).as_deref(), Some(reason));
/// ```
#[doc(alias = "ParseSanError")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SanError {
    /// The error for a text that has none of the supported forms of a SAN move.
    Malformed(InputExcerpt),
    /// The error for the null move, `--` or `Z0`, which is not a legal move.
    NullMove,
    /// The error for a destination square that no matching piece could reach, even without blockers.
    NoSuchPiece {
        /// The moving piece that the text names.
        piece: Piece,
        /// The move's destination square.
        to: Square,
    },
    /// The error for an origin square that holds another piece than the text says.
    OtherPiece {
        /// The moving piece that the text names.
        expected: Piece,
        /// The contents of the origin square.
        found: PlacedPiece,
    },
    /// The error for a destination square to which several matching pieces can legally move.
    Ambiguous {
        /// The moving piece that the text names.
        piece: Piece,
        /// The squares of the pieces that can make the move.
        from: Bitboard,
        /// The move's destination square.
        to: Square,
    },
    /// The error for a text with an `x` whose destination square is empty.
    NoCapture(Square),
    /// The error for illegal castling.
    Castling {
        /// The castling side.
        side: CastlingSide,
        /// The reason why castling is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
    /// The error for a matching piece that moves to the destination square illegally.
    Illegal {
        /// The illegal move.
        mv: Move,
        /// The reason why the move is illegal, which is also the [source](Error::source).
        reason: IllegalMove,
    },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Malformed(found) => {
                write!(f, "{found}: not a SAN move; expected e.g. Nf3, exd8=Q or O-O")
            }
            Self::NullMove => f.write_str("a null move is not a legal move"),
            Self::NoSuchPiece { piece, to } => {
                write!(f, "no matching {} can move to {to}", piece.name())
            }
            Self::OtherPiece { expected, found } => {
                write!(f, "{found} is not a {}", expected.name())
            }
            Self::Ambiguous { piece, from, to } => {
                f.write_str("ambiguous: ")?;
                for (index, square) in from.into_iter().enumerate() {
                    let separator = if index == 0 { "" } else { " and " };
                    write!(f, "{separator}{}", PlacedPiece { piece, square })?;
                }
                write!(f, " can each move to {to}")
            }
            Self::NoCapture(square) => write!(f, "no piece to capture on {square}"),
            Self::Castling { side: CastlingSide::KingSide, .. } => f.write_str("O-O is illegal"),
            Self::Castling { side: CastlingSide::QueenSide, .. } => f.write_str("O-O-O is illegal"),
            Self::Illegal { mv, .. } => write!(f, "{} is illegal", UciMove::from(mv)),
        }
    }
}

impl Error for SanError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Castling { reason, .. } | Self::Illegal { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
