//! Tests for tokens.

extern crate std;
use std::string::{String, ToString};
use std::vec::Vec;
use std::{format, vec};

use crate::pgn::{Command, Comment, Eval, Token, tokens};

/// Checks a text's tokens that are not white space: the start of the variant's name, and the text.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found: Vec<_> = tokens(text)
        .filter(|token| !matches!(token, Token::WhiteSpace(_)))
        .map(|token| {
            let name: String =
                format!("{token:?}").chars().take_while(char::is_ascii_alphabetic).collect();
            format!("{name} {}", String::from_utf8_lossy(token.bytes()))
        })
        .collect();
    assert_eq!(found, expected);
    let bytes: Vec<u8> = tokens(text).flat_map(|token| token.bytes().to_vec()).collect();
    assert_eq!(bytes, text.as_bytes());
    let mut visible = tokens(text);
    assert_eq!(core::iter::from_fn(|| visible.next_visible()).count(), expected.len());
}

#[test]
fn moves_numbers_and_signs_are_separated() {
    check(
        "1.e4 1...Nge2!? 12. exd6ep 13 O-O-O+ 14…e8=Q# 1e4",
        &[
            "MoveNumber 1.",
            "Move e4",
            "MoveNumber 1...",
            "Move Nge2",
            "Nag !?",
            "MoveNumber 12.",
            "Move exd6ep",
            "MoveNumber 13",
            "Move O-O-O+",
            "MoveNumber 14…",
            "Move e8=Q#",
            "MoveNumber 1",
            "Move e4",
        ],
    );
    check(". ... e4", &["MoveNumber .", "MoveNumber ...", "Move e4"]);
}

#[test]
fn odd_moves_are_one_token() {
    check(
        "0-0 0-0-0+ e8Q e8(Q) e8/Q",
        &["Move 0-0", "Move 0-0-0+", "Move e8Q", "Move e8(Q)", "Move e8/Q"],
    );
    check(
        "exd6 e.p. exd6 ep+",
        &["Move exd6", "EnPassantSign e.p.", "Move exd6", "EnPassantSign ep+"],
    );
    check("-- Z0 0000 @@@@", &["NullMove --", "NullMove Z0", "NullMove 0000", "NullMove @@@@"]);
    check("♘f3 g1f3 Ng1-f3", &["Move ♘f3", "Move g1f3", "Move Ng1-f3"]);
    check("e4(d4)e5", &["Move e4", "VariationStart (", "Move d4", "VariationEnd )", "Move e5"]);
    check("Qa1xb2+(", &["Move Qa1xb2+", "VariationStart ("]);
    check("abcdefghijk?", &["Move abcdefghijk", "Nag ?"]);
    check("a;b", &["Unknown a", "LineComment ;b"]);
}

#[test]
fn terminations_are_whole_tokens() {
    check(
        "1-0 0-1 1/2-1/2*",
        &["Termination 1-0", "Termination 0-1", "Termination 1/2-1/2", "Termination *"],
    );
    check("1-0x 40.1-0", &["Move 1-0x", "MoveNumber 40.", "Termination 1-0"]);
}

#[test]
fn terminations_have_many_forms() {
    for text in ["1/2", "½", "½-½", "½–½", "1–0", "1:0", "1 - 0", "0 – 1", "0.5-0.5", "1-O"]
    {
        check(&format!("e4 {text}"), &["Move e4", &format!("Termination {text}")]);
    }
    check("1-0. 1/2-0", &["Termination 1-0", "MoveNumber .", "Move 1/2-0"]);
    check("0-0 0–0 0-0-0+", &["Move 0-0", "Move 0–0", "Move 0-0-0+"]);
    check("1 -0", &["MoveNumber 1", "Unknown -0"]);
}

