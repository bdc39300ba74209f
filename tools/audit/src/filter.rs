//! A filter between a user interface and an engine: bytes pass unchanged, and copies are audited.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use anyhow::Context;
use clap::Args;
use tabiya_explain::audit::{Session, Severity};
use tabiya_program::lines::MAX_LINE_LEN;
use tabiya_program::progress;

use crate::report::Entry;

/// The number of copies that wait for the audit. Further ones are dropped, so that the engine never waits.
const MAX_COPIES: usize = 4096;

/// The number of bytes that pass at once.
const PIECE_LEN: usize = 1 << 14;

/// The arguments of the filter.
#[derive(Args, Clone, Debug)]
pub struct FilterArgs {
    /// Run an engine between standard input and output, and audit it
    #[arg(long, value_name = "CMD", conflicts_with = "logs")]
    engine: Option<String>,
    /// Write the findings about the engine to a file, not to standard error
    #[arg(long, value_name = "FILE", requires = "engine")]
    report: Option<PathBuf>,
    /// Write the lines of both sides to a file, as > COMMAND and < OUTPUT
    #[arg(long, value_name = "FILE", requires = "engine")]
    log: Option<PathBuf>,
    /// Also send the findings to the user interface, as info string
    #[arg(long, requires = "engine")]
    info_string: bool,
}

/// The direction of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    ToEngine,
    FromEngine,
}

/// Copies of bytes that have passed, and the number of those that were dropped.
#[derive(Clone)]
struct Copies {
    sender: SyncSender<(Direction, Vec<u8>)>,
    dropped: Arc<AtomicU64>,
}

/// A piece of standard output.
enum Output {
    Bytes(Vec<u8>),
    /// Lines of the audit, which come between those of the engine.
    InfoStrings(Vec<u8>),
    End,
}

/// The receivers of findings and lines.
struct Sinks {
    report: Box<dyn Write + Send>,
    log: Option<File>,
    info_strings: Option<SyncSender<Output>>,
}

impl FilterArgs {
    /// Runs the engine, if there is one, and returns its exit status.
    ///
    /// # Errors
    ///
    /// Returns an error if the engine cannot be started, or a file cannot be written.
    pub fn run(&self) -> anyhow::Result<Option<ExitStatus>> {
        let Some(command) = &self.engine else { return Ok(None) };
        let words = shlex::split(command).context("--engine: unmatched quotes")?;
        let (program, arguments) =
            words.split_first().context("--engine: empty; expected a command")?;
        let report: Box<dyn Write + Send> = match &self.report {
            Some(path) => Box::new(create(path)?),
            None => Box::new(io::stderr()),
        };
        let log = self.log.as_deref().map(create).transpose()?;
        let mut engine = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {program}"))?;
        let (stdin, stdout) = (engine.stdin.take(), engine.stdout.take());
        let engine = Arc::new(Mutex::new(engine));
        let killed = Arc::clone(&engine);
        progress::on_interrupt(move || drop(lock(&killed).kill()));

        let (sender, output) = sync_channel(1);
        let info_strings = self.info_string.then(|| sender.clone());
        let (copies, receiver) = sync_channel(MAX_COPIES);
        let copies = Copies { sender: copies, dropped: Arc::default() };
        let dropped = Arc::clone(&copies.dropped);
        let sinks = Sinks { report, log, info_strings };
        let auditor = thread::spawn(move || audit(&receiver, sinks, &dropped));
        let commands = copies.clone();
        // The thread waits for input. It ends with the process.
        thread::spawn(move || {
            let mut stdin = stdin?;
            pass(io::stdin().lock(), |bytes| {
                // The copy of a command is there before the answer to it can arrive.
                commands.send(Direction::ToEngine, bytes);
                stdin.write_all(bytes).and_then(|()| stdin.flush()).is_ok()
            });
            Some(())
        });
        let reader = thread::spawn(move || {
            if let Some(stdout) = stdout {
                pass(stdout, |bytes| sender.send(Output::Bytes(bytes.to_vec())).is_ok());
            }
            let _ = sender.send(Output::End);
        });
        // A user interface that has closed its end needs no more output.
        let _ = write_output(&output, &copies);
        copies.send(Direction::FromEngine, b"");
        drop(output);
        let _ = reader.join();
        let status = lock(&engine).wait().context("the engine's exit status is unknown")?;
        // The thread ends with its last copy. A report that cannot be written ends no engine.
        let _ = auditor.join();
        Ok(Some(status))
    }
}

