//! A filter between a user interface and an engine: bytes pass unchanged, and copies are audited.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use tabiya_explain::audit::{Session, Severity};
use tabiya_program::lines::MAX_LINE_LEN;
use tabiya_program::process_group::{self, Pipes, ProcessGroup};
use tabiya_program::progress;

use crate::report::{Entry, key_of};

/// The number of copies that wait for the audit. Further ones are dropped, so that the engine never waits.
const MAX_COPIES: usize = 4096;

/// The most findings that are known as printed.
const MAX_PRINTED: usize = 1000;

/// The number of bytes that pass at once.
const PIECE_LEN: usize = 1 << 14;

/// The arguments of the filter.
#[derive(Args, Clone, Debug)]
pub struct FilterArgs {
    /// Run an engine between standard input and output, and audit it
    #[arg(long, value_name = "CMD", conflicts_with_all = ["logs", "json", "notes", "all", "only", "strict", "link"])]
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

/// A copy of bytes that have passed.
struct CopiedBytes {
    direction: Direction,
    bytes: Vec<u8>,
    /// `true` if copies of this direction before it were dropped.
    is_after_gap: bool,
}

/// The sender of copies.
#[derive(Clone)]
struct Copies {
    sender: SyncSender<CopiedBytes>,
    shared: Arc<Shared>,
    /// `true` for a direction whose last copy was dropped.
    has_gap: [bool; 2],
}

/// The state that the threads share.
#[derive(Default)]
struct Shared {
    /// The number of copies that were dropped.
    dropped: AtomicU64,
    has_ended: AtomicBool,
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
    /// The keys of printed findings: see [`key_of`].
    printed: HashSet<String>,
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
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        let (mut engine, Pipes { stdin, stdout, .. }) =
            ProcessGroup::start(command).with_context(|| format!("cannot start {program}"))?;
        progress::on_interrupt(|| {
            process_group::kill_all_before_exit();
            progress::exit_interrupted();
        });

        let (sender, output) = sync_channel(1);
        let info_strings = self.info_string.then(|| sender.clone());
        let (copies, receiver) = sync_channel(MAX_COPIES);
        let shared = Arc::<Shared>::default();
        let copies = Copies { sender: copies, shared: Arc::clone(&shared), has_gap: [false; 2] };
        let sinks = Sinks { report, log, info_strings, printed: HashSet::new() };
        let audited = Arc::clone(&shared);
        let auditor = thread::spawn(move || audit(&receiver, sinks, &audited));
        let mut commands = copies.clone();
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
        thread::spawn(move || {
            let stdout = stdout?;
            pass(stdout, |bytes| sender.send(Output::Bytes(bytes.to_vec())).is_ok());
            let _ = sender.send(Output::End);
            Some(())
        });
        // A user interface that has closed its end needs no more output.
        let status = match write_output(output, copies, &mut engine) {
            Ok(Some(status)) => status,
            _ => wait(&mut engine)?,
        };
        shared.has_ended.store(true, Ordering::Relaxed);
        // The thread ends with its last copy. A report that cannot be written ends no engine.
        let _ = auditor.join();
        // Descendants of the engine end with it.
        drop(engine);
        Ok(Some(status))
    }
}

/// The time between two looks at whether the engine has ended.
const POLL: Duration = Duration::from_millis(50);

/// The time in which output follows the end of the engine, and copies are audited.
const AFTER_END: Duration = Duration::from_secs(2);

/// Waits for the end of the engine.
fn wait(engine: &mut ProcessGroup) -> anyhow::Result<ExitStatus> {
    loop {
        let status = engine.exit_status().context("the engine's exit status is unknown")?;
        if let Some(status) = status {
            return Ok(status);
        }
        thread::sleep(POLL);
    }
}

/// The number of bytes that pipes can hold: an engine that has ended sends no more.
const MAX_PIPE_LEN: usize = 2 << 20;

/// Writes what the engine has sent, up to its end. Audit lines wait for the end of an engine line. Returns the exit status
/// if the engine has ended while one of its child processes keeps the output open.
fn write_output(
    output: Receiver<Output>,
    mut copies: Copies,
    engine: &mut ProcessGroup,
) -> io::Result<Option<ExitStatus>> {
    let mut stdout = io::stdout().lock();
    let mut waiting = Vec::new();
    let mut is_inside_line = false;
    let mut len_since_poll = 0;
    let mut end: Option<(ExitStatus, Instant)> = None;
    loop {
        let piece = output.recv_timeout(POLL);
        let is_idle = matches!(piece, Err(RecvTimeoutError::Timeout));
        match piece {
            Ok(Output::Bytes(bytes)) => {
                stdout.write_all(&bytes)?;
                stdout.flush()?;
                copies.send(Direction::FromEngine, &bytes);
                is_inside_line = bytes.last() != Some(&b'\n');
                len_since_poll += bytes.len();
            }
            Ok(Output::InfoStrings(lines)) => waiting.extend(lines),
            Ok(Output::End) | Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => {}
        }
        if is_idle || len_since_poll > MAX_PIPE_LEN {
            match end {
                // What arrives so late is sent by a child process.
                Some((status, since))
                    if len_since_poll > MAX_PIPE_LEN || since.elapsed() > AFTER_END =>
                {
                    return Ok(Some(status));
                }
                Some(_) => {}
                None => {
                    end = engine.exit_status()?.map(|status| (status, Instant::now()));
                    len_since_poll = 0;
                }
            }
        }
        if !is_inside_line && !waiting.is_empty() {
            stdout.write_all(&waiting)?;
            stdout.flush()?;
            waiting.clear();
        }
    }
}

