//! Tests for the writer, and an export format checker that shares no code with it.

extern crate std;
use std::borrow::ToOwned;
use std::string::String;
use std::vec::Vec;
use std::{format, vec};

use crate::pgn::{RawGame, Style, WriteError};

fn write(text: impl AsRef<[u8]>, style: Style) -> Result<String, WriteError> {
    let mut out = String::new();
    RawGame::new(text.as_ref()).write(style, &mut out).map(|()| out)
}

/// Writes a text in the export format, checks the result, and checks that writing it again changes
/// nothing. Returns the movetext.
#[track_caller]
fn export(text: &str) -> String {
    let out = write(text, Style::Export).expect(text);
    check_export(&out);
    assert_eq!(write(&out, Style::Export).expect(&out), out, "{text}");
    let (_, movetext) = out.split_once("\n\n").expect("an empty line");
    movetext.trim_end().to_owned()
}

/// Checks the export format's rules.
#[track_caller]
fn check_export(text: &str) {
    let (tags, movetext) = text.split_once("\n\n").expect("an empty line after the tag pairs");
    let tags: Vec<(&str, &str)> = tags
        .lines()
        .map(|line| {
            let line =
                line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]")).expect(line);
            line.split_once(" \"").expect(line)
        })
        .collect();
    let names: Vec<&str> = tags.iter().map(|(name, _)| *name).collect();
    assert_eq!(names[..7], ["Event", "Site", "Date", "Round", "White", "Black", "Result"]);
    assert!(names[7..].is_sorted_by(|a, b| a < b), "{names:?}");
    for (_, value) in &tags {
        let unescaped = value.replace("\\\\", "").replace("\\\"", "");
        assert!(!unescaped.contains(['"', '\\']) && !value.contains(char::is_control), "{value}");
    }
    let movetext = movetext.strip_suffix("\n\n").expect("an empty line at the end");
    assert!(!movetext.contains("\n\n"), "{movetext}");
    let lines: Vec<&str> = movetext.lines().collect();
    for (index, line) in lines.iter().enumerate() {
        // A command in brackets is one token.
        assert!(
            line.chars().count() < 80 || !line.contains(' ') || line.starts_with("[%"),
            "{line}"
        );
        assert_eq!(line.trim_end(), *line);
        let next = lines.get(index + 1).and_then(|line| line.trim_start().split(' ').next());
        if let Some(next) = next.filter(|next| !next.contains("[%")) {
            let space = usize::from(lines[index + 1].starts_with(' '));
            assert!(
                line.chars().count() + 1 + space + next.chars().count() >= 80,
                "{line} | {next}"
            );
        }
    }
    check_export_tokens(movetext, tags[6].1);
}

/// Checks numbers, glyphs and the termination marker.
#[track_caller]
fn check_export_tokens(movetext: &str, result: &str) {
    let mut is_comment = false;
    let mut last = "(";
    let mut terminations = 0;
    for token in movetext.split_whitespace() {
        match token {
            "}" => is_comment = false,
            _ if is_comment => assert!(!token.contains('}'), "{token}"),
            "{" => is_comment = true,
            "1-0" | "0-1" | "1/2-1/2" | "*" => terminations += 1,
            _ => {
                assert!(!token.contains(['!', '?', ';', '%', '{']), "{token}");
                if token.ends_with("...") {
                    assert!(
                        matches!(last, "(" | ")" | "}") || last.starts_with('$'),
                        "{last} {token}"
                    );
                }
            }
        }
        last = token;
    }
    assert_eq!((terminations, last), (1, result));
}

#[test]
fn export_normalizes_movetext() {
    let cases = [
        ("1.e4 e5 2.Nf3", "1. e4 e5 2. Nf3 *"),
        ("e2e4! e7e5?! $256 -- 1-0", "1. e4 $1 1... e5 $6 $256 2. -- 1-0"),
        ("e4 ;line }\ne5 {a\n\n b} {} 0-1", "1. e4 { line ) } 1... e5 { a b } 0-1"),
        (
            "e4 (d4 (c4 *) d5) (Nf3) e5 *",
            "1. e4 ( 1. d4 ( 1. c4 { * } ) 1... d5 ) ( 1. Nf3 ) 1... e5 *",
        ),
        (
            "e4 +- D e5 !!!\n% x\n1/2-1/2 {end}",
            "1. e4 $18 $220 1... e5 { !!! } { % x } { end } 1/2-1/2",
        ),
        ("e4 ) e5 (c5", "1. e4 e5 ( 1... c5 ) *"),
        ("[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\nKd7 e4", "7... Kd7 8. e4 *"),
        ("[Result \"0-1\"]\ne4", "1. e4 0-1"),
        ("[Result \"0-1\"]\ne4 1-0", "1. e4 1-0"),
    ];
    for (text, expected) in cases {
        assert_eq!(export(text), expected, "{text}");
    }
}

