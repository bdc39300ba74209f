//! `tabiya uci`: the UCI commands that perft needs, for GUIs and scripts.

use std::io::{self, Write};

use anyhow::Context;
use clap::Args;
use tabiya::perft::divide;
use tabiya::uci::{self, CastlingNotation, Command, Go};
use tabiya::{FenOptions, Position};
use tabiya_program::node_count::NodeCount;
use tabiya_program::verdict::{self, Verdict};
use tabiya_program::{causes, lines, position};

use crate::board;

/// The arguments of `tabiya uci`.
#[derive(Args)]
#[command(after_help = "Example:\n  \
        printf 'position startpos moves e2e4\\ngo perft 3\\n' | tabiya uci\n\n\
        Commands: uci, isready, ucinewgame, setoption name UCI_Chess960, position, go perft N,\n\
        d, quit. Unknown commands are ignored. Any `go` but perft yields `bestmove 0000`.")]
pub struct Arguments {}

/// The state that UCI commands set: the position and the option `UCI_Chess960`.
struct Session {
    position: Position,
    is_chess960: bool,
}

impl Arguments {
    /// Runs UCI commands until `quit` or the end of the input.
    ///
    /// # Errors
    ///
    /// Returns an error if the input cannot be read or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let mut session = Session { position: Position::START, is_chess960: false };
        let mut input = io::stdin().lock();
        let mut buffer = Vec::new();
        let unreadable = "cannot read standard input";
        while let Some(line) = lines::next(&mut input, &mut buffer).context(unreadable)? {
            match line {
                Ok(line) if !session.run_command(line, out)? => break,
                Ok(_) => {}
                Err(error) => writeln!(out, "info string {error}")?,
            }
            out.flush()?;
        }
        Ok(Verdict::Success)
    }
}

impl Session {
    /// Runs the UCI command on a line. Returns `false` for `quit`.
    fn run_command(&mut self, line: &[u8], out: &mut dyn Write) -> io::Result<bool> {
        match Command::parse(line) {
            Some(Command::Uci) => {
                writeln!(out, "id name Tabiya {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(out, "id author {}", env!("CARGO_PKG_AUTHORS"))?;
                writeln!(out, "option name UCI_Chess960 type check default false")?;
                writeln!(out, "uciok")?;
            }
            Some(Command::IsReady) => writeln!(out, "readyok")?,
            Some(Command::NewGame) => self.position = Position::START,
            Some(Command::SetOption { name, value })
                if name.eq_ignore_ascii_case(b"UCI_Chess960") =>
            {
                self.is_chess960 = value.eq_ignore_ascii_case(b"true");
            }
            // Analysis includes positions that no game reaches.
            Some(Command::Position(_)) => {
                let options = FenOptions::new().allow_impossible_checks(true);
                let mut notes = Vec::new();
                let text = String::from_utf8_lossy(line);
                match position::read(&text, options, |warning| notes.push(warning)) {
                    Ok(position) => self.position = position,
                    Err(error) => notes.push(causes::join_messages(&error)),
                }
                notes.iter().try_for_each(|note| writeln!(out, "info string {note}"))?;
            }
            Some(Command::Go(go)) => self.go(go, out)?,
            Some(Command::Quit) => return Ok(false),
            None if line.trim_ascii() == b"d" => board::print(&self.position, true, out)?,
            _ => {}
        }
        Ok(true)
    }

    /// Handles `go perft N`. Other `go` commands need a search, which this program lacks.
    fn go(&self, go: Go<'_>, out: &mut dyn Write) -> io::Result<()> {
        let Some(depth) = go.number("perft") else {
            writeln!(out, "info string go: unsupported arguments; expected perft N")?;
            return writeln!(out, "bestmove 0000");
        };
        let Some(depth) = depth.ok().and_then(|depth| u8::try_from(depth).ok()) else {
            return writeln!(out, "info string go perft: invalid depth; expected 0 to 255");
        };
        let castling = CastlingNotation::for_chess960(self.is_chess960);
        let mut total = u128::from(depth == 0);
        for (mv, nodes) in divide(&self.position, depth) {
            let count = NodeCount::from_saturating(nodes);
            writeln!(out, "{}: {count}", uci::display(mv, castling))?;
            total = total.saturating_add(nodes);
        }
        writeln!(out, "\nNodes searched: {}\n", NodeCount::from_saturating(total))
    }
}
