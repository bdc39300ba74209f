//! Tests for the term list and for the ranks of results.

use std::collections::BTreeMap;

use super::{MAX_RANK, Term, parse_terms, report};

const TERM: Term<'_> = Term { text: "null move", item: "a::B", max_rank: 2 };

#[track_caller]
fn assert_found(found: &[&str], expected: bool) {
    let found = found.iter().map(|&item| item.to_owned()).collect();
    let results = BTreeMap::from([("null move".to_owned(), found)]);
    assert_eq!(report(&TERM, &results), expected);
}

#[test]
fn item_at_its_rank_is_found() {
    assert_found(&["a::B"], true);
    assert_found(&["a::C", "a::B", "a::D"], true);
}

#[test]
fn item_below_its_rank_is_not_found() {
    assert_found(&["a::C", "a::D", "a::B"], false);
    assert_found(&["a::BC"], false);
    assert_found(&[], false);
    assert!(!report(&TERM, &BTreeMap::new()));
}

#[test]
fn line_is_term_item_and_rank() {
    let found = parse_terms("# Text.\nnull move\ta::B\t2\nsee\ta::C").expect("two terms");
    assert_eq!(found, [TERM, Term { text: "see", item: "a::C", max_rank: MAX_RANK }]);
    for line in ["see", "", "see\ta::C\ttwo", "see\ta::C\t2\t3"] {
        assert_eq!(parse_terms(line).is_err(), !line.is_empty(), "{line:?}");
    }
}
