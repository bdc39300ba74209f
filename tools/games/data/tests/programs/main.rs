//! Tests for `tabiya-data` as a process.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use sha2::{Digest, Sha256};

/// Returns the path of a file of the test data.
fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../tests/data/binpack").join(name)
}

fn rows(name: &str) -> Vec<Vec<String>> {
    let table = fs::read_to_string(data(name)).expect(name);
    table.lines().map(|row| row.split('\t').map(str::to_owned).collect()).collect()
}

fn run(arguments: &str, file: &str) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya-data"));
    command.args(arguments.split(' ')).arg(data(file)).output().expect("the program starts")
}

#[test]
fn facts_equal_other_programs() {
    const KEYS: [(&str, &str); 11] = [
        ("chunks", "blocks"),
        ("chains", "chains"),
        ("entries", "positions"),
        ("marked", "marked"),
        ("white_won", "white_won"),
        ("draw", "drawn"),
        ("black_won", "black_won"),
        ("in_check", "in_check"),
        ("captures", "captures"),
        ("promotions", "promotions"),
        ("en_passant", "en_passant"),
    ];
    let rows = rows("facts.tsv");
    let column = |name: &str| rows[0].iter().position(|found| found == name).expect(name);
    for row in &rows[1..] {
        let output = run("check --json --quiet", &row[0]);
        assert!(output.status.success(), "{output:?}");
        let facts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        for (theirs, ours) in KEYS {
            assert_eq!(facts[ours].to_string(), row[column(theirs)], "{} {ours}", row[0]);
        }
        let scores = [&row[column("min_score")], &row[column("max_score")]];
        assert_eq!(facts["scores"].to_string(), format!("[{},{}]", scores[0], scores[1]));
        let filter =
            "convert --quiet --to scored-fen --skip-plies 16 --max-score 10000 --quiet-only";
        for threads in ["1", "2"] {
            let output = run(&format!("{filter} --threads {threads}"), &row[0]);
            let hash =
                Sha256::digest(&output.stdout).iter().fold(String::new(), |mut text, byte| {
                    let _ = write!(text, "{byte:02x}");
                    text
                });
            assert_eq!(hash, row[column("sha256_of_kept")], "{}", row[0]);
        }
    }
    assert_eq!(rows.len(), 9);
}

#[test]
fn hostile_files_end_with_their_place() {
    for row in &rows("hostile/expected.tsv")[1..] {
        let output = run("check --json --quiet", &row[0]);
        let is_accepted = row[2].starts_with("accepted");
        assert_eq!(output.status.code(), Some(i32::from(!is_accepted)), "{}: {output:?}", row[0]);
        let message = String::from_utf8(output.stderr).expect("text");
        if let Some((_, place)) = row[2].split_once("error at byte ") {
            let offset = place.split(':').next().unwrap_or_default();
            let place = format!("{}: byte {offset}: ", data(&row[0]).display());
            assert!(message.starts_with(&format!("error: {place}")), "{message}");
        }
        let facts: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let count = row[2].trim_start_matches("accepted: ").split(' ').next();
        let expected = count.and_then(|count| count.parse::<u64>().ok()).unwrap_or(0);
        assert_eq!(facts["positions"], expected, "{}", row[0]);
        // A warning, and no error.
        if row[0].ends_with("chunk-cut.binpack") {
            let output = run("check --truncated --quiet", &row[0]);
            assert!(
                output.status.success() && output.stderr.starts_with(b"warning: "),
                "{output:?}"
            );
        }
    }
}

#[test]
fn options_without_effect_are_errors() {
    for (arguments, message) in [
        ("convert --to scored-fen --seed 5", "--sample"),
        ("convert --to scored-fen --memory 1M", "--dedupe"),
        ("convert --to scored-fen --drop", "--drop: no effect on scored-fen"),
        ("convert --from scored-fen --to plain", "scored-fen has no moves"),
        ("convert --to scored-fen --sample 1.5", "sample 1.5: out of range"),
        ("convert --to scored-fen --scale 0", "scale 0: expected a number above 0"),
        ("convert", "unknown format; expected --to"),
    ] {
        let output = run(arguments, "rules.binpack");
        let found = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{arguments}: {found}");
        assert!(found.contains(message), "{arguments}: {found}");
    }
}

/// Transcripts of the README and of a page: each must equal the program's output.
///
/// `TRYCMD=overwrite cargo test -p tabiya-data-cli --test programs` updates them.
#[test]
fn transcripts_match_program_output() {
    trycmd::TestCases::new()
        .register_bin("tabiya-data", std::path::Path::new(env!("CARGO_BIN_EXE_tabiya-data")))
        .case("README.md")
        .case("../../../docs/how-to/training-data.md");
}
