//! Positions in 28 bytes.

mod error;

use core::array::TryFromSliceError;
use core::fmt;
use core::str::FromStr;

use tabiya_core::{Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceType, Rank, Square};

use crate::board::GenericBoard;
use crate::key::BoardKey;
use crate::placement::{PieceCode, Placement};
use crate::{FenOptions, InputExcerpt, Position, Setup};

pub use error::PackedError;

/// The code for a pawn that has just made a double push; its rank determines its color.
const PUSHED_PAWN_CODE: u8 = 12;
/// The code for a white castling rook.
const WHITE_CASTLING_ROOK_CODE: u8 = 13;
/// The code for a black castling rook.
const BLACK_CASTLING_ROOK_CODE: u8 = 14;
/// The code for the black king with Black to move.
const BLACK_KING_TO_MOVE_CODE: u8 = 15;

/// A position in 28 bytes, without loss; created from a board.
///
/// | bytes | content |
/// |---|---|
/// | 0 to 7 | the occupied squares, one bit each, `a1` in the first byte's lowest bit |
/// | 8 to 23 | a code for each occupied square from `a1` up: four bits, a byte's low half first; unused codes are 0 |
/// | 24, 25 | the halfmove clock, low byte first |
/// | 26, 27 | the fullmove number, low byte first |
///
/// | code | piece |
/// |---|---|
/// | 0 to 11 | the [`Piece`] with this index, if no other row applies |
/// | 12 | a pawn that has just made a double push: the en passant square is behind it |
/// | 13, 14 | a white or a black rook with a castling right |
/// | 15 | the black king, with Black to move |
///
/// Each position has exactly one packed form. [`unpack`](Self::unpack) rejects all other bytes, so
/// two positions are equal if and only if their bytes are. The order compares bytes and has no
/// meaning in chess.
///
/// Stockfish and Lichess pack positions similarly: codes beyond the twelve pieces represent
/// castling rights, the en passant square and the side to move.
///
/// The text form, displayed and parsed, is 56 hexadecimal digits.
///
/// ```
/// use tabiya::{PackedPosition, Position};
///
/// let packed = PackedPosition::from(&Position::START);
/// assert_eq!(
///     packed.to_string(),
///     "ffff00000000ffff1d4225d100000000666666667ea88be700000100",
/// );
/// assert_eq!(packed.unpack(), Ok(Position::START));
/// assert_eq!(size_of::<PackedPosition>(), 28);
/// ```
#[doc(alias = "PackedSetup")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackedPosition([u8; PackedPosition::LEN]);

impl PackedPosition {
    /// A packed position's size in bytes.
    pub const LEN: usize = 28;