#[test]
fn export_fills_79_character_lines() {
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
    assert!(export(&moves).lines().count() > 9);
    for len in 60..90 {
        let word = "x".repeat(len);
        for text in
            [format!("e4 {{{word}}}"), format!("e4 {{{word} %a [b \"c\"] [%clk 0:01] é {word}}}")]
        {
            export(&text);
        }
    }
    for text in ["[ ", "% ", "[% ] "] {
        export(&format!("e4 {{ {} }}", text.repeat(99)));
    }
    // A command is not divided.
    let clock = "[%clk\n0:01:00] ";
    let text = export(&format!("e4 {{ {} }}", clock.repeat(20)));
    assert_eq!(text.matches("[%clk 0:01:00]").count(), 20);
    export(&format!("e4 {{ {} [%clk no end {} }}", clock.repeat(3), "[%x y ".repeat(50)));
}

#[test]
fn export_orders_and_completes_tags() {
    let text = "[Zeta \"z\"]\n[White \"a \"b\" \\\\ \\c\"]\n[Alpha \"\t\"]\n[Alpha \"2\"]\n[Event \"\"]\n\n*";
    let out = write(text, Style::Export).expect(text);
    check_export(&out);
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n\
        [White \"a \\\"b\\\" \\\\ \\\\c\"]\n[Black \"?\"]\n[Result \"*\"]\n[Alpha \" \"]\n[Zeta \"z\"]\n\n*\n\n";
    assert_eq!(out, expected);
    let out = write("[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n*", Style::Export).expect("legal");
    assert!(out.contains("w - - 0 1\"]\n[SetUp \"1\"]\n"), "{out}");
    // The reader uses the FEN whatever `SetUp` says, and other readers need not.
    let contradiction = "[SetUp \"0\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n*";
    for style in [Style::Export, Style::Reduced] {
        assert_eq!(write(contradiction, style).as_ref(), Ok(&out));
    }
    // Waived rules: a right without a rook, the fullmove number 0, an unknown FEN.
    for (fen, valid) in [
        ("4k3/8/8/8/8/8/8/5KR1 w F - 0 1", "4k3/8/8/8/8/8/8/5KR1 w - - 0 1"),
        (" 4k3/8/8/8/8/8/8/4K3 w - - 0 0 ", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        ("?", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ] {
        let out = write(format!("[FEN \"{fen}\"]\n*"), Style::Export).expect(fen);
        check_export(&out);
        assert!(out.contains(&format!("[FEN \"{valid}\"]\n[SetUp \"1\"]\n")), "{out}");
        let line = write(format!("[FEN \"{fen}\"]\n*"), Style::OneLine).expect(fen);
        assert_eq!(line, format!("[FEN \"{valid}\"]\n\n*\n\n"));
    }
    let tags: String = (0..200).map(|index| format!("[A{index} \"\"]\n")).collect();
    assert_eq!(write(tags + "*", Style::Export), Err(WriteError::TooManyTags));
}

#[test]
fn export_rejects_illegal_moves() {
    assert!(
        matches!(write("e4 e4", Style::Export), Err(WriteError::Read(error)) if error.ply == 1)
    );
    assert!(matches!(write("[FEN \"x\"]\n*", Style::Export), Err(WriteError::Start(_))));
}

#[test]
fn reduced_ignores_all_but_roster_and_moves() {
    let plain = write("[White \"A\"]\n1. e4 e5 1-0", Style::Reduced).expect("legal");
    let rich = "[White \"A\"]\n[ECO \"C20\"]\n{x} 1. e2e4! (1. d4 xx (1. c4)) {y} e5 $3 +- 1-0 ;z";
    assert_eq!(write(rich, Style::Reduced).as_ref(), Ok(&plain));
    assert!(plain.ends_with("[Result \"1-0\"]\n\n1. e4 e5 1-0\n\n"));
    let set_up = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n*";
    assert!(write(set_up, Style::Reduced).expect("legal").contains("[FEN"));
}

#[test]
fn one_line_is_the_form_of_lichess() {
    let text =
        "[Event \"x\"]\n[Site \"y\"]\n\n1. e4?! { [%clk 0:05:00] } 1... e5 $10 2. Nf3 1-0\n\n";
    assert_eq!(write(text, Style::OneLine).as_deref(), Ok(text));
    // Two signs are not joined.
    let written = write("e4! ! {a} ! e5 1-0", Style::OneLine).expect("legal");
    assert_eq!(written.trim(), "1. e4! $1 { a } $1 1... e5 1-0");
    let long = "Nf3 Nf6 Ng1 Ng8 ".repeat(40);
    assert_eq!(write(long, Style::OneLine).expect("legal").trim().lines().count(), 1);
}

#[test]
fn as_read_is_exact() {
    let texts = vec!["", "\u{feff}[X]\r\n\r\n1.e4{é} ;x\n%y\n*\n\n\n", "xx ) ( } \0 é"];
    for text in texts {
        assert_eq!(write(text, Style::AsRead).as_deref(), Ok(text));
    }
    assert_eq!(write(b"{K\xF6ln}", Style::AsRead).as_deref(), Ok("{Köln}"));
}
