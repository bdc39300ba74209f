//! [`DerivationError`], the reasons why a derivation does not exist.

use core::error::Error;
use core::fmt;

use tabiya::{Color, PieceType, Square};

use super::technique::{Technique, names_for};

/// The reason why a [`Derivation`](super::Derivation) does not exist.
///
/// ```
/// use tabiya::{Bitboard, Piece, Square};
/// use tabiya_explain::derivation::{Derivation, Technique};
///
/// let knight = Piece::WhiteKnight;
/// let error = Derivation::attacks(Technique::Magic, knight, Square::B1, Bitboard::EMPTY);
/// assert_eq!(
///     error.unwrap_err().to_string(),
///     "technique: magic is not for knights; expected shifts, spans, lookup, 8x8 or 0x88"
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DerivationError {
    /// The technique does not derive attacks for this piece type.
    NotApplicable {
        /// The technique.
        technique: Technique,
        /// The piece type.
        piece_type: PieceType,
    },
    /// The technique derives the attacks of one piece, but the set does not have one square.
    NotOneSquare {
        /// The technique.
        technique: Technique,
        /// The number of squares.
        count: usize,
    },
    /// The square has no piece that belongs to the side to move.
    NoPiece {
        /// The square.
        square: Square,
        /// The side to move.
        side: Color,
    },
}

impl fmt::Display for DerivationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotApplicable { technique, piece_type } => write!(
                f,
                "technique: {technique} is not for {}s; expected {}",
                piece_name(piece_type),
                names_for(piece_type)
            ),
            Self::NotOneSquare { technique, count } => {
                write!(f, "squares: {count} with {technique}; expected one")
            }
            Self::NoPiece { square, side } => {
                let side = if side.is_white() { "white" } else { "black" };
                write!(f, "square: no piece to move on {square}; expected a {side} piece")
            }
        }
    }
}

impl Error for DerivationError {}

const fn piece_name(piece_type: PieceType) -> &'static str {
    match piece_type {
        PieceType::Pawn => "pawn",
        PieceType::Knight => "knight",
        PieceType::Bishop => "bishop",
        PieceType::Rook => "rook",
        PieceType::Queen => "queen",
        PieceType::King => "king",
    }
}
