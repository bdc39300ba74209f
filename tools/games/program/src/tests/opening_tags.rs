//! Tests for the tags that name openings.

use std::fs;
use std::path::Path;

use tabiya::pgn::{self, RawGame, Style};
use tabiya_games::eco::opening_of;

use crate::opening_tags::{changes, with_changes};
use crate::repair::Changes;

fn described(text: &str) -> Vec<String> {
    let game = RawGame::new(text);
    let tags = changes(&game, opening_of(&game).expect("a named position"));
    Changes { tags, ..Changes::default() }.describe()
}

#[test]
fn changes_are_missing_unknown_and_other_values() {
    for (tags, expected) in [
        ("", &["new tags: ECO, Opening"][..]),
        ("[ECO \"?\"]\n[Opening \"\"]\n", &["new tags: ECO, Opening"]),
        ("[ECO \"B20\"]\n[Opening \"Sicilian Defense\"]\n", &[]),
        (
            "[Opening \"Sicilian\"]\n[ECO \"B20a\"]\n[ECO \"B20\"]\n",
            &["ECO B20a is now B20", "Opening Sicilian is now Sicilian Defense"],
        ),
        ("[ECO \"B20\"]\n", &["new tags: Opening"]),
    ] {
        assert_eq!(described(&format!("{tags}\n1. e4 c5 *")), expected, "{tags}");
    }
}

fn export(game: &RawGame<'_>) -> Option<String> {
    let mut text = String::new();
    game.write(Style::Export, &mut text).ok()?;
    let others =
        text.lines().filter(|line| !line.starts_with("[ECO ") && !line.starts_with("[Opening "));
    Some(others.collect::<Vec<_>>().join("\n"))
}

/// Only the two tag pairs differ, whatever precedes a game's tag pairs.
#[test]
fn changed_tags_leave_other_text_unchanged() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/cases/pgn");
    let files = fs::read_dir(folder).expect("the cases").map(|file| file.expect("a file").path());
    let mut texts: Vec<_> = files.filter_map(|path| fs::read(path).ok()).collect();
    for start in ["\u{FEFF}", "{ a comment }\n", "; a comment\n", "% a line\n", "\n\n"] {
        texts.push(format!("{start}[Event \"a\"]\n[ECO \"A00\"]\n\n1. e4 c5 1-0\n").into_bytes());
    }
    let mut changed = 0;
    for game in texts.iter().flat_map(|text| pgn::games(text)) {
        let Some(opening) = opening_of(&game) else { continue };
        let tags = changes(&game, opening);
        let text = with_changes(&game, &tags);
        let after = RawGame::new(&text);
        assert_eq!(export(&after), export(&game), "{}", game.bytes().escape_ascii());
        assert_eq!(changes(&after, opening), []);
        assert_eq!(opening_of(&after), Some(opening));
        changed += usize::from(!tags.is_empty());
    }
    assert!(changed > 50, "{changed} games");
}
