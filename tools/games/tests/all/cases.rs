//! PGN as people have it: for each file in `tests/data/cases/pgn`, the plies, the results and the
//! findings.

use std::fs;
use std::path::{Path, PathBuf};

use tabiya::pgn::{self, RawGame};
use tabiya_games::GameFold;
use tabiya_games::columns::ColumnOptions;
use tabiya_games::findings::{FindingKind, GameContents};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/cases/pgn")
}

fn read(name: &str) -> Vec<u8> {
    fs::read(folder().join(format!("{name}.pgn"))).expect(name)
}

/// Returns the row for a text, in the form of `expected.tsv`.
fn describe(name: &str, text: &[u8]) -> String {
    let mut plies = Vec::new();
    let mut results = Vec::new();
    let mut kinds = Vec::new();
    for game in pgn::games(text) {
        let contents = GameContents::read(&game);
        plies.push(contents.plies().to_string());
        results.push(game.result().to_string());
        let mut names: Vec<_> =
            contents.findings.iter().map(|finding| finding.kind.name()).collect();
        names.dedup();
        kinds.push(names.join(", "));
    }
    let [plies, results, kinds] = [plies, results, kinds].map(|column| column.join(" | "));
    format!("{name}\t{plies}\t{results}\t{kinds}")
}

#[test]
fn cases_have_the_expected_plies_results_and_findings() {
    let table = fs::read_to_string(folder().join("expected.tsv")).expect("the table");
    let rows: Vec<_> = table.lines().filter(|row| !row.starts_with('#')).collect();
    for row in &rows {
        let name = row.split('\t').next().expect("a name");
        assert_eq!(describe(name, &read(name)), *row);
    }
    let files = fs::read_dir(folder()).expect("the folder").flatten();
    let names = files.filter(|file| file.path().extension().is_some_and(|end| end == "pgn"));
    assert_eq!(names.count(), rows.len(), "each file has a row");
}

/// Columns that lack moves have an error.
#[test]
fn columns_have_all_moves_or_an_error() {
    for file in fs::read_dir(folder()).expect("the folder").flatten() {
        let path = file.path();
        if path.extension().is_none_or(|end| end != "pgn") {
            continue;
        }
        let text = fs::read(&path).expect("a file");
        let options = ColumnOptions::default();
        let mut columns = options.start();
        pgn::games(&text).for_each(|game| options.add(&mut columns, game));
        for (index, game) in pgn::games(&text).enumerate() {
            let plies = GameContents::read(&game).plies();
            let is_faulty = columns.errors.iter().any(|error| error.game == index);
            let has_all = columns.plies(index).len() == plies;
            assert!(is_faulty || has_all, "{}: game {index}", path.display());
            assert_eq!(columns.results[index], game.result(), "{}: game {index}", path.display());
        }
    }
}

#[test]
fn values_that_are_not_utf_8_are_windows_1252() {
    let text = read("cp1252-tags");
    let game = RawGame::new(&text);
    let value = |name| game.tag(name).map(|tag| tag.value().to_string());
    assert_eq!(value("White").as_deref(), Some("Šariæ, I"));
    assert_eq!(value("Black").as_deref(), Some("O’Neil"));
    assert_eq!(value("Event").as_deref(), Some("Open “A”"));
    let mut written = String::new();
    game.write(pgn::Style::Export, &mut written).expect("a legal game");
    for text in ["\"Šariæ, I\"", "\"O’Neil\"", "\"Open “A”\"", "{ it’s “best” – so }"]
    {
        assert!(written.contains(text), "{written}");
    }
}

#[test]
fn finding_range_is_its_cause() {
    let text = read("unclosed-variation-place");
    let game = pgn::games(&text).next().expect("a game");
    let found = GameContents::read(&game).findings;
    assert_eq!(game.bytes()[found[0].range.clone()], *b"(");
    let text = read("unclosed-comment-next-comment");
    let game = pgn::games(&text).next().expect("a game");
    let found = GameContents::read(&game).findings;
    assert_eq!(found[0].kind, FindingKind::Comment);
    assert!(game.bytes()[found[0].range.clone()].starts_with(b"{oops"));
    // A comment before the tag pairs ends there, not with the game.
    let game = RawGame::new("{oops\n\n[A \"x\"]\n[Result \"*\"]\n\n1. e4 *");
    let found = GameContents::read(&game).findings;
    assert_eq!((found.len(), found[0].range.clone()), (1, 0..7));
}

/// Nothing between two tag pairs disappears, not even a number.
#[test]
fn text_among_tag_pairs_is_found() {
    for odd in ["1.", "e4", "(", "*", "$1"] {
        let text = format!("[A \"x\"]{odd}[Result \"*\"]\n\n1. e4 *");
        let contents = GameContents::read(&RawGame::new(&text));
        let [finding] = &contents.findings[..] else { panic!("{text}: {contents:?}") };
        assert_eq!((finding.kind, finding.range.start), (FindingKind::Text, 7), "{text}");
        assert_eq!(contents.plies(), 1, "{text}");
    }
}

#[test]
fn open_brace_costs_one_game() {
    let game = "[Event \"x\"]\n[Result \"1-0\"]\n\n1. e4 {a} e5 2. Nf3 1-0\n\n";
    let mut text = game.repeat(1_000);
    let place = game.len() * 400 + game.find("{a}").expect("a comment");
    text.replace_range(place..place + "{a}".len(), "{a");
    let games: Vec<_> = pgn::games(&text).collect();
    assert_eq!(games.len(), 1_000);
    let faulty = games.iter().filter(|game| !GameContents::read(game).findings.is_empty());
    assert_eq!(faulty.count(), 1);
}

/// Each file from an engine match has its scores in columns, one per ply, for White.
#[test]
fn engine_comments_are_columns() {
    let columns = |name| {
        let options = ColumnOptions::new().clocks(true).elapsed_times(true).evals(true);
        let mut columns = options.start();
        let text = read(name);
        pgn::games(&text).for_each(|game| options.add(&mut columns, game));
        columns
    };
    let found = columns("engine-comments");
    let evals = found.evals.expect("selected");
    let centipawns: Vec<_> = (0..5).map(|ply| evals.centipawns.get(ply)).collect();
    assert_eq!(centipawns, [Some(31), Some(28), Some(30), None, None]);
    let mates: Vec<_> = (0..5).map(|ply| evals.mates.get(ply)).collect();
    assert_eq!(mates, [None, None, None, None, Some(8)], "15 plies");
    let depths: Vec<_> = (0..5).map(|ply| evals.depths.get(ply)).collect();
    assert_eq!(depths, [Some(20), Some(19), Some(21), None, Some(30)]);
    let times = found.elapsed_times.expect("selected");
    let times: Vec<_> = (0..5).map(|ply| times.get(ply)).collect();
    assert_eq!(times, [Some(130), Some(90), None, None, Some(10)]);

    let found = columns("scores-fastchess");
    let evals = found.evals.expect("selected");
    let centipawns: Vec<_> = (0..5).map(|ply| evals.centipawns.get(ply)).collect();
    assert_eq!(centipawns, [Some(92), Some(92), Some(116), None, None]);
    assert_eq!(evals.mates.get(4), Some(6), "12 plies");
}
