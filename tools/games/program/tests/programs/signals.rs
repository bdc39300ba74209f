//! `tabiya-games` and the signals SIGINT (Ctrl-C), SIGTERM and SIGHUP.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

use crate::games::{folder, pgn};
use crate::runs::{self, interruptible, run, send, text};

/// The signals and the exit codes after them.
const SIGNALS: [(&str, i32); 3] = [("INT", 130), ("TERM", 143), ("HUP", 129)];

/// Writes games to a program until it ends, which closes the pipe. Some megabytes are read at the return.
fn feed(mut stdin: ChildStdin) -> thread::JoinHandle<()> {
    let games = pgn(1000);
    // One thread reads a chunk after it has counted the one before.
    for _ in 0..(16 << 20) / games.len() {
        stdin.write_all(games.as_bytes()).expect("the program reads");
    }
    thread::spawn(move || while stdin.write_all(games.as_bytes()).is_ok() {})
}

/// Waits until a condition holds.
#[track_caller]
fn wait_until(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(60), "the condition does not hold");
        sleep(Duration::from_millis(5));
    }
}

/// Waits until a program ends, which must not take longer than its own time limit.
#[track_caller]
fn wait_for_end(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("the program was started") {
            return status.code();
        }
        assert!(start.elapsed() < Duration::from_secs(6), "the program still runs");
        sleep(Duration::from_millis(5));
    }
}

/// Returns the names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    let names = entries.map(|entry| entry.expect("a file").file_name().into_string());
    let mut names: Vec<_> = names.map(|name| name.expect("UTF-8")).collect();
    names.sort();
    names
}

/// The games that were read are counted.
#[test]
fn interrupted_command_prints_counts_so_far() {
    for (signal, code) in &SIGNALS[..1] {
        let mut child = interruptible(&["stats", "-", "--json", "--threads", "1"])
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let feeder = feed(child.stdin.take().expect("stdin is piped"));
        send(signal, &child);
        let output = child.wait_with_output().expect("the program ends");
        feeder.join().expect("the feeder ends");
        let (out, _) = runs::check_exit_code(&output, &["stats"], *code);
        let stats: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(stats["interrupted"], true);
        let [games, plies] = ["games", "plies"].map(|name| stats[name].as_u64().expect("a number"));
        assert!(games > 0 && plies == 3 * games, "{out}");
    }
}

#[test]
fn interrupted_command_without_state_leaves_no_file() {
    for (signal, code) in SIGNALS {
        let folder = folder(&format!("signals-{signal}"));
        let out = folder.join("out.pgn");
        let mut child = interruptible(&["filter", "Round", "-", "-o", text(&out)])
            .stdin(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let feeder = feed(child.stdin.take().expect("stdin is piped"));
        assert_eq!(names(&folder).len(), 1);
        send(signal, &child);
        let output = child.wait_with_output().expect("the program ends");
        feeder.join().expect("the feeder ends");
        let (_, error) = runs::check_exit_code(&output, &["filter"], code);
        assert!(error.contains("out.pgn not written"), "{error}");
        assert_eq!(names(&folder), [""; 0]);
    }
}

#[test]
fn interrupted_command_goes_on_from_its_state() {
    let folder = folder("signals-resume");
    let [input, whole, out, state] =
        ["in.pgn", "whole.pgn", "out.pgn", "state"].map(|name| folder.join(name));
    fs::write(&input, pgn(1000).repeat(240)).expect("a file");
    run(&["filter", "Round != 7", text(&input), "-o", text(&whole), "--quiet"], 0);
    let arguments =
        ["filter", "Round != 7", text(&input), "-o", text(&out), "--resume", text(&state)];
    let arguments = [&arguments[..], &["--threads", "1"]].concat();
    for (signal, code) in SIGNALS {
        for name in ["out.pgn", "out.pgn.part", "state"] {
            let _ = fs::remove_file(folder.join(name));
        }
        let child = interruptible(&arguments).spawn().expect("the program can be started");
        // The state is saved before the first game is read.
        wait_until(|| state.exists());
        // The state names the file, which is replaced.
        fs::write(&out, "old").expect("a file");
        send(signal, &child);
        let output = child.wait_with_output().expect("the program ends");
        let (_, error) = runs::check_exit_code(&output, &arguments, code);
        assert!(error.contains("interrupted; repeat the command"), "{error}");
        assert_eq!(names(&folder), ["in.pgn", "out.pgn", "out.pgn.part", "state", "whole.pgn"]);
    }
    // A killed program leaves what the last state says.
    let mut child = interruptible(&arguments).spawn().expect("the program can be started");
    sleep(Duration::from_millis(50));
    send("KILL", &child);
    child.wait().expect("the program ends");
    // The state belongs to this output.
    let other = folder.join("other.pgn");
    let mut others = arguments.clone();
    others[4] = text(&other);
    let (_, error) = run(&others, 2);
    assert!(error.contains("other.pgn: the state is that of "), "{error}");
    run(&arguments, 0);
    assert_eq!(names(&folder), ["in.pgn", "out.pgn", "whole.pgn"]);
    assert!(fs::read(&out).expect("a file") == fs::read(&whole).expect("a file"));
}

/// The first signal waits for a reader that has stopped, the second one does not.
#[test]
fn second_signal_ends_program_at_once() {
    for (first, second, code) in [("INT", "INT", 130), ("TERM", "HUP", 129), ("HUP", "TERM", 143)] {
        let folder = folder(&format!("signals-{first}-{second}"));
        let [input, out] = ["in.pgn", "out.pgn"].map(|name| folder.join(name));
        // Each game is in the report.
        fs::write(&input, "1. e4 *\n".repeat(5_000)).expect("a file");
        let arguments = ["fix", text(&input), "-o", text(&out), "--report", "-"];
        let mut child = interruptible(&arguments).spawn().expect("the program can be started");
        wait_until(|| names(&folder).len() == 2);
        // Until the report fills the pipe.
        sleep(Duration::from_secs(3));
        send(first, &child);
        // Signals that follow at once, such as those from `timeout`, are one.
        send(first, &child);
        sleep(Duration::from_millis(300));
        assert_eq!(child.try_wait().expect("the program was started"), None);
        send(second, &child);
        assert_eq!(wait_for_end(&mut child), Some(code));
        assert_eq!(names(&folder), ["in.pgn"]);
    }
}

/// `nohup` ignores SIGHUP, and shells ignore SIGINT in a script's background commands.
#[test]
#[cfg(target_os = "linux")]
fn ignored_signal_stays_ignored() {
    for signal in ["HUP", "INT"] {
        let script = format!("trap '' {signal}; exec \"$@\"");
        let mut child = Command::new("sh")
            .args(["-c", &script, "sh", crate::PROGRAM, "stats", "-", "--json"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        let mut stdin = child.stdin.take().expect("stdin is piped");
        let games = pgn(1000);
        // More than the pipe holds, so that the program runs.
        for _ in 0..10 {
            stdin.write_all(games.as_bytes()).expect("the program reads");
        }
        send(signal, &child);
        sleep(Duration::from_millis(300));
        stdin.write_all(games.as_bytes()).expect("the program reads");
        drop(stdin);
        let output = child.wait_with_output().expect("the program ends");
        let (out, _) = runs::check_exit_code(&output, &["stats"], 0);
        let stats: serde_json::Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(stats["games"], 11_000);
    }
}
