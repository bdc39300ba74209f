//! `tabiya-games` as a process: streams, codecs, damage and closed pipes.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Output, Stdio};

use tabiya_games::findings::FindingKind;

use crate::forms::{FORMS, START, check_forms};
use crate::runs::{self, parse_json_lines, program, run, text};

/// Returns games, each with 3 plies.
pub fn pgn(games: usize) -> String {
    let game = |number| format!("[Round \"{number}\"]\n\n1. e4 {{ good }} e5 2. Nf3 *\n\n");
    (1..=games).map(game).collect()
}

/// Creates a file in a new folder.
pub fn folder(name: &str) -> PathBuf {
    let folder = runs::file(name);
    fs::create_dir(&folder).expect("a folder can be created");
    folder
}

#[track_caller]
fn run_with_input(arguments: &[&str], input: &[u8], code: i32) -> String {
    let mut child =
        program(arguments).stdin(Stdio::piped()).spawn().expect("the program can be started");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let output: Output = std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().expect("the program ends")
    });
    runs::check_exit_code(&output, arguments, code).0
}

#[test]
fn games_from_standard_input_and_files_are_read_in_order() {
    let folder = folder("games-order");
    let file = folder.join("a.pgn");
    fs::write(&file, "[White \"B\"]\n\n1. d4 *").expect("a file");
    let arguments = ["filter", "", "-", text(&file), "--quiet"];
    let out = run_with_input(&arguments, b"[White \"A\"]\n\n1. c4 { lost", 0);
    // The comment without an end does not swallow the next file.
    assert_eq!(out, "[White \"A\"]\n\n1. c4 { lost }\n\n[White \"B\"]\n\n1. d4 *");
}

#[test]
fn findings_have_equal_places_for_every_line_break() {
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/data/cases/pgn");
    let entries = fs::read_dir(cases).expect("the folder is committed");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "pgn"));
    paths.sort();
    let mut lines = Vec::new();
    for path in &paths {
        let text = fs::read(path).expect("a file");
        let text = text.split(|&byte| byte == b'\n');
        lines.extend(text.map(|line| line.strip_suffix(b"\r").unwrap_or(line).to_vec()));
    }
    let places = |line_break: &[u8]| {
        let out = run_with_input(&["check", "-", "--json", "--quiet"], &lines.join(line_break), 1);
        let mut findings = parse_json_lines(&out);
        findings.pop();
        let keys = ["line", "column", "game", "ply", "kind"];
        findings.iter().map(|finding| keys.map(|key| finding[key].clone())).collect::<Vec<_>>()
    };
    let expected = places(b"\n");
    assert!(expected.len() > 20, "{} findings", expected.len());
    assert_eq!(places(b"\r\n"), expected);
    assert_eq!(places(b"\r"), expected);
}

#[test]
fn compressed_output_is_read_whatever_its_name() {
    let folder = folder("games-codecs");
    let plain = folder.join("a.pgn");
    fs::write(&plain, pgn(1000)).expect("a file");
    for name in ["b.pgn.gz", "b.pgn.zst", "b.txt"] {
        let path = folder.join(name);
        run(&["filter", "", text(&plain), "-o", text(&path)], 0);
        assert_ne!(fs::read(&path).expect("a file").starts_with(b"[Round"), name != "b.txt");
        let renamed = folder.join("renamed");
        fs::rename(&path, &renamed).expect("a file");
        let (out, _) = run(&["filter", "", text(&renamed)], 0);
        assert!(out == pgn(1000), "{name}");
    }
    let empty = folder.join("empty.pgn.gz");
    run(&["filter", "Missing", text(&plain), "-o", text(&empty)], 0);
    assert_eq!(run(&["filter", "", text(&empty), "--count"], 0).0, "0\n");
}

#[test]
fn truncated_file_yields_its_whole_games_and_the_damage() {
    let folder = folder("games-truncated");
    let [plain, zst, next] = ["a.pgn", "a.pgn.zst", "next.pgn"].map(|name| folder.join(name));
    // Different games compress less, so that the frame has several blocks.
    let games: String = (0..20_000_u32)
        .map(|number| format!("[Site \"{}\"]\n\n1. e4 *\n\n", number.wrapping_mul(2_654_435_761)))
        .collect();
    fs::write(&plain, &games).expect("a file");
    fs::write(&next, "1. e5 *").expect("a file");
    run(&["filter", "", text(&plain), "-o", text(&zst)], 0);
    let bytes = fs::read(&zst).expect("a file");
    fs::write(&zst, &bytes[..bytes.len() - 1000]).expect("a file");
    let (out, _) = run(&["check", text(&zst), text(&next), "--json"], 1);
    let lines = parse_json_lines(&out);
    assert_eq!(lines.len(), 3, "{out}");
    assert_eq!(lines[0]["kind"], "damage");
    let message = lines[0]["message"].as_str().expect("a message");
    assert!(message.starts_with("truncated: the Zstandard data end early"), "{message}");
    // The next file is checked.
    assert_eq!((&lines[1]["kind"], &lines[1]["game"]), (&"move".into(), &1.into()));
    assert_eq!(lines[2]["damaged_files"], 1);
    let checked = lines[2]["games"].as_u64().expect("a number") - 1;
    assert!((10_000..20_000).contains(&checked), "{checked}");
    // Other commands write the games before the damage.
    let (out, error) = run(&["filter", "", text(&zst)], 1);
    assert!(games.starts_with(&out) && out.matches("[Site").count() as u64 == checked);
    assert!(error.contains("truncated: the Zstandard"), "{error}");
}

