//! Matches between two engines whose output is audited: engines that play by the rules must have no error and no
//! warning.
//!
//! Standard chess and Chess960, one line and three, short and longer searches, and pondering alternate.

#![forbid(unsafe_code)]

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitCode, Stdio};

use anyhow::{Context, Result, bail};
use clap::Parser;
use tabiya::uci::{self, CastlingNotation, Response};
use tabiya::{Board, Color, Game, Outcome, Position};
use tabiya_audit::log::Log;
use tabiya_explain::audit::Severity;

/// The length in half-moves after which a game ends as a draw.
const MAX_LEN: usize = 300;

/// Play matches between two engines and audit what they claim
#[derive(Parser, Debug)]
struct Arguments {
    /// The two engines
    #[arg(long, value_name = "PROGRAM", num_args = 2,
        default_values = ["target/release/tabiya-engine"; 2])]
    engines: Vec<String>,
    /// The number of games
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The first game's number, with which another match begins
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Write the log of the match to a file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// An engine as a process.
struct Engine {
    name: &'static str,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    options: Vec<String>,
    /// The position command, with the expected move, on which the engine ponders.
    pondered: Option<String>,
}

/// The log of a match, and what is wrong in it.
struct Record {
    audit: Log,
    file: Option<BufWriter<File>>,
    findings: u64,
    notes: u64,
}

impl Record {
    /// Writes a line and audits it.
    fn add(&mut self, line: &str) -> Result<()> {
        if let Some(file) = &mut self.file {
            writeln!(file, "{line}")?;
        }
        for (engine, finding) in self.audit.read(line.as_bytes()) {
            if finding.severity == Severity::Note {
                self.notes += 1;
            } else {
                self.findings += 1;
                println!("{engine}: {finding:#?}");
            }
        }
        Ok(())
    }
}

impl Engine {
    fn start(name: &'static str, command: &str, record: &mut Record) -> Result<Self> {
        let mut process = Command::new(command)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("cannot start {command}"))?;
        let input = process.stdin.take().context("the input is piped")?;
        let output = BufReader::new(process.stdout.take().context("the output is piped")?);
        let mut engine = Self { name, process, input, output, options: vec![], pondered: None };
        engine.send("uci", record)?;
        let lines = engine.read_until(|line| line == "uciok", record)?;
        engine.options = lines;
        Ok(engine)
    }

    fn send(&mut self, command: &str, record: &mut Record) -> Result<()> {
        record.add(&format!("{} <- {command}", self.name))?;
        writeln!(self.input, "{command}").context("the engine reads commands")
    }

    /// Sends an option, if the engine has it.
    fn set_option(&mut self, name: &str, value: &str, record: &mut Record) -> Result<()> {
        let line = format!("option name {name} ");
        if self.options.iter().any(|option| option.starts_with(&line)) {
            self.send(&format!("setoption name {name} value {value}"), record)?;
        }
        Ok(())
    }

    /// Reads lines up to one, and returns them.
    fn read_until(
        &mut self,
        is_last: impl Fn(&str) -> bool,
        record: &mut Record,
    ) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("{} has ended", self.name);
            }
            let line = line.trim_end().to_owned();
            record.add(&format!("{} -> {line}", self.name))?;
            let ends = is_last(&line);
            lines.push(line);
            if ends {
                return Ok(lines);
            }
        }
    }

    /// Returns the best move and the move to ponder on.
    fn best_move(&mut self, record: &mut Record) -> Result<(String, Option<String>)> {
        let lines = self.read_until(|line| line.starts_with("bestmove"), record)?;
        let last = lines.last().map_or("", String::as_str);
        let Some(Response::BestMove { best, ponder }) = Response::parse(last.as_bytes()) else {
            bail!("{}: {last}", self.name);
        };
        let text = |word| String::from_utf8_lossy(word).into_owned();
        Ok((text(best), ponder.map(text)))
    }

    /// Searches a position, which may be the one on which the engine ponders.
    fn search(
        &mut self,
        position: &str,
        limit: &str,
        record: &mut Record,
    ) -> Result<(String, Option<String>)> {
        match self.pondered.take() {
            Some(pondered) if pondered == position => {
                self.send("ponderhit", record)?;
                return self.best_move(record);
            }
            Some(_) => {
                self.send("stop", record)?;
                self.best_move(record)?;
            }
            None => {}
        }
        self.send(position, record)?;
        self.send(limit, record)?;
        self.best_move(record)
    }

    fn ponder(&mut self, position: String, record: &mut Record) -> Result<()> {
        self.send(&position, record)?;
        self.send("go ponder wtime 50 btime 50 winc 10 binc 10", record)?;
        self.pondered = Some(position);
        Ok(())
    }
}

