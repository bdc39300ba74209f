//! Training data of the bullet trainer: positions in 32 bytes, seen by the side to move.

use core::convert::Infallible;
use core::error::Error;
use core::fmt;

use tabiya_core::{Color, Square};
use tabiya_movegen::{PackedError, Position};

use crate::training::{recoded, result_of, squares, unpacked, winner_of};

/// A position with its score and the result of its game: one `ChessBoard` of bulletformat.
///
/// | bytes | hold |
/// |---|---|
/// | 0 to 7 | the occupied squares, a bit each, `a1` the lowest of the first byte |
/// | 8 to 23 | four bits for each occupied square from `a1` up, the low half of a byte first: the index of the [`PieceType`](tabiya_core::PieceType), plus 8 if the piece is the opponent's |
/// | 24, 25 | the score for the side to move, low byte first |
/// | 26 | the result for the side to move: 0 lost, 1 drawn, 2 won |
/// | 27 | the square of its own king |
/// | 28 | the square of the opponent's king as the opponent sees it, mirrored |
/// | 29 to 31 | anything |
///
/// All squares are those that the side to move sees: with Black to move, the board is
/// mirrored top to bottom and the colours change. So the bytes do not tell who was to move,
/// and what is read has White to move. Rights, the en passant square and the clocks are
/// lost as well. Codes beyond those of the pieces are not read.
///
/// Source of the layout: the crate `bulletformat` by Jamie Whiting.
///
/// ```
/// use tabiya_core::Color;
/// use tabiya_movegen::Position;
/// use tabiya_notation::bulletformat::Entry;
///
/// let position = Position::from_fen("4k3/4p3/8/8/8/8/8/4K3 b - - 3 40")?;
/// let entry = Entry { position, score: -80, winner: Some(Color::Black), extra: [0; 3] };
/// let read = Entry::from_bytes(&entry.to_bytes())?;
/// assert_eq!(read.position.to_string(), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
/// assert_eq!((read.score, read.winner), (80, Some(Color::White)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub position: Position,
    /// How good it is for White, in the unit of whoever wrote it, mostly hundredths of a
    /// pawn.
    pub score: i16,
    /// Who won the game; `None` if it was drawn.
    pub winner: Option<Color>,
    /// Three bytes that the format leaves to its users.
    pub extra: [u8; 3],
}

impl Entry {
    /// How many bytes an entry takes.
    pub const LEN: usize = 32;

    /// The entry as the format has it. The score -32,768 becomes 32,767 with Black to move.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_notation::bulletformat::Entry;
    ///
    /// let entry = Entry { position: Position::START, score: 20, winner: None, extra: [0; 3] };
    /// let bytes = entry.to_bytes();
    /// assert_eq!(bytes[24..], [20, 0, 1, 4, 4, 0, 0, 0]); // both kings on e1 as their own see it
    /// assert_eq!(bytes[8], 0x13); // a1: a rook, b1: a knight
    /// ```
    #[inline]
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let position = &self.position;
        let us = position.side_to_move();
        let occupied = match us {
            Color::White => position.occupied(),
            Color::Black => position.occupied().flip_vertical(),
        };
        let Ok(codes) = recoded(&squares(occupied), |square, _| {
            let piece = position.piece_on(square.relative_to(us));
            let code = piece
                .map_or(0, |piece| piece.piece_type() as u8 | u8::from(piece.color() != us) << 3);
            Ok::<_, Infallible>(code)
        });
        let score = if us.is_white() { self.score } else { self.score.saturating_neg() };

        let mut bytes = [0; Self::LEN];
        bytes[..24].copy_from_slice(&codes);
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = result_of(us, self.winner);
        bytes[27] = position.king(us).relative_to(us) as u8;
        bytes[28] = position.king(!us).relative_to(!us) as u8;
        bytes[29..].copy_from_slice(&self.extra);
        bytes
    }

    /// Reads an entry: with White to move, no rights, no en passant square, and the clocks
    /// 0 and 1. Composed positions are accepted.
    ///
    /// # Errors
    ///
    /// [`BulletError`] says which bytes are no entry's, or which rule is broken.
    ///
    /// ```
    /// use tabiya_movegen::Position;
    /// use tabiya_notation::bulletformat::{BulletError, Entry};
    ///
    /// let entry = Entry { position: Position::START, score: 20, winner: None, extra: [0; 3] };
    /// let mut bytes = entry.to_bytes();
    /// bytes[26] = 3;
    /// assert_eq!(Entry::from_bytes(&bytes), Err(BulletError::Result { found: 3 }));
    /// ```
    #[inline]
    pub fn from_bytes(bytes: &[u8; Self::LEN]) -> Result<Self, BulletError> {
        let [codes @ .., low, high, result, our_king, their_king, a, b, c] = bytes;
        let codes = recoded(codes, |square, code| match code {
            0..=5 => Ok(code),
            8..=13 => Ok(code - 2),
            _ => Err(BulletError::Code { square, code }),
        })?;
        let position = unpacked(codes, 0, 1)?;
        for (color, found) in [(Color::White, *our_king), (Color::Black, *their_king)] {
            if found != position.king(color).relative_to(color) as u8 {
                return Err(BulletError::King { color, found });
            }
        }
        let winner = winner_of(*result).map_err(|found| BulletError::Result { found })?;
        let score = i16::from_le_bytes([*low, *high]);
        Ok(Self { position, score, winner, extra: [*a, *b, *c] })
    }
}

/// Why bytes are no entry of bulletformat.
///
/// ```
/// use std::error::Error;
/// use std::iter::successors;
/// use tabiya_notation::bulletformat::Entry;
///
/// let error = Entry::from_bytes(&[0; 32]).unwrap_err();
/// let sources = successors(Some(&error as &dyn Error), |&error| error.source());
/// let texts: Vec<String> = sources.map(|error| error.to_string()).collect();
/// assert_eq!(texts, [
///     "cannot unpack the board",
///     "invalid position",
///     "placement: White has 0 kings instead of 1",
/// ]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BulletError {
    /// A code that is no piece's.
    Code {
        /// The square it stands for.
        square: Square,
        /// The code.
        code: u8,
    },
    /// The squares and codes are no position's; White is the side to move. The
    /// [source](Error::source) says why.
    Position(PackedError),
    /// The byte for a king names another square than the king's.
    King {
        /// Whose king, White being the side to move.
        color: Color,
        /// The byte.
        found: u8,
    },
    /// The result is none of 0, 1 and 2.
    Result {
        /// The byte.
        found: u8,
    },
}

impl fmt::Display for BulletError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code { square, code } => {
                write!(f, "found code {code} for {square}, where pieces are 0 to 5 and 8 to 13")
            }
            Self::Position(_) => f.write_str("cannot unpack the board"),
            Self::King { color: Color::White, found } => {
                write!(f, "found {found} for the king's square, but it stands elsewhere")
            }
            Self::King { color: Color::Black, found } => {
                write!(f, "found {found} for the opponent's king's square, but it stands elsewhere")
            }
            Self::Result { found } => write!(f, "found {found} for the result, expected 0 to 2"),
        }
    }
}

impl Error for BulletError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Position(error) => Some(error),
            _ => None,
        }
    }
}

impl From<PackedError> for BulletError {
    #[inline]
    fn from(error: PackedError) -> Self {
        Self::Position(error)
    }
}
