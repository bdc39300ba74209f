//! What must hold for any bytes whatever: one check for each way in, shared by the fuzz
//! targets and by the tests that go over the committed corpora.
//!
//! | check | the bytes are |
//! |---|---|
//! | [`check_checkpoint`] | a checkpoint of a long count |
//! | [`check_fen`] | a FEN |
//! | [`check_epd`] | an EPD line |
//! | [`check_uci`], [`check_san`] | a line with a FEN, then words |
//! | [`check_packed`] | a packed position, or its digits |
//! | [`check_training`] | an entry of bulletformat, or a game of viriformat |
//! | [`check_moves`], [`check_perft`], [`check_other_libraries`] | a line with a FEN, then a byte for each move |
//! | [`check_unchecked_moves`] | a line with a FEN, then two bytes for each move, legal or not |
//!
//! Where the line with the FEN is refused, the start position stands in, so that a fuzzer
//! need not find a FEN to get further.

mod binary;
mod checkpoint;
mod moves;
mod other_libraries;
mod perft;
mod position;
mod text;
mod unchecked_moves;

pub use binary::{check_packed, check_training};
pub use checkpoint::check_checkpoint;
pub use moves::check_moves;
pub use other_libraries::check_other_libraries;
pub use perft::check_perft;
pub use position::{check_fen, comes_back, is_sound};
pub use text::{check_epd, check_san, check_uci};
pub use unchecked_moves::check_unchecked_moves;

use std::fmt;

use tabiya::{FenOptions, Position};

/// A check: it panics, naming the position, where what must hold does not.
pub type Check = fn(&[u8]);

/// Every check, with the name of its fuzz target and of its file in `tests/data/corpus`.
pub const CHECKS: [(&str, Check); 11] = [
    ("checkpoint", check_checkpoint),
    ("epd", check_epd),
    ("fen", check_fen),
    ("unchecked_moves", check_unchecked_moves),
    ("moves", check_moves),
    ("packed", check_packed),
    ("perft", check_perft),
    ("other_libraries", check_other_libraries),
    ("san", check_san),
    ("training", check_training),
    ("uci", check_uci),
];

/// The position that the first line names, composed or not, or else the start position; and
/// the rest.
fn position_and_rest(bytes: &[u8]) -> (Position, &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let position = FenOptions::new().allow_impossible_checks(true).read(&bytes[..end]);
    (position.unwrap_or_default(), bytes.get(end + 1..).unwrap_or_default())
}

/// An error is one line that a person can read, however long and hostile the input was.
#[track_caller]
fn is_sentence(error: &impl fmt::Display) {
    let text = error.to_string();
    assert!((1..400).contains(&text.len()), "{} bytes: {text}", text.len());
    assert!(!text.contains(char::is_control), "{}", text.escape_debug());
}