    /// Creates a packed position from bytes without validation; [`unpack`](Self::unpack) validates
    /// it.
    ///
    /// ```
    /// use tabiya::{PackedPosition, Position};
    ///
    /// let stored: [u8; 28] = PackedPosition::from(&Position::START).to_bytes();
    /// assert_eq!(PackedPosition::from_bytes(stored).unpack(), Ok(Position::START));
    /// assert!(PackedPosition::from_bytes([0; 28]).unpack().is_err());
    /// ```
    #[inline]
    pub const fn from_bytes(bytes: [u8; Self::LEN]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, for storage.
    ///
    /// ```
    /// use tabiya::{PackedPosition, Position};
    ///
    /// let bytes = PackedPosition::from(&Position::START).to_bytes();
    /// assert_eq!(bytes[..8], [0xff, 0xff, 0, 0, 0, 0, 0xff, 0xff]); // four ranks are full
    /// ```
    #[inline]
    pub const fn to_bytes(self) -> [u8; Self::LEN] {
        self.0
    }

    /// Returns the bytes without the clocks: equal for positions that differ only in the clocks.
    ///
    /// The en passant square is included even if no capture is legal.
    /// [`GenericBoard::same_position`] follows the repetition rule instead.
    ///
    /// ```
    /// use tabiya::{PackedPosition, Position};
    ///
    /// let read = |fen| Position::from_fen(fen).map(|position| PackedPosition::from(&position));
    /// let early = read("4k3/8/8/8/8/8/8/4K2R w K - 0 1")?;
    /// let late = read("4k3/8/8/8/8/8/8/4K2R w K - 30 80")?;
    /// assert_ne!(early, late);
    /// assert_eq!(early.position_bytes(), late.position_bytes());
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub const fn position_bytes(&self) -> &[u8; 24] {
        let [position @ .., _, _, _, _] = &self.0;
        position
    }

    /// Creates a packed position from its bytes without the clocks, which
    /// [`position_bytes`](Self::position_bytes) returns. The halfmove clock is 0, the fullmove
    /// number 1.
    ///
    /// Positions that are equal by the repetition rule have the same 24 bytes after
    /// [`GenericBoard::normalized`], and no others do.
    ///
    /// ```
    /// use tabiya::{PackedPosition, Position};
    ///
    /// let position = Position::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 30 80")?;
    /// let stored: [u8; 24] = *PackedPosition::from(&position).position_bytes();
    /// let packed = PackedPosition::from_position_bytes(stored);
    /// assert_eq!(packed.unpack()?, position.normalized());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[inline]
    pub const fn from_position_bytes(position: [u8; 24]) -> Self {
        let mut bytes = [0; Self::LEN];
        let (start, clocks) = bytes.split_at_mut(position.len());
        start.copy_from_slice(&position);
        clocks.copy_from_slice(&[0, 0, 1, 0]);
        Self(bytes)
    }

    /// Returns the position, checked by the rules for reading a FEN; composed positions are
    /// accepted.
    ///
    /// # Errors
    ///
    /// Returns [`PackedError`] if the bytes are invalid or the position breaks a rule.
    ///
    /// ```
    /// use tabiya::{PackedError, PackedPosition, Position};
    ///
    /// let mut bytes = PackedPosition::from(&Position::START).to_bytes();
    /// bytes[0] = 0xfe; // no piece on a1: each code is now a square too early
    /// let error = PackedPosition::from_bytes(bytes).unpack().unwrap_err();
    /// assert_eq!(error, PackedError::Unused);
    /// ```
    #[inline]
    pub fn unpack(&self) -> Result<Position, PackedError> {
        let occupied = Bitboard(u64::from_le_bytes(self.array_at(0)));
        let codes = u128::from_le_bytes(self.array_at(8));
        let pieces = occupied.len();
        if pieces > 32 {
            return Err(PackedError::TooManyPieces { found: pieces as u8 });
        }
        // With 32 pieces, no codes are left: a shift by 128 bits would overflow.
        if codes.checked_shr(4 * pieces as u32).unwrap_or(0) != 0 {
            return Err(PackedError::Unused);
        }

        let (mut position, _) = Setup::EMPTY.position_and_rights();
        position.state.state_word = position
            .state
            .state_word
            .with_halfmove_clock(u16::from_le_bytes(self.array_at(24)))
            .with_fullmove_number(u16::from_le_bytes(self.array_at(26)));
        let mut rooks = Bitboard::EMPTY;
        let mut remaining_codes = codes;
        for square in occupied {
            let code = remaining_codes as u8 & 15;
            remaining_codes >>= 4;
            let piece = match code {
                PUSHED_PAWN_CODE => read_pushed_pawn(square, &mut position)?,
                WHITE_CASTLING_ROOK_CODE => read_castling_rook(Color::White, square, &mut rooks)?,
                BLACK_CASTLING_ROOK_CODE => read_castling_rook(Color::Black, square, &mut rooks)?,
                BLACK_KING_TO_MOVE_CODE => {
                    position.state.state_word =
                        position.state.state_word.with_side_to_move(Color::Black);
                    Piece::BlackKing
                }
                index => Piece::ALL[usize::from(index)],
            };
            position.state.placement = position.state.placement.with(piece, square);
        }
        let rights = castling_rights_from_rooks(rooks, &position.state.placement)?;
        Ok(FenOptions::COMPOSED.check_position(position, rights)?)
    }

    #[inline]
    fn array_at<const N: usize>(&self, start: usize) -> [u8; N] {
        core::array::from_fn(|index| self.0[start + index])
    }
}

impl<K: BoardKey> From<&GenericBoard<K>> for PackedPosition {
    /// Packs a position in 28 bytes, without loss: see [`unpack`](PackedPosition::unpack).
    #[inline]
    fn from(board: &GenericBoard<K>) -> Self {
        let mut special_squares = board.state.castling_rooks;
        if let Some(square) = board.ep_square() {
            let rank = Rank::Fifth.relative_to(board.side_to_move());
            special_squares |= Square::new(square.file(), rank).bitboard();
        }
        if board.side_to_move() == Color::Black {
            special_squares |= board.king(Color::Black).bitboard();
        }
        let occupied = board.occupied();
        let mut squares = occupied.into_iter();
        let mut next_codes = || {
            let indexed = (0..16).zip(squares.by_ref());
            indexed.fold(0, |codes, (index, square)| {
                codes | piece_index(board.state.placement.piece_code_on(square)) << (4 * index)
            })
        };
        let mut codes = [next_codes(), next_codes()];
        for square in special_squares {
            let code = match board.piece_on(square) {
                Some(Piece::WhiteRook) => WHITE_CASTLING_ROOK_CODE,
                Some(Piece::BlackRook) => BLACK_CASTLING_ROOK_CODE,
                Some(Piece::BlackKing) => BLACK_KING_TO_MOVE_CODE,
                _ => PUSHED_PAWN_CODE,
            };
            let index = (occupied & Bitboard(square.bitboard().0 - 1)).len();
            let shift = 4 * (index % 16);
            let half = &mut codes[index / 16 % 2];
            *half = *half & !(15 << shift) | u64::from(code) << shift;
        }
        let mut bytes = [0; PackedPosition::LEN];
        bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
        bytes[8..16].copy_from_slice(&codes[0].to_le_bytes());
        bytes[16..24].copy_from_slice(&codes[1].to_le_bytes());
        bytes[24..26].copy_from_slice(&board.halfmove_clock().to_le_bytes());
        bytes[26..].copy_from_slice(&board.fullmove_number().to_le_bytes());
        PackedPosition(bytes)
    }
}

/// Returns the [`Piece`] index of a piece code, without branches.
///
/// The code must not be an empty square's.
#[inline]
const fn piece_index(code: PieceCode) -> u64 {
    let black_offset = PieceType::COUNT * (code.index() >> 3 ^ 1);
    (code.type_code() + black_offset) as u64 - 1
}

/// Sets the en passant square behind a pushed pawn and returns the pawn.
///
/// Returns an error if the position already has an en passant square.
#[inline]
fn read_pushed_pawn(square: Square, position: &mut Position) -> Result<Piece, PackedError> {
    let (piece, behind) = match square.rank() {
        Rank::Fourth => (Piece::WhitePawn, Rank::Third),
        Rank::Fifth => (Piece::BlackPawn, Rank::Sixth),
        _ => return Err(PackedError::PushedPawn(square)),
    };
    if position.ep_square().is_some() {
        return Err(PackedError::SecondPushedPawn(square));
    }
    position.state.state_word =
        position.state.state_word.with_ep_square(Some(Square::new(square.file(), behind)));
    Ok(piece)
}

/// Adds a rook with a castling right and returns the rook.
///
/// Returns an error if the rook is not on its owner's back rank.
#[inline]
fn read_castling_rook(
    color: Color,
    square: Square,
    rooks: &mut Bitboard,
) -> Result<Piece, PackedError> {
    *rooks |= square.bitboard();
    if square.rank() == Rank::First.relative_to(color) {
        Ok(PieceType::Rook.of(color))
    } else {
        Err(PackedError::CastlingRook(square))
    }
}

/// Returns the given rooks' castling rights, by their side of the king.
#[inline]
fn castling_rights_from_rooks(
    rooks: Bitboard,
    placement: &Placement,
) -> Result<CastlingRights, PackedError> {
    let mut rights = CastlingRights::NONE;
    for rook in rooks {
        let color = if rook.rank() == Rank::First { Color::White } else { Color::Black };
        let king = (placement.kings() & placement.colors(color)).first();
        let side = if Some(rook) > king { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        if rights.rook_file(color, side).is_some() {
            return Err(PackedError::SecondCastlingRook(rook));
        }
        rights = rights.with(color, side, rook.file());
    }
    Ok(rights)
}

impl AsRef<[u8]> for PackedPosition {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Requires a slice of exactly 28 bytes.
impl TryFrom<&[u8]> for PackedPosition {
    type Error = TryFromSliceError;

    #[inline]
    fn try_from(bytes: &[u8]) -> Result<Self, TryFromSliceError> {
        bytes.try_into().map(Self)
    }
}

impl fmt::Display for PackedPosition {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for PackedPosition {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PackedPosition({self})")
    }
}

/// Parses the digits without validating the position; [`PackedPosition::unpack`] validates it.
impl FromStr for PackedPosition {
    type Err = PackedError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, PackedError> {
        let error = PackedError::Text(InputExcerpt::new(text));
        let (pairs, rest) = text.as_bytes().as_chunks::<2>();
        if pairs.len() != Self::LEN || !rest.is_empty() {
            return Err(error);
        }
        let mut bytes = [0; Self::LEN];
        for (byte, pair) in bytes.iter_mut().zip(pairs) {
            let [high, low] = pair.map(|digit| char::from(digit).to_digit(16));
            let (Some(high), Some(low)) = (high, low) else { return Err(error) };
            *byte = (high << 4 | low) as u8;
        }
        Ok(Self(bytes))
    }
}
