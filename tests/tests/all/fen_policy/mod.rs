//! The rules for FEN, point by point: what is accepted and how it is written back, what
//! is refused and why.

mod castling;
mod en_passant;
mod fields;
mod placement;
mod verdicts;

use tabiya::{EnPassantStyle, FenOptions, Position};

/// Reads `fen`, and compares with the FEN it is written back as, everything kept, or with
/// the reason of the refusal.
#[track_caller]
fn check_with(options: FenOptions, fen: &[u8], expected: Result<&str, &str>) {
    let found = options.read(fen);
    let found = found.map(|position| kept(&position)).map_err(|error| error.to_string());
    let expected = expected.map(str::to_owned).map_err(str::to_owned);
    assert_eq!(found, expected, "{}", fen.escape_ascii());
}

fn kept(position: &Position) -> String {
    position.fen().en_passant(EnPassantStyle::Always).to_string()
}

/// Accepted, and written as it was.
#[track_caller]
fn unchanged(fen: &str) {
    accepted(fen, fen);
}

/// Accepted, and written back as `written`.
#[track_caller]
fn accepted(fen: &str, written: &str) {
    check_with(FenOptions::new(), fen.as_bytes(), Ok(written));
}

/// Refused, with and without the waiver for composed positions.
#[track_caller]
fn refused(fen: impl AsRef<[u8]>, why: &str) {
    for composed in [false, true] {
        check_with(FenOptions::new().allow_impossible_checks(composed), fen.as_ref(), Err(why));
    }
}

/// Refused for its checkers, and accepted as composed.
#[track_caller]
fn composed(fen: &str, why: &str) {
    let why = format!("impossible check: {why}");
    check_with(FenOptions::new(), fen.as_bytes(), Err(&why));
    check_with(FenOptions::new().allow_impossible_checks(true), fen.as_bytes(), Ok(fen));
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3";
