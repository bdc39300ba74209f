//! Tests for results.

extern crate std;

use crate::pgn::{Event, RawGame, Termination};

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

/// The result agrees with the readers, which know where castling is legal.
#[test]
fn forfeit_after_the_last_move_has_any_form() {
    for form in ["0-0", "0:0", "0 - 0", "0\u{2013}0"] {
        for after in ["", " ", "\n{ no show }\n; both\n", "\u{a0}", "\0"] {
            let text = std::format!("1. e4 e5 {form}{after}");
            let game = RawGame::new(&text);
            assert_eq!(game.result(), Termination::BothLose, "{text:?}");
            let mut events = game.reader().expect("a start");
            let forfeit = Ok(Event::Termination(Termination::BothLose));
            assert!(events.any(|event| event == forfeit), "{text:?}");
        }
        for after in [" 2. Nf3", " *", " (2. Nf3)"] {
            let text = std::format!("1. e4 e5 {form}{after}");
            assert_eq!(RawGame::new(&text).result(), Termination::Unfinished, "{text:?}");
        }
    }
    // Castling is legal, but the tag pair says what is meant.
    let text = "[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 0-0 {both}";
    let game = RawGame::new(text);
    assert_eq!(game.main_line().expect("a start").count(), 6);
    assert_eq!(game.result(), Termination::BothLose);
    let castling = "1. e4 e5 2. Nf3 Nf6 3. Be2 Be7 0-0";
    assert_eq!(RawGame::new(castling).result(), Termination::Unfinished);
    let illegal = RawGame::new("1. e4 e5 2. O-O");
    assert_eq!(illegal.result(), Termination::Unfinished);
    assert!(illegal.main_line().expect("a start").any(|mv| mv.is_err()));
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
        // Control characters, which are written as spaces.
        ("\u{1}1-0\u{b}", Termination::WhiteWins),
        ("0\u{1}-\u{1f}1", Termination::BlackWins),
    ] {
        for movetext in ["", value, "*"] {
            let text = std::format!("[Result \"{value}\"]\n\n{movetext}");
            assert_eq!(RawGame::new(&text).result(), expected, "{text}");
        }
    }
}
