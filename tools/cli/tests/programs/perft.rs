//! Tests for `tabiya perft`: output and errors.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const COMPOSED: &str = "3R4/8/q4k2/2B5/1NK5/3b4/8/8 w - - 0 1";
const CASTLING: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const CHESS960: &str = "r4kr1/6p1/8/8/8/8/6P1/R4KR1 w GAga - 0 1";

fn tabiya(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(arguments);
    command
}

fn run(arguments: &[&str]) -> Output {
    tabiya(arguments).output().unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// Returns the output from a run that must succeed.
#[track_caller]
fn output_of(arguments: &[&str]) -> String {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {}: {stderr}", output.status);
    assert_eq!(stderr, "", "{arguments:?}");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

/// Asserts exit code 2, a one-line error message with `reason`, and no output.
#[track_caller]
fn expect_error(arguments: &[&str], reason: &str) {
    let output = run(arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
    assert_eq!(stderr.lines().count(), 1, "{arguments:?}: {stderr}");
    assert!(stderr.contains(reason), "{arguments:?}: {stderr}");
    assert!(output.stdout.is_empty(), "{arguments:?}");
}

/// Returns the value in the line `name: value`.
#[track_caller]
fn field<'a>(text: &'a str, name: &str) -> &'a str {
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
    value.unwrap_or_else(|| panic!("no `{name}: …` in {text}"))
}

/// Parses the moves and counts that `--divide` prints, up to the empty line.
#[track_caller]
fn parse_divide(text: &str) -> Vec<(&str, u64)> {
    let lines = text.lines().take_while(|line| !line.is_empty());
    let read = |line: &'_ str| -> Option<(usize, u64)> {
        let (mv, nodes) = line.split_once(": ")?;
        Some((mv.len(), nodes.parse().ok()?))
    };
    lines
        .map(|line| {
            let (end, nodes) =
                read(line).unwrap_or_else(|| panic!("`{line}`: expected `move: count`"));
            (&line[..end], nodes)
        })
        .collect()
}

/// Returns the JSON output, whose keys must equal `keys`, in this order.
#[track_caller]
fn json(arguments: &[&str], keys: &[&str]) -> Value {
    let text = output_of(arguments);
    assert_eq!(text.lines().count(), 1, "{text}");
    let value: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let object = value.as_object().unwrap_or_else(|| panic!("{text}: expected an object"));
    assert_eq!(object.keys().collect::<Vec<_>>(), keys, "{text}");
    value
}

