//! Tests that `tabiya diagnose --engine` names each buggy generator's bug.

use std::process::{Command, Output};

use serde_json::{Value, json};

use crate::compare::buggy;

/// The maximum number of questions about a bug that is seen early.
const MAX_QUESTIONS: usize = 12;

fn diagnose(engine: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-under-test"));
    command.args(["diagnose", "--engine", engine]).args(arguments);
    command.output().unwrap_or_else(|error| panic!("{engine}: {error}"))
}

/// Runs a diagnosis and returns its text. Checks the exit code.
#[track_caller]
fn text(engine: &str, arguments: &[&str], code: i32) -> String {
    let output = diagnose(engine, arguments);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{engine}: {stderr}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns a diagnosis's JSON report.
#[track_caller]
fn report(engine: &str, arguments: &[&str]) -> Value {
    let output = diagnose(engine, &[arguments, &["--json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{engine}: {error}"))
}

#[test]
fn engine_with_edit_is_named_in_few_questions() {
    for code in [
        "no-castling",
        "no-king-move",
        "double-push-over-piece",
        "only-queen-promotions",
        "pinned-piece-free",
        "castling-through-check",
    ] {
        let report = report(&buggy(code), &[]);
        assert_eq!(report["candidates"], json!([[code]]), "{code}: {report}");
        assert_eq!(report["confidence"], "fits", "{code}");
        assert_eq!(report["edits"][0]["code"], code);
        let questions = report["comparisons"].as_array().expect("a list").len();
        assert!(questions <= MAX_QUESTIONS, "{code}: {questions} questions");
        assert!(report["failure"].is_null() && report["difference"].is_object(), "{code}");
    }
}

#[test]
fn engine_report_has_question_position_move_and_rule() {
    let text = text(&buggy("no-king-move"), &[], 1);
    assert!(text.lines().next().is_some_and(|line| line.contains(" left")), "{text}");
    for part in [
        " is legal: the ",
        "\nAs if king moves were never generated",
        "\nno-king-move\n  Correct rule: The king moves to each adjacent square",
        "\nReproduce with:\n  position fen ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn right_engine_agrees_with_the_rules() {
    let agreement = text(&buggy("none"), &[], 0);
    assert!(agreement.contains("\nThe engine agrees with the rules in "), "{agreement}");
    assert!(!agreement.contains("As if"), "{agreement}");
    let report = report(&buggy("none"), &[]);
    assert_eq!(report["confidence"], "right");
    assert!(report["difference"].is_null() && report["failure"].is_null());
}

#[test]
fn failing_engine_is_reported() {
    let limit = ["--timeout", "1"];
    let output = text(&buggy("exits"), &limit, 1);
    assert!(output.starts_with("Engine failure: exited before the reply"), "{output}");
    let output = text(&buggy("no-reply"), &limit, 1);
    assert!(output.contains("within 1 s (see --timeout)"), "{output}");
    let failure = &report(&buggy("invalid-reply"), &limit)["failure"];
    assert!(failure.as_str().is_some_and(|text| text.contains("invalid reply")), "{failure}");
    let output = diagnose("./no-such-engine", &[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("cannot start the engine"), "{stderr}");
}

#[test]
fn engine_with_two_edits_is_asked_about_pairs() {
    let codes = ["no-double-push", "no-kingside-castling"];
    let report = report(&buggy(&codes.join("+")), &[]);
    assert_eq!(report["extent"], "pairs", "{report}");
    let candidates = report["candidates"].as_array().expect("a list");
    assert_eq!(candidates[..], [json!(codes)], "{report}");
    assert!(report["comparisons"].as_array().expect("a list").len() > 1, "{report}");
}

/// The questions concern the number's candidates, and no other edit.
#[test]
fn number_leaves_few_questions_to_engine() {
    let code = "no-pawn-capture-to-h-file";
    let number = ["startpos", "3", "8901"];
    let report = report(&buggy(code), &number);
    assert_eq!(report["candidates"], json!([[code]]), "{report}");
    let with_number = report["comparisons"].as_array().expect("a list").len();
    assert!((2..=5).contains(&with_number), "{report}");
    let text = text(&buggy("none"), &number, 1);
    assert!(text.contains("The engine agrees with the rules in "), "{text}");
}