#[test]
fn bytes_after_a_gzip_member_are_reported_with_its_game() {
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../../tests/data/cases/pgn/gz-trailing-bytes.pgn.gz"
    );
    let (out, error) = run(&["filter", "", path], 1);
    assert!(out.ends_with("1. d4 d5 2. c4 e6 0-1\n\n"), "{out}");
    assert!(error.contains("no header of a gzip member"), "{error}");
    let (out, _) = run(&["check", "--json", path], 1);
    let lines = parse_json_lines(&out);
    assert_eq!((&lines[0]["kind"], &lines[1]["games"]), (&"damage".into(), &1.into()));
    assert_eq!((&lines[1]["plies"], &lines[1]["damaged_files"]), (&4.into(), &1.into()));
}

#[test]
fn wrong_inputs_are_refused_before_any_output() {
    let folder = folder("games-refused");
    let [plain, zip, out] = ["a.pgn", "a.zip", "out"].map(|name| folder.join(name));
    fs::write(&plain, pgn(1)).expect("a file");
    fs::write(&zip, b"PK\x03\x04").expect("a file");
    let missing = folder.join("missing.pgn");
    for (input, message) in [
        (text(&zip), "format zip: not supported"),
        (text(&missing), "missing.pgn: "),
        (text(&folder), "folder; expected a file"),
    ] {
        let arguments = ["filter", "", text(&plain), input, "-o", text(&out)];
        let (_, error) = run(&arguments, 2);
        assert!(error.contains(message), "{error}");
        assert!(!out.exists());
    }
}

/// A game for each kind of finding.
const FINDINGS: &str = "[FEN \"x\"]\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. e4 *\n\n1. e5 *\n\n\
    1. e4 e5 (1... c5 *\n\n[White \"A\"]\n[White \"B\"]\n\n1. e4 *\n\n\
    [FEN \"4k3/8/8/8/8/8/8/4K3 w K - 0 1\"]\n\n1. Ke2 *\n\n1. e4 -- *\n\n\
    [Result \"1-0\"]\n\n1. e4 0-1\n\n1. e4 ~ *\n\n1. e4 { \0 } *\n\n[White \"C\"]\n\n1. e4\n\n\
    [Event \"D\"]\n[White \"D\"]\n\n1. e4 { lost";

/// Returns the names of all finding kinds.
fn kinds() -> impl Iterator<Item = &'static str> {
    // The one from a strict search is left out.
    FindingKind::ALL.into_iter().filter(|&kind| kind != FindingKind::Roster).map(FindingKind::name)
}

/// Each command reports all kinds: a text that a command does not use is never lost in silence.
#[test]
fn each_command_reports_each_finding_kind() {
    let folder = folder("games-findings");
    let [path, out, report] = ["a.pgn", "out", "report.txt"].map(|name| folder.join(name));
    fs::write(&path, FINDINGS).expect("a file");
    let counts = kinds().map(|kind| format!("1 {kind}")).collect::<Vec<_>>().join(", ");
    for (command, code) in [
        ("convert --to uci", 1),
        ("convert --to csv", 1),
        ("convert --to uci --errors keep", 0),
        ("openings", 1),
        ("openings --all --errors keep", 0),
        ("search --material KvK", 1),
        ("filter --count", 0),
        ("dedupe", 0),
        ("dedupe --by text --errors skip", 0),
        ("index --moves --force", 1),
        ("index --force", 0),
    ] {
        let mut words: Vec<_> = command.split(' ').collect();
        if words[0] == "filter" {
            words.insert(1, "");
        }
        words.push(text(&path));
        if !matches!(words[0], "openings" | "index") && !command.contains("--count") {
            let _ = fs::remove_file(&out);
            words.extend(["-o", text(&out)]);
        }
        let (_, error) = run(&words, code);
        let line = format!("findings in 12 games: {counts}\n");
        assert!(error.contains(&line), "{command}: {error}");
    }
    let (stats, _) = run(&["stats", "--json", text(&path)], 0);
    let (check, _) = run(&["check", "--json", text(&path)], 1);
    let stats = parse_json_lines(&stats)[0]["findings"].clone();
    let check = parse_json_lines(&check).last().expect("a summary")["kinds"].clone();
    let expected: serde_json::Map<_, _> = kinds().map(|kind| (kind.into(), 1.into())).collect();
    assert_eq!((stats, check), (expected.clone().into(), expected.into()));
    run(&["fix", "--force", text(&path), "-o", text(&out), "--report", text(&report), "--json"], 1);
    let report = fs::read_to_string(&report).expect("a report");
    let faulty = parse_json_lines(&report);
    let has_reason = |line: &serde_json::Value| {
        line["error"].is_string()
            || line["findings"].as_array().is_some_and(|list| !list.is_empty())
    };
    assert_eq!(faulty.iter().filter(|line| has_reason(line)).count(), 12, "{report}");
}

