//! The FENs on which libraries differ, and those of other projects' tests: each has its
//! verdict in `tests/data/fen/verdicts.tsv`, with the rule that it follows from.

use std::collections::BTreeSet;

use tabiya::{ClockErrorKind, FenError, FenOptions};
use tabiya_tests::data;
use tabiya_tests::suite::read_text;

use super::kept;

/// What lets a FEN in that others refuse or read otherwise.
const ACCEPTED: [&str; 8] = [
    "a position of the rules",
    "castling: KQkq name the outermost rooks, file letters any, wherever the king stands",
    "castling: letters in any order",
    "clocks: any number up to 65535",
    "en passant: kept as read; whether a capture there is legal is derived",
    "fields: castling, en passant and clocks may be missing from the right",
    "fields: spaces may repeat",
    "placement: adjacent digits are accepted",
];

/// The rule that an error stands for.
fn rule(error: &FenError) -> &'static str {
    match error {
        FenError::MissingField(_) => "fields: placement and side are required",
        FenError::TrailingText(_) => "fields: six, and no text after them",
        FenError::KingCount { .. } => "kings: exactly one a side",
        FenError::KingsAdjacent => "kings: not adjacent",
        FenError::OpponentInCheck => "kings: the side not to move is not in check",
        FenError::PawnOnBackRank(_) => "pawns: none on ranks 1 and 8",
        FenError::TooManyPromoted { .. } => "material: promoted pieces no more than missing pawns",
        FenError::ImpossibleCheck(_) => "checkers: a set that could have arisen, unless composed",
        FenError::SideToMove(_) => "side to move: w or b",
        FenError::Castling { .. } => {
            "castling: letters without repeats, each with its king and rook in place"
        }
        FenError::EnPassant { .. } => {
            "en passant: on the right rank, empty, its origin empty, the pushed pawn in front"
        }
        FenError::Clock { fault: ClockErrorKind::NotDigits, .. } => {
            "clocks: decimal digits, no sign"
        }
        FenError::Clock { fault: ClockErrorKind::TooLarge, .. } => {
            "clocks: at most 65535, and too large is an error"
        }
        FenError::Clock { fault: ClockErrorKind::Zero, .. } => "clocks: fullmove number at least 1",
        _ => "placement: eight ranks of eight; letters of pieces and digits 1 to 8",
    }
}

/// Compares what becomes of a FEN with its row.
#[track_caller]
fn check(row: &str) -> String {
    let columns: Vec<_> = row.split('\t').collect();
    let [fen, verdict, told, moves, named, _others] = columns[..] else {
        panic!("{row}: found {} columns", columns.len());
    };
    let strict = FenOptions::new().read(fen.as_bytes());
    let composed = FenOptions::new().allow_impossible_checks(true).read(fen.as_bytes());
    let found = match (&strict, &composed) {
        (Ok(position), _) => ("accepted", kept(position)),
        (Err(error), Ok(_)) => ("composed", error.to_string()),
        (Err(error), Err(_)) => ("refused", error.to_string()),
    };
    assert_eq!(found, (verdict, told.to_owned()), "{fen}");
    match strict {
        Ok(_) => assert!(ACCEPTED.contains(&named), "{fen}: {named}"),
        Err(error) => assert_eq!(named, rule(&error), "{fen}"),
    }
    let count = composed.map_or_else(|_| "-".to_owned(), |p| p.legal_move_count().to_string());
    assert_eq!(moves, count, "{fen}");
    named.to_owned()
}

#[test]
fn each_row_has_the_verdict_of_its_rule() {
    let text = read_text(&data("fen/verdicts.tsv")).unwrap_or_else(|error| panic!("{error:#}"));
    let rows: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(rows.len(), ROWS);
    let rules: BTreeSet<_> = rows.iter().map(|row| check(row)).collect();
    assert_eq!(rules.len(), 23, "{rules:#?}");
    assert!(ACCEPTED.iter().all(|rule| rules.contains(*rule)), "{rules:#?}");
}

/// All that `disagreements` and `expectations` list, without repeats.
const ROWS: usize = 290;
