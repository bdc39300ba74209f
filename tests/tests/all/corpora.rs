//! Tests for the fuzz targets' committed inputs, with each target's check.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tabiya_suites::data;
use tabiya_tests::corpus;
use tabiya_tests::properties::CHECKS;

/// Runs a target's check on each input.
#[track_caller]
fn check(target: &str) {
    let (_, check) = CHECKS.into_iter().find(|(name, _)| *name == target).expect("a target");
    let inputs = corpus::load(target).unwrap_or_else(|error| panic!("{error:#}"));
    assert!(inputs.len() >= 24, "only {} inputs for {target}", inputs.len());
    for input in &inputs {
        let outcome = catch_unwind(AssertUnwindSafe(|| check(input)));
        assert!(outcome.is_ok(), "{target}: {}", corpus::escape(input));
    }
}

/// Defines a test per target, so that targets run in parallel and can be selected by name.
macro_rules! targets {
    ($($target:ident)*) => {
        $(#[test]
        fn $target() {
            check(stringify!($target));
        })*

        #[test]
        fn targets_with_tests_are_all_checks() {
            assert_eq!(CHECKS.map(|(target, _)| target), [$(stringify!($target)),*]);
        }
    };
}

targets! {
    audit binpack epd fen games index moves packed perft pgn polyglot results retractions san training tree
    uci unchecked_moves units
}

#[test]
fn checks_accept_inputs_of_other_targets() {
    for target in files() {
        let inputs = corpus::load(&target).unwrap_or_else(|error| panic!("{error:#}"));
        for input in inputs.iter().step_by(5) {
            CHECKS.iter().for_each(|(_, check)| check(input));
        }
    }
}

/// Returns the corpus files' targets, in alphabetical order.
fn files() -> Vec<String> {
    let folder = fs::read_dir(data("corpus")).expect("the folder exists");
    let mut targets: Vec<_> = folder
        .map(|entry| entry.expect("the folder can be listed").path())
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    targets.sort();
    targets
}

/// The check in `lab/differential` has a corpus too.
#[test]
fn corpus_files_cover_all_checks() {
    let checks = CHECKS.iter().map(|&(target, _)| target);
    let expected: BTreeSet<_> = checks.chain(["other_libraries"]).collect();
    assert!(files().iter().eq(expected), "{:?}", files());
}
