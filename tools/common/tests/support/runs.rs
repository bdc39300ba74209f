//! Program runs, and their output. Each program's tests include this file.

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

/// Returns the standard output and error from a run, whose exit code must equal `code`.
#[track_caller]
pub fn run(arguments: &[&str], code: i32) -> (String, String) {
    let output =
        program(arguments).output().unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    check_exit_code(&output, arguments, code)
}

/// Returns the standard output and error from a run that has ended.
#[track_caller]
pub fn check_exit_code(output: &Output, arguments: &[&str], code: i32) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let stdout = text(&output.stdout);
    let stderr = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {stdout}{stderr}");
    (stdout, stderr)
}

/// Parses each line in an output as JSON.
#[track_caller]
pub fn parse_json_lines(output: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
    output.lines().map(parse).collect()
}

/// Returns the count from a run that must succeed.
#[track_caller]
pub fn nodes(arguments: &[&str]) -> u128 {
    let (stdout, _) = run(arguments, 0);
    let line = stdout.lines().find_map(|line| line.strip_prefix("Nodes: "));
    let nodes = line.and_then(|nodes| nodes.parse().ok());
    nodes.unwrap_or_else(|| panic!("{arguments:?}: no count in {stdout}"))
}

/// Returns the path to a file or folder that does not exist yet.
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

/// Waits until a child handles signals. An earlier one would kill the child.
#[cfg(unix)]
pub fn wait_for_signal_handler(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    let has_thread = || {
        let status = fs::read_to_string(&status).ok()?;
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"))?;
        let signals = u64::from_str_radix(caught.trim(), 16).ok()?;
        Some(signals & 1 << 14 != 0) // SIGTERM is signal 15.
    };
    // Without such a file, only the time below remains.
    for _ in 0..3_000 {
        if has_thread() != Some(false) {
            break;
        }
        sleep(Duration::from_millis(20));
    }
}

/// Returns a command that ignores none of the signals that interrupt it, even if the tests do.
#[cfg(unix)]
pub fn interruptible(arguments: &[&str]) -> Command {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    if ignored.unwrap_or(0) & (1 << 0 | 1 << 1 | 1 << 14) == 0 {
        return program(arguments);
    }
    let mut command = Command::new("env");
    command.args(["--default-signal=HUP,INT,TERM", crate::PROGRAM]).args(arguments);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Sends a signal to a run.
#[cfg(unix)]
#[track_caller]
pub fn send(signal: &str, child: &Child) {
    let id = child.id().to_string();
    let status = Command::new("kill").args([&format!("-{signal}"), &id]).status();
    assert!(status.expect("kill can be started").success(), "{signal}: the run ended early");
}

/// Starts a run, sends a signal after a while, and returns its output.
#[cfg(unix)]
#[track_caller]
pub fn interrupt_by(signal: &str, code: i32, arguments: &[&str]) -> String {
    let child = interruptible(arguments).spawn().expect("the program can be started");
    wait_for_signal_handler(&child);
    // The run counts for a while.
    sleep(Duration::from_secs(2));
    send(signal, &child);
    let output = child.wait_with_output().expect("the program ends");
    check_exit_code(&output, arguments, code).0
}

/// Starts a run, sends SIGINT after a while, and returns its output.
#[cfg(unix)]
#[track_caller]
pub fn interrupt(arguments: &[&str]) -> String {
    interrupt_by("INT", 130, arguments)
}
