//! Tests that `tabiya compare` finds each buggy generator's bug: its position, move and category.

use std::fs;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tabiya_explain::diagnosis::Edit;

pub const BUGGY: &str = env!("CARGO_BIN_EXE_buggy");

/// Returns a buggy generator's command. The program's path may contain blanks.
pub fn buggy(bug: &str) -> String {
    format!("'{BUGGY}' {bug}")
}

fn compare(engine: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-under-test"));
    command.args(["compare", "--engine", engine]).args(arguments);
    command.output().unwrap_or_else(|error| panic!("{engine}: {error}"))
}

/// Returns the difference in the JSON report on a comparison at a position.
#[track_caller]
fn difference(engine: &str, start: &str) -> Value {
    let output = compare(engine, &["--json", "--fen", start]);
    assert_eq!(output.status.code(), Some(1), "{engine}: {output:?}");
    let mut report: Value = serde_json::from_slice(&output.stdout).expect(engine);
    report["positions"][0]["difference"].take()
}

/// Checks the first wrong move at a position, its reason, and its category.
#[track_caller]
fn check(bug: &str, fen: &str, [error, mv, reason]: [&str; 3], category: &str) {
    for engine in [buggy(bug), format!("{} {{depth}} {{fen}}", buggy(bug))] {
        let found = difference(&engine, fen);
        assert_eq!(found["fen"], fen, "{engine}: {found}");
        let wrong_move = &found["wrong_moves"][0];
        assert_eq!(wrong_move["error"], error, "{engine}: {found}");
        assert_eq!(wrong_move["move"], mv, "{engine}: {found}");
        assert_eq!(wrong_move["reason"], reason, "{engine}: {found}");
        assert_eq!(found["category"], category, "{engine}: {found}");
    }
}

#[test]
fn ep_capture_with_discovered_check_is_reported() {
    check(
        "en-passant-discovered-check",
        "8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1",
        [
            "extra",
            "c5d6",
            "the capture en passant leaves the king in check from the black bishop on f7",
        ],
        "en passant",
    );
}

#[test]
fn castling_through_check_is_reported() {
    check(
        "mailbox-castling-through-check",
        "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1",
        ["extra", "e8c8", "the white queen on d6 attacks d8 on the path of the castling king"],
        "castling",
    );
}

#[test]
fn missing_underpromotion_is_reported() {
    check(
        "missing-under-promotion",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1",
        [
            "missing",
            "d7c8n",
            "the white pawn on d7 captures the black bishop on c8 and promotes to a knight",
        ],
        "promotions",
    );
}

#[test]
fn pinned_knight_move_is_reported() {
    let reason = "the white knight on e4 is pinned on the e-file by the black rook on e5";
    check(
        "pinned-knight-moves",
        "4k3/8/8/4r3/4N3/8/4K3/8 w - - 0 1",
        ["extra", "e4c3", reason],
        "pins",
    );
}

#[test]
fn block_in_double_check_is_reported() {
    let reason = "only the king can evade the double check by the black knight on d3 and the black rook on e8";
    check(
        "mailbox-double-check-blocked",
        "3kr3/8/8/8/8/3n4/3P4/R3KB1R w KQ - 1 2",
        ["extra", "f1d3", reason],
        "evasions",
    );
}

/// The generator is correct on the position's FEN, but not after the capture that leads there.
#[test]
fn stale_castling_right_after_rook_capture_is_reported() {
    let start = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 0 1";
    let after = "rnbq1k1r/pp1Pbppp/2p5/8/2B5/P7/1PP1N1PP/RNBQK2n w Q - 0 2";
    let found = difference(&buggy("stale-castling-rights"), start);
    assert_eq!(found["fen"], after, "{found}");
    assert_eq!(found["after"], "f2h1", "{found}");
    assert_eq!(found["wrong_moves"][0]["move"], "e1g1", "{found}");
    assert_eq!(found["category"], "making moves", "{found}");

    // A command that receives only FENs shows the bug in a count.
    let found = difference(&buggy("stale-castling-rights {depth} {fen}"), start);
    assert_eq!(found["fen"], after, "{found}");
    assert_eq!(found["moves"], serde_json::json!(["a2a3", "f2h1"]), "{found}");
    assert_eq!((found["ours"].as_u64(), found["theirs"].as_u64()), (Some(40), Some(41)), "{found}");
    assert_eq!(found["category"], "counting", "{found}");
}

