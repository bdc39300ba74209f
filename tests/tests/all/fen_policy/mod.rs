//! Tests for the FEN rules: accepted FENs and their written form, and the error for each rejected
//! FEN.

mod castling;
mod en_passant;
mod fields;
mod lenient;
mod material;
mod placement;
mod verdicts;

use tabiya::{EnPassantStyle, FenOptions, Position};

/// Parses `fen`, and compares the result with the expected written form or error message.
#[track_caller]
fn check_with(options: FenOptions, fen: &[u8], expected: Result<&str, &str>) {
    let found = options.read(fen);
    let found =
        found.map(|position| fen_with_ep_square(&position)).map_err(|error| error.to_string());
    let expected = expected.map(str::to_owned).map_err(str::to_owned);
    assert_eq!(found, expected, "{}", fen.escape_ascii());
}

/// Returns the FEN with the en passant square after any double push.
fn fen_with_ep_square(position: &Position) -> String {
    position.fen().en_passant(EnPassantStyle::Always).to_string()
}

/// Asserts that a FEN is accepted and written unchanged.
#[track_caller]
fn unchanged(fen: &str) {
    accepted(fen, fen);
}

/// Asserts that a FEN is accepted and written as `written`.
#[track_caller]
fn accepted(fen: &str, written: &str) {
    check_with(FenOptions::new(), fen.as_bytes(), Ok(written));
}

/// Asserts that a FEN is rejected with this message, also with impossible checks allowed.
#[track_caller]
fn rejected(fen: impl AsRef<[u8]>, message: &str) {
    for allow in [false, true] {
        check_with(FenOptions::new().allow_impossible_checks(allow), fen.as_ref(), Err(message));
    }
}

/// Asserts that a FEN is rejected for an impossible check, and accepted with impossible checks allowed.
#[track_caller]
fn composed(fen: &str, reason: &str) {
    let message = format!("impossible check: {reason}");
    check_with(FenOptions::new(), fen.as_bytes(), Err(&message));
    check_with(FenOptions::new().allow_impossible_checks(true), fen.as_bytes(), Ok(fen));
}

/// A placement with two kings.
const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";
