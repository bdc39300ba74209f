//! Invalid UTF-8, endless lines, closed pipes and too little memory: the program does not panic.

use std::fs;
#[cfg(target_os = "linux")]
use std::fs::File;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread;

/// A length above every line limit.
const HUGE: usize = 3 << 20;

fn tabiya(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tabiya"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs the program with a standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = tabiya(arguments).spawn().expect("the program can be started");
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let input = input.to_owned();
    let writer = thread::spawn(move || {
        // The program may exit before it has read all.
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer does not panic");
    output
}

/// Returns inputs that are not text, or too long.
fn inputs() -> Vec<Vec<u8>> {
    let all_bytes: Vec<u8> = (0..=u8::MAX).cycle().take(5000).collect();
    let mut huge_fen = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ".to_vec();
    huge_fen.resize(HUGE, b'1');
    vec![
        b"\xff\xfe\x00\xf0\x9f\n\n\x80".to_vec(),
        all_bytes,
        vec![b'8'; HUGE],
        vec![b'/'; HUGE],
        vec![b' '; HUGE],
        vec![0; HUGE],
        huge_fen,
        b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 \xff\xff".to_vec(),
        b"4k3/8/8/8/8/8/8/4K3 w - - id \"\xff\";".to_vec(),
    ]
}

/// Limits on the address space, from one that refuses the first thread to one that allows all.
#[cfg(target_os = "linux")]
#[test]
fn refused_threads_are_errors() {
    for arguments in [
        "perft 4 --no-hash --threads 2",
        "suite tests/data/perft/en_passant.epd --max-nodes 1e5 --threads 2",
    ] {
        let mut refusals = 0;
        for megabytes in (16..400).step_by(4) {
            let shell = format!("ulimit -v {megabytes}000; exec \"$0\" {arguments}");
            let mut command = Command::new("sh");
            command.args(["-c", &shell, env!("CARGO_BIN_EXE_tabiya")]);
            command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
            let output = command.output().expect("the shell can be started");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert!(!stderr.contains("panicked"), "{arguments}: {megabytes} MB: {stderr}");
            refusals += usize::from(stderr.contains("cannot start"));
            if output.status.success() {
                break;
            }
        }
        assert!(refusals > 0, "{arguments}: no thread was refused, so nothing was tested");
    }
}

#[track_caller]
fn check(arguments: &[&str], input: &[u8], code: i32) {
    let output = run(arguments, input);
    let start = input[..input.len().min(20)].escape_ascii();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {start}: {stderr}");
    assert!(!stderr.contains("panicked"), "{arguments:?}: {start}: {stderr}");
    // Messages quote only a part of the input.
    assert!(output.stdout.len() + stderr.len() < 100_000, "{arguments:?}: {start}");
}

#[test]
fn commands_with_binary_input_do_not_panic() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    for (index, input) in inputs().into_iter().enumerate() {
        let path = folder.join(format!("input-{index}"));
        fs::write(&path, &input).expect("the folder can be written to");
        let file = path.to_str().expect("the path is UTF-8");
        check(&["suite", file], b"", 1);
        check(&["compare", "--engine", "unused", "--suite", file], b"", 2);
        check(&["diagnose", "--counts", file], b"", 2);
        // The position before operations with any bytes is read: their bytes are kept with a
        // warning.
        let has_position = input.starts_with(b"4k3/8/8/8/8/8/8/4K3 w - - ");
        let code = i32::from(!has_position);
        check(&["fen", "check", "--file", file], b"", code);
        check(&["fen", "check"], &input, code);
        if has_position {
            let output = run(&["fen", "check"], &input);
            let text = String::from_utf8_lossy(&output.stdout);
            assert!(text.contains(": invalid UTF-8; kept as text\n"), "{text}");
        }
        check(&["suite", "-"], &input, 1);
        check(&["uci"], &input, 0);
    }
}

#[test]
fn uci_ignores_invalid_commands() {
    let output = run(&["uci"], b"\xff\xfe\nposition \xff\ngo perft \xff\ngo\nposition\nisready\n");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.ends_with("readyok\n"), "{text}");
}

