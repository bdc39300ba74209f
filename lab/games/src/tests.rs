//! Tests for the comparisons: equal games pass, and each difference is found.

use crate::corpus::{Corpus, generated};
use crate::counts::Counts;
use crate::exact::compare;
use crate::measure::{Entry, Sample, measure};
use crate::rows::{Bulk, RowName};

fn games() -> Corpus {
    generated(60).expect("moves can be written")
}

#[test]
fn generated_games_are_equal() {
    let corpus = games();
    let equal = compare(&corpus.text()).expect("games are equal");
    assert_eq!(equal.games, 60);
    assert!(equal.moves > 1000 && equal.elements > 2 * equal.moves, "{equal}");
    let text = String::from_utf8(corpus.text()).expect("text");
    assert!(["(", "$1", "#-", "[%clk 1:00:"].iter().all(|part| text.contains(part)));
}

#[test]
fn compare_names_the_first_difference() {
    // pgn-reader ignores this text, so that the next move is illegal there.
    let error = compare(b"1. e4 e5 2. Nf3 exf6ep").expect_err("different").to_string();
    assert!(error.starts_with("game 1, element 3"), "{error}");
    let error = compare(b"1. e4 e5 2. Ke3 *").expect_err("illegal").to_string();
    assert_eq!(error, "game 1: an illegal move");
}

#[test]
fn rows_have_equal_counts() {
    let corpus = games();
    let bulk = Bulk::new(&corpus, 100_000);
    let rows = [
        RowName::Skip,
        RowName::Tokens,
        RowName::GameTokens,
        RowName::Replay,
        RowName::CommentValues,
        RowName::PlyValues,
    ];
    for row in rows {
        let mut entries = bulk.entries(row, None).expect("no files");
        let measured = measure(&row.text(), &mut entries, 1).expect("equal counts");
        assert!(measured.len() >= 2 && measured.iter().all(|library| library.rate() > 0.0));
    }
}

#[test]
fn measure_different_counts_fails() {
    let entry = |library, plies| Entry {
        library,
        bytes: 1,
        plies: 1,
        expected: None,
        run: Box::new(move || {
            Ok(Sample { seconds: 1.0, counts: Counts { plies, ..Counts::default() } })
        }),
    };
    let error = measure("row", &mut [entry("a", 1), entry("b", 2)], 1).expect_err("different");
    assert!(error.to_string().starts_with("row: b has 0 games, 2 plies"), "{error}");
    let mut sample = entry("b", 2);
    sample.expected = Some(Counts { plies: 2, ..Counts::default() });
    assert_eq!(
        measure("row", &mut [entry("a", 1), sample], 1).map(|rows| rows.len()).ok(),
        Some(2)
    );
}

#[test]
fn varied_text_keeps_moves_and_length() {
    let corpus = games();
    let bulk = corpus.bulk(50_000);
    let varied = corpus.varied(50_000);
    assert_ne!(bulk, varied);
    compare(&varied).expect("games are equal");
    assert_eq!(corpus.varied(50_000), varied);
}
