//! Tests for logs in all dialects, and for the program.

mod corpus;
mod dialects;
mod grammar;
mod mutations;
mod program;
mod results;
mod traps;

use std::fs;
use std::path::{Path, PathBuf};

use tabiya_audit::log::Log;
use tabiya_explain::audit::Finding;

/// Returns the folder with the logs.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/audit")
}

/// Returns the names of the logs.
fn log_names() -> Vec<String> {
    let names = fs::read_dir(folder()).expect("the folder can be read").map(|entry| {
        entry.expect("an entry can be read").file_name().into_string().expect("a name is UTF-8")
    });
    let mut names: Vec<_> =
        names.filter(|name| name.starts_with(|c: char| c.is_ascii_digit())).collect();
    names.sort();
    names
}

/// Returns the text of a log.
fn text_of(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).expect("a log can be read")
}

/// Returns the findings in a log.
fn findings_in(text: &[u8]) -> Vec<Finding> {
    let mut log = Log::default();
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let mut findings: Vec<_> = lines.flat_map(|line| log.read(line.trim_ascii_end())).collect();
    findings.extend(log.finish());
    findings.into_iter().map(|(_, finding)| finding).collect()
}

/// Returns a finding as a row of the table of expected ones, without the file.
fn row(finding: &Finding) -> String {
    let ply = finding.ply.map_or("-".to_owned(), |ply| ply.to_string());
    let severity = format!("{:?}", finding.severity).to_lowercase();
    let Finding { line, code, claim, rule, .. } = finding;
    format!("{line}\t{code}\t{severity}\t{claim}\t{ply}\t{rule}")
}