#[test]
fn perft_prints_count_and_rate() {
    for (depth, nodes) in [("0", "1"), ("1", "20"), ("4", "197281")] {
        let text = output_of(&["perft", depth]);
        assert_eq!(field(&text, "Nodes"), nodes);
        assert!(field(&text, "Seconds").parse::<f64>().is_ok(), "{text}");
        assert!(field(&text, "Nodes/second").parse::<u64>().is_ok(), "{text}");
    }
    let text = output_of(&["perft", "3", "--fen", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"]);
    assert_eq!(field(&text, "Nodes"), "2812");
    // The last fields of a FEN are optional.
    assert_eq!(field(&output_of(&["perft", "1", "--fen", "4k3/8/8/8/8/8/8/4K3 w"]), "Nodes"), "5");
}

#[test]
fn divide_prints_line_per_root_move() {
    let text = output_of(&["perft", "2", "--divide"]);
    let moves = parse_divide(&text);
    assert_eq!(moves.len(), 20, "{text}");
    assert!(text.lines().any(|line| line == "e2e4: 20"), "{text}");
    assert_eq!(moves.iter().map(|(_, nodes)| nodes).sum::<u64>(), 400);
    assert_eq!(field(&text, "Nodes"), "400");
    assert_eq!(parse_divide(&output_of(&["perft", "0", "--divide"])), []);
}

/// Engines print the king's destination, and in Chess960 the rook's square.
#[test]
fn divide_castling_notation_matches_engines() {
    let rows = [
        (CASTLING, ["e1g1", "e1c1"], ["e1h1", "e1a1"]),
        (CHESS960, ["f1g1", "f1a1"], ["e1g1", "f1c1"]),
    ];
    for (fen, expected, other) in rows {
        let text = output_of(&["perft", "1", "--divide", "--fen", fen]);
        let moves: Vec<_> = parse_divide(&text).into_iter().map(|(mv, _)| mv).collect();
        assert!(expected.iter().all(|mv| moves.contains(mv)), "{fen}: {moves:?}");
        assert!(!other.iter().any(|mv| moves.contains(mv)), "{fen}: {moves:?}");
    }
}

#[test]
fn json_output_is_one_object() {
    let keys = ["fen", "depth", "nodes", "exact", "seconds", "nodes_per_second"];
    let report = json(&["perft", "4", "--json"], &keys);
    assert_eq!(report["fen"], START);
    assert_eq!(report["depth"], 4);
    assert_eq!(report["nodes"], 197_281);
    assert_eq!(report["exact"], true);
    assert!(report["seconds"].is_f64() && report["nodes_per_second"].is_u64(), "{report}");
}

#[test]
fn json_divide_has_counts_by_move() {
    let keys = ["fen", "depth", "nodes", "exact", "seconds", "nodes_per_second", "divide"];
    let report = json(&["perft", "3", "--json", "--divide"], &keys);
    let by_move = report["divide"].as_object().expect("an object");
    assert_eq!(by_move.len(), 20);
    assert_eq!(by_move["e2e4"], 600);
    let sum: u64 = by_move.values().filter_map(Value::as_u64).sum();
    assert_eq!((sum, report["nodes"].as_u64()), (8_902, Some(8_902)));

    let report = json(&["perft", "0", "--json", "--divide"], &keys);
    assert_eq!(report["nodes"], 1);
    assert_eq!(report["divide"].as_object().map(serde_json::Map::len), Some(0));
}

/// The pawns are blocked: each king has at most eight moves, and the number of leaves exceeds 128
/// bits.
#[test]
fn saturated_count_is_lower_bound() {
    let fen = "k7/8/8/p1p1p1p1/P1P1P1P1/8/8/K7 w - - 0 1";
    let arguments = ["perft", "60", "--fen", fen];
    let bound = u128::MAX.to_string();
    let text = output_of(&arguments);
    assert_eq!(field(&text, "Nodes"), format!("at least {bound}"));
    assert_eq!(field(&text, "Nodes/second"), "unknown");

    let with = |option| output_of(&[&arguments[..], &[option]].concat());
    let fields = format!(r#""nodes":null,"nodes_at_least":{bound},"exact":false"#);
    let json = with("--json");
    assert!(json.contains(&fields) && json.contains(r#""nodes_per_second":null"#), "{json}");
    let json_lines = with("--json-lines");
    assert!(json_lines.lines().last().is_some_and(|line| line.contains(&fields)), "{json_lines}");

    let divide = with("--divide");
    assert!(divide.contains(&format!("a1b1: at least {bound}\n")), "{divide}");
    assert_eq!(field(&divide, "Nodes"), format!("at least {bound}"));
    let json = output_of(&[&arguments[..], &["--divide", "--json"]].concat());
    assert!(json.contains(&format!(r#""a1b1":{{{fields}}}"#)), "{json}");
}

#[test]
fn invalid_arguments_are_one_line_and_exit_code_2() {
    expect_error(&["perft", "4", "--fen", "x"], "placement");
    expect_error(&["perft", "4", "--fen", ""], "the FEN is empty");
    expect_error(&["perft", "4", "--fen", "4k3/8/8/8/8/8/8/4K3 w K - 0 1"], "castling");
    expect_error(&["perft", "4", "--fen", "4k3/8/8/8/8/8/8/4K3\nw"], "placement");
    expect_error(&["perft", "4", "--fen"], "--fen");
    expect_error(&["perft", "x"], "x");
    expect_error(&["perft", "-1"], "-1");
    expect_error(&["perft", "256"], "256");
    expect_error(&["perft", "1.5"], "1.5");
    expect_error(&["perft", ""], "DEPTH");
    expect_error(&["perft"], "DEPTH");
    expect_error(&["perft", "3", "4"], "4");
    expect_error(&["perft", "3", "--unknown"], "--unknown");
    expect_error(&["unknown"], "unknown");
}

#[test]
fn impossible_check_is_accepted_with_flag() {
    expect_error(&["perft", "1", "--fen", COMPOSED], "along one line");
    let text = output_of(&["perft", "3", "--allow-impossible-checks", "--fen", COMPOSED]);
    assert_eq!(field(&text, "Nodes"), "2854");
    // The flag does not disable other rules.
    expect_error(
        &["perft", "1", "--allow-impossible-checks", "--fen", "4k3/8/8/8/8/8/8/8 w"],
        "White has 0 kings",
    );
}

#[test]
fn help_and_version_succeed() {
    assert!(output_of(&["--help"]).contains("perft"));
    assert!(output_of(&["perft", "--help"]).contains("--divide"));
    assert!(output_of(&["--version"]).starts_with("tabiya "));
}

/// Covers `tabiya perft … | head -1`.
#[test]
fn divide_with_closed_pipe_succeeds_silently() {
    let mut child = tabiya(&["perft", "5", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut first = String::new();
    let mut stdout = BufReader::with_capacity(1, child.stdout.take().expect("stdout is piped"));
    stdout.read_line(&mut first).expect("the first line can be read");
    drop(stdout);
    let output = child.wait_with_output().expect("the program ends");
    assert!(first.contains(": "), "{first}");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
