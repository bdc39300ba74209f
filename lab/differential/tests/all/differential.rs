//! Tests that all generators agree on the suites and on random games.

use std::sync::Mutex;

use tabiya_differential::GENERATORS;
use tabiya_suites::parallel::cpu_count;
use tabiya_suites::suite::all_positions;
use tabiya_tests::differential::{Difference, Tally, compare_playouts, compare_positions};
use tabiya_tests::playouts::Playouts;

/// Returns how many boards are compared and skipped for each generator.
fn compared_and_skipped(tally: &Tally) -> Vec<(u64, u64)> {
    tally.generators.iter().map(|generator| (generator.boards, generator.skipped)).collect()
}

#[test]
fn generators_agree_on_suites() {
    let positions = all_positions().unwrap_or_else(|error| panic!("{error:#}"));
    let (tally, differences) = compare_positions(&positions, &GENERATORS);
    assert!(differences.is_empty(), "{differences:#?}");
    assert_eq!(tally.boards, 6_555);
    let all = (6_555, 0);
    // Two composed positions, and 666 with Chess960 castling rights.
    let expected = [all, all, all, (6_553, 2), all, (5_889, 666)];
    assert_eq!(compared_and_skipped(&tally), expected);
    let successors = |index: usize| tally.generators[index].successors;
    assert!((0..3).chain([4]).all(|index| successors(index) == tally.moves), "{tally:?}");
}

#[test]
fn generators_agree_on_random_games() {
    let rows = all_positions().unwrap_or_else(|error| panic!("{error:#}"));
    let messages = Mutex::new(Vec::new());
    let playouts = Playouts::new(12_000, 0x7ab1_7a00, &rows);
    let observer = |_, differences: &[Difference]| {
        let differences = differences.iter().map(ToString::to_string);
        messages.lock().expect("no thread panicked").extend(differences);
    };
    let report = compare_playouts(playouts, &GENERATORS, cpu_count(), usize::MAX, observer);
    let messages = messages.into_inner().expect("no thread panicked");
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    assert_eq!(report.boards, [3_600, 3_600, 3_600, 1_200]);
    let is_complete =
        |&(compared, skipped): &(u64, u64)| compared + skipped == 12_000 && compared > 9_000;
    assert!(compared_and_skipped(&report.tally).iter().all(is_complete), "{report}");
    println!("{report}");
}
