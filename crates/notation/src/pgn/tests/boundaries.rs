//! Tests for game boundaries.

extern crate std;
use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use crate::pgn::{RawGame, games, games_in_part, guess_game_start, tokens};

/// Checks a text's games, also if the text arrives in parts.
#[track_caller]
fn check(expected: &[&str]) {
    let text = expected.concat();
    let found: Vec<_> = games(&text).map(|game| String::from_utf8_lossy(game.bytes())).collect();
    assert_eq!(found, expected);
    for size in 1..=text.len() {
        assert_eq!(split_in_parts(text.as_bytes(), size), expected, "buffers of {size} bytes");
    }
}

/// Splits a text that arrives in parts with the given size.
fn split_in_parts(text: &[u8], size: usize) -> Vec<String> {
    let mut found = vec![];
    let mut start = 0;
    let mut end = 0;
    while end < text.len() {
        end = text.len().min(end + size);
        let buffer = &text[start..end];
        let mut part = if end == text.len() { games(buffer) } else { games_in_part(buffer) };
        found.extend(part.by_ref().map(|game| String::from_utf8_lossy(game.bytes()).into_owned()));
        start += part.consumed();
    }
    found
}

const TAGGED: &str = "[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 *\n\n";

#[test]
fn game_ends_after_termination() {
    check(&["1. e4 e5 1-0 ", "1. d4 d5 0-1\n", "1. c4 1/2-1/2\n\n", "1.*", "40.1-0\n", "1. f4 *"]);
    check(&[TAGGED, TAGGED, TAGGED]);
    check(&["0-1 ", "1-0"]);
    // The rest of a line begins a game like a line of its own.
    check(&["1. e4 * ", "% escaped\n1. d4 * ", "[White \"x\"]\n*"]);
    check(&["1. e4 $1-0 e5 *"]);
}

#[test]
fn castling_with_zeros_and_other_hyphens_end_no_game() {
    check(&["1. 0-0 0-0-0 2. Ng1-f3 x1-0 1-0x e4.1-0 e2-e4 *", "1-0"]);
}

#[test]
fn game_without_termination_ends_before_next_tag_pair() {
    check(&["[White \"A\"]\n\n1. e4 e5\n\n", "[White \"B\"]\n1. d4\n", "[White \"C\"]\n1. c4"]);
    check(&["1. e4\r\n", "[White \"B\"]\r\n1. d4\r\n\t ", "[White \"C\"]\r\n"]);
    // A bracket in a line, and one that begins no tag pair.
    check(&["1. e4 [White \"B\"]\n[%clk 1]\n[x] [y \"z\"]\n 1-0"]);
}

#[test]
fn comment_begins_and_ends_no_game() {
    check(&["1. e4 {\n\n[Event \"x\"]\n\n1-0 * { ; } e5 *\n", "1. d4 {[Event \"y\"]\n}*"]);
    check(&["1. e4 ; 1-0 {\n% 1-0 {\n e5 } 1-0 {a} ;b\n\n", "1. d4 { ; } *\n"]);
    check(&["{ before }\n; before\n% before\n[Event \"x\"]\n\n{ after }\n1. e4 *\n", TAGGED]);
    // The brace is further away than the scan's block, which letters fill.
    for letter in ["x", "y", "Y", "|", "~", "\u{7f}"] {
        check(&[&format!("1. e4 {{ {} 1-0 }} e5 *\n", letter.repeat(200)), "1. d4 *"]);
    }
    check(&["1. e4 { unclosed *\n\n[Event \"x\"]\n\nno move 1"]);
    // The scan stops after a bracket, and there is a comment.
    check(&["1. e4 [{ 1-0 } e5 [; 1-0\n { [} 2. d4 *\n", "1. d4 { [{ } *\n", "1. c4 *"]);
}

