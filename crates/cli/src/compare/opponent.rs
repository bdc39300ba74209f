//! The generator that is compared with ours: a UCI engine that knows `go perft`, or a
//! command that takes a FEN and a depth.

use std::time::{Duration, Instant};

use anyhow::Context;
use tabiya::{Move, Position, uci};

use super::answer::Answer;
use super::process::{Process, Timeout, Trouble};
use crate::start::{castling_notation, fen_of, is_chess960};

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
        format!("position fen {}{moves}", fen_of(self.start))
    }
}

/// The other generator.
pub struct Opponent {
    words: Vec<String>,
    limit: Duration,
    form: Form,
}

enum Form {
    /// An engine that is running, or is to be started, and whether it was told of Chess960.
    Uci(Option<(Process, bool)>),
    /// A command that is run for each question.
    Command,
}

impl Opponent {
    /// Takes a command line apart: one with `{fen}` or `{depth}` in it is run for each
    /// question, any other speaks UCI.
    ///
    /// # Errors
    ///
    /// If its quotes do not match or it is empty.
    pub fn new(command: &str, limit: Duration) -> anyhow::Result<Self> {
        let words = shlex::split(command).context("the quotes in --engine do not match")?;
        anyhow::ensure!(!words.is_empty(), "--engine names no program");
        let is_template =
            words.iter().any(|word| word.contains("{fen}") || word.contains("{depth}"));
        let form = if is_template { Form::Command } else { Form::Uci(None) };
        Ok(Self { words, limit, form })
    }

    /// Whether it is shown how a position was reached, or a bare FEN.
    pub fn is_shown_moves(&self) -> bool {
        match self.form {
            Form::Uci(_) => true,
            Form::Command => self.words.iter().any(|word| word.contains("{moves}")),
        }
    }

    /// Its counts by first move.
    ///
    /// # Errors
    ///
    /// [`Trouble`] if it gives none. An engine is started anew after that.
    pub fn divide(&mut self, question: Question<'_>) -> Result<Answer, Trouble> {
        let deadline = Instant::now() + self.limit;
        let (asked, answer) = match self.form {
            Form::Uci(_) => {
                let asked = format!("go perft {}", question.depth);
                (asked.clone(), self.ask_engine(question, &asked, deadline))
            }
            Form::Command => self.ask_command(question, deadline),
        };
        let has_moves = question.position().has_legal_move();
        let answer = answer.and_then(|answer| match answer.fault(has_moves) {
            Some(why) => Err(Trouble::Nonsense { asked, why }),
            None => Ok(answer),
        });
        if answer.is_err()
            && let Form::Uci(engine) = &mut self.form
        {
            *engine = None;
        }
        answer
    }

    fn ask_engine(
        &mut self,
        question: Question<'_>,
        asked: &str,
        deadline: Instant,
    ) -> Result<Answer, Trouble> {
        let limit = self.limit;
        let Form::Uci(engine) = &mut self.form else { unreachable!("asked of engines alone") };
        let (process, was_chess960) = match engine {
            Some(engine) => engine,
            None => engine.insert((started(&self.words, limit)?, false)),
        };
        let chess960 = is_chess960(question.start);
        if *was_chess960 != chess960 {
            process.send(&format!("setoption name UCI_Chess960 value {chess960}"));
            *was_chess960 = chess960;
        }
        process.send(&question.command());
        process.send(asked);
        process.send("isready");
        listen(process, asked, limit, deadline)
    }

    /// Runs the command; also says it, as it was run.
    fn ask_command(
        &self,
        question: Question<'_>,
        deadline: Instant,
    ) -> (String, Result<Answer, Trouble>) {
        let (fen, moves) = if self.is_shown_moves() {
            (fen_of(question.start), question.written_moves())
        } else {
            (fen_of(&question.position()), String::new())
        };
        let depth = question.depth.to_string();
        let fill = |word: &String| {
            word.replace("{fen}", &fen).replace("{depth}", &depth).replace("{moves}", &moves)
        };
        let words: Vec<_> = self.words.iter().map(fill).collect();
        let asked = shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default();
        let answer = self.run(&words, &asked, deadline);
        (asked, answer)
    }

    fn run(&self, words: &[String], asked: &str, deadline: Instant) -> Result<Answer, Trouble> {
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
fn listen(
    process: &mut Process,
    asked: &str,
    limit: Duration,
    deadline: Instant,
) -> Result<Answer, Trouble> {
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
