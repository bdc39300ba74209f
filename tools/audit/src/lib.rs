//! The `tabiya-audit` program: what engines claim in logs, checked against the rules.
//!
//! | module | content |
//! |---|---|
//! | [`dialect`] | the lines of logs in the shapes that programs write |
//! | [`log`] | a log: its sessions, and the findings in them |
//! | `filter` | an engine between standard input and output, whose bytes are audited |
//! | `games` | the games that match runners write as PGN |
//! | `runner` | the warnings and results of match runners |
//! | `report` | findings as text and as JSON Lines, equal ones once |

#![forbid(unsafe_code)]

pub mod dialect;
mod filter;
mod games;
pub mod log;
mod report;
mod runner;

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode, ExitStatus};

use anyhow::Context;
use clap::Parser;
use tabiya_games::codec::Decoder;
use tabiya_program::program::{self, Program};
use tabiya_program::verdict::{self, Failure, Verdict};

use crate::log::Log;
use crate::report::Report;

/// The maximum length of a line in bytes. No command and no output of an engine is longer.
const MAX_LINE_LEN: usize = 1 << 16;

/// The text that is read at once, in bytes.
const CHUNK_LEN: usize = 1 << 17;

/// Check what engines claim in logs: moves, mate scores, perft counts
#[derive(Parser, Debug)]
#[command(
    name = "tabiya-audit",
    version,
    after_help = "Examples:\n  \
        tabiya-audit match.log\n  \
        tabiya-audit --notes --json log.zst > findings.jsonl\n  \
        tabiya-audit --engine ./my-engine --report findings.txt\n\n\
        Logs are those of fastchess, cutechess-cli, c-chess-cli, python-chess, lichess-bot,\n\
        Stockfish, Arena, Banksia and En Croissant, bare UCI, and PGN of match runners; plain,\n\
        gzip or Zstandard.\n\
        - is standard input. Exit code 0: no error; 1: errors; 2: no line of UCI."
)]
struct Arguments {
    /// Logs, or - for standard input
    #[arg(required_unless_present = "engine")]
    logs: Vec<PathBuf>,
    /// Run an engine between standard input and output, and audit it
    #[arg(long, value_name = "CMD", conflicts_with = "logs")]
    engine: Option<String>,
    /// Write the findings about the engine to a file, not to standard error
    #[arg(long, value_name = "FILE", requires = "engine")]
    report: Option<PathBuf>,
    /// Print one JSON object per finding and one for the numbers
    #[arg(long)]
    json: bool,
    /// Print notes, too: claims that break no rule
    #[arg(long)]
    notes: bool,
    /// Print each finding, also if it is equal to an earlier one
    #[arg(long)]
    all: bool,
    /// Print only findings with these codes, such as pv-illegal
    #[arg(long, value_name = "CODE", value_delimiter = ',')]
    only: Vec<String>,
    /// Exit with code 1 for warnings, too
    #[arg(long)]
    strict: bool,
}

impl Program for Arguments {
    fn run(&self, out: &mut dyn Write) -> verdict::Result {
        if let Some(command) = &self.engine {
            let status = filter::run(command, self.report.as_deref())?;
            process::exit(exit_code(status));
        }
        let mut report = Report::new(self.options());
        let mut unrecognized = Vec::new();
        for path in &self.logs {
            let mut log = Log::default();
            let name = path.display().to_string();
            read_log(path, |line| {
                for (engine, finding) in log.read(line) {
                    report.add(out, &name, &engine, finding)?;
                }
                Ok(())
            })?;
            for (engine, finding) in log.finish() {
                report.add(out, &name, &engine, finding)?;
            }
            report.end_log(out, &log.summary())?;
            if log.summary().claims == 0 {
                unrecognized.push(name);
            }
        }
        report.end(out)?;
        if !unrecognized.is_empty() {
            let names = unrecognized.join(", ");
            return Err(Failure::Input(anyhow::anyhow!(
                "{names}: no claim of an engine; expected a log with lines of UCI"
            )));
        }
        Ok(Verdict::mismatch_if(report.has_errors(self.strict)))
    }
}

impl Arguments {
    fn options(&self) -> report::Options {
        report::Options {
            is_json: self.json,
            has_notes: self.notes,
            prints_all: self.all,
            only: self.only.clone(),
        }
    }
}

/// Returns the exit code of an engine, or that of a shell for its signal.
fn exit_code(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().unwrap_or(1)
}

/// Calls `visit` with each line of a log. A line that is too long counts as an empty one, so that the numbers of
/// the others are right.
fn read_log(
    path: &Path,
    mut visit: impl FnMut(&[u8]) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let name = path.display();
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).with_context(|| format!("cannot open {name}"))?)
    };
    let unreadable = || format!("cannot read {name}");
    let mut decoder = Decoder::new(input).with_context(unreadable)?;
    let mut text = Vec::new();
    let mut is_skipping = false;
    loop {
        let kept = text.len();
        decoder.read_chunk(&mut text, kept + CHUNK_LEN).with_context(unreadable)?;
        let is_end = text.len() < kept + CHUNK_LEN;
        let mut start = 0;
        while let Some(len) = text[start..].iter().position(|&byte| byte == b'\n') {
            let line = &text[start..start + len];
            visit(if is_skipping || len > MAX_LINE_LEN { &[] } else { line })?;
            is_skipping = false;
            start += len + 1;
        }
        text.drain(..start);
        if is_end {
            if !text.is_empty() && !is_skipping {
                visit(if text.len() > MAX_LINE_LEN { &[] } else { &text })?;
            }
            return Ok(());
        }
        if text.len() > MAX_LINE_LEN {
            text.clear();
            is_skipping = true;
        }
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_well_formed() {
        program::assert_well_formed::<Arguments>();
    }
}