fn create(path: &Path) -> anyhow::Result<File> {
    File::create(path).with_context(|| format!("cannot write {}", path.display()))
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
    fn send(&mut self, direction: Direction, bytes: &[u8]) {
        let has_gap = &mut self.has_gap[direction as usize];
        let copy = CopiedBytes { direction, bytes: bytes.to_vec(), is_after_gap: *has_gap };
        let is_full = matches!(self.sender.try_send(copy), Err(TrySendError::Full(_)));
        self.shared.dropped.fetch_add(u64::from(is_full), Ordering::Relaxed);
        *has_gap = is_full;
    }
}

/// Audits copies until the engine has ended, and those that are left after that for a short time.
fn audit(copies: &Receiver<CopiedBytes>, mut sinks: Sinks, shared: &Shared) {
    let mut session = Session::new();
    let mut texts = [Text::default(), Text::default()];
    let mut number = 0;
    let mut end = None;
    loop {
        if shared.has_ended.load(Ordering::Relaxed) {
            let end = *end.get_or_insert_with(Instant::now);
            if end.elapsed() > AFTER_END {
                let left = copies.try_iter().count() as u64;
                shared.dropped.fetch_add(left, Ordering::Relaxed);
                break;
            }
        }
        let CopiedBytes { direction, bytes, is_after_gap } = match copies.recv_timeout(POLL) {
            Ok(copy) => copy,
            Err(RecvTimeoutError::Timeout) if end.is_none() => continue,
            Err(_) => break,
        };
        let text = &mut texts[direction as usize];
        if is_after_gap {
            // What was lost may have been a position.
            session.forget_position();
            text.skip();
        }
        text.add(&bytes, |line| {
            number += 1;
            sinks.audit_line(&mut session, number, direction, line);
        });
        shared.dropped.fetch_add(u64::from(text.limit()), Ordering::Relaxed);
    }
    for (direction, text) in [Direction::ToEngine, Direction::FromEngine].into_iter().zip(texts) {
        if !text.bytes.is_empty() && !text.is_skipped {
            number += 1;
            sinks.audit_line(&mut session, number, direction, &text.bytes);
        }
    }
    let dropped = shared.dropped.load(Ordering::Relaxed);
    if dropped > 0 {
        let text = "parts came too fast or without the end of a line, and were not checked";
        let _ = writeln!(sinks.report, "{dropped} {text}");
    }
    let _ = sinks.report.flush();
}

/// The text of a direction without its end of a line.
#[derive(Default)]
struct Text {
    bytes: Vec<u8>,
    /// `true` if the text up to the next end of a line is not read.
    is_skipped: bool,
}

impl Text {
    fn add(&mut self, bytes: &[u8], mut visit: impl FnMut(&[u8])) {
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            self.bytes.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                if !self.is_skipped {
                    visit(&self.bytes);
                }
                self.bytes.clear();
                self.is_skipped = false;
            }
        }
    }

    fn skip(&mut self) {
        self.bytes.clear();
        self.is_skipped = true;
    }

    /// Skips a line that is too long. Returns `true` if it is.
    fn limit(&mut self) -> bool {
        let is_too_long = self.bytes.len() > MAX_LINE_LEN;
        if is_too_long {
            self.skip();
        }
        is_too_long
    }
}

impl Sinks {
    fn audit_line(
        &mut self,
        session: &mut Session,
        number: u64,
        direction: Direction,
        line: &[u8],
    ) {
        let sign = if direction == Direction::ToEngine { b"> " } else { b"< " };
        if let Some(log) = &mut self.log {
            let _ = log.write_all(&[sign, line].concat());
        }
        match direction {
            Direction::ToEngine => session.command_line(number, line),
            Direction::FromEngine => session.response_line(number, line),
        }
        for finding in session.take_findings() {
            // Equal findings are printed once.
            if self.printed.len() > MAX_PRINTED {
                self.printed.clear();
            }
            if finding.severity > Severity::Note && self.printed.insert(key_of(&finding)) {
                let file = String::new();
                let session = String::new();
                self.print(&Entry { file, session, finding, count: 1, link: None });
            }
        }
    }

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