#[test]
fn comment_without_end_costs_one_game() {
    let next = "[Event \"x\"]\n\n1. d4 {good} d5 *\n\n";
    check(&["1. e4 { unclosed *\n\n", next, next]);
    check(&["1. e4 { unclosed e5\n\n", "[A \"x\"]\n[B \"y\"]\n\nd4 } *"]);
    check(&["1. e4 { unclosed [x; 1-0\n \t\n", "  [A \"x\"]\n[B \"y\"]\n\nd4 } *"]);
    check(&["[A \"x\"]\n{ unclosed\n\n", "[A \"x\"]\n[B \"y\"]\n\nd4 *"]);
    check(&["1. e4 { unclosed\r\n\r\n", "[A \"x\"]\r\n[B \"y\"]\r\n\r\nd4 *"]);
    check(&["1. e4 { unclosed\r\r", "[A \"x\"]\r[B \"y\"]\r\rd4 } *"]);
    // The brace in a value ends the comment unless the line becomes a tag pair.
    check(&["1. e4 {\n\n", "[A \"x} 1-0 z\"]\n[B \"y\"]\n\nd4 *"]);
    check(&["1. e4 {\n\n[A \"x} 1-0 ", "1. d4 *"]);
    // Before the tag pairs, a comment belongs to the game.
    check(&["{ unclosed\n\n[A \"x\"]\n[B \"y\"]\n\nd4 *"]);
    // No tag pair, no empty line before it, no other tag pair or move 1 after it.
    check(&["1. e4 {\n\n[%clk 1]\n[A \"x\"]\n} *"]);
    check(&["1. e4 {\n[A \"x\"]\n[B \"y\"]\n} *"]);
    check(&["1. e4 {\n\n[A \"x\"]\n1. d4 } *"]);
    check(&["1. e4 {\n\n[A \"x\"]\n\n11. d4 } *"]);
    check(&["1. e4 {\n\n[A \"x\"] y\n[B \"y\"]\n} *"]);
    check(&["1. e4 {\n\n[A \"x}y\"]\n"]);
}

#[test]
fn games_without_tag_pairs_begin_with_move_1() {
    check(&["1. e4 e5 2. Nf3 Nc6\n\n", "1. d4 d5 2. c4 e6\n\n", "1. c4 e5\n"]);
    check(&["1.e4 e5\r\n\r\n", "1.d4 d5\r\n\r\n", "1 c4 e5\r\n"]);
    check(&["1.e4 e5\r\r", "1.d4 d5\r\r", "1 c4 e5\r"]);
    check(&["1. e4 {\n\n1. d4 } (1. d4\n\n1. c4) e5\n1. d4\n\n1... e5\n\n10. d4"]);
    check(&["[A \"x\"]\n\n1. e4\n\n1. d4 *\n"]);
}

#[test]
fn games_in_one_line_take_linear_time() {
    let game = "[White \"A\"] 1. e4 {a \"b\" c} e5 1-0 ";
    let text = game.repeat(20_000);
    assert_eq!(games(&text).count(), 20_000);
    let bare = "1. e4 e5 1-0 ".repeat(100_000);
    assert_eq!(games(&bare).count(), 100_000);
}

#[test]
fn comment_after_termination_belongs_to_game_only_on_its_line() {
    check(&["1. e4 1-0 {White\nwins} {again} ;and\n\n", "{next}\n1. d4 *"]);
    let mut rest = games("1. e4 *\n\n{ nothing }\n; nothing\n\n% nothing");
    assert_eq!(rest.by_ref().count(), 1);
    assert_eq!(rest.rest(), b"{ nothing }\n; nothing\n\n% nothing");
    assert_eq!(games("\u{feff} \r\n\t{ nothing }").count(), 0);
    assert_eq!(games("").count(), 0);
}

#[test]
fn termination_in_variation_ends_no_game() {
    check(&["1. e4 (1. d4 { ) } (1. c4 *) 1-0 ) 1. f4 0-1\n", "1. e4 ) 1-0\n", "1. e4 {(} *"]);
    check(&["1. e4 (1. d4 1-0\n\n", TAGGED]);
}

#[test]
fn tag_pairs_allow_quotes_blank_lines_and_movetext() {
    check(&["[Event \"The \"Big\" [x \"y\"] one\"]\n\n\n[Site \"C:\\\"] 1. e4 *\n", TAGGED]);
    // Lines of a tag section that are no tag pairs, and line breaks of old files.
    check(&[
        "\u{c}[Event]\n[1. e4 *]\n[B \"x\"] [2 *\n[C \"\\\"]\n[D \"1\"] e4 \"]\n1. d4 *\n",
        TAGGED,
    ]);
    check(&["[A \"x\"]\n[B \"y\"]*[C \"z\"]\n\n1. e4 *\n", TAGGED]);
    check(&["[A \"x\"] *\n", "[C \"z\"] 1. d4 * ", "[D \"z\"] 1. e4 *\n", TAGGED]);
    check(&["[A \"x\"]\r[B \"y\"]\r\r1. e4 \"] *\r\r", "[A \"z\"]\r*"]);
    check(&["[A \"x\"][B \"y\"] [C \"z\"] 1. e4 * ", "1. d4 *\n"]);
    check(&["[Event \"no end]\n[Site \"{\"]\n[Date \"*\"]\n1. e4 *\n", TAGGED]);
    check(&["\u{feff}[Event \"?\"]\n\n1. e4\n\n", "\u{feff}[Event \"?\"]\n\n1. e4\n\n"]);
}

