//! Tests for `tests/data/fen/verdicts.tsv`: FENs on which libraries differ and FENs from other
//! projects' tests, each with a verdict and its rule.

use std::collections::BTreeSet;

use tabiya::{ClockErrorKind, FenError, FenOptions};
use tabiya_suites::data;
use tabiya_suites::suite::read_text;

use super::fen_with_ep_square;

/// The rules by which a FEN is accepted that other libraries reject or parse differently.
const ACCEPTED: [&str; 8] = [
    "standard FEN",
    "castling: KQkq for the outermost rooks, files for any rook, with the king on any file",
    "castling: letters in any order",
    "clocks: any number up to 65535",
    "en passant: the square is kept even without a legal capture",
    "fields: trailing fields from castling on may be missing",
    "fields: spaces may repeat",
    "placement: adjacent digits are accepted",
];

/// Returns the rule that an error reports.
fn rule(error: &FenError) -> &'static str {
    match error {
        FenError::Empty | FenError::MissingField(_) => "fields: placement and side are required",
        FenError::TrailingText(_) => "fields: no text after the sixth",
        FenError::KingCount { .. } => "kings: exactly one per side",
        FenError::KingsAdjacent => "kings: not adjacent",
        FenError::OpponentInCheck => "kings: the side not to move is not in check",
        FenError::PawnOnBackRank(_) => "pawns: none on ranks 1 and 8",
        FenError::TooManyPromoted { .. } => {
            "material: at most as many promoted pieces as missing pawns"
        }
        FenError::ImpossibleCheck(_) => "checkers: possible after a legal move, unless composed",
        FenError::SideToMove(_) => "side to move: w or b",
        FenError::Castling { .. } => {
            "castling: distinct letters, each with king and rook on their squares"
        }
        FenError::EnPassant { .. } => {
            "en passant: an empty square on rank 3 or 6, with an empty origin and the pushed pawn"
        }
        FenError::Clock { fault: ClockErrorKind::NotDigits, .. } => {
            "clocks: decimal digits, no sign"
        }
        FenError::Clock { fault: ClockErrorKind::TooLarge, .. } => "clocks: at most 65535",
        FenError::Clock { fault: ClockErrorKind::Zero, .. } => "clocks: fullmove number at least 1",
        _ => "placement: eight ranks of eight squares, as letters of pieces and digits 1 to 8",
    }
}

/// Compares a FEN's result with its row, and returns the rule.
#[track_caller]
fn check(row: &str) -> String {
    let columns: Vec<_> = row.split('\t').collect();
    let [fen, verdict, text, move_count, expected_rule, _others] = columns[..] else {
        panic!("{row}: found {} columns; expected 6", columns.len());
    };
    let strict = FenOptions::new().read(fen.as_bytes());
    let composed = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
    let found = match (&strict, &composed) {
        (Ok(position), _) => ("accepted", fen_with_ep_square(position)),
        (Err(error), Ok(_)) => ("composed", error.to_string()),
        (Err(error), Err(_)) => ("rejected", error.to_string()),
    };
    assert_eq!(found, (verdict, text.to_owned()), "{fen}");
    match strict {
        Ok(_) => assert!(ACCEPTED.contains(&expected_rule), "{fen}: {expected_rule}"),
        Err(error) => assert_eq!(expected_rule, rule(&error), "{fen}"),
    }
    let count = composed.map_or_else(|_| "-".to_owned(), |p| p.legal_move_count().to_string());
    assert_eq!(move_count, count, "{fen}");
    expected_rule.to_owned()
}

#[test]
fn fens_have_table_verdict_and_rule() {
    let text = read_text(&data("fen/verdicts.tsv")).unwrap_or_else(|error| panic!("{error:#}"));
    let rows: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), ROWS);
    let rules: BTreeSet<_> = rows.iter().map(|row| check(row)).collect();
    assert_eq!(rules.len(), 23, "{rules:#?}");
    assert!(ACCEPTED.iter().all(|rule| rules.contains(*rule)), "{rules:#?}");
}

/// The table's row count.
const ROWS: usize = 290;
