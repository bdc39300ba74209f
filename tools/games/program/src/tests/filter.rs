//! `filter` copies selected games byte for byte.

use std::fs;
use std::path::Path;

use tabiya::pgn;

use super::Folder;
use tabiya_program::files::input::Division;

/// Texts that differ from one game per empty line.
const TEXTS: [&[u8]; 15] = [
    b"\xEF\xBB\xBF{ before }\r\n[Event \"a\"]\r\n\r\n1. e4 1-0\r\n\r\n[Event \"b\"]\r\n\r\n1. d4 0-1\r\n\r\n{ end }\r\n",
    b"[Event \"a\"]\n\n1. e4 1-0\n[Event \"b\"]\n1. d4 0-1",
    b"1. e4 * 1. d4 1-0 {x} 1. c4 *\n1. c3 *\n; end",
    b"1. e4 e5\n\n1. d4 d5\n\n1. c4 c5\n",
    b"[Event \"a\"]\n\n[Event \"b\"]\n\n[Event \"c\"]\n",
    b"[Event \"a\"]\n\n1. e4 { oops\n\n[Event \"b\"]\n[Site \"x\"]\n\n1. e4 { oops",
    b"[Event \"a\"]\r\r1. e4 *\r\r[Event \"b\"]\r\r1. d4 *\r\r",
    b"[Event \"a\"]\n\n1. e4 *\n\n\n\n\t\n[Event \"b\"]\n\n1. d4 *\n\n\n% escaped\n\n",
    b"text before\n[Event \"a\"]\n\n1. e4\n\n[Event \"b\"]\n\n1. d4 ; *\n\n",
    b"[Event \"a\"]\n\n{ before the moves } 1. e4 *\n\n{ before b }\n[Event \"b\"]\n\n1. d4 * { after }\n",
    b"[Event \"K\xF6ln\"]\n\n1. e4 {\x80\xFF\0} *\n\n",
    b"1. e4 *",
    b"1. e4 *\n\n{ end",
    b"\n\n \n1. e4 *\n\n[White \"x\"]\n",
    b"1. e4 * { a } { b }\n\n{ c }\n{ d }",
];

fn filtered(folder: &Folder, options: &str, chunk_len: usize) -> Vec<u8> {
    let division = Division { chunk_len, max_parts: None };
    let (verdict, _) = folder.run(&format!("filter {options} -o @/out.pgn"), division);
    verdict.unwrap_or_else(|error| panic!("{options}: {error}"));
    fs::read(folder.path("out.pgn")).expect("the output")
}

#[track_caller]
fn check_unchanged(folder: &Folder, name: &str, text: &[u8]) {
    fs::write(folder.path("a.pgn"), text).expect("a file");
    for chunk_len in [0, 7, 50] {
        folder.remove_files();
        let found = filtered(folder, "White!=nobody @/a.pgn", chunk_len);
        let [found, expected] = [&found, text].map(|text| text.escape_ascii().to_string());
        assert_eq!(found, expected, "{name}, chunks of {chunk_len}");
    }
}

#[test]
fn filter_that_selects_all_games_changes_no_byte() {
    let folder = Folder::new();
    for (index, text) in TEXTS.into_iter().enumerate() {
        check_unchanged(&folder, &format!("text {index}"), text);
    }
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/cases/pgn");
    for file in fs::read_dir(cases).expect("the folder").flatten() {
        let path = file.path();
        if path.extension().is_some_and(|end| end == "pgn") {
            let text = fs::read(&path).expect("a file");
            check_unchanged(&folder, &path.display().to_string(), &text);
        }
    }
}

#[test]
fn selected_games_stay_apart_in_any_order() {
    let folder = Folder::new();
    for first in TEXTS {
        for second in TEXTS {
            fs::write(folder.path("a.pgn"), first).expect("a file");
            fs::write(folder.path("b.pgn"), second).expect("a file");
            folder.remove_files();
            let found = filtered(&folder, "White!=nobody @/a.pgn @/b.pgn", 0);
            let games = |text| pgn::games(text).map(|game| count_moves(game.movetext())).collect();
            let expected: Vec<usize> = [games(first), games(second)].concat();
            let found_games: Vec<_> = games(&found);
            assert_eq!(found_games, expected, "{}", found.escape_ascii());
        }
    }
}

fn count_moves(movetext: &[u8]) -> usize {
    pgn::tokens(movetext).filter(|token| matches!(token, pgn::Token::Move(_))).count()
}

/// Comments after the last game belong to it.
#[test]
fn rest_follows_the_last_game() {
    let folder = Folder::new();
    fs::write(folder.path("a.pgn"), TEXTS[0]).expect("a file");
    let last = filtered(&folder, "Event=b @/a.pgn", 0);
    assert_eq!(last, b"[Event \"b\"]\r\n\r\n1. d4 0-1\r\n\r\n{ end }\r\n");
    folder.remove_files();
    let first = filtered(&folder, "Event=a @/a.pgn", 0);
    assert!(first.ends_with(b"1-0\r\n\r\n"), "{}", first.escape_ascii());
}
