//! Runs of a program, and their output. The tests of each program include this file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

/// A position with many kinds of moves.
pub const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Returns a command whose output is captured.
pub fn program(arguments: &[&str]) -> Command {
    let mut command = Command::new(crate::PROGRAM);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Starts a run.
pub fn start(arguments: &[&str]) -> Child {
    program(arguments).spawn().unwrap_or_else(|error| panic!("{arguments:?}: {error}"))
}

/// Returns the standard output and error of a run, whose exit code must equal `code`.
#[track_caller]
pub fn run(arguments: &[&str], code: i32) -> (String, String) {
    let output =
        program(arguments).output().unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    check_exit_code(&output, arguments, code)
}

/// Returns the standard output and error of a run that has ended.
#[track_caller]
pub fn check_exit_code(output: &Output, arguments: &[&str], code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let stdout = text(&output.stdout);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stdout}{stderr}");
    (stdout, stderr)
}

/// Parses each line of an output as JSON.
#[track_caller]
pub fn parse_json_lines(output: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    output.lines().map(parse).collect()
}

/// Returns the count of a run that must succeed.
#[track_caller]
pub fn nodes(arguments: &[&str]) -> u128 {
    let (stdout, _) = run(arguments, 0);
    let line = stdout.lines().find_map(|line| line.strip_prefix("Nodes: "));
    let nodes = line.and_then(|nodes| nodes.parse().ok());
    nodes.unwrap_or_else(|| panic!("{arguments:?}: no count in {stdout}"))
}

/// Returns the path of a file or folder that does not exist yet.
pub fn file(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    let _ = fs::remove_dir_all(&path);
    path
}

/// Returns a path as an argument.
pub fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// Waits until a child handles SIGINT and has counted for a while. An earlier signal would kill the
/// child, or be lost if its parent ignores SIGINT.
#[cfg(unix)]
fn wait_for_interrupt_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let has_handler = || {
        let status = fs::read_to_string(&status).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let signals = u64::from_str_radix(caught.trim(), 16).ok()?;
        Some(signals & 1 << 1 != 0) // SIGINT is signal 2.
    };
    // Without such a file, only the time below remains.
    for _ in 0..600 {
        if has_handler() != Some(false) {
            break;
        }
        sleep(Duration::from_millis(100));
    }
    sleep(Duration::from_secs(2));
}

/// Starts a run, sends SIGINT after a while, and returns its output.
#[cfg(unix)]
#[track_caller]
pub fn interrupt(arguments: &[&str]) -> String {
    let child = start(arguments);
    wait_for_interrupt_handler(&child);
    let id = child.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status().expect("kill can be started");
    assert!(status.success(), "{arguments:?}: the run ended early");
    let output = child.wait_with_output().expect("the program ends");
    check_exit_code(&output, arguments, 130).0
}
