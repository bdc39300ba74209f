//! A child process with line-based input and output. Every wait has a time limit.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tabiya_explain::divide::DivideError;
use tabiya_program::counting::start_thread;
use tabiya_program::lines;

use tabiya_program::process_group::{Pipes, ProcessGroup};

/// The number of unread output lines after which a child process must wait.
const MAX_QUEUED_LINES: usize = 1024;
/// The number of last lines from standard error that are kept.
const MAX_STDERR_LINES: usize = 3;
/// The time limit within which a child that has closed its output must exit.
const EXIT_TIMEOUT: Duration = Duration::from_millis(500);
/// The length to which an output line from a child process is truncated, in bytes. A line may
/// contain the counts for all root moves.
const MAX_LINE_LEN: usize = 1 << 14;
/// The maximum number of output lines from a command to the end of its reply.
const MAX_REPLY_LINES: u64 = 1 << 18;
/// The maximum output from a command to the end of its reply, in bytes.
const MAX_REPLY_LEN: u64 = 1 << 24;

/// The error for a generator that gives no valid reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineError {
    /// The program cannot be started, for the given reason.
    Start(String),
    /// The error for a failed UCI handshake.
    Handshake(Box<EngineError>),
    /// The error for a generator without a reply within the time limit.
    Timeout {
        /// The command without a reply.
        command: String,
        /// The time limit for the reply.
        limit: Duration,
    },
    /// The error for a program that exited, or closed its output, before the end of a reply.
    Exited {
        /// The command without a reply.
        command: String,
        /// The exit status as text.
        status: String,
        /// The last lines from standard error.
        stderr: Vec<String>,
    },
    /// The error for a program whose output exceeds [`MAX_REPLY_LINES`] or [`MAX_REPLY_LEN`] before
    /// the end of a reply.
    EndlessReply {
        /// The program.
        program: String,
        /// The command with the endless reply.
        command: String,
    },
    /// The error for an invalid reply.
    InvalidReply {
        /// The command with the invalid reply.
        command: String,
        /// The reason why the reply is invalid.
        error: DivideError,
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
            Self::EndlessReply { program, command } => write!(
                f,
                "{program}: reply to `{command}` without an end in {MAX_REPLY_LINES} lines or \
                 {MAX_REPLY_LEN} bytes"
            ),
            Self::InvalidReply { command, error } => {
                write!(f, "invalid reply to `{command}`: {error}")
            }
        }
    }
}

/// A running child process with line-based input and output. If you drop it, the child and its
/// descendants are killed.
pub struct Process {
    program: String,
    group: ProcessGroup,
    stdin: Option<ChildStdin>,
    stdout_lines: Receiver<OutputLine>,
    stderr_lines: Receiver<Vec<String>>,
}

/// An output line.
struct OutputLine {
    /// The line, truncated to [`MAX_LINE_LEN`] bytes and without control characters.
    text: String,
    /// The length of the whole line with its terminator, in bytes.
    len: u64,
}

/// A reply's limits.
pub struct ReplyLimits {
    /// The time at which the reply must be complete.
    pub deadline: Instant,
    lines_left: u64,
    bytes_left: u64,
}

impl ReplyLimits {
    /// Returns the limits for a reply that begins now and has a time limit.
    pub fn new(time_limit: Duration) -> Self {
        let deadline = Instant::now() + time_limit;
        Self { deadline, lines_left: MAX_REPLY_LINES, bytes_left: MAX_REPLY_LEN }
    }
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    ///
    /// Returns [`EngineError::Start`] if the program or a thread that reads it cannot be started.
    pub fn start(command: &[String]) -> Result<Self, EngineError> {
        let (program, arguments) =
            command.split_first().ok_or_else(|| EngineError::Start("empty command".into()))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let (group, pipes) = ProcessGroup::start(command)
            .map_err(|error| EngineError::Start(format!("{program}: {error}")))?;
        let Pipes { stdin, stdout, stderr } = pipes;
        let (sender, stdout_lines) = sync_channel(MAX_QUEUED_LINES);
        let (stderr_sender, stderr_lines) = sync_channel(1);
        if let Some(stdout) = stdout {
            start_reader(move || for_each_line(stdout, |line| sender.send(line).is_ok()))?;
        }
        if let Some(stderr) = stderr {
            // The receiver is gone unless the child fails.
            start_reader(move || drop(stderr_sender.send(last_lines(stderr))))?;
        }
        Ok(Self { program: program.clone(), group, stdin, stdout_lines, stderr_lines })
    }

