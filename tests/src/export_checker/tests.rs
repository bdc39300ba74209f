//! Tests for the checker: one violation per rule, in a text that it accepts otherwise.

use tabiya::pgn::{RawGame, Style};

use super::{Rule, VariationForm, check_export};

/// A game written by hand, with every element in the export format.
const GAME: &str = r#"[Event "?"]
[Site "a \"b\" \\"]
[Date "????.??.??"]
[Round "?"]
[White "A"]
[Black "B"]
[Result "1-0"]
[Annotator ""]
[ECO "C20"]

{ start } 1. e4 $1 ( { or } 1. d4 d5 ( 1... Nf6 2. c4 ) 2. c4 ) 1... e5 2. Nf3
Nc6 $16 { good } 3. Bc4 Bc5 4. O-O { [%clk 0:01:00] the rook is much better
 %activated the engine } 4... Nf6 5. -- d6 6. Ng5 O-O 7. Nxf7 Rxf7 8. Bxf7+
Kxf7 9. Qh5+ Nxh5 1-0

"#;

/// The violated rule, a text in [`GAME`] and its replacement.
const VIOLATIONS: [(Rule, &str, &str); 61] = [
    (Rule::TagSyntax, "a \\\"b\\\"", "a \"b\""),
    (Rule::TagSyntax, "\\\\\"]", "\\\"]"),
    (Rule::TagSyntax, "\\\"b", "\\b"),
    (Rule::TagSyntax, "\"A\"", "\"A\t\""),
    (Rule::TagSyntax, "[White \"A\"]", "[White  \"A\"]"),
    (Rule::TagSyntax, "[ECO ", "[E/O "),
    (Rule::TagSyntax, "\"C20\"]", "\"C20\"] "),
    (Rule::Roster, "[White \"A\"]\n[Black \"B\"]", "[Black \"B\"]\n[White \"A\"]"),
    (Rule::Roster, "[Round \"?\"]\n", ""),
    (Rule::Roster, "[Round \"?\"]", "[Round \"\"]"),
    (Rule::TagOrder, "[ECO", "[AAA"),
    (Rule::TagOrder, "[ECO", "[Annotator"),
    (Rule::TagOrder, "[ECO", "[White"),
    (Rule::SetUp, "[ECO \"C20\"]", "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]"),
    (Rule::SetUp, "[ECO \"C20\"]", "[FEN \"4k3/8/8/8/8/8/8/4K3\"]\n[SetUp \"1\"]"),
    (Rule::EmptyLine, "\"]\n\n{", "\"]\n\n\n{"),
    (Rule::EmptyLine, "\n\n{", "\n{"),
    (Rule::EmptyLine, "1-0\n\n", "1-0\n"),
    (Rule::EmptyLine, "1-0\n\n", "1-0\n\n\n"),
    (Rule::EmptyLine, "Nf3\nNc6", "Nf3\n\nNc6"),
    (Rule::Spacing, "2. Nf3\n", "2. Nf3 \n"),
    (Rule::Spacing, "d4 d5", "d4  d5"),
    (Rule::Spacing, "\nNc6", "\n Nc6"),
    (Rule::Spacing, "\n %activated", "\n%activated"),
    (Rule::Spacing, "d4 d5", "d4\td5"),
    (Rule::LineLength, "Nf3\nNc6", "Nf3 Nc6"),
    (Rule::LineLength, "the rook", "the black rook"),
    (Rule::LineFill, " ( 1... Nf6 2. c4 )", ""),
    (Rule::LineFill, "e5 2. Nf3\nNc6", "e5\n2. Nf3 Nc6"),
    (Rule::LineFill, "8. Bxf7+", "8.\nBxf7+"),
    (Rule::MoveNumber, "1... e5", "e5"),
    (Rule::MoveNumber, "1. d4 d5", "1. d4 1... d5"),
    (Rule::MoveNumber, "1. d4 d5", "d4 d5"),
    (Rule::MoveNumber, "6. Ng5", "7. Ng5"),
    (Rule::MoveNumber, "4... Nf6", "4. Nf6"),
    (Rule::MoveNumber, "5. --", "5.--"),
    (Rule::Move, "Bxf7+", "Bxf7"),
    (Rule::Move, "Bxf7+", "Bf7+"),
    (Rule::Move, "6. Ng5", "6. N5g5"),
    (Rule::Move, "6. Ng5", "6. Nfg5"),
    (Rule::Move, "Bc4", "Bd4"),
    (Rule::Move, "1. e4", "1. e4!"),
    (Rule::Move, "1. e4", "1. e2e4"),
    (Rule::Move, "4. O-O", "4. 0-0"),
    (Rule::Move, "Nxh5", "--"),
    (Rule::Glyph, "$16", "$016"),
    (Rule::Glyph, "$1 ", "$ "),
    (Rule::Glyph, "$1 ", "$x "),
    (Rule::Comment, "{ or }", "{ }"),
    (Rule::Comment, "{ or }", "{ o}r }"),
    (Rule::Comment, "%activated the", "%acti} } the"),
    (Rule::Comment, "engine }", "engine ]"),
    (Rule::Variation, "( { or } 1. d4 d5", "( ( 1. c4 ) 1. d4 d5"),
    (Rule::Variation, "{ or } 1. d4 d5 ( 1... Nf6 2. c4 ) 2. c4", "{ or }"),
    (Rule::Variation, "Nxh5 1-0", "Nxh5 ( 9... Kf8 1-0"),
    (Rule::Variation, "$1 (", "$1 ) ("),
    (Rule::Termination, "Nxh5 1-0", "Nxh5 0-1"),
    (Rule::Termination, "Nxh5 1-0", "Nxh5"),
    (Rule::Termination, "Nxh5 1-0", "1-0 1-0"),
    (Rule::Termination, "[Result \"1-0\"]", "[Result \"*\"]"),
    (Rule::Termination, "2. c4 ) 1...", "2. c4 * ) 1..."),
];

