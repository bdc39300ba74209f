//! A program that runs beside us: lines to it, lines from it, and never a wait without end.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::lines;

/// How many lines a program may be ahead of us before it has to wait.
const AHEAD: usize = 1024;
/// How many lines of its standard error are kept.
const LAST_WORDS: usize = 3;
/// How long a program that has closed its output may take to end, for its exit status.
const ENDING: Duration = Duration::from_millis(500);
/// The longest line that anything is read from.
const LONGEST: usize = 1000;

/// What went wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// It cannot be started.
    Start(String),
    /// It did not answer `uci`.
    Handshake(Box<Trouble>),
    /// It did not answer in time.
    Silent {
        /// What it was asked.
        asked: String,
        /// How long we waited.
        limit: Duration,
    },
    /// It ended before it had answered.
    Died {
        /// What it was asked.
        asked: String,
        /// Its exit status, in words.
        status: String,
        /// The end of its standard error.
        last_words: Vec<String>,
    },
    /// It answered, but not what was asked.
    Nonsense {
        /// What it was asked.
        asked: String,
        /// What is wrong with the answer.
        why: String,
    },
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(why) => write!(f, "cannot start: {why}"),
            Self::Handshake(trouble) => write!(
                f,
                "{trouble}; expected a UCI engine, or a command with placeholders: \
                 --engine 'CMD {{depth}} {{fen}}'"
            ),
            Self::Silent { asked, limit } => {
                let seconds = limit.as_secs_f64();
                write!(f, "no reply to `{asked}` within {seconds} s (see --timeout)")
            }
            Self::Died { asked, status, last_words } => {
                write!(f, "exited before the reply to `{asked}` ({status})")?;
                if !last_words.is_empty() {
                    write!(f, "; stderr: {}", last_words.join(" / "))?;
                }
                Ok(())
            }
            Self::Nonsense { asked, why } => {
                write!(f, "invalid reply to `{asked}`: {why}")
            }
        }
    }
}

/// A program that was started; dropped, it is ended.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    last_words: Receiver<Vec<String>>,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    ///
    /// [`Trouble::Start`].
    pub fn start(words: &[String]) -> Result<Self, Trouble> {
        let (program, arguments) =
            words.split_first().ok_or_else(|| Trouble::Start("the command is empty".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| Trouble::Start(format!("{program}: {error}")))?;
        let (sender, lines) = sync_channel(AHEAD);
        let (words_sender, last_words) = sync_channel(1);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || for_each_line(stdout, |line| sender.send(line).is_ok()));
        }
        if let Some(stderr) = child.stderr.take() {
            // Nobody asks a program that works for its last words.
            thread::spawn(move || words_sender.send(last_lines(stderr)));
        }
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, lines, last_words })
    }

    /// Sends a line. One that does not arrive shows when the answer is waited for.
    pub fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        }
    }

    /// Closes its input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// The next line, or nothing once it has closed its output.
    ///
    /// # Errors
    ///
    /// [`Timeout`] if there is none until `deadline`.
    pub fn line(&mut self, deadline: Instant) -> Result<Option<String>, Timeout> {
        // One that never stops to talk is as bad as one that is silent.
        let left = deadline.checked_duration_since(Instant::now()).ok_or(Timeout)?;
        match self.lines.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(Timeout),
        }
    }

    /// Whether it has ended well; waits a moment for its end.
    pub fn succeeded(&mut self) -> bool {
        self.status().is_some_and(|status| status.success())
    }

    /// What to say of a program that has closed its output too early.
    pub fn died(&mut self, asked: &str) -> Trouble {
        let status = match self.status() {
            Some(status) => status.to_string(),
            None => "stdout closed, still running".to_owned(),
        };
        let last_words = self.last_words.recv_timeout(ENDING).unwrap_or_default();
        Trouble::Died { asked: asked.to_owned(), status, last_words }
    }

    fn status(&mut self) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + ENDING;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

/// No line came in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeout;

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last lines of an output, once it has ended.
fn last_lines(output: impl Read) -> Vec<String> {
    let mut last = VecDeque::new();
    for_each_line(output, |line| {
        if last.len() == LAST_WORDS {
            last.pop_front();
        }
        last.push_back(line);
        true
    });
    last.into()
}

/// Calls `visit` with each line of an output, until it has enough.
fn for_each_line(output: impl Read, mut visit: impl FnMut(String) -> bool) {
    let (mut reader, mut line) = (BufReader::new(output), Vec::new());
    while lines::next(&mut reader, &mut line).unwrap_or(false) {
        let text = line.trim_ascii();
        let text = String::from_utf8_lossy(&text[..text.len().min(LONGEST)]);
        // A terminal is to show it.
        if !visit(text.replace(char::is_control, "\u{fffd}")) {
            return;
        }
    }
}