#[test]
fn games_with_errors_are_left_out_used_or_refused() {
    let folder = folder("games-policies");
    let path = folder.join("a.pgn");
    fs::write(&path, "1. e4 *\n\n1. e4 e5 2. Ke3 d6 *\n\n1. e4 (1. e5) d5 *\n").expect("a file");
    for (policy, code, games) in [("skip", 0, 2), ("keep", 0, 3), ("stop", 2, 1)] {
        for (command, marker) in [("filter", "1. e4"), ("dedupe", "1. e4"), ("convert", "e2e4")] {
            let mut words = vec![command, text(&path), "--errors", policy];
            match command {
                "filter" => words.insert(1, ""),
                "convert" => words.extend(["--to", "uci"]),
                _ => {}
            }
            let (out, error) = run(&words, code);
            // The third game has an error in a variation, which no policy concerns.
            assert_eq!(out.matches(marker).count(), games, "{words:?}: {out}");
            let place = "a.pgn: game 2, ply 2, byte 21: \"Ke3\": not a legal move";
            assert!(error.contains(place), "{error}");
        }
        if policy != "stop" {
            let pattern = "*/*/*/*/????P*/*/*/*";
            let words =
                ["search", "--pattern", pattern, text(&path), "--errors", policy, "--count"];
            assert_eq!(run(&words, 0).0, format!("{games}\n"));
            let (out, _) = run(&["openings", "--json", text(&path), "--errors", policy], 0);
            assert_eq!(parse_json_lines(&out)[0]["games"], games);
        }
    }
}