/// Covers `tabiya … | head -1` for commands with long output.
#[test]
fn commands_with_closed_pipe_succeed_silently() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let path = folder.join("many");
    fs::write(&path, "x\n".repeat(20_000)).expect("the folder can be written to");
    let file = path.to_str().expect("the path is UTF-8");
    for arguments in [
        &["fen", "check", "--file", file][..],
        &["tables", "queen", "d4"],
        &["moves"],
        &["board"],
        &["completions", "bash"],
        &["--help"],
    ] {
        let mut child = tabiya(arguments).spawn().expect("the program can be started");
        let mut stdout = child.stdout.take().expect("stdout is piped");
        stdout.read_exact(&mut [0]).expect("there is a first byte");
        drop(stdout);
        let output = child.wait_with_output().expect("the program ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
        // A mismatch cannot be the result, since the output does not fit into the pipe.
        assert!(matches!(output.status.code(), Some(0)), "{arguments:?}: {}", output.status);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn commands_with_full_disk_fail_with_message() {
    for arguments in [&["moves"][..], &["board"], &["perft", "1"], &["tables", "king", "a1"]] {
        let full = File::options().write(true).open("/dev/full").expect("Linux has /dev/full");
        let output = tabiya(arguments).stdout(full).output().expect("the program can be started");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {stderr}");
        assert!(stderr.starts_with("error: cannot write the result"), "{arguments:?}: {stderr}");
    }
}

/// Returns `first`, `padding` up to a total length just above the line limit, and `last`.
fn too_long(first: &str, padding: u8, last: &str) -> Vec<u8> {
    let mut line = first.as_bytes().to_vec();
    line.resize((1 << 16) - last.len() / 2, padding);
    [&line, last.as_bytes()].concat()
}

/// A truncated line would be another position or another count.
#[test]
fn lines_beyond_limit_are_refused_with_length() {
    let moves = "g1f3 g8f6 f3g1 f6g8 ".repeat(4_000);
    let line = format!("position startpos moves {moves}e2e4");
    let input = format!("position startpos moves e2e4 e7e5\n{line}\ngo perft 1\n");
    let output = run(&["uci"], input.as_bytes());
    let text = String::from_utf8_lossy(&output.stdout);
    let message = format!("info string line of {} bytes; expected at most 65536\n", line.len());
    assert!(text.starts_with(&message), "{text}");
    // The line before sets the position.
    assert!(text.ends_with("\nNodes searched: 29\n\n"), "{text}");

    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ";
    let suite = too_long(start, b' ', ";D4 197281");
    let expected = format!("line of {} bytes; expected at most 65536", suite.len());
    for (arguments, code) in [
        (&["suite", "-"][..], 1),
        (&["fen", "check"], 1),
        (&["fen", "check", "--json"], 1),
        (&["compare", "--engine", "unused", "--suite", "-"], 2),
    ] {
        let output = run(arguments, &suite);
        let text =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}: {text}");
        assert!(text.contains(&expected), "{arguments:?}: {text}");
    }
}

/// The position has 10²⁰ leaves at depth 25.
#[test]
fn suite_count_far_above_claim_stops() {
    let line = b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 401 ;D25 400";
    let output = run(&["suite", "-"], line);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert!(text.contains("depth 25: found at least 10000001, expected 400\n"), "{text}");
    assert!(text.contains("depth 2: found 400, expected 401\n"), "{text}");
    let output = run(&["suite", "--json", "-"], line);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains(r#""expected":400,"found":null,"found_at_least":10000001}"#), "{text}");
}

#[test]
fn messages_have_no_control_characters() {
    let mut binary = b"\x1b[31m\x07\x00\x9b".repeat(1000);
    binary.push(b'\n');
    for arguments in [
        &["perft", "4", "--input", "-"][..],
        &["perft", "4", "--fen", "\u{1b}[31m/\u{7}"],
        &["perft", "\u{1b}[31m"],
        &["perft", "--\u{1b}[31m"],
        &["suite", "\u{1b}[31m"],
        &["explain", "\u{1b}[31m"],
        &["\u{1b}[31m"],
    ] {
        let output = run(arguments, &binary);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {stderr}");
        let is_printable = |c: char| c == '\n' || !c.is_control();
        assert!(stderr.chars().all(is_printable), "{arguments:?}: {stderr:?}");
        assert!(stderr.len() < 500, "{arguments:?}: {} bytes", stderr.len());
    }
}
