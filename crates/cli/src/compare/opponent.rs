//! The generator that is compared with ours: a UCI engine that knows `go perft`, or a
//! command that takes a FEN and a depth.

use std::time::{Duration, Instant};

use anyhow::Context;
use tabiya::{Move, Position, uci};

use super::answer::Answer;
use super::process::{Process, Timeout, Trouble};
use crate::position::{castling_notation, format_fen, is_chess960};

/// How long an engine that says no sum must be silent until its answer is taken as whole.
const QUIET: Duration = Duration::from_millis(300);

/// A position as it is reached, and how deep to count.
#[derive(Clone, Copy)]
pub struct Question<'a> {
    /// Where to start.
    pub start: &'a Position,
    /// What to make from there.
    pub moves: &'a [Move],
    /// How deep to count after that, at least 1.
    pub depth: u8,
}

impl Question<'_> {
    /// The position that is asked about.
    pub fn position(&self) -> Position {
        self.moves.iter().fold(*self.start, |position, &mv| position.after(mv))
    }

    /// The moves in UCI's form.
    pub fn written_moves(&self) -> String {
        let castling = castling_notation(self.start);
        let moves = self.moves.iter().map(|&mv| uci::display(mv, castling).to_string());
        moves.collect::<Vec<_>>().join(" ")
    }

    /// UCI's command that sets the position up.
    pub fn command(&self) -> String {
        let moves = self.written_moves();
        let moves = if moves.is_empty() { moves } else { format!(" moves {moves}") };
        format!("position fen {}{moves}", format_fen(self.start))
    }
}

/// The other generator.
pub enum Opponent {
    /// One that speaks UCI.
    Engine(Engine),
    /// One that is run for each question.
    Template(Template),
}

impl Opponent {
    /// Takes a command line apart: one with `{fen}` or `{depth}` in it is run for each
    /// question, any other speaks UCI. An answer may take as long as `limit`.
    ///
    /// # Errors
    ///
    /// If its quotes do not match or it is empty.
    pub fn new(command: &str, limit: Duration) -> anyhow::Result<Self> {
        let words = shlex::split(command).context("--engine: unmatched quotes")?;
        anyhow::ensure!(!words.is_empty(), "--engine: empty; expected a command");
        let is_template =
            words.iter().any(|word| word.contains("{fen}") || word.contains("{depth}"));
        Ok(if is_template {
            Self::Template(Template { words, limit })
        } else {
            Self::Engine(Engine { words, limit, running: None })
        })
    }

    /// Whether it is shown how a position was reached, or a bare FEN.
    pub fn is_shown_moves(&self) -> bool {
        match self {
            Self::Engine(_) => true,
            Self::Template(template) => template.is_shown_moves(),
        }
    }

    /// Its counts by first move.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if it gives none.
    pub fn divide(&mut self, question: Question<'_>) -> Result<Answer, Trouble> {
        let (asked, answer) = match self {
            Self::Engine(engine) => engine.ask(question),
            Self::Template(template) => template.ask(question),
        };
        let answer = answer?;
        match answer.fault(question.position().has_legal_move()) {
            Some(why) => {
                // Who knows what it is still going to say.
                self.stop();
                Err(Trouble::Nonsense { asked, why })
            }
            None => Ok(answer),
        }
    }

    fn stop(&mut self) {
        if let Self::Engine(engine) = self {
            engine.running = None;
        }
    }
}

/// An engine that speaks UCI.
pub struct Engine {
    words: Vec<String>,
    limit: Duration,
    /// Its process, if it has been started, and whether that was told of Chess960.
    running: Option<(Process, bool)>,
}

impl Engine {
    /// Asks, and says what was asked. An engine that does not answer is started anew for
    /// the next question.
    fn ask(&mut self, question: Question<'_>) -> (String, Result<Answer, Trouble>) {
        let asked = format!("go perft {}", question.depth);
        let answer = self.answer(question, &asked);
        if answer.is_err() {
            self.running = None;
        }
        (asked, answer)
    }