#[test]
fn event_after_blank_line_begins_game_without_movetext() {
    check(&["[Event \"x\"]\n[Site \"x\"]\n\n", "[Event \"y\"]\r\n\r\n", "[event \"y\"]\n"]);
    check(&["[Event \"x\"]\n[Event \"y\"]\n\n[Site \"z\"]\n\n1. e4 *"]);
}

#[test]
fn movetext_begins_after_last_tag_pair() {
    let text = "{a}\n[Event \"?\"]\n{b}\n[Site \"?\"]\n\n{c} 1. e4 *";
    let game = games(text).next().expect("a game");
    assert_eq!(&text[game.movetext_range()], "{c} 1. e4 *");
    assert_eq!(game.tags_range(), 0..game.movetext_range().start);
    let text = "\u{feff} 1. e4 *";
    assert_eq!(games(text).next().map(|game| game.movetext()), Some(&b"1. e4 *"[..]));
}

#[test]
fn guess_finds_tag_pair_after_other_line() {
    let text = [TAGGED; 3].concat();
    for start in 0..text.len() {
        // The first line may be the end of a tag pair: it decides nothing.
        let expected = ((start + 1) / TAGGED.len() + 1) * TAGGED.len();
        let expected = (expected < text.len()).then(|| expected - start);
        assert_eq!(guess_game_start(&text.as_bytes()[start..]), expected, "{start}");
        let text = text.replace('\n', "\r\n");
        let guess = guess_game_start(&text.as_bytes()[start..]).map(|index| start + index);
        assert!(guess.is_none_or(|index| text[index..].starts_with("[Event")), "{start}");
    }
}

#[test]
fn tag_pair_ends_before_brace_control_character_and_byte_order_mark() {
    for separator in ["{ \"] }", "{\n\"]\n[}", "\u{1}", " \u{1} ", "\u{feff}"] {
        let line = format!("[A \"x\"]{separator}[B \"{{}}y\"z\"]{separator}[C \"\"]{separator}");
        let game = format!("{line}\n{line} e4 \"]\n");
        check(&[&game, &game]);
        let raw = RawGame::new(&game);
        let movetext = format!("{separator} e4 \"]\n");
        let movetext = movetext.trim_start_matches(|character| character <= ' ');
        assert_eq!(raw.movetext(), movetext.as_bytes(), "{game:?}");
        let values: Vec<_> = raw.tags().map(|tag| tag.raw_value()).collect();
        assert_eq!(values, [&b"x"[..], b"{}y\"z", b"", b"x", b"{}y\"z", b""], "{game:?}");
    }
    // The start of a comment that ends a line like a tag pair, and a character that begins like the mark.
    let game = "[A \"x\"]{ \"]\n[B \"y\"]\n e4 } d4\n";
    check(&[game, TAGGED]);
    assert_eq!(RawGame::new(game).movetext(), b"{ \"]\n[B \"y\"]\n e4 } d4\n");
    let game = RawGame::new("[A \"x\"]\u{ff08}\"]\n*");
    assert_eq!(game.tag("A").map(|tag| tag.raw_value()), Some("x\"]\u{ff08}".as_bytes()));
}

/// Reads texts that would take minutes if the time were quadratic.
#[test]
#[cfg_attr(miri, ignore = "takes minutes in an interpreter")]
fn tag_pairs_take_linear_time() {
    const COUNT: usize = 120_000;
    let mut texts: Vec<_> = ["{}", "\u{1}", "\t", "\u{feff}", "", " x\"] ", ";", "{\"]x}"]
        .map(|separator| format!("[A \"\"]{separator}").repeat(COUNT))
        .into();
    texts.push("[A \"\\\"]{}".repeat(COUNT));
    texts.push("[A \"\"]\n\n".repeat(COUNT));
    let event = format!("[Event \"{}\"]\n\n", "a".repeat(8 * COUNT));
    texts.push(event + &"[A \"\"]\n\n".repeat(COUNT));
    for text in texts {
        for end in ["", "\"]\n"] {
            let text = format!("{text}{end}");
            assert_eq!(games(&text).map(|game| game.bytes().len()).sum::<usize>(), text.len());
            let mut part = games_in_part(&text);
            assert_eq!(part.by_ref().count(), 0);
            assert_eq!(part.consumed(), 0);
            assert_eq!(RawGame::new(&text).bytes().len(), text.len());
            assert_eq!(tokens(&text).map(|token| token.bytes().len()).sum::<usize>(), text.len());
            let guess = guess_game_start(text.as_bytes());
            assert!(guess.is_none_or(|start| text[start..].starts_with("[A")));
        }
    }
}
