//! What the formats of training data share: the occupied squares in eight bytes, then four
//! bits for each of them, the low half of a byte first; and the result in a byte.

use tabiya_core::{Bitboard, Color, Square};
use tabiya_movegen::{PackedError, PackedPosition, Position};

/// The same squares with other codes: what `code` makes of each square and its code. Codes
/// beyond those of the squares are 0.
pub(crate) fn recoded<E>(
    bytes: &[u8; 24],
    mut code: impl FnMut(Square, u8) -> Result<u8, E>,
) -> Result<[u8; 24], E> {
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    let occupied = Bitboard(u64::from_le_bytes([a, b, c, d, e, f, g, h]));
    let mut recoded = squares(occupied);
    for (place, square) in (16..48).zip(occupied) {
        let shift = 4 * (place % 2);
        recoded[place / 2] |= code(square, bytes[place / 2] >> shift & 15)? << shift;
    }
    Ok(recoded)
}

/// Squares with the code 0 for each.
#[inline]
pub(crate) fn squares(occupied: Bitboard) -> [u8; 24] {
    let mut bytes = [0; 24];
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    bytes
}

/// The position of squares with the codes of a [`PackedPosition`].
pub(crate) fn unpacked(
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

/// The result of a game as a player has it: 0 lost, 1 drawn, 2 won.
#[inline]
pub(crate) fn result_of(player: Color, winner: Option<Color>) -> u8 {
    winner.map_or(1, |winner| if winner == player { 2 } else { 0 })
}

/// Who won by the result that White has.
///
/// # Errors
///
/// The byte, if it is no result.
#[inline]
pub(crate) fn winner_of(result: u8) -> Result<Option<Color>, u8> {
    match result {
        0 => Ok(Some(Color::Black)),
        1 => Ok(None),
        2 => Ok(Some(Color::White)),
        found => Err(found),
    }
}
