//! The generator under test: a UCI engine with `go perft`, or a command that takes a FEN and a
//! depth.

use std::time::{Duration, Instant};

use anyhow::Context;
use tabiya::uci::Response;
use tabiya::{Move, Position, uci};
use tabiya_explain::divide::Divide;
use tabiya_program::position::{castling_notation, format_fen};
use tabiya_program::{process_group, progress};

use super::process::{EngineError, Process, ReadError, ReplyLimits};

/// The time without output after which a reply without a total is complete.
const MAX_SILENCE: Duration = Duration::from_millis(300);

/// A perft query: a position, given as a start and moves, and a depth.
#[derive(Clone, Copy)]
pub struct Query<'a> {
    /// The position before the query's moves.
    pub start: &'a Position,
    /// The moves from the start position to the queried one.
    pub moves: &'a [Move],
    /// The depth to count after the moves, at least 1.
    pub depth: u8,
}

impl Query<'_> {
    /// Returns the position after the query's moves.
    pub fn position(&self) -> Position {
        self.moves.iter().fold(*self.start, |position, &mv| position.after(mv))
    }

    /// Returns the query's moves in UCI notation, separated by spaces.
    pub fn format_moves(&self) -> String {
        let castling = castling_notation(self.start);
        let moves = self.moves.iter().map(|&mv| uci::display(mv, castling).to_string());
        moves.collect::<Vec<_>>().join(" ")
    }

    /// Returns the UCI command that sets up the query's position.
    pub fn position_command(&self) -> String {
        let moves = self.format_moves();
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        format!("position fen {}{moves}", format_fen(self.start))
    }
}

/// The generator under test: a UCI engine or a command template.
pub enum Generator {
    /// A UCI engine.
    Engine(Engine),
    /// A command with placeholders, which is started for each query.
    Template(CommandTemplate),
}

impl Generator {
    /// Creates the generator for a command line: one that contains `{fen}` or `{depth}` is a
    /// template, and any other starts a UCI engine. `time_limit` applies to each reply. Ctrl-C ends
    /// the generator's processes.
    ///
    /// # Errors
    ///
    /// Returns an error if the quotes do not match or the command line is empty.
    pub fn new(command_line: &str, time_limit: Duration) -> anyhow::Result<Self> {
        progress::on_interrupt(|| {
            process_group::kill_all_before_exit();
            progress::exit_interrupted();
        });
        let command = shlex::split(command_line).context("--engine: unmatched quotes")?;
        anyhow::ensure!(!command.is_empty(), "--engine: empty; expected a command");
        let is_template =
            command.iter().any(|word| word.contains("{fen}") || word.contains("{depth}"));
        Ok(if is_template {
            Self::Template(CommandTemplate { command, time_limit })
        } else {
            Self::Engine(Engine { command, time_limit, running_process: None })
        })
    }

    /// Tests whether the generator makes a query's moves itself, rather than receiving the FEN
    /// after them.
    pub fn has_moves_input(&self) -> bool {
        match self {
            Self::Engine(_) => true,
            Self::Template(template) => template.has_moves_input(),
        }
    }

    /// Returns the reply to a query: the count for each root move.
    ///
    /// # Errors
    ///
    /// Returns an [`EngineError`] if there is no valid reply.
    pub fn divide(&mut self, query: Query<'_>) -> Result<Divide, EngineError> {
        let (command, reply) = match self {
            Self::Engine(engine) => engine.run_query(query),
            Self::Template(template) => template.run_query(query),
        };
        let reply = reply?;
        match reply.check(query.position().has_legal_move()) {
            Err(error) => {
                // Later lines from an invalid reply would be part of the next one.
                self.stop();
                Err(EngineError::InvalidReply { command, error })
            }
            Ok(()) => Ok(reply),
        }
    }

    fn stop(&mut self) {
        if let Self::Engine(engine) = self {
            engine.running_process = None;
        }
    }
}

/// A UCI engine that is started once and queried with `go perft`.
pub struct Engine {
    command: Vec<String>,
    time_limit: Duration,
    /// The engine's process, once started, and its value for `UCI_Chess960`.
    running_process: Option<(Process, bool)>,
}

impl Engine {
    /// Sends a perft query to the engine, and returns the UCI command and the reply.
    ///
    /// An engine that fails is started again for the next query.
    fn run_query(&mut self, query: Query<'_>) -> (String, Result<Divide, EngineError>) {
        let command = format!("go perft {}", query.depth);
        let reply = self.send(query, &command);
        if reply.is_err() {
            self.running_process = None;
        }
        (command, reply)
    }

