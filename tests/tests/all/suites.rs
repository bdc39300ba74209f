//! Every count of the perft suites up to a million nodes, by every back end of perft.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Mutex;

use tabiya::{FenError, FenOptions};
use tabiya_core::cpu::{self, CpuLevel};
use tabiya_tests::data;
use tabiya_tests::parallel::cpu_count;
use tabiya_tests::suite::{all_suites, composed_fens, load, read_text};
use tabiya_tests::suite_counts::{available_perfts, check_all, jobs};

const MAX_NODES: u64 = 1_000_000;

/// Counts a suite, and reports every failure at once.
fn check(name: &str) {
    let path = data("perft").join(name);
    let rows = load(&path).unwrap_or_else(|error| panic!("{error:#}"));
    let (jobs, skipped) = jobs(&rows, MAX_NODES).unwrap_or_else(|error| panic!("{error:#}"));
    let (counts, nodes) = plain_count(&path);
    let listed: u64 = jobs.iter().map(|job| job.expected).sum();
    assert!(counts > 0, "{name} has no count up to {MAX_NODES}");
    assert_eq!((jobs.len(), listed), (counts, nodes), "{name} was not read whole");

    for perft in available_perfts() {
        let done = Mutex::new((0, Vec::new()));
        check_all(&jobs, perft, cpu_count(), |_, outcome| {
            let (checked, failures) = &mut *done.lock().expect("no thread panicked");
            *checked += 1;
            failures.extend(outcome.as_ref().err().map(ToString::to_string));
        });
        let (checked, failures) = done.into_inner().expect("no thread panicked");
        let backend = perft.backend();
        assert!(failures.is_empty(), "{backend}: {}", failures.join("\n"));
        assert_eq!(checked, counts, "{name} was not counted whole by {backend}");
        println!(
            "{name}: {} positions, {checked} counts, {nodes} nodes by {backend}, \
             {skipped} deeper ones skipped",
            rows.len()
        );
    }
}

/// How many counts a file has up to the limit, and their sum, found without its reader.
fn plain_count(path: &Path) -> (usize, u64) {
    let text = read_text(path).unwrap_or_else(|error| panic!("{error:#}"));
    text.split(';')
        .filter(|part| part.starts_with('D'))
        .filter_map(|part| part.split_whitespace().nth(1)?.parse().ok())
        .filter(|&nodes: &u64| nodes <= MAX_NODES)
        .fold((0, 0), |(counts, sum), nodes| (counts + 1, sum + nodes))
}

/// One test a suite, and one that no file is left out.
macro_rules! suites {
    ($($name:ident)*) => {
        $(
            #[test]
            fn $name() {
                check(concat!(stringify!($name), ".epd"));
            }
        )*

        #[test]
        fn no_suite_is_left_out() {
            let listed: Vec<_> =
                [$(concat!(stringify!($name), ".epd")),*].map(|name| data("perft").join(name)).into();
            assert_eq!(listed, all_suites().expect("the folder is there"));
        }
    };
}

suites! {
    chess960 classic dfrc double_check edge_cases en_passant random single_check tricky
}

/// Where CI requires a level of the CPU, the back end for it is among those that counted.
#[test]
fn every_required_back_end_is_there() {
    let levels = CpuLevel::ALL.into_iter().filter(|&level| cpu::is_testable(level));
    assert_eq!(available_perfts().count(), levels.count());
}

/// Strict reading refuses the rows of `composed.fen`, for their checkers, and no others.
#[test]
fn composed_rows_are_those_listed() {
    let mut wrong = Vec::new();
    let mut unused: HashSet<_> = composed_fens().expect("the list is there").into_iter().collect();
    for path in all_suites().expect("the folder is there") {
        for row in load(&path).unwrap_or_else(|error| panic!("{error:#}")) {
            let strictly = FenOptions::new().read(row.fen.as_bytes());
            let is_as_listed = match (&strictly, row.is_composed) {
                (Ok(_), listed) => !listed,
                (Err(FenError::ImpossibleCheck(_)), listed) => listed,
                (Err(_), _) => false,
            };
            if !is_as_listed || row.position().is_err() {
                wrong.push(format!("{}:{}: {}: {strictly:?}", path.display(), row.line, row.fen));
            }
            unused.remove(&row.fen);
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n"));
    assert!(unused.is_empty(), "in no suite: {unused:?}");
}
