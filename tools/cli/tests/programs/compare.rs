//! `tabiya compare` ends an engine's descendants, also at Ctrl-C.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::runs;

/// The time limit for a descendant to start or end.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A comparison with an engine that starts a descendant, which holds a named pipe open.
struct Comparison {
    program: Child,
    /// Receives a message once the descendant has started, and another once it has ended.
    events: Receiver<()>,
}

impl Comparison {
    /// Starts a comparison with `engine`, a shell command, and a descendant that sleeps.
    fn start(name: &str, engine: &str, arguments: &[&str]) -> Self {
        let fifo = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("descendant-{name}"));
        let _ = fs::remove_file(&fifo);
        let status = Command::new("mkfifo").arg(&fifo).status().expect("Unix has mkfifo");
        assert!(status.success(), "{name}: {status}");
        let (sender, events) = channel();
        let reader = fifo.clone();
        thread::spawn(move || read_to_end(&reader, &sender));
        // The shell opens the pipe itself, so that the descendant has it before the engine ends.
        let script = r#"exec 3>"$FIFO"; sleep 1000 >&3 & exec 3>&-; eval "$ENGINE""#;
        // `{depth}` would make the command a template.
        let template = if engine.contains("$1") { " sh {depth}" } else { "" };
        let fixed = ["compare", "--fen", "startpos", "--depth", "2", "--engine"];
        let program = runs::interruptible(&fixed)
            .arg(format!("sh -c '{script}'{template}"))
            .args(arguments)
            .env("FIFO", &fifo)
            .env("ENGINE", engine)
            .env("TABIYA", env!("CARGO_BIN_EXE_tabiya"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program can be started");
        Self { program, events }
    }

    #[track_caller]
    fn expect_event(&self, event: &str) {
        let result = self.events.recv_timeout(TIMEOUT);
        result.unwrap_or_else(|error| panic!("the descendant has not {event}: {error}"));
    }

    /// Expects that the program ends with an exit code and an output, and that the descendant ends.
    #[track_caller]
    fn expect_end(self, code: i32, text: &str) {
        self.expect_event("started");
        self.expect_event("ended");
        let output = self.program.wait_with_output().expect("the program was started");
        let stdout = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(code), "{stdout}");
        assert!(stdout.contains(text), "{stdout}");
    }
}

/// Reads a named pipe from the time when a writer first opens it until all writers end.
fn read_to_end(fifo: &Path, sender: &Sender<()>) {
    let mut file = File::open(fifo).expect("the pipe exists");
    // The receiver is gone if the test has failed.
    let _ = sender.send(());
    file.read_to_end(&mut Vec::new()).expect("the pipe can be read");
    let _ = sender.send(());
}

#[test]
fn engine_descendant_ends_after_agreement() {
    let comparison = Comparison::start("agreement", r#"exec "$TABIYA" uci"#, &[]);
    comparison.expect_end(0, "No mismatch found.");
}

#[test]
fn engine_descendant_ends_after_timeout() {
    let comparison = Comparison::start("timeout", "exec cat", &["--timeout", "0.5"]);
    comparison.expect_end(1, "no reply to `uci` within 0.5 s");
}

#[test]
fn engine_descendant_ends_after_engine_exit() {
    let comparison = Comparison::start("exit", "exec >&-; exit 3", &[]);
    comparison.expect_end(1, "exited before the reply to `uci`");
}

#[test]
fn template_descendant_ends() {
    let engine = r#"echo uci perft "$1""#;
    let comparison = Comparison::start("template", engine, &["--timeout", "0.5"]);
    comparison.expect_end(1, "Engine failure: ");
}

#[test]
fn engine_descendant_ends_at_ctrl_c() {
    let comparison = Comparison::start("interrupt", "exec cat", &["--timeout", "1000"]);
    comparison.expect_event("started");
    let id = comparison.program.id().to_string();
    let status = Command::new("kill").args(["-INT", &id]).status().expect("Unix has kill");
    assert!(status.success());
    comparison.expect_event("ended");
    let output = comparison.program.wait_with_output().expect("the program was started");
    assert_eq!(output.status.code(), Some(130));
    // When the engine ends, this is not reported as its failure.
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
}
