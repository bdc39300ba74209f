//! Logs whose findings are known: each shape of a log, each check, and what must not be flagged.

use std::collections::BTreeSet;
use std::fs;

use tabiya::{Board, FenOptions, uci};

use super::{findings_in, folder, log_names, row, text_of};

#[test]
fn logs_are_judged_as_expected() {
    let table = fs::read_to_string(folder().join("expected.tsv")).expect("the table can be read");
    for name in log_names() {
        let prefix = format!("{name}\t");
        let expected: BTreeSet<_> = table
            .lines()
            .filter_map(|line| line.strip_prefix(&prefix))
            .map(str::to_owned)
            .collect();
        let findings = findings_in(&text_of(&name));
        let found: BTreeSet<_> = findings.iter().map(row).collect();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn illegal_moves_are_illegal_in_their_fen() {
    let mut count = 0;
    for finding in log_names().iter().flat_map(|name| findings_in(&text_of(name))) {
        let Some(fen) = finding.fen.as_ref().filter(|_| finding.code.ends_with("-illegal")) else {
            continue;
        };
        let options = FenOptions::new().allow_impossible_checks(true);
        let board = Board::from(options.read(fen).expect("the FEN is valid"));
        assert!(uci::parse(&board, &finding.claim).is_err(), "{}: {}", finding.claim, fen);
        assert!(!finding.sentence.is_empty());
        count += 1;
    }
    assert!(count >= 20, "{count}");
}
