//! Tests for timing libraries.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::thread;
use std::time::Duration;

use super::*;

#[test]
fn shuffled_order_varies_predecessors() {
    let orders = [0, 1, 2].map(|round| shuffled_order(round, 7));
    for library in 0..7 {
        let position = |order: &Vec<usize>| order.iter().position(|&index| index == library);
        let predecessor = |order| Some(order[position(order)?.checked_sub(1)?]);
        let predecessors: BTreeSet<_> = orders.iter().map(predecessor).collect();
        assert!(predecessors.len() >= 2, "{library} in {orders:?}");
    }
}

fn case(works: Vec<Option<Work>>) -> Case {
    let name = "case".to_owned();
    let max_ratio = f64::INFINITY;
    let statistic = Statistic::Median;
    let clock = Clock::Wall;
    Case { name, amount: 1, expected: None, works, max_ratio, statistic, clock }
}

/// Measures a row with these counts, one per library; `None` has no call for the task.
fn measure(counts: &[Option<u64>], expected: Option<u64>) -> RowResult {
    let work = |count: u64| Box::new(move || Ok(count)) as Work;
    let mut works: Vec<_> = counts.iter().map(|count| count.map(work)).collect();
    works.resize_with(Competitor::ALL.len(), || None);
    let cases = vec![Case { expected, ..case(works) }];
    let name = "row".to_owned();
    let parts = Vec::new();
    let mut row = Row { name, level: None, unit: Unit::Seconds, cases, parts };
    row.measure(2).expect("nothing fails")
}

fn count_differences(measured: &RowResult) -> Vec<Option<i64>> {
    measured.overall.entries[..4].iter().map(|entry| entry.count_difference()).collect()
}

#[test]
fn slow_library_stops_after_minimum_rounds() {
    for (max_ratio, expected) in [(2.0, MIN_ROUNDS), (f64::INFINITY, 7)] {
        let rounds = Rc::new([Cell::new(0), Cell::new(0)]);
        let works = [0, 2].into_iter().enumerate().map(|(library, milliseconds)| {
            let rounds = Rc::clone(&rounds);
            let work: Work = Box::new(move || {
                rounds[library].set(rounds[library].get() + 1);
                thread::sleep(Duration::from_millis(milliseconds));
                Ok(7)
            });
            Some(work)
        });
        let mut case = Case { max_ratio, ..case(works.collect()) };
        case.measure(Unit::Seconds, 7).expect("nothing fails");
        assert_eq!([rounds[0].get(), rounds[1].get()], [7, expected], "maximum ratio {max_ratio}");
    }
}

#[test]
fn statistic_selects_minimum_or_median() {
    let seconds = vec![4.0, 6.0, 100.0];
    let counts = vec![7; 3];
    let library = Rounds { seconds, counts: counts.clone() };
    let tabiya = Rounds { seconds: vec![4.0, 2.0, 10.0], counts };
    for (statistic, value, ratio) in [(Statistic::Minimum, 4.0, 2.0), (Statistic::Median, 6.0, 3.0)]
    {
        let case = Case { statistic, ..case(Vec::new()) };
        let figure = case.entry(Unit::Seconds, &library, &tabiya, 7).figure();
        let actual = figure.map(|figure| (figure.value, figure.ratio));
        assert_eq!(actual, Some((value, ratio)), "{statistic:?}");
    }
}

#[test]
fn stack_offsets_span_a_page() {
    let address_below = |frames| {
        let mut work: Work = Box::new(|| {
            let local = 0_u8;
            Ok(std::ptr::from_ref(black_box(&local)).addr() as u64)
        });
        run_at_stack_offset(frames, &mut work).expect("an address")
    };
    let addresses = [0, 1, FRAMES / 2, FRAMES].map(address_below);
    assert!(addresses.is_sorted_by(|above, below| above > below), "{addresses:?}");
    assert!(addresses[0] - addresses[3] >= 4096, "{addresses:?}");
    assert!(addresses[0] - addresses[1] <= 256, "{addresses:?}");
}

#[test]
fn median_and_spread_match_examples() {
    assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
    assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
    assert_eq!(spread(vec![1.0, 2.0, 100.0, 4.0, 3.0]), 2.0 / 3.0);
    assert_eq!(spread(vec![1.0]), 0.0);
}

#[test]
fn count_other_than_most_common_is_wrong() {
    let measured = measure(&[Some(7), Some(8), Some(7), Some(5)], None);
    assert_eq!(count_differences(&measured), [None, Some(1), None, Some(-2)]);
    // Tabiya's result is wrong too.
    let measured = measure(&[Some(7), Some(8), Some(8), None], None);
    assert_eq!(count_differences(&measured), [Some(-1), None, None, None]);
    assert!(measured.fastest_other().is_none());
}

#[test]
fn count_other_than_expected_is_wrong() {
    let measured = measure(&[Some(7), Some(7), Some(8), None], Some(8));
    assert_eq!(count_differences(&measured), [Some(-1), Some(-1), None, None]);
}

#[test]
fn wrong_library_is_not_the_fastest() {
    let measured = measure(&[Some(7), Some(7), Some(7), Some(5)], None);
    let fastest = measured.fastest_other().map(|(library, _)| library.name());
    assert!(matches!(fastest, Some("cozy-chess" | "shakmaty")), "{fastest:?}");
    assert_eq!(measured.ratio_to("chess"), None);
}

#[test]
fn library_without_a_call_has_no_figure() {
    let measured = measure(&[Some(7), None, Some(7)], None);
    let has_figure = measured.overall.entries.iter().map(|entry| entry.figure().is_some());
    let expected = (0..Competitor::ALL.len()).map(|index| index == 0 || index == 2);
    assert!(has_figure.eq(expected), "{:?}", measured.overall.entries);
}
