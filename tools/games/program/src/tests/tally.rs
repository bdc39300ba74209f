//! Tests for tallies.

use crate::tally::Tally;

#[test]
fn tally_with_many_values_does_not_depend_on_division() {
    let values: Vec<_> = (0..30_000_u32).map(|i| format!("{:05}", i * 7919 % 15_000)).collect();
    let tally = |values: &[String]| {
        let mut tally = Tally::default();
        values.iter().for_each(|value| tally.add(value, 1));
        tally
    };
    let whole = tally(&values);
    assert_eq!((whole.counts().len(), whole.total(), whole.others()), (10_000, 30_000, 10_000));
    for len in [1_000, 12_345] {
        let mut sum = Tally::default();
        values.chunks(len).for_each(|part| sum.merge(&tally(part)));
        assert_eq!(sum, whole);
    }
}
