//! The encoding that binpack, bulletformat and viriformat share.
//!
//! An 8-byte occupancy bitboard is followed by a 4-bit code per occupied square, low nibble first.
//! In the last two, the game result is one byte.

#[cfg(any(feature = "bulletformat", feature = "viriformat"))]
use tabiya_core::Color;
use tabiya_core::{Bitboard, Square};
use tabiya_movegen::{PackedError, PackedPosition, Position};

/// Returns the same occupied squares, with `map` applied to each piece code.
///
/// Codes after those for the occupied squares are 0.
pub(crate) fn map_piece_codes<E>(
    bytes: &[u8; 24],
    mut map: impl FnMut(Square, u8) -> Result<u8, E>,
) -> Result<[u8; 24], E> {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    let occupied = Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    let mut mapped = encode_occupancy(occupied);
    for (index, square) in (16..48).zip(occupied) {
        let shift = 4 * (index % 2);
        mapped[index / 2] |= map(square, bytes[index / 2] >> shift & 15)? << shift;
    }
    Ok(mapped)
}

/// Encodes an occupancy bitboard, with all piece codes 0.
#[inline]
pub(crate) fn encode_occupancy(occupied: Bitboard) -> [u8; 24] {
    let mut bytes = [0; 24];
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    bytes
}

/// Decodes a position from a [`PackedPosition`]'s occupied squares and piece codes, and the clocks.
pub(crate) fn unpack_position(
    codes: [u8; 24],
    halfmove_clock: u16,
    fullmove_number: u16,
) -> Result<Position, PackedError> {
    let mut bytes = [0; PackedPosition::LEN];
    bytes[..24].copy_from_slice(&codes);
    bytes[24..26].copy_from_slice(&halfmove_clock.to_le_bytes());
    bytes[26..].copy_from_slice(&fullmove_number.to_le_bytes());
    PackedPosition::from_bytes(bytes).unpack()
}

/// Encodes the game result for a player: 0 loss, 1 draw, 2 win.
#[cfg(any(feature = "bulletformat", feature = "viriformat"))]
#[inline]
pub(crate) fn encode_result(player: Color, winner: Option<Color>) -> u8 {
    winner.map_or(1, |winner| if winner == player { 2 } else { 0 })
}

/// Decodes a game's winner from the result byte for White.
///
/// # Errors
///
/// Returns the byte if it is not a result.
#[cfg(any(feature = "bulletformat", feature = "viriformat"))]
#[inline]
pub(crate) fn decode_winner(result: u8) -> Result<Option<Color>, u8> {
    match result {
        0 => Ok(Some(Color::Black)),
        1 => Ok(None),
        2 => Ok(Some(Color::White)),
        byte => Err(byte),
    }
}