#[test]
fn signs_after_moves_are_glyphs() {
    check("Bf4D?! e6", &["Move Bf4", "Nag D", "Nag ?!", "Move e6"]);
    check("e4⩲ Bf4± a6", &["Move e4", "Nag ⩲", "Move Bf4", "Nag ±", "Move a6"]);
    check("O-ON a6TN", &["Move O-O", "Nag N", "Move a6", "Nag TN"]);
    check("Bf4+- d5= c4‼", &["Move Bf4", "Nag +-", "Move d5", "Nag =", "Move c4", "Nag ‼"]);
    check("e8N d8=N e1=", &["Move e8N", "Move d8=N", "Move e1="]);
    check("Bf4. e6,", &["Move Bf4", "MoveNumber .", "Move e6", "Unknown ,"]);
    check("e4 = +/- ∞ N", &["Move e4", "Nag =", "Nag +/-", "Nag ∞", "Nag N"]);
    check(
        "e4 RR d5 inf Nf3inf",
        &["Move e4", "Nag RR", "Move d5", "Nag inf", "Move Nf3", "Nag inf"],
    );
    check("e4+-- -- --+", &["Move e4", "Nag +--", "NullMove --", "Nag --+"]);
    let numbers: Vec<_> = tokens("e4= d5± N ⩲ +- -/+ ø RR inf +-- --+")
        .filter_map(|token| match token {
            Token::Nag(nag) => Some(nag.number()),
            _ => None,
        })
        .collect();
    let expected = [10, 16, 146, 14, 18, 17].map(Some).into_iter().chain([None]);
    assert!(expected.chain([145, 13, 20, 21].map(Some)).eq(numbers.iter().copied()), "{numbers:?}");
}

#[test]
fn nags_of_any_size_are_kept() {
    check(
        "e4$1$256 $99999999999 $ !!??",
        &["Move e4", "Nag $1", "Nag $256", "Nag $99999999999", "Unknown $", "Nag !!??"],
    );
}

#[test]
fn comments_end_where_they_must() {
    check("{a {b} c}", &["Comment {a {b}", "Unknown c", "Unknown }"]);
    check(
        "{ ) ; ( } ;x {\n%y\n %z {no end",
        &["Comment { ) ; ( }", "LineComment ;x {", "Escape %y", "Unknown %z", "Comment {no end"],
    );
}

/// Checks that a command has the same value with two blanks, which the faster parsers do not accept.
#[track_caller]
fn check_blanks(command: &str) {
    let other = command.replacen(' ', "  ", 1);
    let [commands, others] =
        [command, &other].map(|text| Comment::new(text.as_bytes()).commands().collect::<Vec<_>>());
    assert_eq!(commands, others, "{command}");
}

#[test]
fn clock_in_usual_form_equals_others() {
    for seconds in 0..100_000 {
        let hours = seconds / 10_000;
        let minutes = seconds / 100 % 100;
        let seconds = seconds % 100;
        check_blanks(&format!("{{[%clk {hours}:{minutes:02}:{seconds:02}]}}"));
    }
}

#[test]
fn eval_in_usual_form_equals_others() {
    for magnitude in 0..10_000 {
        for sign in ["", "-"] {
            let text = format!("{{[%eval {sign}{}.{:02}]}}", magnitude / 100, magnitude % 100);
            let value = if sign.is_empty() { magnitude } else { -magnitude };
            let command = Command::Eval { eval: Eval::Centipawns(value), depth: None };
            assert_eq!(Comment::new(text.as_bytes()).commands().next(), Some(command), "{text}");
            check_blanks(&text);
        }
    }
}

#[test]
fn command_in_nearly_usual_form_equals_others() {
    for usual in ["[%clk 1:02:03]", "[%eval 0.25]", "[%eval -0.25]", "[%eval 12.34]"] {
        let arguments = usual.find(' ').expect("a blank") + 1;
        for index in arguments..usual.len() {
            for byte in (0_u8..0x80).filter(|&byte| byte != b']').map(char::from) {
                let [before, after] = [&usual[..index], &usual[index + 1..]];
                check_blanks(&format!("{before}{byte}{after}"));
                check_blanks(&format!("{before}{byte}{after}]"));
                check_blanks(&format!("{before}{byte}{}", &usual[index..]));
            }
            check_blanks(&format!("{}{}", &usual[..index], &usual[index + 1..]));
        }
    }
}