/// Checks the diagnosis at the end of a comparison with default options, as JSON and as text.
#[track_caller]
fn check_diagnosis(bug: &str, codes: &[&str]) {
    let clauses = codes.iter().map(|code| Edit::from_code(code).expect(code).clause());
    let clause = clauses.collect::<Vec<_>>().join(" and ");
    let output = compare(&buggy(bug), &["--json"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect(bug);
    let diagnosis = &report["diagnosis"];
    assert_eq!(diagnosis["candidates"][0], serde_json::json!(codes), "{bug}: {diagnosis}");
    let sentence = diagnosis["sentence"].as_str().expect("a sentence");
    assert!(sentence.starts_with(&format!("as if {clause}")), "{bug}: {sentence}");
    let output = compare(&buggy(bug), &[]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(&format!("Diagnosis: the counts are {sentence}.\n")), "{bug}: {text}");
    assert!(
        text.contains(&format!("See docs/reference/classic-bugs.md: {}", codes.join(" + "))),
        "{bug}: {text}"
    );
}

#[test]
fn diagnosis_names_independent_generator_bug() {
    check_diagnosis("mailbox-castling-through-check", &["castling-through-check"]);
    check_diagnosis("missing-under-promotion", &["no-knight-promotions"]);
    // Not in check, so no edit explains all mismatches.
    check_diagnosis("pinned-knight-moves", &["pinned-knight-free"]);
    check_diagnosis("mailbox-double-check-blocked", &["double-check-blocked"]);
    check_diagnosis("stale-castling-rights", &["castling-right-kept-when-rook-is-captured"]);
    check_diagnosis(
        "en-passant-discovered-check",
        &["en-passant-despite-diagonal-pin", "en-passant-despite-rank-pin"],
    );
}

#[test]
fn diagnosis_names_reference_generator_edit() {
    for code in ["no-castling", "en-passant-ignores-pin", "only-queen-promotions", "own-capture"] {
        check_diagnosis(code, &[code]);
    }
}

#[test]
fn diagnosis_is_absent_without_pattern() {
    let output = compare(&buggy("invalid-reply"), &["--json", "--fen", "startpos"]);
    let report: Value = serde_json::from_slice(&output.stdout).expect("a JSON object");
    assert!(report["diagnosis"].is_null(), "{report}");
}

#[test]
fn failed_and_missing_replies_are_reported() {
    let arguments = ["--fen", "startpos", "--timeout", "2"];
    for (bug, message) in [
        ("no-reply", "no reply to `go perft 1` within 2 s"),
        (
            "exits",
            "exited before the reply to `go perft 1` (exit status: 2); stderr: out of memory",
        ),
        ("invalid-reply", "found \"about 20 moves, roughly\"; expected lines like `e2e4: 20`"),
    ] {
        let output = compare(&buggy(bug), &arguments);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{bug}: {text}");
        assert!(text.contains(message), "{bug}: {text}");
    }
}

/// The time limit is far above the time until a reply's limit is exceeded.
#[test]
fn endless_reply_is_reported_and_not_kept() {
    for bug in ["endless-reply", "endless-line"] {
        for engine in [buggy(bug), format!("{} {{depth}} {{fen}}", buggy(bug))] {
            let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-under-test"));
            command.args(["compare", "--engine", &engine, "--fen", "startpos"]);
            command.args(["--timeout", "100"]).stdout(Stdio::piped());
            let mut child = command.spawn().unwrap_or_else(|error| panic!("{engine}: {error}"));
            let mut peak_kibibytes = 0;
            while child.try_wait().expect("the program was started").is_none() {
                peak_kibibytes = peak_kibibytes.max(resident_kibibytes(child.id()));
                thread::sleep(Duration::from_millis(20));
            }
            let output = child.wait_with_output().expect("the program was started");
            let text = String::from_utf8_lossy(&output.stdout);
            assert_eq!(output.status.code(), Some(1), "{engine}: {text}");
            let message = "without an end in 262144 lines or 16777216 bytes";
            assert!(text.contains(message) && text.contains(BUGGY), "{engine}: {text}");
            assert!(peak_kibibytes < 50_000, "{engine}: {peak_kibibytes} KiB");
        }
    }
}

/// Returns a process's peak memory, where `/proc` reports it, otherwise 0.
fn resident_kibibytes(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    peak.map_or(0, |peak| peak.trim().trim_end_matches(" kB").parse().expect("a number"))
}

#[test]
fn suite_report_has_line_per_difference_and_summary_by_category() {
    let suite = concat!(env!("CARGO_MANIFEST_DIR"), "/data/perft/tricky.epd");
    let engine = buggy("mailbox-castling-through-check");
    let output = compare(&engine, &["--suite", suite, "--depth", "2", "--allow-impossible-checks"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("tricky.epd:1: extra e8c8, at depth 2"), "{text}");
    assert!(text.lines().any(|line| line.starts_with("  castling: ")), "{text}");
}
