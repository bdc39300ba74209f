//! Tests for repaired games.

use tabiya::pgn::{RawGame, Style};

use crate::repair::{Changes, truncated};

#[track_caller]
fn check(text: &str, expected: &str) {
    let shorter = truncated(&RawGame::new(text));
    assert_eq!(String::from_utf8_lossy(&shorter), expected);
    let mut written = String::new();
    let result = RawGame::new(&shorter).write(Style::Export, &mut written);
    result.unwrap_or_else(|error| panic!("{expected}: {error}"));
}

#[test]
fn truncated_game_ends_each_line_before_its_error() {
    check("1. e4 e5 2. Bh6 Nc6 1-0", "1. e4 e5 2. 1-0");
    check("1. e4 (1. d4 Nf9 (e5) 2. c4) e5 *", "1. e4 (1. d4 ) e5 *");
    check("1. e4 ) (1. Nf9) e5 0-1", "1. e4   e5 0-1");
    check("1. e4 (1. Nf9 e5 0-1", "1. e4 ");
    check("1. e4 (1. d4 (1. c4 c6) d5) e5 *", "1. e4 (1. d4 (1. c4 c6) d5) e5 *");
    let open = "(1. d4 ".repeat(40);
    let close = ")".repeat(40);
    let expected = format!("1. e4 {}{} *", "(1. d4 ".repeat(32), ")".repeat(32));
    check(&format!("1. e4 {open}{close} *"), &expected);
}

#[test]
fn changes_name_tags_result_and_notation() {
    let game = RawGame::new("[White \"\"]\n[Result \"*\"]\n[Event \"a\"]\n\n1. e2e4 Nc6 1-0");
    let changes = Changes::of(&game);
    let expected = [
        "new tags: Site, Date, Round, White, Black",
        "Result * is now 1-0",
        "1 moves rewritten in SAN",
    ];
    assert_eq!(changes.describe(), expected);
    assert_eq!(Changes::of(&RawGame::new("1. e4 *")).result, None);
}
