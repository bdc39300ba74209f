//! The codes for the reasons why moves are illegal: the values of `Legality`.

use tabiya::{Move, Position};

/// The code for bits that are not a move.
const MALFORMED: u8 = 255;

/// Returns a move's code, 0 if it is legal.
pub fn code(position: &Position, bits: u16) -> u8 {
    let Some(mv) = Move::from_bits(bits) else { return MALFORMED };
    match position.why_illegal(mv) {
        Ok(()) => 0,
        // The package's tests compare the codes with the names.
        Err(reason) => reason.index() as u8 + 1,
    }
}
