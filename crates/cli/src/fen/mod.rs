//! `tabiya fen check`: validates FENs, locates their errors and suggests fixes.

mod locate;
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

/// The arguments of `tabiya fen`.
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

/// The arguments of `tabiya fen check`.
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

/// The JSON output of `tabiya fen check` for a FEN.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    fen: String,
    accepted: bool,
    /// The FEN in the form that the program prints.
    #[serde(rename = "written", skip_serializing_if = "Option::is_none")]
    normalized: Option<String>,
    #[serde(rename = "fault", skip_serializing_if = "Option::is_none")]
    error: Option<ErrorReport>,
}

/// The JSON output of the error of a FEN.
#[derive(Serialize)]
struct ErrorReport {
    field: String,
    #[serde(rename = "error")]
    message: String,
    /// The indices of the bytes that cause the error: see [`locate::error_indices`].
    #[serde(rename = "at")]
    indices: Vec<usize>,
    advice: Option<String>,
    /// A corrected FEN, if the fix is unambiguous.
    suggestion: Option<String>,
}

/// The summary of the validation of several FENs, which is also the last line of the JSON output.
#[derive(Default, Serialize)]
struct Summary {
    checked: usize,
    accepted: usize,
    refused: usize,
    /// The number of refused FENs per invalid field.
    #[serde(rename = "fields")]
    rejected_by_category: BTreeMap<String, usize>,
}

impl Arguments {
    /// Validates the FENs of the arguments and prints their errors.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let Command::Check(check) = &self.command;
        match &check.fen {
            Some(fen) => check.check_fen(fen, out),
            None => check.check_file(check.file.as_deref().unwrap_or(Path::new("-")), out),
        }
    }
}

impl Check {
    fn check_fen(&self, fen: &str, out: &mut dyn Write) -> verdict::Result {
        let options = FenOptions::new().allow_impossible_checks(self.allow_impossible_checks);
        let result = options.read(fen.as_bytes());
        if self.json {
            json::write_line(out, &report(options, None, fen.as_bytes(), result.as_ref()))?;
        } else {
            match &result {
                Ok(position) => writeln!(out, "accepted: {}", format_fen(position))?,
                Err(error) => print_error(options, fen.as_bytes(), error, out)?,
            }
        }
        Ok(Verdict::mismatch_if(result.is_err()))
    }

    fn check_file(&self, path: &Path, out: &mut dyn Write) -> verdict::Result {
        let options = FenOptions::new().allow_impossible_checks(self.allow_impossible_checks);
        let mut summary = Summary::default();
        lines::for_each::<Failure>(path, |number, text| {
            let result = options.read(text);
            summary.add(result.as_ref());
            if self.json {
                return json::write_line(
                    out,
                    &report(options, Some(number), text, result.as_ref()),
                );
            }
            if let Err(error) = &result {
                write!(out, "line {number} ")?;
                print_error(options, text, error, out)?;
                writeln!(out)?;
            }
            Ok(())
        })?;
        if summary.checked == 0 {
            fail_empty(path)?;
        }
        if self.json {
            json::write_line(out, &summary)?;
        } else {
            summary.print(out)?;
        }
        Ok(Verdict::mismatch_if(summary.refused > 0))
    }
}

/// Returns the error for an input without a FEN.
fn fail_empty(path: &Path) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("standard input: empty; expected a FEN per line");
    }
    bail!("{}: empty; expected a FEN per line", path.display())
}

impl Summary {
    fn add(&mut self, result: Result<&Position, &FenError>) {
        self.checked += 1;
        match result {
            Ok(_) => self.accepted += 1,
            Err(error) => {
                self.refused += 1;
                *self.rejected_by_category.entry(category(error)).or_default() += 1;
            }
        }
    }

    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Self { checked, accepted, refused, rejected_by_category } = self;
        writeln!(out, "{checked} FENs: {accepted} accepted, {refused} refused")?;
        for (category, count) in rejected_by_category {
            writeln!(out, "  {category}: {count}")?;
        }
        Ok(())
    }
}

/// Returns the category of a FEN error in reports: the field, unless the error belongs to none.
fn category(error: &FenError) -> String {
    match error {
        FenError::TrailingText(_) => "trailing text".to_owned(),
        FenError::ImpossibleCheck(_) => "impossible check".to_owned(),
        _ => error.field().to_string(),
    }
}

/// Prints the error of a FEN, the FEN with carets below the error, and suggestions.
fn print_error(
    options: FenOptions,
    fen: &[u8],
    error: &FenError,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    writeln!(out, "refused: {error}")?;
    let indices = locate::error_indices(fen, error);
    let window = locate::visible_range(fen, &indices);
    let excerpt = lines::printable(&fen[window.start..window.end.min(fen.len())]);
    writeln!(out, "{}", format!("  {excerpt}").trim_end())?;
    let carets = window.map(|index| if indices.contains(&index) { '^' } else { ' ' });
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
    result: Result<&Position, &FenError>,
) -> Report {
    let error_report = |error: &FenError| ErrorReport {
        field: category(error),
        message: error.to_string(),
        indices: locate::error_indices(fen, error),
        advice: suggest::advice(error),
        suggestion: suggest::suggest_fix(options, fen),
    };
    Report {
        line,
        fen: String::from_utf8_lossy(fen).into_owned(),
        accepted: result.is_ok(),
        normalized: result.ok().map(format_fen),
        error: result.err().map(error_report),
    }
}
