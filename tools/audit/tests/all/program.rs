//! The program as a process.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::folder;

/// Runs the program, and returns the exit code and both outputs.
fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tabiya-audit"))
        .args(arguments)
        .current_dir(folder())
        .output()
        .expect("the program can be started");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn findings_are_printed_with_reproduction() {
    let (code, out, err) = run(&["06-pv-illegal.log"]);
    assert_eq!((code, &*err), (Some(1), ""));
    let expected = "06-pv-illegal.log:6: error: pv-illegal: alpha: c3e4, move 3 of the variation: the white knight on c3 is \
        pinned on the diagonal e1-a5 by the black bishop on a5 (pinned) (and 1 line more)\n  \
        position fen r3k2r/pp1n1ppp/2p1b3/8/1b1P4/2N1B3/PP2BPPP/R3K2R w KQkq - 0 12\n  \
        go wtime 9000 btime 9000 winc 100 binc 100\n  \
        tabiya explain c3e4 --fen \"r3k2r/pp1n1ppp/2p1b3/b7/3P4/P1N1B3/1P2BPPP/R3K2R w KQkq - 1 13\"\n";
    assert!(out.starts_with(expected), "{out}");
    assert!(
        out.contains("\nalpha: pv-illegal 2\nbeta: ponder-other-than-pv 1, pv-illegal 2\n20 lines"),
        "{out}"
    );
    assert!(out.ends_with("20 lines, 2 sessions, 15 claims: 4 errors, 0 warnings; 1 note (--notes), 0 unverifiable\n"), "{out}");
}

#[test]
fn json_has_one_object_per_finding_and_the_numbers() {
    let (code, out, _) = run(&["--json", "--notes", "--all", "06-pv-illegal.log"]);
    let values: Vec<serde_json::Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((code, values.len()), (Some(1), 6));
    assert_eq!(values[0]["code"], "pv-illegal");
    assert_eq!(values[0]["squares"].as_array().map(Vec::len), Some(4));
    assert_eq!(values[4]["severity"], "note");
    assert_eq!(values[5]["errors"], 4);
    assert_eq!(values[5]["engines"]["beta"]["pv-illegal"], 2);
}

