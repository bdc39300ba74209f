//! Tests for reading moves.

extern crate std;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{error::Error, format};

use tabiya_movegen::Position;

use crate::pgn::{
    Event, MAX_DEPTH, RawGame, ReadError, ReadErrorKind, Reader, StartError, Termination,
};
use crate::uci::UciMove;

/// Returns the moves in UCI notation, with parentheses and errors, and the last position.
fn read(text: &str) -> (String, String) {
    let game = RawGame::new(text);
    let mut reader: Reader<'_> = game.reader().expect(text);
    let mut found = String::new();
    for event in reader.by_ref() {
        found += &match event {
            Ok(Event::Move(mv, _)) => format!("{} ", UciMove::from(mv)),
            Ok(Event::NullMove(_)) => "-- ".to_string(),
            Ok(Event::VariationStart) => "( ".to_string(),
            Ok(Event::VariationEnd) => ") ".to_string(),
            Ok(_) => String::new(),
            Err(error) => format!("error at {} ", error.range.start),
        };
    }
    (found.trim_end().to_string(), reader.position().to_string())
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(read(text).0, expected, "{text}");
}

fn first_error(text: &str) -> ReadError {
    let game = RawGame::new(text);
    game.reader().expect(text).find_map(Result::err).expect(text)
}

#[test]
fn variations_replace_the_last_move() {
    check("e4 (d4 d5 (Nf6 c4) c4) (c4) e5", "e2e4 ( d2d4 d7d5 ( g8f6 c2c4 ) c2c4 ) ( c2c4 ) e7e5");
    check("(e4) d4", "( e2e4 ) d2d4");
    let (_, position) = read("e4 (d4) e5");
    assert_eq!(position, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

#[test]
fn odd_moves_are_read() {
    let fen = "[FEN \"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1\"]\n";
    check(&format!("{fen}exd6 e.p. 0-0-0+"), "e5d6 e8a8");
    check(&format!("{fen}exd6ep O-O"), "e5d6 e8h8");
    check(&format!("{fen}0-0 Rh2"), "e1h1 h8h2");
    check(&format!("{fen}0-0-0"), "e1a1");
    check("e2e4 e7e5 g1f3 Nb8-c6 Bb5!? a6$6", "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6");
    let fen = "[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n";
    for text in ["a8Q", "a8=Q+", "a8(Q)", "a8/Q", "a7a8q", "axa8=Q", "a8Q+!?"] {
        let expected =
            if text == "axa8=Q" { format!("error at {}", fen.len()) } else { "a7a8q".to_string() };
        check(&format!("{fen}{text}"), &expected);
    }
}

#[test]
fn null_moves_pass_unless_in_check() {
    check("e4 -- d4 Z0 c4 0000", "e2e4 -- d2d4 -- c2c4 --");
    assert_eq!(first_error("e4 e5 Qh5 d6 Qxf7 --").fault, ReadErrorKind::NullMoveInCheck);
    let game = RawGame::new("e4 --");
    let error = game.main_line().expect("start").find_map(Result::err).expect("a null move");
    assert_eq!((error.fault, error.ply), (ReadErrorKind::NullMove, 1));
}

#[test]
fn error_in_main_line_ends_the_game() {
    check("e4 e5 Ke3 d4", "e2e4 e7e5 error at 6");
    let error = first_error("[White \"x\"]\n\n1. e4 e5 2. Ke3 d4");
    assert_eq!((error.range.clone(), error.ply), (25..28, 2));
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        message += &format!(": {error}");
        source = error.source();
    }
    assert_eq!(
        message,
        "byte 25, ply 2: \"Ke3\": not a legal move: no matching white king can move to e3"
    );
}

#[test]
fn error_in_variation_skips_its_rest() {
    check(
        "e4 (d4 e4 (c4 ) d5 {)} ) e5 (Nf9) Nf3",
        "e2e4 ( d2d4 error at 7 ) e7e5 ( error at 29 ) g1f3",
    );
    check("e4 (d4 xx", "e2e4 ( d2d4 error at 7 error at 3");
    check("e4 (d4 (c4 c5", "e2e4 ( d2d4 ( c2c4 c7c5 error at 7 error at 3");
}

#[test]
fn variations_beyond_the_limit_are_skipped() {
    let deep = |depth: usize| format!("e4 {} {} e5", "(d4 ".repeat(depth), ")".repeat(depth));
    assert!(!read(&deep(MAX_DEPTH)).0.contains("error"));
    let (moves, _) = read(&deep(MAX_DEPTH + 3));
    assert_eq!(moves.matches("error").count(), 1);
    assert!(moves.ends_with(") e7e5"), "{moves}");
    assert_eq!(first_error(&deep(100_000)).fault, ReadErrorKind::Depth);
}

#[test]
fn unbalanced_parentheses_are_reported() {
    check("e4 ) e5", "e2e4 error at 3 e7e5");
    assert_eq!(first_error("e4 ) e5").fault, ReadErrorKind::NoVariation);
    let error = first_error("e4 (d4");
    assert_eq!((error.fault, error.range, error.ply), (ReadErrorKind::UnclosedVariation, 3..4, 1));
    // The main line does not end in silence before a variation without an end.
    let game = RawGame::new("e4 e5 (c5 Nf3 1-0");
    let mut line = game.main_line().expect("start");
    assert_eq!(line.by_ref().filter(Result::is_ok).count(), 2);
    let error = game.main_line().expect("start").find_map(Result::err).expect("no end");
    assert_eq!((error.fault, error.range), (ReadErrorKind::UnclosedVariation, 6..7));
}

#[test]
fn unclosed_comment_is_main_line_error() {
    let game = RawGame::new("1. e4 {oops e5 2. Nf3 *");
    let mut line = game.main_line().expect("start");
    let mut comments = Vec::new();
    let moves: Vec<_> =
        core::iter::from_fn(|| line.next_with_comments(|comment| comments.push(comment))).collect();
    let error = moves[1].as_ref().expect_err("a comment without end");
    assert_eq!((&error.fault, error.range.clone()), (&ReadErrorKind::UnclosedComment, 6..7));
    assert_eq!((moves.len(), comments.len()), (2, 1));
}

#[test]
fn unicode_spaces_divide_moves() {
    let expected = "e2e4 e7e5 g1f3 b8c6";
    for space in "\u{a0}\u{ad}\u{1680}\u{2000}\u{2003}\u{2009}\u{200b}\u{200f}\u{2028}\u{2029}\u{202f}\u{205f}\u{2060}\u{3000}\u{feff}".chars() {
        let text = "1.#e4#e5 2.##Nf3#Nc6#1-0".replace('#', &space.to_string());
        check(&text, expected);
        let text = format!("[White \"A\"]{space}\n{space}[Black \"B\"]\n{space}\n1. e4");
        assert_eq!(RawGame::new(&text).tags().count(), 2, "{space:?}");
        check(&text, "e2e4");
    }
    let game = RawGame::new(b"1.\xA0e4\xA0e5 2.\xA0 Nf3\xA0Nc6 1-0");
    assert_eq!(game.main_line().expect("start").filter(Result::is_ok).count(), 4);
}

#[test]
fn unreadable_move_text_is_error() {
    for text in ["1. \"e4\" e5", "1. <e4>", "1. Сf3", "1. ｅ4", "1. e4 „e5“", "1. e4 /e5", "1. é"]
    {
        let game = RawGame::new(text);
        assert!(game.reader().expect("start").any(|event| event.is_err()), "{text}");
        assert!(game.main_line().expect("start").any(|mv| mv.is_err()), "{text}");
    }
}

#[test]
fn castling_with_zeros_at_the_end_is_double_forfeit_if_illegal() {
    for text in ["0-0", "1. 0–0 { nobody came }", "1. e4 e5 0-0", "1. e4 e5 2. Nf3 0-0 ; both"] {
        let game = RawGame::new(text);
        let last = game.reader().expect("start").map(|event| event.expect("no error")).last();
        assert!(last.is_some(), "{text}");
        assert!(game.main_line().expect("start").all(|mv| mv.is_ok()), "{text}");
        assert_eq!(game.result(), Termination::BothLose, "{text}");
    }
    let castling = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0";
    check(castling, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1h1");
    assert_eq!(RawGame::new(castling).result(), Termination::Unfinished);
    assert_eq!(first_error("1. e4 0-0 2. d4").range, 6..9);
}

/// Text among tag pairs is no move: it hides neither the moves nor the tag pairs after it.
#[test]
fn text_among_tag_pairs_hides_nothing() {
    for odd in ["e4", " d4 1. ", "--", "1-0", " $1 (", "%", "é", " \"x\"]\n", "C \"z\"]\n"] {
        let text = format!("[A \"x\"]{odd}[B \"y\"]\n\n1. e4 e5 *");
        let game = RawGame::new(&text);
        assert_eq!(game.movetext(), b"1. e4 e5 *", "{text:?}");
        let odd = Event::Other(odd.trim().as_bytes());
        let events: Vec<_> = game.reader().expect("a start").flatten().collect();
        let kinds = [
            matches!(events[0], Event::Tag(tag) if tag.name() == b"A"),
            events[1] == odd || matches!(events[0], Event::Tag(tag) if tag.raw_value() != b"x"),
            events.iter().any(|event| matches!(event, Event::Tag(tag) if tag.name() == b"B")),
            events.iter().filter(|event| matches!(event, Event::Move(..))).count() == 2,
        ];
        assert_eq!(kinds, [true; 4], "{text:?}: {events:?}");
        assert!(game.tag("B").is_some(), "{text:?}");
    }
}

#[test]
fn start_position_follows_tags() {
    let start = |text: &str| RawGame::new(text).start_position().map(|p| p.to_string());
    let fen = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    let read = start(&format!("[Variant \"Chess960\"]\n[FEN \"{fen}\"]\n"));
    assert!(read.is_ok_and(|read| read.starts_with("bbqnnrkr")));
    assert_eq!(start("[Variant \"chess960\"]\n"), Err(StartError::MissingFen));
    assert!(matches!(start("[Variant \"Atomic\"]\n"), Err(StartError::Variant(_))));
    assert!(matches!(start("[FEN \"x\"]\n"), Err(StartError::Fen(_))));
    // What files have is read, and the report says what was waived.
    for (fen, waived) in
        [("r3k3/8/8/8/8/8/8/R3K3 w KQkq - 0 1", 2), ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", 1)]
    {
        let found = RawGame::new(&format!("[FEN \"{fen}\"]\n")).start().expect(fen);
        assert_eq!((found.report.iter().count(), found.is_fen_unknown), (waived, false), "{fen}");
    }
    for fen in ["", "?", " ? "] {
        let found = RawGame::new(&format!("[FEN \"{fen}\"]\n")).start().expect(fen);
        assert!(found.is_fen_unknown && found.position == Position::START, "{fen:?}");
    }
    for name in [
        "Regular",
        "standard-chess",
        "Standard",
        "chess",
        "CLASSICAL",
        "normal",
        "From Position",
        " Standard\t",
        " ",
    ] {
        assert!(start(&format!("[Variant \"{name}\"]\n")).is_ok(), "{name}");
    }
    for name in [
        "chess-960",
        "FRC",
        "wild/fr",
        "chess 960",
        "fischerandom",
        "FischerRandom",
        "Fischer random",
        " Chess960 ",
    ] {
        let text = format!("[Variant \"{name}\"]\n");
        assert_eq!(start(&text), Err(StartError::MissingFen), "{name}");
        assert!(start(&format!("{text}[FEN \"{fen}\"]\n")).is_ok(), "{name}");
    }
    // Chess960 castling: the king moves to g1 from f1.
    check("[ FEN \"4k3/8/8/8/8/8/8/5KR1 w G - 0 1\"]\nO-O", "f1g1");
}

#[test]
fn main_line_and_reader_agree() {
    let text = "[White \"x\"]\n\n1. e4 {a} (1. d4 (1. c4)) 1... e5 $1 2. Nf3 ; b\nNc6 1-0";
    let game = RawGame::new(text);
    let mut line = game.main_line().expect("start");
    let moves: Vec<_> = line.by_ref().collect::<Result<_, _>>().expect("legal");
    assert_eq!((moves.len(), line.ply()), (4, 4));
    assert_eq!(line.position().to_string(), read(text).1);
    assert_eq!(line.termination().map(|t| t.as_str()), Some("1-0"));
}
