//! Files of random games, read and written by this library and by sfbinpack.

use sfbinpack::TrainingDataEntry;
use tabiya::binpack::{Blocks, Entry, write};
use tabiya::uci::{CastlingNotation, UciMove};
use tabiya_binpack_compare::{Mix, entries, read_theirs, to_theirs, write_theirs};

/// The number of entries by mix; four mixes make two million.
const COUNT: usize = 500_000;

fn read(bytes: &[u8]) -> Vec<Entry> {
    let mut read = Vec::new();
    for block in Blocks::new(bytes) {
        let mut block = block.expect("a block").entries();
        while let Some(entry) = block.next() {
            read.push(*entry.expect("an entry"));
        }
    }
    read
}

fn check_equal(entry: &Entry, theirs: &TrainingDataEntry) {
    let uci = entry.mv.map(|mv| UciMove::from_move(mv, CastlingNotation::KingMove).to_string());
    let text = entry.position.to_string();
    assert_eq!(theirs.pos.fen().expect("a FEN"), text);
    assert_eq!(Some(theirs.mv.as_uci()), uci, "{text}");
    let us = entry.position.side_to_move();
    let result = entry.winner.map_or(0, |winner| if winner == us { 1 } else { -1 });
    assert_eq!(
        (theirs.score, theirs.ply, theirs.result),
        (entry.score, entry.ply, result),
        "{text}"
    );
}

fn check(mix: Mix) {
    let entries = entries(mix, COUNT, 60);
    let bytes = write(entries.iter().copied()).expect("entries that can be written");
    assert_eq!(read(&bytes), entries, "{mix:?}");
    let mut reader = read_theirs(&bytes);
    let mut theirs = Vec::new();
    for entry in &entries {
        assert!(reader.has_next());
        let found = reader.next();
        check_equal(entry, &found);
        theirs.push(found);
    }
    assert!(!reader.has_next());
    assert!(write_theirs(&theirs) == bytes, "{mix:?}: other bytes from what sfbinpack read");
    let theirs: Vec<_> = entries.iter().map(to_theirs).collect();
    assert!(write_theirs(&theirs) == bytes, "{mix:?}: other bytes from FENs");
}

#[test]
fn whole_games_are_equal() {
    check(Mix::Games);
}

#[test]
fn special_games_are_equal() {
    check(Mix::Special);
}

#[test]
fn capture_games_are_equal() {
    check(Mix::Rules);
}

#[test]
fn games_with_gaps_are_equal() {
    check(Mix::Gaps);
}