#[test]
fn exit_code_tells_errors_warnings_and_unknown_logs() {
    assert_eq!(run(&["01-true-standard.log", "05-true-lichess-bot.log"]).0, Some(0));
    assert_eq!(run(&["22-multipv-bestmove.log"]).0, Some(0));
    assert_eq!(run(&["--strict", "22-multipv-bestmove.log"]).0, Some(1));
    assert_eq!(run(&["01-true-standard.log", "06-pv-illegal.log"]).0, Some(1));
    let (code, _, err) = run(&["expected.tsv"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("no claim of an engine"), "{err}");
    let (code, _, err) = run(&["missing.log"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("error: cannot open missing.log"), "{err}");
}

#[test]
fn only_selects_codes() {
    let (_, out, _) = run(&["--only", "bestmove-null,pv-null", "17-none-and-null.log"]);
    assert_eq!(out.matches(": bestmove-null: ").count() + out.matches(": pv-null: ").count(), 4);
    assert!(!out.contains(": position-illegal: "), "{out}");
}

#[test]
fn long_lines_are_skipped_and_keep_the_numbers() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.log");
    let long = "info string ".to_owned() + &"x".repeat(300_000);
    fs::write(&path, format!("position startpos\ngo\n{long}\nbestmove e2e5\n"))
        .expect("the log can be written");
    let (code, out, _) = run(&[path.to_str().expect("the path is UTF-8")]);
    assert_eq!(code, Some(1));
    assert!(out.contains("\nnot read: 1 line, too long\n"), "{out}");
    assert!(out.contains("long.log:4: error: bestmove-illegal: e2e5"), "{out}");
    assert!(Path::new(&path).exists());
}

#[test]
fn link_shows_the_illegal_move() {
    let (_, out, _) = run(&["--link", "06-pv-illegal.log"]);
    let link = "\n  link: https://tabiya-chess.github.io/tabiya/#why?fen=r3k2r/pp1n1ppp/2p1b3/b7/3P4/P1N1B3/1P2BPPP/R3K2R+w+KQkq+-+1+13&move=c3e4\n";
    assert!(out.contains(link), "{out}");
    let (_, out, _) = run(&["--link", "--json", "24-perft.log"]);
    assert!(out.contains("\"link\":\"https://tabiya-chess.github.io/tabiya/#perft?fen="), "{out}");
}

#[test]
fn missing_log_does_not_hide_other_findings() {
    let (code, out, err) = run(&["missing.log", "06-pv-illegal.log"]);
    assert_eq!(code, Some(2));
    assert!(
        out.contains("4 errors") && err.starts_with("error: cannot open missing.log"),
        "{out}{err}"
    );
}

#[test]
fn unknown_code_is_refused() {
    let (code, _, err) = run(&["--only", "pv-ilegal", "06-pv-illegal.log"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("pv-ilegal"), "{err}");
}

/// Starts the filter before an engine that answers `go` with a wrong variation, and returns its output and a folder
/// with its files.
#[cfg(unix)]
fn run_filter(arguments: &[&str]) -> (std::process::Output, tempfile::TempDir) {
    use std::io::Write;
    use std::process::Stdio;

    let folder = tempfile::tempdir().expect("a folder");
    let script = folder.path().join("engine.sh");
    let answer =
        "printf 'info depth 1 score cp 3 pv e2e5\\nbestmove e2e4\\r\\n'; read next; echo readyok";
    fs::write(
        &script,
        format!("while read line; do case $line in go*) {answer};; quit) exit 7;; esac; done\n"),
    )
    .expect("the script can be written");
    let script = script.to_str().expect("the path is UTF-8");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya-audit"))
        .args(["--engine", &format!("sh '{script}'")])
        .args(arguments)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut stdin = child.stdin.take().expect("the input is piped");
    stdin.write_all(b"position startpos\ngo depth 1\n").expect("the engine reads");
    // The audit of the answer is done before the engine ends.
    std::thread::sleep(std::time::Duration::from_millis(300));
    stdin.write_all(b"isready\nquit\n").expect("the engine reads");
    (child.wait_with_output().expect("the program ends"), folder)
}

#[cfg(unix)]
#[test]
fn filter_passes_bytes_and_reports_findings() {
    let (output, folder) = run_filter(&["--report", "report.txt", "--log", "engine.log"]);
    assert_eq!(output.status.code(), Some(7));
    assert_eq!(output.stdout, b"info depth 1 score cp 3 pv e2e5\nbestmove e2e4\r\nreadyok\n");
    let text = fs::read_to_string(folder.path().join("report.txt")).expect("the report");
    assert!(text.contains("error: pv-illegal: e2e5, move 1 of the variation: "), "{text}");
    let log = fs::read_to_string(folder.path().join("engine.log")).expect("the log");
    let answer = "< info depth 1 score cp 3 pv e2e5\n< bestmove e2e4\r\n> isready\n";
    assert!(
        log.starts_with("> position startpos\n> go depth 1\n") && log.contains(answer),
        "{log}"
    );
    // The log can be audited.
    let (code, out, _) = run(&[folder.path().join("engine.log").to_str().expect("UTF-8")]);
    assert!(code == Some(1) && out.contains("error: pv-illegal: e2e5"), "{out}");
}

#[cfg(unix)]
#[test]
fn filter_sends_findings_between_engine_lines() {
    let (output, _folder) = run_filter(&["--info-string"]);
    let out = String::from_utf8(output.stdout).expect("the output is UTF-8");
    let lines: Vec<_> = out.lines().filter(|line| !line.starts_with("info string ")).collect();
    assert_eq!(lines, ["info depth 1 score cp 3 pv e2e5", "bestmove e2e4", "readyok"]);
    assert!(out.contains("\ninfo string line 3: error: pv-illegal: e2e5"), "{out}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("pv-illegal"));
}

#[cfg(unix)]
#[test]
fn signal_to_the_filter_ends_the_engine_and_its_descendants() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().expect("a folder");
    let marker = folder.path().join("alive");
    // The engine is a descendant, does not read, and has closed its output.
    let script =
        format!("(exec >&-; while sleep 0.1; do touch '{}'; done) & wait", marker.display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya-audit"))
        .args(["--engine", &format!("sh -c {}", shlex::try_quote(&script).expect("no NUL"))])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let start = Instant::now();
    while !marker.exists() {
        assert!(start.elapsed() < Duration::from_secs(20), "the engine does not start");
        std::thread::sleep(Duration::from_millis(20));
    }
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
    assert!(kill.expect("kill can be started").success());
    assert_eq!(child.wait().expect("the program ends").code(), Some(143));
    std::thread::sleep(Duration::from_millis(300));
    fs::remove_file(&marker).expect("the marker exists");
    std::thread::sleep(Duration::from_millis(400));
    assert!(!marker.exists(), "the engine lives on");
}

#[cfg(unix)]
#[test]
fn filter_ends_with_an_engine_whose_child_keeps_the_output() {
    // One child is silent, the other one floods the output.
    for child in ["sleep 60", "yes"] {
        let start = std::time::Instant::now();
        let status = Command::new(env!("CARGO_BIN_EXE_tabiya-audit"))
            .args(["--engine", &format!("sh -c '{child} & exec true'")])
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .status()
            .expect("the program can be started");
        assert_eq!(status.code(), Some(0), "{child}");
        assert!(start.elapsed().as_secs() < 30, "{child}");
    }
}

#[cfg(unix)]
#[test]
fn filter_ends_if_the_user_interface_closes_its_input() {
    use std::process::Stdio;

    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya-audit"))
        .args(["--engine", "sh -c 'exec yes'"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program can be started");
    drop(child.stdout.take());
    let start = std::time::Instant::now();
    // The engine is ended by SIGPIPE, as without the filter.
    assert_eq!(child.wait().expect("the program ends").code(), Some(128 + 13));
    assert!(start.elapsed().as_secs() < 30);
}

#[cfg(unix)]
#[test]
fn filter_survives_a_flood_and_says_that_it_lost_some() {
    let flood = "sh -c 'read a; read b; yes info depth 1 score cp 0 pv e2e4 e7e5 g1f3 b8c6 | head -n 2000000'";
    let mut child = Command::new(env!("CARGO_BIN_EXE_tabiya-audit"))
        .args(["--engine", flood])
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut stdin = child.stdin.take().expect("the input is piped");
    std::io::Write::write_all(&mut stdin, b"position startpos\ngo\n").expect("the engine reads");
    let output = child.wait_with_output().expect("the program ends");
    let err = String::from_utf8_lossy(&output.stderr);
    // No part of a line is taken for a line.
    assert!(!err.contains("illegal") && !err.contains("malformed"), "{err}");
}

#[test]
fn engine_that_cannot_be_started_is_an_error() {
    let (code, _, err) = run(&["--engine", "./no-such-engine"]);
    assert_eq!(code, Some(2));
    assert!(err.starts_with("error: cannot start ./no-such-engine"), "{err}");
}

#[test]
fn guide_explains_every_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/how-to/audit-a-match.md");
    let guide = fs::read_to_string(path).expect("the guide can be read");
    for (code, ..) in tabiya_explain::audit::CODES {
        assert!(guide.contains(&format!("`{code}`")), "{code}");
    }
}
