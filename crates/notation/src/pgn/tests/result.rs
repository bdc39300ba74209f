//! Tests of results.

extern crate std;

use crate::pgn::{RawGame, Termination};

#[test]
fn termination_in_comment_variation_or_tag_pair_is_no_result() {
    let check = |movetext: &str, expected| {
        let found = RawGame::new(movetext).termination().map(Termination::as_str);
        assert_eq!(found, expected, "{movetext}");
    };
    check("1. e4 { a } 1-0 \n", Some("1-0"));
    check("1. e4 0-1 1/2-1/2", Some("1/2-1/2"));
    check("1. e4 { a } { 1-0", None);
    check("1. e4 {\n[%clk 0:01:00] } *", Some("*"));
    check("1. e4 ; a { 1-0", None);
    check("1. e4 ; a {\n1-0", Some("1-0"));
    check("1. e4\n% 1-0", None);
    check("1. e4\r%\n0-1", Some("0-1"));
    check("1. e4 % 0-1", Some("0-1"));
    check("1. e4 ( 1-0", None);
    check("1. e4 (1. d4 *) 1-0", Some("1-0"));
    check("1. e4\n[A \" 1-0", None);
    check("1. e4\n[A 1-0", Some("1-0"));
    check("{ a }\n[%clk 1-0", None);
    check("1. e4x-0", None);
}

#[test]
fn forfeit_in_tag_pair_is_result() {
    for (value, expected) in [
        ("+:-", Termination::WhiteWins),
        ("+--", Termination::WhiteWins),
        ("- : +", Termination::BlackWins),
        ("--+", Termination::BlackWins),
        ("-:-", Termination::BothLose),
        ("---", Termination::BothLose),
        ("+-", Termination::Unfinished),
        ("+-+", Termination::Unfinished),
        ("+/-", Termination::Unfinished),
        ("+---", Termination::Unfinished),
    ] {
        for movetext in ["", value, "*"] {
            let text = std::format!("[Result \"{value}\"]\n\n{movetext}");
            assert_eq!(RawGame::new(&text).result(), expected, "{text}");
        }
    }
}
