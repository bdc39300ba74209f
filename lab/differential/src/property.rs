//! FEN and game properties compared with other libraries.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};
use tabiya::{FenError, FenOptions, Position};
use tabiya_tests::differential::{GeneratorAdapter, Mailbox, compare};
use tabiya_tests::properties::first_and_last_position;

use crate::{Cozy, Shakmaty};

/// The generators that are compared on positions in a game.
const GENERATORS: [&dyn GeneratorAdapter; 3] = [&Cozy, &Shakmaty, &Mailbox];

/// Checks FENs and games against other libraries:
///
/// - a FEN that cozy-chess accepts is accepted, or rejected by a rule that cozy-chess lacks;
/// - a FEN that another library accepts too yields the same position;
/// - all generators agree on a game's first and last position.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_other_libraries(bytes: &[u8]) {
    let fen = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let ours = FenOptions::new().allow_impossible_checks(true).read(fen);
    if let Some(theirs) = fen_by_cozy(fen) {
        assert_same_position(&ours, &theirs);
        let is_known_difference = |error: &FenError| match error {
            // cozy-chess accepts fewer ranks, and the digit 0.
            FenError::TooFewRanks { .. } => true,
            FenError::UnknownPiece { found, .. } => found.as_bytes() == b"0",
            FenError::KingsAdjacent | FenError::TooManyPromoted { .. } => true,
            _ => false,
        };
        let is_expected = ours.as_ref().err().is_none_or(is_known_difference);
        assert!(is_expected, "{}: {ours:?}", fen.escape_ascii());
    }
    if let Some(theirs) = fen_by_shakmaty(fen) {
        assert_same_position(&ours, &theirs);
    }

    first_and_last_position(bytes).iter().for_each(generators_agree);
}

/// Asserts that another library's FEN equals that of `ours`, unless `ours` is an error.
#[track_caller]
fn assert_same_position(ours: &Result<Position, FenError>, theirs: &str) {
    if let Ok(position) = ours {
        let theirs = FenOptions::new().allow_impossible_checks(true).read(theirs.as_bytes());
        assert_eq!(theirs.as_ref(), Ok(position), "{position:?}");
    }
}

/// Returns the FEN that cozy-chess writes for the position in `fen`.
fn fen_by_cozy(fen: &[u8]) -> Option<String> {
    let board: cozy_chess::Board = str::from_utf8(fen).ok()?.parse().ok()?;
    Some(format!("{board:#}"))
}

/// Returns the FEN that shakmaty writes for the position in `fen`.
fn fen_by_shakmaty(fen: &[u8]) -> Option<String> {
    let fen = Fen::from_ascii(fen).ok()?;
    let chess: Chess = fen.into_position(CastlingMode::Chess960).ok()?;
    Some(Fen::from_position(&chess, EnPassantMode::Always).to_string())
}

#[track_caller]
fn generators_agree(position: &Position) {
    if let Err(difference) = compare(position, &GENERATORS) {
        panic!("{difference}");
    }
}
