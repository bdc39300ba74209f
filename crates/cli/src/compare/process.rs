//! A child process with line-based input and output. Every wait has a time limit.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::lines;

/// The number of unread output lines after which a child process must wait.
const MAX_QUEUED_LINES: usize = 1024;
/// The number of last lines of standard error that are kept.
const MAX_STDERR_LINES: usize = 3;
/// The time limit for the exit of a child that has closed its output.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// The length to which an output line of a child process is truncated, in bytes.
const MAX_LINE_LEN: usize = 1000;

/// The error of a generator that gives no valid reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// The program cannot be started, for the given reason.
    Start(String),
    /// The error of a failed UCI handshake.
    Handshake(Box<EngineError>),
    /// The error of a generator without a reply within the time limit.
    Timeout {
        /// The command without a reply.
        command: String,
        /// The time limit of the reply.
        limit: Duration,
    },
    /// The error of a program that exited, or closed its output, before the end of a reply.
    Exited {
        /// The command without a reply.
        command: String,
        /// The description of the exit status.
        status: String,
        /// The last lines of standard error.
        stderr: Vec<String>,
    },
    /// The error of an invalid reply.
    InvalidReply {
        /// The command with the invalid reply.
        command: String,
        /// The reason why the reply is invalid.
        reason: String,
    },
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Start(reason) => write!(f, "cannot start: {reason}"),
            Self::Handshake(error) => write!(
                f,
                "{error}; expected a UCI engine, or a command with placeholders: \
                 --engine 'CMD {{depth}} {{fen}}'"
            ),
            Self::Timeout { command, limit } => {
                let seconds = limit.as_secs_f64();
                write!(f, "no reply to `{command}` within {seconds} s (see --timeout)")
            }
            Self::Exited { command, status, stderr } => {
                write!(f, "exited before the reply to `{command}` ({status})")?;
                if !stderr.is_empty() {
                    write!(f, "; stderr: {}", stderr.join(" / "))?;
                }
                Ok(())
            }
            Self::InvalidReply { command, reason } => {
                write!(f, "invalid reply to `{command}`: {reason}")
            }
        }
    }
}

/// A running child process with line-based input and output. Dropping it kills the child.
pub struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    stdout_lines: Receiver<String>,
    stderr_lines: Receiver<Vec<String>>,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    ///
    /// Returns [`EngineError::Start`] if the program cannot be started.
    pub fn start(command: &[String]) -> Result<Self, EngineError> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| EngineError::Start("empty command".into()))?;
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| EngineError::Start(format!("{program}: {error}")))?;
        let (sender, stdout_lines) = sync_channel(MAX_QUEUED_LINES);
        let (stderr_sender, stderr_lines) = sync_channel(1);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || for_each_line(stdout, |line| sender.send(line).is_ok()));
        }
        if let Some(stderr) = child.stderr.take() {
            // The receiver is gone unless the child fails.
            thread::spawn(move || stderr_sender.send(last_lines(stderr)));
        }
        let stdin = child.stdin.take();
        Ok(Self { child, stdin, stdout_lines, stderr_lines })
    }

    /// Writes a line to the standard input of the child. A failure shows as a missing reply.
    pub fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        }
    }

    /// Closes the standard input of the child.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Reads the next line of standard output, or returns `None` once the child has closed it.
    ///
    /// # Errors
    ///
    /// Returns [`DeadlineExceeded`] if no line arrives before `deadline`.
    pub fn read_line(&mut self, deadline: Instant) -> Result<Option<String>, DeadlineExceeded> {
        // The deadline also ends endless output, since queued lines are not returned after it.
        let left = deadline.checked_duration_since(Instant::now()).ok_or(DeadlineExceeded)?;
        match self.stdout_lines.recv_timeout(left) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Disconnected) => Ok(None),
            Err(RecvTimeoutError::Timeout) => Err(DeadlineExceeded),
        }
    }

    /// Waits briefly for the exit of the child, and tests whether the exit status is success.
    pub fn has_succeeded(&mut self) -> bool {
        self.exit_status().is_some_and(|status| status.success())
    }

    /// Returns the error of a child that has closed its output before the reply to a command.
    pub fn exit_error(&mut self, command: &str) -> EngineError {
        let status = match self.exit_status() {
            Some(status) => status.to_string(),
            None => "stdout closed, still running".to_owned(),
        };
        let stderr = self.stderr_lines.recv_timeout(EXIT_TIMEOUT).unwrap_or_default();
        EngineError::Exited { command: command.to_owned(), status, stderr }
    }

    fn exit_status(&mut self) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

/// The error of [`Process::read_line`]: no line before the deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeadlineExceeded;

impl Drop for Process {
    fn drop(&mut self) {
        // `kill` fails if the child has already exited.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads an output stream to its end, and returns the last lines.
fn last_lines(output: impl Read) -> Vec<String> {
    let mut last = VecDeque::new();
    for_each_line(output, |line| {
        if last.len() == MAX_STDERR_LINES {
            last.pop_front();
        }
        last.push_back(line);
        true
    });
    last.into()
}

/// Calls `visit` with each line of an output stream until `visit` returns `false`.
fn for_each_line(output: impl Read, mut visit: impl FnMut(String) -> bool) {
    let (mut reader, mut buffer) = (BufReader::new(output), Vec::new());
    while let Ok(Some(line)) = lines::next(&mut reader, &mut buffer) {
        let text = match line {
            Ok(line) => {
                let text = line.trim_ascii();
                String::from_utf8_lossy(&text[..text.len().min(MAX_LINE_LEN)]).into_owned()
            }
            Err(error) => error.to_string(),
        };
        // Control characters would reach the terminal.
        if !visit(text.replace(char::is_control, "\u{fffd}")) {
            return;
        }
    }
}
