//! A filter between a user interface and an engine: bytes pass unchanged, and copies are audited.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::thread;

use anyhow::Context;
use tabiya_explain::audit::{Session, Severity};

/// The number of copies that wait for the audit. Further ones are dropped, so that the engine never waits.
const MAX_COPIES: usize = 4096;

/// The number of bytes that pass at once.
const PIECE_LEN: usize = 1 << 14;

/// The longest line that is audited, in bytes.
const MAX_LINE_LEN: usize = 1 << 16;

/// The direction of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    ToEngine,
    FromEngine,
}

/// A copy of bytes that have passed.
type Piece = (Direction, Vec<u8>);

/// The sender of copies, which counts those that were dropped.
#[derive(Clone)]
struct Copies {
    sender: SyncSender<Piece>,
    dropped: Arc<AtomicU64>,
}

impl Copies {
    fn send(&self, direction: Direction, bytes: &[u8]) {
        if let Err(TrySendError::Full(_)) = self.sender.try_send((direction, bytes.to_vec())) {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Runs an engine between standard input and standard output, and writes findings to a file or to standard error.
/// Returns the engine's exit status.
pub fn run(command: &str, report: Option<&Path>) -> anyhow::Result<ExitStatus> {
    let words = shlex::split(command).context("--engine: unmatched quotes")?;
    let (program, arguments) =
        words.split_first().context("--engine: empty; expected a command")?;
    let report: Box<dyn Write + Send> = match report {
        Some(path) => Box::new(
            File::create(path).with_context(|| format!("cannot write {}", path.display()))?,
        ),
        None => Box::new(io::stderr()),
    };
    let mut engine = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    let (sender, copies) = sync_channel(MAX_COPIES);
    let dropped = Arc::new(AtomicU64::new(0));
    let sender = Copies { sender, dropped: dropped.clone() };
    let auditor = thread::spawn(move || audit(&copies, report, &dropped));
    pass_both_ways(&mut engine, sender);
    let status = engine.wait().context("the engine's exit status is unknown")?;
    // The thread ends with its last copy. A report that cannot be written ends no engine.
    let _ = auditor.join();
    Ok(status)
}

/// Passes bytes until the engine closes its output.
fn pass_both_ways(engine: &mut Child, copies: Copies) {
    if let Some(mut stdin) = engine.stdin.take() {
        let copies = copies.clone();
        // The thread waits for input. It ends with the process.
        thread::spawn(move || pass(io::stdin().lock(), &mut stdin, Direction::ToEngine, &copies));
    }
    if let Some(stdout) = engine.stdout.take() {
        pass(stdout, &mut io::stdout().lock(), Direction::FromEngine, &copies);
    }
    copies.send(Direction::FromEngine, b"");
}

fn pass(mut from: impl Read, to: &mut impl Write, direction: Direction, copies: &Copies) {
    let mut piece = vec![0; PIECE_LEN];
    loop {
        let len = match from.read(&mut piece) {
            Ok(0) => return,
            Ok(len) => len,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        // The copy of a command is there before the answer to it can arrive.
        if direction == Direction::ToEngine {
            copies.send(direction, &piece[..len]);
        }
        if to.write_all(&piece[..len]).and_then(|()| to.flush()).is_err() {
            return;
        }
        if direction == Direction::FromEngine {
            copies.send(direction, &piece[..len]);
        }
    }
}

/// Audits copies until the engine's output ends, which an empty copy says.
fn audit(copies: &Receiver<Piece>, mut report: Box<dyn Write + Send>, dropped: &AtomicU64) {
    let mut session = Session::new();
    let mut texts = [Vec::new(), Vec::new()];
    let mut lines = 0;
    for (direction, bytes) in copies {
        if bytes.is_empty() {
            break;
        }
        let text = &mut texts[direction as usize];
        text.extend_from_slice(&bytes);
        while let Some(end) = text.iter().position(|&byte| byte == b'\n') {
            lines += 1;
            match direction {
                Direction::ToEngine => session.command_line(lines, &text[..end]),
                Direction::FromEngine => session.response_line(lines, &text[..end]),
            }
            text.drain(..=end);
        }
        if text.len() > MAX_LINE_LEN {
            text.clear();
            dropped.fetch_add(1, Ordering::Relaxed);
        }
        for finding in session.take_findings() {
            if finding.severity > Severity::Note {
                let _ = crate::report::print_finding(&mut report, "line ", "", &finding, 1);
            }
        }
    }
    let dropped = dropped.load(Ordering::Relaxed);
    if dropped > 0 {
        let _ = writeln!(
            report,
            "{dropped} parts came too fast or without the end of a line, and were not checked"
        );
    }
    let _ = report.flush();
}
