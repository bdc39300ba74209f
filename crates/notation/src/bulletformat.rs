//! Training data in bulletformat, the format of the bullet trainer: 32 bytes per position.
//!
//! Positions are stored from the point of view of the side to move.

use core::convert::Infallible;
use core::error::Error;
use core::fmt;

use tabiya_core::{Color, Square};
use tabiya_movegen::{PackedError, Position};

use crate::training::{
    decode_winner, encode_occupancy, encode_result, map_piece_codes, unpack_position,
};

/// A position with its score and game result: one bulletformat `ChessBoard`.
///
/// | bytes | content |
/// |---|---|
/// | 0 to 7 | the occupied squares as a little-endian bitboard, `a1` in bit 0 |
/// | 8 to 23 | a 4-bit code for each occupied square in ascending order, low nibble first: the index of the [`PieceType`](tabiya_core::PieceType), plus 8 for an opponent's piece |
/// | 24, 25 | the score for the side to move, little-endian |
/// | 26 | the result for the side to move: 0 loss, 1 draw, 2 win |
/// | 27 | the king square of the side to move |
/// | 28 | the opponent's king square, mirrored to the opponent's point of view |
/// | 29 to 31 | any value |
///
/// Squares are relative to the side to move: with Black to move, the board is mirrored vertically and
/// the colors are swapped. The format therefore does not store the side to move, and
/// [`Entry::from_bytes`] returns positions with White to move. Castling rights, the en passant square
/// and the clocks are not stored either. Reading ignores any codes after those for the occupied squares.
///
/// The layout follows the crate `bulletformat` by Jamie Whiting.
///
/// ```
/// use tabiya::bulletformat::Entry;
/// use tabiya::{Color, Position};
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
    /// The entry's position.
    pub position: Position,
    /// The score for White, in the writer's unit, usually centipawns.
    pub score: i16,
    /// The game's winner; `None` for a draw.
    pub winner: Option<Color>,
    /// Three bytes for the user's own data.
    pub extra: [u8; 3],
}

impl Entry {
    /// The entry size in bytes.
    pub const LEN: usize = 32;

    /// Returns the encoded entry's 32 bytes.
    ///
    /// With Black to move, the score is negated, and -32,768 saturates to 32,767.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::bulletformat::Entry;
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
        let Ok(codes) = map_piece_codes(&encode_occupancy(occupied), |square, _| {
            let piece = position.piece_on(square.relative_to(us));
            let code = piece
                .map_or(0, |piece| piece.piece_type() as u8 | u8::from(piece.color() != us) << 3);
            Ok::<_, Infallible>(code)
        });
        let score = if us.is_white() { self.score } else { self.score.saturating_neg() };

        let mut bytes = [0; Self::LEN];
        bytes[..24].copy_from_slice(&codes);
        bytes[24..26].copy_from_slice(&score.to_le_bytes());
        bytes[26] = encode_result(us, self.winner);
        bytes[27] = position.king(us).relative_to(us) as u8;
        bytes[28] = position.king(!us).relative_to(!us) as u8;
        bytes[29..].copy_from_slice(&self.extra);
        bytes
    }

    /// Decodes an entry from its 32 bytes.
    ///
    /// The position has White to move, no castling rights, no en passant square, a halfmove clock
    /// of 0 and a fullmove number of 1. Composed positions are accepted.
    ///
    /// # Errors
    ///
    /// Returns a [`BulletError`] if a piece code, the board, a king square or the result is
    /// invalid.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::bulletformat::{BulletError, Entry};
    ///
    /// let entry = Entry { position: Position::START, score: 20, winner: None, extra: [0; 3] };
    /// let mut bytes = entry.to_bytes();
    /// bytes[26] = 3;
    /// assert_eq!(Entry::from_bytes(&bytes), Err(BulletError::Result { found: 3 }));
    /// ```
    #[inline]
    pub fn from_bytes(bytes: &[u8; Self::LEN]) -> Result<Self, BulletError> {
        let [codes @ .., low, high, result, our_king, their_king, a, b, c] = bytes;
        let codes = map_piece_codes(codes, |square, code| match code {
            0..=5 => Ok(code),
            8..=13 => Ok(code - 2),
            _ => Err(BulletError::Code { square, code }),
        })?;
        let position = unpack_position(codes, 0, 1)?;
        for (color, found) in [(Color::White, *our_king), (Color::Black, *their_king)] {
            if found != position.king(color).relative_to(color) as u8 {
                return Err(BulletError::King { color, found });
            }
        }
        let winner = decode_winner(*result).map_err(|found| BulletError::Result { found })?;
        let score = i16::from_le_bytes([*low, *high]);
        Ok(Self { position, score, winner, extra: [*a, *b, *c] })
    }
}

/// An error from [`Entry::from_bytes`].
///
/// ```
/// use std::error::Error;
/// use std::iter::successors;
/// use tabiya::bulletformat::Entry;
///
/// let error = Entry::from_bytes(&[0; 32]).unwrap_err();
/// let sources = successors(Some(&error as &dyn Error), |&error| error.source());
/// let texts: Vec<String> = sources.map(|error| error.to_string()).collect();
/// assert_eq!(texts, [
///     "cannot unpack the board",
///     "invalid position",
///     "placement: White has 0 kings; expected 1",
/// ]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BulletError {
    /// The error for a piece code other than 0 to 5 and 8 to 13.
    Code {
        /// The square with the invalid piece code.
        square: Square,
        /// The invalid piece code.
        code: u8,
    },
    /// The error for a board that is not a valid position. The [source](Error::source) is the
    /// reason.
    ///
    /// The reason's text describes the side to move as White.
    Position(PackedError),
    /// The error for a stored king square that differs from the king's square on the board.
    King {
        /// The king's color, with White as the side to move.
        color: Color,
        /// The stored king square.
        found: u8,
    },
    /// The error for a game result other than 0, 1 and 2.
    Result {
        /// The stored game result.
        found: u8,
    },
}

impl fmt::Display for BulletError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Code { square, code } => {
                write!(f, "found piece code {code} on {square}; expected 0 to 5 or 8 to 13")
            }
            Self::Position(_) => f.write_str("cannot unpack the board"),
            Self::King { color: Color::White, found } => {
                write!(f, "king square: found {found}; expected that of the king on the board")
            }
            Self::King { color: Color::Black, found } => {
                write!(
                    f,
                    "opponent's king square: found {found}; expected that of the king on the board"
                )
            }
            Self::Result { found } => write!(f, "result: found {found}; expected 0 to 2"),
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
