//! Exports that explain why a move is legal or illegal.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use tabiya::Move;
use tabiya_explain::legality::{explain, explain_text};

use crate::json::write_json;
use crate::state::{position, with_text, write_text};

/// Explains the move in the input, in UCI notation or SAN, as JSON. Returns the length, or the negative length
/// of a message if the text is not a move.
#[unsafe(no_mangle)]
extern "C" fn explain_move_text(len: usize) -> i32 {
    match with_text(len, |text| explain_text(&position(), text)) {
        Ok(explanation) => write_json(&explanation),
        Err(error) => -write_text(error),
    }
}

/// Explains the move with a code as JSON. Returns the length, or the negative length of a message if no move
/// has the code.
#[unsafe(no_mangle)]
extern "C" fn explain_move(code: u32) -> i32 {
    match u16::try_from(code).ok().and_then(Move::from_bits) {
        Some(mv) => write_json(&explain(&position(), mv)),
        None => -write_text(format_args!("code {code}: not a move; expected that of a legal move")),
    }
}
