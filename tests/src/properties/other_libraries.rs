//! What must hold of any bytes and any game beside what other libraries say of them.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};
use tabiya::{FenError, FenOptions, Position};

use super::moves::ends;
use crate::differential::{Contestant, Cozy, Mailbox, Shakmaty, compare};

/// Who is asked about the boards of a game.
const RIVALS: [&dyn Contestant; 3] = [&Cozy, &Shakmaty, &Mailbox];

/// A FEN that cozy-chess reads is read here, or is refused by a rule that it lacks; where
/// two read one, they read the same; and at both ends of any game all name the same moves
/// and successors.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_other_libraries(bytes: &[u8]) {
    let fen = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let ours = FenOptions::new().allow_impossible_checks(true).read(fen);
    if let Some(theirs) = read_by_cozy(fen) {
        is_read_as(&ours, &theirs);
        let is_known = |error: &FenError| match error {
            // Boards of fewer ranks, and gaps of no square.
            FenError::TooFewRanks { .. } => true,
            FenError::UnknownPiece { found, .. } => found.as_bytes() == b"0",
            FenError::KingsAdjacent | FenError::TooManyPromoted { .. } => true,
            _ => false,
        };
        assert!(ours.as_ref().err().is_none_or(is_known), "{}: {ours:?}", fen.escape_ascii());
    }
    if let Some(theirs) = read_by_shakmaty(fen) {
        is_read_as(&ours, &theirs);
    }

    ends(bytes).iter().for_each(agree);
}

/// What was read here is what the other library wrote, if anything was read here.
#[track_caller]
fn is_read_as(ours: &Result<Position, FenError>, theirs: &str) {
    if let Ok(position) = ours {
        let theirs = FenOptions::new().allow_impossible_checks(true).read(theirs.as_bytes());
        assert_eq!(theirs.as_ref(), Ok(position), "{position:?}");
    }
}

/// A FEN as cozy-chess writes it after reading it.
fn read_by_cozy(fen: &[u8]) -> Option<String> {
    let board: cozy_chess::Board = str::from_utf8(fen).ok()?.parse().ok()?;
    Some(format!("{board:#}"))
}

/// A FEN as shakmaty writes it after reading it.
fn read_by_shakmaty(fen: &[u8]) -> Option<String> {
    let fen = Fen::from_ascii(fen).ok()?;
    let chess: Chess = fen.into_position(CastlingMode::Chess960).ok()?;
    Some(Fen::from_position(&chess, EnPassantMode::Always).to_string())
}

#[track_caller]
fn agree(position: &Position) {
    if let Err(difference) = compare(position, &RIVALS) {
        panic!("{difference}");
    }
}
