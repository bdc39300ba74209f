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
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode, ExitStatus};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::Parser;
use tabiya_games::codec::Decoder;
use tabiya_program::lines;
use tabiya_program::program::{self, Program};
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{causes, progress};

use crate::filter::FilterArgs;
use crate::log::Log;
use crate::report::{Report, ReportArgs};

/// The text that is read at once, in bytes.
const CHUNK_LEN: usize = 1 << 17;

/// Check what engines claim in logs: moves, mates, perft counts, results
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
    #[command(flatten)]
    report: ReportArgs,
    #[command(flatten)]
    filter: FilterArgs,
}

impl Program for Arguments {
    fn run(&self, out: &mut dyn Write) -> verdict::Result {
        if let Some(status) = self.filter.run()? {
            process::exit(exit_code(status));
        }
        let mut report = Report::new(self.report.clone());
        let mut failures = Vec::new();
        let interrupted = progress::interrupt_flag();
        for path in &self.logs {
            let name = path.display().to_string();
            let mut log = Log::default();
            let result = read_lines(path, &interrupted, |line, is_whole| {
                if !is_whole {
                    log.skip_line(line);
                    return Ok(());
                }
                let mut findings = log.read(line).into_iter();
                findings.try_for_each(|(engine, found)| report.add(out, &name, &engine, found))
            });
            for (engine, finding) in log.finish() {
                report.add(out, &name, &engine, finding)?;
            }
            let summary = log.summary();
            report.end_log(out, &summary)?;
            match result {
                Err(Failure::Input(error)) => failures.push(causes::join_messages(&error)),
                Ok(()) if summary.claims == 0 => {
                    failures.push(format!("{name}: no claim of an engine; expected lines of UCI"));
                }
                result => result?,
            }
        }
        report.end(out)?;
        if interrupted.load(Ordering::Relaxed) {
            return Ok(Verdict::Interrupted);
        }
        if !failures.is_empty() {
            return Err(Failure::Input(anyhow::anyhow!(failures.join("; "))));
        }
        Ok(Verdict::mismatch_if(report.has_errors()))
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

/// A decoder as a reader of bytes. An error comes after the text before it.
struct Decoded {
    decoder: Decoder<Box<dyn Read>>,
    error: Option<io::Error>,
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(error) = self.error.take() {
            return Err(error);
        }
        let mut text = Vec::new();
        let result = self.decoder.read_chunk(&mut text, buffer.len()).map_err(io::Error::other);
        buffer[..text.len()].copy_from_slice(&text);
        match result {
            Err(error) if text.is_empty() => return Err(error),
            result => self.error = result.err(),
        }
        Ok(text.len())
    }
}

/// Calls `visit` with each line of a log, or with the start of one that is too long, up to the end or to a signal.
fn read_lines(
    path: &Path,
    interrupted: &AtomicBool,
    mut visit: impl FnMut(&[u8], bool) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let name = path.display();
    let input: Box<dyn Read> = if path == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(path).with_context(|| format!("cannot open {name}"))?)
    };
    let unreadable = || format!("cannot read {name}");
    let decoder = Decoder::new(input).with_context(unreadable)?;
    let mut reader = BufReader::with_capacity(CHUNK_LEN, Decoded { decoder, error: None });
    let mut buffer = Vec::new();
    while let Some(line) = lines::next(&mut reader, &mut buffer).with_context(unreadable)? {
        let is_whole = line.is_ok();
        visit(&buffer, is_whole)?;
        if interrupted.load(Ordering::Relaxed) {
            break;
        }
    }
    Ok(())
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
