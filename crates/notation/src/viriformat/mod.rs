//! Training data in viriformat: games with four bytes per move.
//!
//! A [`Game`] starts with an [`Entry`], a position in the 32 bytes of marlinformat, and its moves
//! follow as [`Step`]s.

mod error;
mod game;

use core::convert::Infallible;

use tabiya_core::{Color, PieceType, Rank, Square};
use tabiya_movegen::{PackedPosition, Position};

use crate::training::{decode_winner, encode_result, map_piece_codes, unpack_position};

pub use error::ViriError;
pub use game::{GAME_END, Game, Step, write_game};

/// A position with an evaluation and a game result: one marlinformat `PackedBoard`.
///
/// | bytes | content |
/// |---|---|
/// | 0 to 7 | the occupied squares as a little-endian bitboard, `a1` in bit 0 |
/// | 8 to 23 | a 4-bit code for each occupied square in ascending order, low nibble first: the index of the [`PieceType`], or 6 for a rook with a castling right, plus 8 for a black piece |
/// | 24 | the en passant square, or 64 for none, plus 128 with Black to move |
/// | 25 | the halfmove clock |
/// | 26, 27 | the fullmove number, little-endian |
/// | 28, 29 | the evaluation for White, little-endian |
/// | 30 | the result: 0 Black won, 1 draw, 2 White won |
/// | 31 | any value |
///
/// The encoding is lossless, except that halfmove clocks above 255 are written as 255. A fullmove
/// number of 0 is read as 1. Reading ignores any codes after those for the occupied squares.
///
/// The layout follows the specification in the crate `viriformat`.
///
/// ```
/// use tabiya::Position;
/// use tabiya::viriformat::Entry;
///
/// let position = Position::from_fen("4k3/8/8/8/4P3/8/8/4K2R b K e3 0 40")?;
/// let entry = Entry { position, eval: 560, winner: None, extra: 0 };
/// assert_eq!(Entry::from_bytes(&entry.to_bytes()), Ok(entry));
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The entry's position.
    pub position: Position,
    /// The evaluation for White, in the writer's unit. Most writers store 0 at the start of a
    /// game.
    pub eval: i16,
    /// The game's winner; `None` for a draw.
    pub winner: Option<Color>,
    /// A byte for the user's own data.
    pub extra: u8,
}

impl Entry {
    /// The entry size in bytes.
    pub const LEN: usize = 32;

    /// Returns the encoded entry's 32 bytes.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::viriformat::Entry;
    ///
    /// let entry = Entry { position: Position::START, eval: 20, winner: None, extra: 0 };
    /// let bytes = entry.to_bytes();
    /// assert_eq!(bytes[24..], [64, 0, 1, 0, 20, 0, 1, 0]);
    /// assert_eq!(bytes[8], 0x16); // a1: a rook that may castle, b1: a knight
    /// ```
    #[inline]
    pub fn to_bytes(&self) -> [u8; Self::LEN] {
        let position = &self.position;
        let Ok(codes) =
            map_piece_codes(PackedPosition::from(position).position_bytes(), |square, code| {
                Ok::<_, Infallible>(match code {
                    0..=5 => code,
                    6..=11 => code + 2,
                    12 if square.rank() == Rank::Fourth => PAWN_CODE,
                    12 => PAWN_CODE | BLACK_BIT,
                    13 => CASTLING_ROOK_CODE,
                    14 => CASTLING_ROOK_CODE | BLACK_BIT,
                    _ => KING_CODE | BLACK_BIT,
                })
            });
        let ep_square = position.ep_square().map_or(NO_EP_SQUARE, |square| square as u8);

        let mut bytes = [0; Self::LEN];
        bytes[..24].copy_from_slice(&codes);
        bytes[24] = ep_square | (position.side_to_move() as u8) << 7;
        bytes[25] = position.halfmove_clock().min(255) as u8;
        bytes[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
        bytes[28..30].copy_from_slice(&self.eval.to_le_bytes());
        bytes[30] = encode_result(Color::White, self.winner);
        bytes[31] = self.extra;
        bytes
    }

    /// Decodes an entry from its 32 bytes; composed positions are accepted.
    ///
    /// # Errors
    ///
    /// Returns a [`ViriError`] if a piece code, the board, the en passant square or the result is
    /// invalid.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya::viriformat::{Entry, ViriError};
    ///
    /// let entry = Entry { position: Position::START, eval: 20, winner: None, extra: 0 };
    /// let mut bytes = entry.to_bytes();
    /// bytes[24] = 44; // e6
    /// assert_eq!(Entry::from_bytes(&bytes), Err(ViriError::EnPassant { found: 44 }));
    /// ```
    #[inline]
    pub fn from_bytes(bytes: &[u8; Self::LEN]) -> Result<Self, ViriError> {
        let &[ref codes @ .., flags, halfmove_clock, a, b, c, d, result, extra] = bytes;
        let us = if flags < 128 { Color::White } else { Color::Black };
        let ep_square = flags & 127;
        let no_ep_square = ViriError::EnPassant { found: ep_square };
        let pushed_pawn = match Square::from_index(ep_square.into()) {
            None if ep_square == NO_EP_SQUARE => None,
            Some(square) if square.rank() == Rank::Sixth.relative_to(us) => {
                Some(Square::new(square.file(), Rank::Fifth.relative_to(us)))
            }
            _ => return Err(no_ep_square),
        };
        let their_pawn = if us.is_white() { PAWN_CODE | BLACK_BIT } else { PAWN_CODE };
        let codes = map_piece_codes(codes, |square, code| match code {
            code if code == their_pawn && pushed_pawn == Some(square) => Ok(12),
            CASTLING_ROOK_CODE => Ok(13),
            0..=5 => Ok(code),
            13 if !us.is_white() => Ok(15),
            8..=13 => Ok(code - 2),
            14 => Ok(14),
            _ => Err(ViriError::Code { square, code }),
        })?;
        let fullmove_number = u16::from_le_bytes([a, b]).max(1);
        let position = unpack_position(codes, halfmove_clock.into(), fullmove_number)?;
        if position.ep_square().is_some() != pushed_pawn.is_some() {
            return Err(no_ep_square);
        }
        let winner = decode_winner(result).map_err(|found| ViriError::Result { found })?;
        Ok(Self { position, eval: i16::from_le_bytes([c, d]), winner, extra })
    }
}

/// A pawn's piece code, the index of its [`PieceType`].
const PAWN_CODE: u8 = PieceType::Pawn as u8;
/// A king's piece code, the index of its [`PieceType`].
const KING_CODE: u8 = PieceType::King as u8;
/// The piece code of a rook with a castling right.
const CASTLING_ROOK_CODE: u8 = 6;
/// The bit that distinguishes the codes for black pieces from those for white ones.
const BLACK_BIT: u8 = 8;
/// The stored byte that stands for no en passant square.
const NO_EP_SQUARE: u8 = 64;