/// Returns the start of a game: the initial position or one of Chess960, after some random moves.
fn start(is_chess960: bool, random: &mut fastrand::Rng) -> Position {
    let number = if is_chess960 { random.u16(..960) } else { 518 };
    let mut board = Position::chess960(number).map_or(Board::START, Board::from);
    for _ in 0..random.usize(..12) {
        let moves = board.legal_moves();
        let next = moves.get(random.usize(..moves.len().max(1))).map(|&mv| board.after(mv));
        board = next.filter(Board::has_legal_move).unwrap_or(board);
    }
    board.position()
}

/// Plays a game, and adds its result to the log.
fn play(number: u64, engines: &mut [Engine; 2], record: &mut Record) -> Result<()> {
    let mut random = fastrand::Rng::with_seed(number);
    let is_chess960 = number % 2 == 1;
    let castling = CastlingNotation::for_chess960(is_chess960);
    let line_count = if number % 4 < 2 { "1" } else { "3" };
    let ponders = number % 8 == 7;
    for engine in engines.iter_mut() {
        engine.set_option("UCI_Chess960", &is_chess960.to_string(), record)?;
        engine.set_option("MultiPV", line_count, record)?;
        engine.send("ucinewgame\nisready", record)?;
        engine.read_until(|line| line == "readyok", record)?;
    }
    let position = start(is_chess960, &mut random);
    let mut command = format!("position fen {}", position.fen());
    let mut game = Game::new(position);
    let reason = loop {
        if let Some((_, reason)) = end_of(&game) {
            break reason;
        }
        let mover = usize::from(game.board().side_to_move() == Color::Black);
        let limit = match random.u8(..4) {
            0 => "go depth 1".to_owned(),
            1 => format!("go nodes {}", random.u32(1..3000)),
            _ => format!("go depth {}", random.u8(2..8)),
        };
        let (best, reply) = engines[mover].search(&command, &limit, record)?;
        let mv = uci::parse(game.board(), &best).with_context(|| format!("{command}: {best}"))?;
        let text = uci::display(mv, castling);
        command += &format!("{}{text}", if game.is_empty() { " moves " } else { " " });
        game.play(mv)?;
        if let Some(reply) = reply.filter(|_| ponders && end_of(&game).is_none()) {
            engines[mover].ponder(format!("{command} {reply}"), record)?;
        }
    };
    for engine in engines {
        if engine.pondered.take().is_some() {
            engine.send("stop", record)?;
            engine.best_move(record)?;
        }
    }
    let result = end_of(&game).map_or("*", |(result, _)| result);
    record.add(&format!("Finished game {number} (alpha vs beta): {result} {{{reason}}}"))
}

/// Returns the result of a game and its reason in the words of match runners, or `None` if the game goes on.
fn end_of(game: &Game) -> Option<(&'static str, &'static str)> {
    match game.board().position().outcome() {
        Some(Outcome::Checkmate { winner: Color::White }) => Some(("1-0", "White mates")),
        Some(Outcome::Checkmate { winner: Color::Black }) => Some(("0-1", "Black mates")),
        Some(Outcome::Stalemate) => Some(("1/2-1/2", "Draw by stalemate")),
        Some(Outcome::InsufficientMaterial) => {
            Some(("1/2-1/2", "Draw by insufficient mating material"))
        }
        _ if game.repetitions() >= 2 => Some(("1/2-1/2", "Draw by 3-fold repetition")),
        _ if game.board().halfmove_clock() >= 100 => Some(("1/2-1/2", "Draw by fifty moves rule")),
        _ if game.len() >= MAX_LEN => Some(("1/2-1/2", "Draw by adjudication")),
        _ => None,
    }
}

fn main() -> Result<ExitCode> {
    let arguments = Arguments::parse();
    let file = arguments.log.as_ref().map(File::create).transpose()?.map(BufWriter::new);
    let mut record = Record { audit: Log::default(), file, findings: 0, notes: 0 };
    let [alpha, beta] = &arguments.engines[..] else { bail!("expected two engines") };
    let mut engines =
        [Engine::start("alpha", alpha, &mut record)?, Engine::start("beta", beta, &mut record)?];
    for number in arguments.first..arguments.first + arguments.games {
        play(number, &mut engines, &mut record)?;
    }
    for engine in &mut engines {
        engine.send("quit", &mut record)?;
        engine.process.wait()?;
    }
    let findings = record.findings;
    let notes = record.notes;
    let games = arguments.games;
    let summary = record.audit.summary();
    println!("{games} games, {findings} errors and warnings, {notes} notes, {summary:?}");
    Ok(if findings == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
