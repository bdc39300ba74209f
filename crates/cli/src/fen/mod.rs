//! `tabiya fen check`: the verdict on FENs, where each is at fault, and what would mend it.

mod fault;
mod suggest;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, Subcommand};
use serde::Serialize;
use tabiya::{FenError, FenOptions, Position};

use crate::position::format_fen;
use crate::verdict::{self, Failure, Verdict};
use crate::{json, lines};

/// What `tabiya fen` is told.
#[derive(Args)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Validate FENs, locate their errors and suggest fixes
    Check(Check),
}

/// What `tabiya fen check` is told.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya fen check \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPP/RNBQKBNR w KQkq - 0 1\"\n  \
        tabiya fen check --file positions.fen\n  \
        tabiya fen check < positions.fen\n\n\
        In a file, each line is a FEN; empty lines and lines that begin with # are ignored.\n\
        Exit code 0 if all FENs are accepted, 1 if one is refused.")]
struct Check {
    /// Validate this FEN [default: each line of standard input]
    fen: Option<String>,
    /// Validate each line of this file; - is standard input
    #[arg(long, value_name = "FILE", conflicts_with = "fen")]
    file: Option<PathBuf>,
    /// Accept positions whose checks no legal move can have produced
    #[arg(long)]
    allow_impossible_checks: bool,
    /// Print one JSON object per FEN, and a summary after those of a file
    #[arg(long)]
    json: bool,
}

/// The verdict on one FEN, in the shape of `--json`.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    fen: String,
    accepted: bool,
    /// The position as we write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    written: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<Fault>,
}

/// What is wrong with one.
#[derive(Serialize)]
struct Fault {
    field: String,
    error: String,
    /// The bytes at fault, from 0; one past the end where something is missing.
    at: Vec<usize>,
    advice: Option<String>,
    /// A FEN that is accepted.
    suggestion: Option<String>,
}

/// The verdicts on many, in the shape of `--json`.
#[derive(Default, Serialize)]
struct Summary {
    checked: usize,
    accepted: usize,
    refused: usize,
    /// The refused by the field that is at fault.
    fields: BTreeMap<String, usize>,
}

impl Arguments {
    /// Checks.
    ///
    /// # Errors
    ///
    /// If the file or the output is out of reach.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let Command::Check(check) = &self.command;
        match &check.fen {
            Some(fen) => check.one(fen, out),
            None => check.many(check.file.as_deref().unwrap_or(Path::new("-")), out),
        }
    }
}

impl Check {
    fn one(&self, fen: &str, out: &mut dyn Write) -> verdict::Result {
        let options = FenOptions::new().allow_impossible_checks(self.allow_impossible_checks);
        let read = options.read(fen.as_bytes());
        if self.json {
            json::write(out, &report(options, None, fen.as_bytes(), read.as_ref()))?;
        } else {
            match &read {
                Ok(position) => writeln!(out, "accepted: {}", format_fen(position))?,
                Err(error) => print(options, fen.as_bytes(), error, out)?,
            }
        }
        Ok(Verdict::mismatch_if(read.is_err()))
    }

    fn many(&self, path: &Path, out: &mut dyn Write) -> verdict::Result {
        let options = FenOptions::new().allow_impossible_checks(self.allow_impossible_checks);
        let mut summary = Summary::default();
        lines::for_each::<Failure>(path, |number, text| {
            let read = options.read(text);
            summary.add(read.as_ref());
            if self.json {
                return json::write(out, &report(options, Some(number), text, read.as_ref()));
            }
            if let Err(error) = &read {
                write!(out, "line {number} ")?;
                print(options, text, error, out)?;
                writeln!(out)?;
            }
            Ok(())
        })?;
        if summary.checked == 0 {
            bail_empty(path)?;
        }
        if self.json {
            json::write(out, &summary)?;
        } else {
            summary.print(out)?;
        }
        Ok(Verdict::mismatch_if(summary.refused > 0))
    }
}

fn bail_empty(path: &Path) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("standard input: empty; expected a FEN per line");
    }
    bail!("{}: empty; expected a FEN per line", path.display())
}

impl Summary {
    fn add(&mut self, read: Result<&Position, &FenError>) {
        self.checked += 1;
        match read {
            Ok(_) => self.accepted += 1,
            Err(error) => {
                self.refused += 1;
                *self.fields.entry(title(error)).or_default() += 1;
            }
        }
    }

    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Self { checked, accepted, refused, fields } = self;
        writeln!(out, "{checked} FENs: {accepted} accepted, {refused} refused")?;
        for (field, count) in fields {
            writeln!(out, "  {field}: {count}")?;
        }
        Ok(())
    }
}

/// What the summary counts an error under.
fn title(error: &FenError) -> String {
    match error {
        FenError::TrailingText(_) => "trailing text".to_owned(),
        FenError::ImpossibleCheck(_) => "impossible checks".to_owned(),
        _ => error.field().to_string(),
    }
}

/// Prints a refusal: why, the FEN with carets below what is wrong, and what would mend it.
fn print(
    options: FenOptions,
    fen: &[u8],
    error: &FenError,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "refused: {error}")?;
    let places = fault::places(fen, error);
    let window = fault::window(fen, &places);
    let shown = lines::printable(&fen[window.start..window.end.min(fen.len())]);
    writeln!(out, "{}", format!("  {shown}").trim_end())?;
    let carets = window.map(|place| if places.contains(&place) { '^' } else { ' ' });
    writeln!(out, "  {}", carets.collect::<String>().trim_end())?;
    if let Some(advice) = suggest::advice(error) {
        writeln!(out, "suggestion: {advice}")?;
    }
    if let Some(suggestion) = suggest::suggest_fix(options, fen) {
        writeln!(out, "  {suggestion}")?;
    }
    Ok(())
}

fn report(
    options: FenOptions,
    line: Option<usize>,
    fen: &[u8],
    read: Result<&Position, &FenError>,
) -> Report {
    let fault = |error: &FenError| Fault {
        field: error.field().to_string(),
        error: error.to_string(),
        at: fault::places(fen, error),
        advice: suggest::advice(error),
        suggestion: suggest::suggest_fix(options, fen),
    };
    Report {
        line,
        fen: String::from_utf8_lossy(fen).into_owned(),
        accepted: read.is_ok(),
        written: read.ok().map(format_fen),
        fault: read.err().map(fault),
    }
}