    fn send(&mut self, query: Query<'_>, command: &str) -> Result<Divide, EngineError> {
        let (process, was_chess960) = match &mut self.running_process {
            Some(running_process) => running_process,
            None => {
                self.running_process.insert((start_engine(&self.command, self.time_limit)?, false))
            }
        };
        let chess960 = !query.start.is_standard_castling();
        if *was_chess960 != chess960 {
            process.send(&format!("setoption name UCI_Chess960 value {chess960}"));
            *was_chess960 = chess960;
        }
        process.send(&query.position_command());
        process.send(command);
        process.send("isready");
        read_reply(process, command, self.time_limit)
    }
}

/// A command line with the placeholders `{fen}`, `{depth}` and optionally `{moves}`.
pub struct CommandTemplate {
    command: Vec<String>,
    time_limit: Duration,
}

impl CommandTemplate {
    fn has_moves_input(&self) -> bool {
        self.command.iter().any(|word| word.contains("{moves}"))
    }

    /// Runs the command for a query, and returns the command line and the reply.
    fn run_query(&self, query: Query<'_>) -> (String, Result<Divide, EngineError>) {
        let (fen, moves) = if self.has_moves_input() {
            (format_fen(query.start), query.format_moves())
        } else {
            (format_fen(&query.position()), String::new())
        };
        let depth = query.depth.to_string();
        let fill = |word: &String| {
            word.replace("{fen}", &fen).replace("{depth}", &depth).replace("{moves}", &moves)
        };
        let command: Vec<_> = self.command.iter().map(fill).collect();
        let command_line = shlex::try_join(command.iter().map(String::as_str)).unwrap_or_default();
        let reply = self.run_command(&command, &command_line);
        (command_line, reply)
    }

    fn run_command(&self, command: &[String], command_line: &str) -> Result<Divide, EngineError> {
        let mut limits = ReplyLimits::new(self.time_limit);
        let mut process = Process::start(command)?;
        process.close_input();
        let mut reply = Divide::default();
        loop {
            match process.read_line(limits.deadline, &mut limits) {
                Ok(Some(line)) => reply.add_line(&line),
                Ok(None) if process.has_succeeded() => return Ok(reply),
                Ok(None) => return Err(process.exit_error(command_line)),
                Err(error) => {
                    return Err(process.read_error(error, command_line, self.time_limit));
                }
            }
        }
    }
}

/// Starts a UCI engine and waits for its `uciok`.
fn start_engine(command: &[String], limit: Duration) -> Result<Process, EngineError> {
    let mut process = Process::start(command)?;
    let mut limits = ReplyLimits::new(limit);
    process.send("uci");
    loop {
        match process.read_line(limits.deadline, &mut limits) {
            Ok(Some(line)) if Response::parse(line.as_bytes()) == Some(Response::UciOk) => {
                return Ok(process);
            }
            Ok(Some(_)) => {}
            Ok(None) => return Err(EngineError::Handshake(Box::new(process.exit_error("uci")))),
            Err(error) => {
                let error = process.read_error(error, "uci", limit);
                return Err(EngineError::Handshake(Box::new(error)));
            }
        }
    }
}

/// Reads an engine's reply up to its total and `readyok`. The two arrive in either order, since
/// some engines count in their own thread.
fn read_reply(
    process: &mut Process,
    command: &str,
    limit: Duration,
) -> Result<Divide, EngineError> {
    let mut limits = ReplyLimits::new(limit);
    let deadline = limits.deadline;
    let mut reply = Divide::default();
    let mut is_ready = false;
    while !is_ready || reply.total().is_none() {
        // A reply without a total ends with silence.
        let line_deadline =
            if is_ready { deadline.min(Instant::now() + MAX_SILENCE) } else { deadline };
        match process.read_line(line_deadline, &mut limits) {
            Ok(Some(line)) if Response::parse(line.as_bytes()) == Some(Response::ReadyOk) => {
                is_ready = true;
            }
            Ok(Some(line)) => reply.add_line(&line),
            Ok(None) => return Err(process.exit_error(command)),
            Err(ReadError::DeadlineExceeded) if line_deadline < deadline => break,
            // The unexpected lines make a better error message than a timeout.
            Err(ReadError::DeadlineExceeded)
                if reply.rows().is_empty() && reply.other_lines().1 > 0 =>
            {
                break;
            }
            Err(error) => return Err(process.read_error(error, command, limit)),
        }
    }
    Ok(reply)
}