#[test]
fn tag_pairs_begin_lines_or_follow_tag_pairs() {
    check(
        "[A \"x\"] [B \"y\"]\n e4 [C \"z\"]\n[D \"z\"]",
        &[
            "Tag [A \"x\"]",
            "Tag [B \"y\"]",
            "Move e4",
            "Unknown [",
            "Unknown C",
            "Unknown \"z\"",
            "Unknown ]",
            "Tag [D \"z\"]",
        ],
    );
    check(
        "\u{feff}[A \"x\"y\"]\n[B]\n[C \"z\n[D \"\\\"]\n",
        &["Tag [A \"x\"y\"]", "Malformed [B]", "Malformed [C \"z", "Tag [D \"\\\"]"],
    );
    let names = |text| {
        tokens(text)
            .filter_map(|token| match token {
                Token::Tag(tag) => Some((tag.name().to_vec(), tag.value().to_string())),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(names("[ White  \"\" ]"), [(b"White".to_vec(), String::new())]);
}

#[test]
fn times_and_evaluations_are_integers() {
    let first = |text: &'static str| Comment::new(text.as_bytes()).commands().next();
    let clock = |text| match first(text) {
        Some(Command::Clock { centiseconds }) => Some(centiseconds),
        _ => None,
    };
    assert_eq!(clock("{[%clk 1:02:03.4]}"), Some(372_340));
    assert_eq!(clock("{[%clk 02:03]}"), Some(12_300));
    assert_eq!(clock("{[%clk 3.456]}"), Some(345));
    for text in
        ["{[%clk]}", "{[%clk 1::2]}", "{[%clk 99999999:0:0]}", "{[%clk 0:1:x]}", "{[%clk 1:2:3:4]}"]
    {
        assert_eq!(clock(text), None, "{text}");
    }
    let eval = |text: &str| match Comment::new(text.as_bytes()).commands().next() {
        Some(Command::Eval { eval, .. }) => Some(eval),
        _ => None,
    };
    assert_eq!(eval("{[%eval 0.1]}"), Some(Eval::Centipawns(10)));
    assert_eq!(eval("{[%eval -12.345,30]}"), Some(Eval::Centipawns(-1_234)));
    assert_eq!(eval("{[%eval +.5]}"), Some(Eval::Centipawns(50)));
    assert_eq!(eval("{[%eval #-0]}"), Some(Eval::Mate(0)));
    let malformed = [".", "", "99999999999", "1,x", "#", "+-1", "#--1", "1,-2", "1.+"];
    for text in malformed.map(|arguments| format!("{{[%eval {arguments}]}}")) {
        assert_eq!(eval(&text), None, "{text}");
    }
}

#[test]
fn plain_text_omits_commands() {
    let text = |comment: &'static str| Comment::new(comment.as_bytes()).plain_text().to_string();
    assert_eq!(text("{ [%clk 0:01] a [%csl Ra1] b }"), "a b");
    assert_eq!(text("{ [%clk 0:01] }"), "");
    assert_eq!(text("{ a [%clk 0:01 }"), "a [%clk 0:01");
    assert!(Comment::new(b"{ [%clk 1] }").plain_text().is_empty());
    assert!(!Comment::new(b"{ x }").plain_text().is_empty());
    let marks = vec!["{[%csl Ra9]}", "{[%cal Ra1]}", "{[%csl Xa1]}"];
    for comment in marks {
        let command = Comment::new(comment.as_bytes()).commands().next();
        assert!(matches!(command, Some(Command::Other { .. })), "{comment}");
    }
}
