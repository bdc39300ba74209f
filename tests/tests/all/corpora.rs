//! The committed inputs of the fuzz targets, each given to its check: what a fuzzer once
//! found is asked again by every test run.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tabiya_tests::corpus;
use tabiya_tests::data;
use tabiya_tests::properties::CHECKS;

/// Each input of a target passes its check.
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

/// A test for each target, so that they share processors, and one can be left out.
macro_rules! targets {
    ($($target:ident)*) => {
        $(#[test]
        fn $target() {
            check(stringify!($target));
        })*

        #[test]
        fn every_check_has_its_test() {
            assert_eq!(CHECKS.map(|(target, _)| target), [$(stringify!($target)),*]);
        }
    };
}

targets! { checkpoint epd fen moves other_libraries packed perft san training uci unchecked_moves }

/// An input of one target is any bytes to the others.
#[test]
fn every_input_is_harmless_to_every_check() {
    for (target, _) in CHECKS {
        let inputs = corpus::load(target).unwrap_or_else(|error| panic!("{error:#}"));
        for input in inputs.iter().step_by(5) {
            CHECKS.iter().for_each(|(_, check)| check(input));
        }
    }
}

#[test]
fn every_corpus_has_its_check() {
    let folder = fs::read_dir(data("corpus")).expect("the folder is there");
    let mut found: Vec<_> = folder
        .map(|entry| entry.expect("it can be listed").path())
        .map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned())
        .collect();
    found.sort();
    assert_eq!(found, CHECKS.map(|(target, _)| target));
}
