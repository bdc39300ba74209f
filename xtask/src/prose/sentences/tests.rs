//! Tests for how sentences end and how words are counted.

use super::{CODE, sentences, word_count};

#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<_> = sentences(text).into_iter().map(|range| &text[range]).collect();
    assert_eq!(found, expected);
}

#[test]
fn sentence_ends_at_its_mark() {
    check("One. Two! Three? (Four.) Five", &["One.", "Two!", "Three?", "(Four.)", "Five"]);
    check(" One.\u{a0} Two. ", &["One.", "Two."]);
    check("", &[]);
}

#[test]
fn point_inside_a_sentence_does_not_end_it() {
    check("Write 1.5, e.g. Foo. Bar", &["Write 1.5, e.g. Foo.", "Bar"]);
    check("After 1. e4 it is Black's turn.", &["After 1. e4 it is Black's turn."]);
}

#[test]
fn code_span_begins_a_sentence() {
    let text = format!("One. {CODE} two.");
    check(&text, &["One.", &text[5..]]);
}

#[test]
fn dash_is_no_word_and_code_is_one() {
    assert_eq!(word_count(&format!("a move – {CODE}'s 2nd – is one-way.")), 6);
}