/// Writes what the engine has sent, up to its end. Lines of the audit wait for the end of a line.
fn write_output(output: &Receiver<Output>, copies: &Copies) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    let (mut waiting, mut is_inside_line) = (Vec::new(), false);
    for piece in output {
        match piece {
            Output::Bytes(bytes) => {
                stdout.write_all(&bytes)?;
                stdout.flush()?;
                copies.send(Direction::FromEngine, &bytes);
                is_inside_line = bytes.last() != Some(&b'\n');
            }
            Output::InfoStrings(lines) => waiting.extend(lines),
            Output::End => break,
        }
        if !is_inside_line && !waiting.is_empty() {
            stdout.write_all(&waiting)?;
            stdout.flush()?;
            waiting.clear();
        }
    }
    Ok(())
}

fn create(path: &Path) -> anyhow::Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
}

fn lock(engine: &Mutex<Child>) -> MutexGuard<'_, Child> {
    engine.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Passes bytes until one side is closed.
fn pass(mut from: impl Read, mut to: impl FnMut(&[u8]) -> bool) {
    let mut piece = vec![0; PIECE_LEN];
    loop {
        match from.read(&mut piece) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Ok(0) | Err(_) => return,
            Ok(len) if !to(&piece[..len]) => return,
            Ok(_) => {}
        }
    }
}

impl Copies {
    fn send(&self, direction: Direction, bytes: &[u8]) {
        if let Err(TrySendError::Full(_)) = self.sender.try_send((direction, bytes.to_vec())) {
            self.dropped.fetch_add(1, Ordering::Relaxed);
        }
    }
}

/// Audits copies until the engine's output ends, which an empty copy says.
fn audit(copies: &Receiver<(Direction, Vec<u8>)>, mut sinks: Sinks, dropped: &AtomicU64) {
    let mut session = Session::new();
    let mut texts = [Vec::new(), Vec::new()];
    let mut number = 0;
    for (direction, bytes) in copies.iter().take_while(|(_, bytes)| !bytes.is_empty()) {
        let text = &mut texts[direction as usize];
        text.extend_from_slice(&bytes);
        while let Some(end) = text.iter().position(|&byte| byte == b'\n') {
            let line: Vec<_> = text.drain(..=end).collect();
            number += 1;
            let sign = if direction == Direction::ToEngine { b"> " } else { b"< " };
            if let Some(log) = &mut sinks.log {
                let _ = log.write_all(&[sign, &line[..]].concat());
            }
            match direction {
                Direction::ToEngine => session.command_line(number, &line),
                Direction::FromEngine => session.response_line(number, &line),
            }
        }
        if text.len() > MAX_LINE_LEN {
            text.clear();
            dropped.fetch_add(1, Ordering::Relaxed);
        }
        for finding in session.take_findings() {
            if finding.severity > Severity::Note {
                let (file, session) = (String::new(), String::new());
                sinks.print(&Entry { file, session, finding, count: 1, link: None });
            }
        }
    }
    let dropped = dropped.load(Ordering::Relaxed);
    if dropped > 0 {
        let text = "parts came too fast or without the end of a line, and were not checked";
        let _ = writeln!(sinks.report, "{dropped} {text}");
    }
    let _ = sinks.report.flush();
}

impl Sinks {
    fn print(&mut self, entry: &Entry) {
        let _ = entry.print(&mut self.report);
        let Some(output) = &self.info_strings else { return };
        let mut text = Vec::new();
        let _ = entry.print(&mut text);
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        let lines: Vec<_> = lines.map(|line| [b"info string ", line].concat()).collect();
        let _ = output.send(Output::InfoStrings(lines.concat()));
    }
}