    fn answer(&mut self, question: Question<'_>, asked: &str) -> Result<Answer, Trouble> {
        let (process, was_chess960) = match &mut self.running {
            Some(running) => running,
            None => self.running.insert((started(&self.words, self.limit)?, false)),
        };
        let chess960 = is_chess960(question.start);
        if *was_chess960 != chess960 {
            process.send(&format!("setoption name UCI_Chess960 value {chess960}"));
            *was_chess960 = chess960;
        }
        process.send(&question.command());
        process.send(asked);
        process.send("isready");
        listen(process, asked, self.limit)
    }
}

/// A command with `{fen}`, `{depth}` and perhaps `{moves}` in it.
pub struct Template {
    words: Vec<String>,
    limit: Duration,
}

impl Template {
    fn is_shown_moves(&self) -> bool {
        self.words.iter().any(|word| word.contains("{moves}"))
    }

    /// Runs the command, and says it as it was run.
    fn ask(&self, question: Question<'_>) -> (String, Result<Answer, Trouble>) {
        let (fen, moves) = if self.is_shown_moves() {
            (format_fen(question.start), question.written_moves())
        } else {
            (format_fen(&question.position()), String::new())
        };
        let depth = question.depth.to_string();
        let fill = |word: &String| {
            word.replace("{fen}", &fen).replace("{depth}", &depth).replace("{moves}", &moves)
        };
        let words: Vec<_> = self.words.iter().map(fill).collect();
        let asked = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        let answer = self.run(&words, &asked);
        (asked, answer)
    }

    fn run(&self, words: &[String], asked: &str) -> Result<Answer, Trouble> {
        let deadline = Instant::now() + self.limit;
        let mut process = Process::start(words)?;
        process.close_input();
        let mut answer = Answer::default();
        loop {
            match process.line(deadline) {
                Ok(Some(line)) => answer.take(&line),
                Ok(None) if process.succeeded() => return Ok(answer),
                Ok(None) => return Err(process.died(asked)),
                Err(Timeout) => {
                    return Err(Trouble::Silent { asked: asked.to_owned(), limit: self.limit });
                }
            }
        }
    }
}

/// An engine that has said `uciok`.
fn started(words: &[String], limit: Duration) -> Result<Process, Trouble> {
    let mut process = Process::start(words)?;
    let deadline = Instant::now() + limit;
    process.send("uci");
    loop {
        match process.line(deadline) {
            Ok(Some(line)) if line == "uciok" => return Ok(process),
            Ok(Some(_)) => {}
            Ok(None) => return Err(Trouble::Handshake(Box::new(process.died("uci")))),
            Err(Timeout) => {
                let silent = Trouble::Silent { asked: "uci".to_owned(), limit };
                return Err(Trouble::Handshake(Box::new(silent)));
            }
        }
    }
}

/// Reads the answer of an engine, up to its sum and its `readyok`, which come in either
/// order: some count in a thread of their own.
fn listen(process: &mut Process, asked: &str, limit: Duration) -> Result<Answer, Trouble> {
    let deadline = Instant::now() + limit;
    let mut answer = Answer::default();
    let mut is_ready = false;
    while !is_ready || answer.total.is_none() {
        // Without a sum, silence has to do.
        let quiet = if is_ready { deadline.min(Instant::now() + QUIET) } else { deadline };
        match process.line(quiet) {
            Ok(Some(line)) if line == "readyok" => is_ready = true,
            Ok(Some(line)) => answer.take(&line),
            Ok(None) => return Err(process.died(asked)),
            Err(Timeout) if quiet < deadline => break,
            // What it said instead is worth more than that it did not end.
            Err(Timeout) if answer.moves.is_empty() && !answer.other.is_empty() => break,
            Err(Timeout) => return Err(Trouble::Silent { asked: asked.to_owned(), limit }),
        }
    }
    Ok(answer)
}
