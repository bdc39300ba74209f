//! Comments from engine matches: score, depth and times by form.

extern crate std;
use std::format;
use std::string::{String, ToString};

use tabiya_core::Color;

use crate::pgn::{EngineComment, Eval};

/// Describes what a comment on a White move has: score, depth, times.
fn describe(text: &str) -> String {
    let Some(search) = EngineComment::parse(text.as_bytes()) else { return "-".to_string() };
    let score = match search.eval(Color::White) {
        Some(Eval::Centipawns(value)) => value.to_string(),
        Some(Eval::Mate(moves)) => format!("#{moves}"),
        None => "-".to_string(),
    };
    let number = |value: Option<u32>| value.map_or("-".to_string(), |value| value.to_string());
    let times = format!("{} {}", number(search.elapsed), number(search.time_left));
    format!("{score} {} {times}", number(search.depth))
}

#[test]
fn engine_comments_have_score_depth_and_times() {
    for (text, expected) in [
        // cutechess and fastchess
        ("+0.31/20 1.3s", "31 20 130 -"),
        ("-0.92/28 33s", "-92 28 3300 -"),
        ("0.00/1 0.000s, Draw by 3-fold repetition", "0 1 0 -"),
        ("+0.30/21, n=1200345", "30 21 - -"),
        ("+0.30/21", "30 21 - -"),
        (
            "+1.18/8 0.270s, tl=59.730s, n=5, pv=\"e2e4, tl=1s\", White wins by adjudication",
            "118 8 27 5973",
        ),
        ("-0.20/5 0.001s, pv=\"e7e5 g1f3, tl=7s\", Draw by adjudication", "-20 5 0 -"),
        ("-4.00/9 0.001s, White loses on time (31ms overrun)", "-400 9 0 -"),
        ("+152.80/40 2m", "-"),
        ("+152.80/40 12s", "15280 40 1200 -"),
        ("+0.31/20/34 1.3s", "31 20 130 -"),
        ("+0.31/20\n1.3s 45.6% n=12", "31 20 130 -"),
        (" +0.31/20 1.3s ", "31 20 130 -"),
        ("0s", "- - 0 -"),
        ("4.9s, White mates", "- - 490 -"),
        ("0.00/0 0.500s", "- - 50 -"),
        ("ERR/12 0.500s", "- 12 50 -"),
        ("1.3s +0.31/20", "31 20 130 -"),
        ("0:01.5 -0.31/20, White mates", "-31 20 150 -"),
        // Mates in plies, before the move.
        ("+M1/3 0.001s, Black mates", "#1 3 0 -"),
        ("+M3/8 0.001s", "#2 8 0 -"),
        ("+M15/30 0.1s", "#8 30 10 -"),
        ("-M2/4 0.001s", "#-1 4 0 -"),
        ("-M5/12 0.1s", "#-3 12 10 -"),
        ("+M12/30 1.2s", "#6 30 120 -"),
        // Fishtest
        ("+0.57 17/28 583 363004", "57 17 58 -"),
        ("-M8 17/28 583 363004", "#-4 17 58 -"),
        // XBoard
        ("+0.57/17 5", "57 17 500 -"),
        ("+0.57/17 1:05 363004", "57 17 6500 -"),
        // c-chess-cli
        ("31/20 583ms", "31 20 58 -"),
        ("-M5/20 9ms", "#-5 20 0 -"),
        ("M5/20 9ms", "#5 20 0 -"),
        // A unit makes other numbers certain.
        ("0.5/20 1.3s", "50 20 130 -"),
        ("+.5/20 1.3s", "-"),
    ] {
        assert_eq!(describe(text), expected, "{text}");
    }
    let search = EngineComment::parse(b"-M4/9 1s").expect("a search");
    assert_eq!(search.eval(Color::Black), Some(Eval::Mate(2)));
}

#[test]
fn human_comments_have_no_search() {
    for text in [
        "",
        " ",
        "book",
        "+0.5 is enough",
        "+0.50",
        "+0.50 is enough",
        "-1.00/2 of a pawn",
        "+0.31/20 12 moves",
        "+0.31/20 then 1.3s",
        "+0.57 17/28",
        "+0.57 17/28 583 363004 nodes",
        "+0.57 17/28 583 nodes",
        "0.57 17/28 583 363004",
        "2.5/3",
        "0.5/1, half a point",
        "+2.5/3",
        "12 moves",
        "12",
        "12/24",
        "1/2",
        "1/2-1/2",
        "5s is too long",
        "2024.01.02",
        "1. e4 e5",
        "1-0",
        "+-",
        "+M",
        "M5/12",
        "+M5",
        "+1",
        "+0.31/",
        "+0.31/x 1.3s",
        "+0.31/20/x 1.3s",
        "54.3%/20 1.3s",
        "+99999999999.00/20 1s",
        "+M99999999999/20 1s",
        "+0.31/20 99999999999s",
        "Mate in 5",
        "Evaluation +0.31/20 1.3s",
    ] {
        assert_eq!(describe(text), "-", "{text}");
    }
}
