//! Properties that hold for any bytes: one check per parser or generator, which the fuzz targets
//! and the tests on the committed corpora call.
//!
//! | check | byte format |
//! |---|---|
//! | [`check_audit`] | lines of logs of engines |
//! | [`check_binpack`] | a binpack file, or chains |
//! | [`check_fen`] | a FEN |
//! | [`check_epd`] | an EPD line |
//! | [`check_uci`], [`check_san`] | a line with a FEN, then tokens |
//! | [`check_pgn`] | PGN text |
//! | [`check_tree`] | PGN text, a zero byte, three bytes per edit |
//! | [`check_packed`] | a packed position, or its hexadecimal digits |
//! | [`check_polyglot`] | a line with a FEN, then a Polyglot book |
//! | [`check_units`] | a units file, or its header fields and records |
//! | [`check_results`] | a result file, or its results |
//! | [`check_games`] | a byte for the chunk length, then a game file, or a filter |
//! | [`check_index`] | a byte for the kind, then a game index, its sections, or games |
//! | [`check_training`] | a bulletformat entry, or a viriformat game |
//! | [`check_moves`], [`check_perft`] | a line with a FEN, then a byte per move |
//! | [`check_retractions`] | a line with a FEN, then three bytes |
//! | [`check_unchecked_moves`] | a line with a FEN, then two bytes per move, legal or not |
//!
//! The check against other libraries is in `lab/differential`.
//!
//! If the FEN is rejected, the start position replaces it, so that a fuzzer covers the other code without
//! finding a FEN.

mod account;
mod audit;
mod binary;
mod games;
mod index;
mod moves;
mod perft;
mod pgn;
mod polyglot;
mod position;
mod retractions;
mod text;
mod tree;
mod unchecked_moves;
mod units;

pub use audit::check_audit;
pub use binary::{check_binpack, check_binpack_round_trip, check_packed, check_training};
pub use games::check_games;
pub use index::check_index;
pub use moves::{check_moves, first_and_last_position};
pub use perft::check_perft;
pub use pgn::check_pgn;
pub use polyglot::check_polyglot;
pub use position::{assert_position_invariants, check_fen, fen_round_trips};
pub use retractions::check_retractions;
pub use text::{check_epd, check_san, check_uci};
pub use tree::check_tree;
pub use unchecked_moves::check_unchecked_moves;
pub use units::{check_results, check_units};

use std::fmt;

use tabiya::{FenOptions, Position};

/// A check, which panics with the position in its message if a property is violated.
pub type Check = fn(&[u8]);

/// All checks in alphabetical order, each with the name of its fuzz target and of its file in
/// `tests/data/corpus`.
pub const CHECKS: [(&str, Check); 19] = [
    ("audit", check_audit),
    ("binpack", check_binpack),
    ("epd", check_epd),
    ("fen", check_fen),
    ("games", check_games),
    ("index", check_index),
    ("moves", check_moves),
    ("packed", check_packed),
    ("perft", check_perft),
    ("pgn", check_pgn),
    ("polyglot", check_polyglot),
    ("results", check_results),
    ("retractions", check_retractions),
    ("san", check_san),
    ("training", check_training),
    ("tree", check_tree),
    ("uci", check_uci),
    ("unchecked_moves", check_unchecked_moves),
    ("units", check_units),
];

/// Returns the position in the first line, or the start position if the FEN is rejected, and the
/// remaining bytes. Composed positions are accepted.
fn position_and_rest(bytes: &[u8]) -> (Position, &[u8]) {
    let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
    let position = FenOptions::new().allow_impossible_checks(true).read(&bytes[..end]);
    (position.unwrap_or_default(), bytes.get(end + 1..).unwrap_or_default())
}

/// Asserts that an error's message is one line below 400 bytes, even for long inputs.
#[track_caller]
fn assert_plain_message(error: &impl fmt::Display) {
    let text = error.to_string();
    assert!((1..400).contains(&text.len()), "{} bytes: {text}", text.len());
    assert!(!text.contains(char::is_control), "{}", text.escape_debug());
}
