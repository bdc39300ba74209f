//! Tests for the perft suites, up to a million nodes per count, by each perft back end.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;

use tabiya::{FenError, FenOptions};
use tabiya_core::cpu::{self, CpuLevel};
use tabiya_suites::data;
use tabiya_suites::parallel::cpu_count;
use tabiya_suites::suite::{all_suites, composed_fens, load, read_text};
use tabiya_suites::suite_counts::{available_perfts, check_all, jobs};

const MAX_NODES: u64 = 1_000_000;

/// Verifies a suite's counts, and reports all failures together.
fn check(name: &str) {
    let path = data("perft").join(name);
    let rows = load(&path).unwrap_or_else(|error| panic!("{error:#}"));
    let (jobs, skipped) = jobs(&rows, MAX_NODES).unwrap_or_else(|error| panic!("{error:#}"));
    let (counts, nodes) = counts_and_nodes(&path);
    let expected_nodes: u64 = jobs.iter().map(|job| job.expected).sum();
    assert!(counts > 0, "{name} has no count up to {MAX_NODES}");
    assert_eq!((jobs.len(), expected_nodes), (counts, nodes), "{name} was not parsed completely");

    for perft in available_perfts() {
        let results = Mutex::new((0, Vec::new()));
        check_all(&jobs, perft, cpu_count(), |_, outcome| {
            let (checked, failures) = &mut *results.lock().expect("no thread panicked");
            *checked += 1;
            failures.extend(outcome.as_ref().err().map(ToString::to_string));
        });
        let (checked, failures) = results.into_inner().expect("no thread panicked");
        let backend = perft.backend();
        assert!(failures.is_empty(), "{backend}: {}", failures.join("\n"));
        assert_eq!(checked, counts, "{name} was not counted completely by {backend}");
        println!(
            "{name}: {} positions, {checked} counts, {nodes} nodes by {backend}, \
             {skipped} larger counts skipped",
            rows.len()
        );
    }
}

/// Returns how many counts up to the limit are in a file, and their sum, without the suite parser.
fn counts_and_nodes(path: &Path) -> (usize, u64) {
    let text = read_text(path).unwrap_or_else(|error| panic!("{error:#}"));
    text.split(';')
        .filter(|part| part.starts_with('D'))
        .filter_map(|part| part.split_whitespace().nth(1)?.parse().ok())
        .filter(|&nodes: &u64| nodes <= MAX_NODES)
        .fold((0, 0), |(counts, sum), nodes| (counts + 1, sum + nodes))
}

/// Defines a test per suite, and a test that every file has one.
macro_rules! suites {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(concat!(stringify!($name), ".epd"));
            }
        )*

        #[test]
        fn suites_with_tests_are_all_files() {
            let tested: Vec<_> =
                [$(concat!(stringify!($name), ".epd")),*].map(|name| data("perft").join(name)).into();
            assert_eq!(tested, all_suites().expect("the folder exists"));
        }
    };
}

suites! {
    chess960 classic counterexamples dfrc double_check edge_cases en_passant random single_check tricky
}

/// If CI requires a CPU level, its back end must be available.
#[test]
fn back_ends_for_testable_levels_are_available() {
    let levels = CpuLevel::ALL.into_iter().filter(|&level| cpu::is_testable(level));
    assert_eq!(available_perfts().count(), levels.count());
}

#[test]
fn strict_fen_options_reject_exactly_composed_rows() {
    let mut failures = Vec::new();
    let mut unused: HashSet<_> = composed_fens().expect("the file exists").into_iter().collect();
    for path in all_suites().expect("the folder exists") {
        for row in load(&path).unwrap_or_else(|error| panic!("{error:#}")) {
            let result = FenOptions::new().read(row.fen.as_bytes());
            let is_expected = match (&result, row.is_composed) {
                (Ok(_), is_composed) => !is_composed,
                (Err(FenError::ImpossibleCheck(_)), is_composed) => is_composed,
                (Err(_), _) => false,
            };
            if !is_expected || row.position().is_err() {
                failures.push(format!("{}:{}: {}: {result:?}", path.display(), row.line, row.fen));
            }
            unused.remove(&row.fen);
        }
    }
    assert!(failures.is_empty(), "{} rows:\n{}", failures.len(), failures.join("\n"));
    assert!(unused.is_empty(), "in no suite: {unused:?}");
}