#[test]
fn double_forfeit_is_a_termination_marker() {
    let game = "1. e4 e5 0-0";
    let mut text = String::new();
    RawGame::new(game).write(Style::Export, &mut text).expect("a legal game");
    assert!(text.contains("[Result \"0-0\"]") && text.ends_with("1. e4 e5 0-0\n\n"), "{text}");
    assert_eq!(rule(&text), None, "{text}");
}

#[track_caller]
fn rule(text: &str) -> Option<Rule> {
    check_export(text, VariationForm::WithMoves).err().map(|violation| violation.rule)
}

#[test]
fn export_by_hand_is_accepted() {
    assert_eq!(check_export(GAME, VariationForm::WithMoves), Ok(()));
}

#[test]
fn each_violation_is_rejected() {
    for (expected, from, to) in VIOLATIONS {
        assert_eq!(GAME.matches(from).count(), 1, "{from}");
        let text = GAME.replace(from, to);
        assert_eq!(rule(&text), Some(expected), "{from} → {to}");
    }
}

#[test]
fn variations_without_moves_depend_on_form() {
    for movetext in
        ["1. e4 ( ) 1... e5 1-0", "( 1. e4 ) 1. d4 1-0", "1. e4 ( ( 1. d4 ) 1. c4 ) 1-0"]
    {
        let (tags, _) = GAME.split_once("\n\n").expect("an empty line");
        let text = format!("{tags}\n\n{movetext}\n\n");
        assert_eq!(rule(&text), Some(Rule::Variation), "{movetext}");
        assert_eq!(check_export(&text, VariationForm::Any), Ok(()), "{movetext}");
    }
}

#[test]
fn commands_are_units_up_to_the_comment_end() {
    let (tags, _) = GAME.split_once("\n\n").expect("an empty line");
    for movetext in ["{ [%eval } 1. e4 { ] } 1-0", "{ [%a b [%c d } 1. e4 1-0", "{ [%a b]c d } 1-0"]
    {
        assert_eq!(rule(&format!("{tags}\n\n{movetext}\n\n")), None, "{movetext}");
    }
}