#[test]
fn null_moves_have_one_answer_in_each_command() {
    let folder = folder("games-null-moves");
    let [path, out] = ["a.pgn", "out"].map(|name| folder.join(name));
    fs::write(&path, "1. e4 -- 2. d4 1-0\n\n1. e4 Z0 2. d4 { twice } 1-0\n").expect("a file");
    run(&["index", "--moves", text(&path)], 0);
    let fen = "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2";
    let skipped = "2 games skipped because of null moves";
    for (command, expected) in [
        ("convert --to uci", "e2e4 0000 d2d4\ne2e4 0000 d2d4\n"),
        ("convert --to fen", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2\n"),
        ("convert --to jsonl --moves san", "\"san\":[\"e4\",\"--\",\"d4\"]"),
        ("convert --to csv --rows move", ",--,0000,"),
        ("convert --to scored-fen --default-score 0", skipped),
        ("convert --to viriformat --default-score 0 --errors keep -o @", skipped),
        ("convert --to bulletformat --default-score 0 --json -o @", "\"games_with_null_moves\":2,"),
        #[cfg(feature = "parquet")]
        ("convert --to parquet -o @", "2 games written\n"),
        ("search --count --fen %", "2\n"),
        ("search --count --indexed --fen %", "2\n"),
        ("openings --json --fen %", "\"games\":2,"),
        ("openings --json --indexed --fen %", "\"games\":2,"),
        ("openings --moves e4", "\n--              2  100.0%"),
        ("openings --moves e4 --json", "\"null_moves\":2,\"ends\":0,"),
        ("dedupe", "1 distinct game, 1 duplicate"),
        ("fix", "1. e4 -- 2. d4 1-0\n"),
        ("stats --json", "\"plies\":6,"),
    ] {
        let _ = fs::remove_file(&out);
        let words = command.split(' ').map(|word| match word {
            "@" => text(&out),
            "%" => fen,
            word => word,
        });
        let words: Vec<_> = words.chain([text(&path)]).collect();
        // Its exit code and its report show the findings that it does not fix.
        let code = i32::from(command == "fix");
        let (found, error) = run(&words, code);
        assert!(format!("{found}{error}").contains(expected), "{command}: {found}{error}");
        let has_report = command.contains("--json") || command == "fix";
        let is_known = error.contains("2 null move") || has_report;
        assert!(is_known || command.contains("--indexed"), "{command}: {error}");
        assert!(!error.contains("up to an error") && !error.contains("incomplete"), "{error}");
    }
}

#[test]
fn closed_pipe_ends_command_without_message() {
    let folder = folder("games-pipe");
    let path = folder.join("a.pgn");
    fs::write(&path, pgn(100_000)).expect("a file");
    let mut child = program(&["filter", "", text(&path)]).spawn().expect("the program");
    let mut stdout = BufReader::new(child.stdout.take().expect("stdout is piped"));
    let mut line = String::new();
    stdout.read_line(&mut line).expect("a line");
    drop(stdout);
    let status = child.wait().expect("the program ends");
    let mut error = String::new();
    child.stderr.take().expect("piped").read_to_string(&mut error).expect("UTF-8");
    assert_eq!((status.code(), line.as_str(), error.as_str()), (Some(0), "[Round \"1\"]\n", ""));
}

#[test]
fn split_names_files_by_number_or_value() {
    let folder = folder("games-split");
    let path = folder.join("a.pgn");
    let values = ["Rossi", "rossi", "a/b", "a:b", "", "Rossi", "../up"];
    let games = values.iter().map(|value| format!("[White \"{value}\"]\n\n1. e4 *\n\n"));
    let games = games.chain(["1. d4 *\n\n".to_owned()]).collect::<Vec<_>>();
    fs::write(&path, games.concat()).expect("a file");
    let split = |options: &[&str], expected: &[(&str, &[usize])]| {
        let parts = folder.join("parts");
        let arguments = ["split", text(&path), "--dir", text(&parts)];
        run(&[&arguments[..], options].concat(), 0);
        for (name, indices) in expected {
            let contents = fs::read_to_string(parts.join(name)).expect(name);
            let expected: String = indices.iter().map(|&index| games[index].as_str()).collect();
            assert_eq!(contents, expected, "{name}");
        }
        assert_eq!(fs::read_dir(&parts).expect("a folder").count(), expected.len());
        // A folder with files is not written to.
        let (_, error) = run(&[&arguments[..], options].concat(), 2);
        assert!(error.contains("not empty; expected a new or empty folder"), "{error}");
        fs::remove_dir_all(&parts).expect("a folder");
    };
    split(
        &["--by", "White"],
        &[
            ("Rossi.pgn", &[0, 5]),
            ("rossi-2.pgn", &[1]),
            ("a_b.pgn", &[2]),
            ("a_b-2.pgn", &[3]),
            ("no-value.pgn", &[4, 7]),
            ("_.._up.pgn", &[6]),
        ],
    );
    split(
        &["--by", "@opening"],
        &[("King_s_Pawn_Game.pgn", &[0, 1, 2, 3, 4, 5, 6]), ("Queen_s_Pawn_Game.pgn", &[7])],
    );
    let (_, error) = run(&["split", text(&path), "--by", "@plies", "--dir", "parts"], 2);
    assert!(error.contains("expected @eco, @opening or the name of a tag"), "{error}");
    split(
        &["--games", "3"],
        &[("000001.pgn", &[0, 1, 2]), ("000002.pgn", &[3, 4, 5]), ("000003.pgn", &[6, 7])],
    );
    let size = (games[0].len() + games[1].len()).to_string();
    split(
        &["--bytes", &size],
        &[
            ("000001.pgn", &[0, 1]),
            ("000002.pgn", &[2, 3]),
            ("000003.pgn", &[4, 5]),
            ("000004.pgn", &[6, 7]),
        ],
    );
    let parts = folder.join("parts");
    let arguments = ["split", text(&path), "--games", "1", "--max-files", "2", "--dir"];
    let (_, error) = run(&[&arguments[..], &[text(&parts)]].concat(), 2);
    assert!(error.contains("more than 2 files"), "{error}");
    assert_eq!(fs::read_dir(&parts).expect("a folder").count(), 0);
}

#[test]
fn position_is_read_in_each_form() {
    let folder = folder("games-forms");
    let path = folder.join("a.pgn");
    fs::write(&path, pgn(3)).expect("a file");
    check_forms(&["openings", text(&path)], 0);
    for form in FORMS.into_iter().flatten() {
        let form = form.replace("START", START);
        let search = ["search", "--count", text(&path), "--fen", &form];
        assert_eq!(run(&search, 0).0, "3\n", "{form}");
        assert_eq!(run(&[&search[..], &["--board-only"]].concat(), 0).0, "3\n", "{form}");
    }
}
