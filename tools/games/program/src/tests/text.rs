//! Tests for game text.

use tabiya::pgn::{self, RawGame, Style};

use crate::text::{push_as_read, push_game};

#[test]
fn games_as_read_stay_apart() {
    let texts = [
        "1. e4 { lost",
        "[Event \"a\"]\n\n",
        "1. d4 {a}{b",
        "[White \"{\"]\n\n1. c4 *\n",
        "[Event \"b\"]\n\n1. e4 ; {",
        "{",
    ];
    let mut text = Vec::new();
    for part in texts.iter().flat_map(|part| pgn::games(part)) {
        push_as_read(&mut text, &part);
    }
    // A comment alone is no game.
    assert_eq!(pgn::games(&text).count(), 5, "{}", String::from_utf8_lossy(&text));
}

#[test]
fn error_leaves_text_as_before() {
    let mut text = b"before".to_vec();
    let game = RawGame::new("1. e4 e4 *");
    push_game(&mut text, &game, Style::Export).expect_err("not a legal move");
    assert_eq!(text, b"before");
}