    /// Writes a line to the child's standard input. A failure shows as a missing reply.
    pub fn send(&mut self, line: &str) {
        if let Some(stdin) = &mut self.stdin {
            let _ = writeln!(stdin, "{line}").and_then(|()| stdin.flush());
        }
    }

    /// Closes the child's standard input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Reads the next line of a reply, or returns `None` once the child has closed its standard
    /// output.
    ///
    /// # Errors
    ///
    /// Returns an error if no line arrives before `deadline`, or if the line exceeds the reply's
    /// limits.
    pub fn read_line(
        &mut self,
        deadline: Instant,
        limits: &mut ReplyLimits,
    ) -> Result<Option<String>, ReadError> {
        // The deadline also ends endless output, since queued lines are not returned after it.
        let left =
            deadline.checked_duration_since(Instant::now()).ok_or(ReadError::DeadlineExceeded)?;
        let line = match self.stdout_lines.recv_timeout(left) {
            Ok(line) => line,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
            Err(RecvTimeoutError::Timeout) => return Err(ReadError::DeadlineExceeded),
        };
        let lines_left = limits.lines_left.checked_sub(1);
        let bytes_left = limits.bytes_left.checked_sub(line.len);
        let (lines_left, bytes_left) =
            lines_left.zip(bytes_left).ok_or(ReadError::LimitExceeded)?;
        (limits.lines_left, limits.bytes_left) = (lines_left, bytes_left);
        Ok(Some(line.text))
    }

    /// Returns the error for a reply to a command that exceeds its limits.
    pub fn read_error(&self, error: ReadError, command: &str, limit: Duration) -> EngineError {
        let command = command.to_owned();
        match error {
            ReadError::DeadlineExceeded => EngineError::Timeout { command, limit },
            ReadError::LimitExceeded => {
                EngineError::EndlessReply { program: self.program.clone(), command }
            }
        }
    }

    /// Waits briefly until the child exits, and tests whether the exit status is success.
    pub fn has_succeeded(&mut self) -> bool {
        self.exit_status().is_some_and(|status| status.success())
    }

    /// Returns the error for a child that has closed its output before the reply to a command.
    pub fn exit_error(&mut self, command: &str) -> EngineError {
        let status = match self.exit_status() {
            Some(status) => status.to_string(),
            None => "stdout closed, still running".to_owned(),
        };
        let stderr = self.stderr_lines.recv_timeout(EXIT_TIMEOUT).unwrap_or_default();
        EngineError::Exited { command: command.to_owned(), status, stderr }
    }

    fn exit_status(&mut self) -> Option<ExitStatus> {
        let deadline = Instant::now() + EXIT_TIMEOUT;
        loop {
            match self.group.exit_status() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(status) => return status,
                Err(_) => return None,
            }
        }
    }
}

/// The error from [`Process::read_line`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// The error for a line that does not arrive before the deadline.
    DeadlineExceeded,
    /// The error for a line that exceeds the reply's limits.
    LimitExceeded,
}

/// Reads an output stream to its end, and returns the last lines.
fn last_lines(output: impl Read) -> Vec<String> {
    let mut last = VecDeque::new();
    for_each_line(output, |line| {
        if last.len() == MAX_STDERR_LINES {
            last.pop_front();
        }
        last.push_back(line.text);
        true
    });
    last.into()
}

/// Starts a thread that reads a program's output.
fn start_reader(read: impl FnOnce() + Send + 'static) -> Result<(), EngineError> {
    start_thread(read).map_err(|error| EngineError::Start(format!("{error:#}")))
}

/// Calls `visit` with each line in an output stream until `visit` returns `false`.
fn for_each_line(output: impl Read, mut visit: impl FnMut(OutputLine) -> bool) {
    let mut reader = BufReader::new(output);
    let mut buffer = Vec::new();
    loop {
        // A line that does not end is visited in pieces, each of which exceeds a reply's limit.
        let mut piece = reader.by_ref().take(MAX_REPLY_LEN + 1);
        let Ok(Some(line)) = lines::next(&mut piece, &mut buffer) else { return };
        let len = MAX_REPLY_LEN + 1 - piece.limit();
        let text = match line {
            Ok(line) => {
                let text = line.trim_ascii();
                String::from_utf8_lossy(&text[..text.len().min(MAX_LINE_LEN)]).into_owned()
            }
            Err(error) => error.to_string(),
        };
        // Control characters would reach the terminal.
        let text = text.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}");
        if !visit(OutputLine { text, len }) {
            return;
        }
    }
}
