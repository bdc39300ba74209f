//! `tabiya fen check`: validates FENs, locates their errors and suggests fixes.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, Subcommand};
use serde::Serialize;
use tabiya::epd::{self, Epd};
use tabiya::{FenError, FenOptions, FenReport};
use tabiya_explain::fen::{category, explain_error};
use tabiya_program::lines::LineTooLong;
use tabiya_program::position::format_fen;
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{json, lines, message};

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
        tabiya fen check < positions.fen\n  \
        tabiya fen check --lenient \"4k3/8/8/8/8/8/8/4K3 w KQkq - 0 0\"\n\n\
        In a file, each line is a FEN or EPD; empty lines and lines that begin with # are ignored.\n\
        Operations after a position are printed. Those that are not EPD are warnings.\n\
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
    /// Also refuse positions to which no move can have led
    #[arg(long)]
    strict: bool,
    /// Waive each rule that can be, and print what was waived
    #[arg(long, conflicts_with = "allow_impossible_checks")]
    lenient: bool,
    /// Print one JSON object per FEN, and a summary after those of a file
    #[arg(long)]
    json: bool,
}

/// The JSON output from `tabiya fen check` for a FEN.
#[derive(Serialize)]
struct Report {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    fen: String,
    accepted: bool,
    /// The FEN in the form that the program prints.
    #[serde(skip_serializing_if = "Option::is_none")]
    normalized: Option<String>,
    /// The EPD operations after the position.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    operations: Vec<String>,
    /// The rules that were waived, a line each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    waived: Vec<String>,
    /// The operations that cannot be read, a sentence each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorReport>,
}

/// A FEN error as JSON output.
#[derive(Serialize)]
struct ErrorReport {
    field: String,
    message: String,
    /// The indices of the bytes that cause the error: see
    /// [`tabiya_explain::fen::FenExplanation::at`].
    at: Vec<usize>,
    advice: Option<String>,
    /// A corrected FEN, if the fix is unambiguous.
    suggestion: Option<String>,
}

/// The summary after validating several FENs, which is also the last line in the JSON output.
#[derive(Default, Serialize)]
struct Summary {
    checked: usize,
    accepted: usize,
    /// The number of accepted FENs for which a rule was waived.
    #[serde(skip_serializing_if = "Option::is_none")]
    waived: Option<usize>,
    /// The number of accepted FENs with an operation that cannot be read.
    #[serde(skip_serializing_if = "is_zero")]
    warned: usize,
    refused: usize,
    /// The number of refused FENs per category: the invalid field, or the rule.
    refused_by_category: BTreeMap<String, usize>,
}

impl Arguments {
    /// Validates the FENs in the arguments and prints their errors.
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

fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The position on a line, and what is notable about it.
struct Accepted<'a> {
    epd: Epd<'a>,
    /// The rules that were waived. Only lenient reading reports an impossible check.
    report: FenReport,
}

impl Accepted<'_> {
    fn warnings(&self) -> impl Iterator<Item = String> {
        self.epd.raw_operations().map(|raw| raw.to_string())
    }

    /// Tests whether no rule was waived and all operations can be read.
    fn is_plain(&self) -> bool {
        self.report.is_empty() && self.warnings().next().is_none()
    }

    /// Prints the position, its operations, the rules that were waived and the warnings.
    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        writeln!(out, "accepted: {}", format_fen(self.epd.position()))?;
        for operation in self.epd.operations() {
            writeln!(out, "operation: {operation}")?;
        }
        self.report.iter().try_for_each(|waiver| writeln!(out, "waived: {waiver}"))?;
        self.warnings().try_for_each(|warning| writeln!(out, "warning: {warning}"))?;
        Ok(())
    }
}

/// The reason why a FEN is refused.
enum Refusal {
    Fen(FenError),
    /// No move can have led to the position.
    NoLastMove,
}

/// The category and the text for a position to which no move can have led.
const NO_LAST_MOVE: (&str, &str) = ("last move", "no move can have led to the position");

impl Refusal {
    fn category(&self) -> String {
        match self {
            Self::Fen(error) => category(error),
            Self::NoLastMove => NO_LAST_MOVE.0.to_owned(),
        }
    }

    /// Prints the error in a FEN, the FEN with carets below the error, and suggestions.
    fn print(&self, options: FenOptions, fen: &[u8], out: &mut dyn Write) -> Result<(), Failure> {
        match self {
            Self::Fen(error) => print_error(options, fen, error, out),
            Self::NoLastMove => {
                let fen = message::printable(&String::from_utf8_lossy(fen));
                Ok(writeln!(out, "refused: {}\n  {fen}", NO_LAST_MOVE.1)?)
            }
        }
    }

    fn report(&self, options: FenOptions, fen: &[u8]) -> ErrorReport {
        match self {
            Self::Fen(error) => {
                let explanation = explain_error(fen, error, options);
                ErrorReport {
                    field: explanation.field,
                    message: explanation.message,
                    at: explanation.at,
                    advice: advice(error, explanation.advice),
                    suggestion: explanation.suggestion,
                }
            }
            Self::NoLastMove => ErrorReport {
                field: NO_LAST_MOVE.0.to_owned(),
                message: NO_LAST_MOVE.1.to_owned(),
                at: Vec::new(),
                advice: None,
                suggestion: None,
            },
        }
    }
}

type CheckResult<'a> = Result<Accepted<'a>, Refusal>;

impl Check {
    /// Returns the options for parsing FENs that the arguments select.
    fn options(&self) -> FenOptions {
        if self.lenient {
            return FenOptions::lenient();
        }
        FenOptions::new().allow_impossible_checks(self.allow_impossible_checks)
    }

    fn read<'a>(&self, line: &'a [u8]) -> CheckResult<'a> {
        let epd = epd::read_lenient(self.options(), line).map_err(Refusal::Fen)?;
        if self.strict && !epd.position().has_last_move() {
            return Err(Refusal::NoLastMove);
        }
        let report = if self.lenient { epd.report() } else { FenReport::EMPTY };
        Ok(Accepted { epd, report })
    }

    fn check_fen(&self, fen: &str, out: &mut dyn Write) -> verdict::Result {
        let result = self.read(fen.as_bytes());
        if self.json {
            json::write_line(out, &report(self.options(), None, fen.as_bytes(), &result))?;
        } else {
            match &result {
                Ok(accepted) => accepted.print(out)?,
                Err(refusal) => refusal.print(self.options(), fen.as_bytes(), out)?,
            }
        }
        Ok(Verdict::mismatch_if(result.is_err()))
    }

    fn check_file(&self, path: &Path, out: &mut dyn Write) -> verdict::Result {
        let mut summary = Summary { waived: self.lenient.then_some(0), ..Summary::default() };
        lines::for_each::<Failure>(path, |number, line| {
            let text = match line {
                Ok(text) => text,
                Err(error) => return self.report_long_line(number, error, &mut summary, out),
            };
            let result = self.read(text);
            summary.add(&result);
            if self.json {
                return json::write_line(out, &report(self.options(), Some(number), text, &result));
            }
            match &result {
                Ok(accepted) if accepted.is_plain() => return Ok(()),
                Ok(accepted) => {
                    write!(out, "line {number} ")?;
                    accepted.print(out)?;
                }
                Err(refusal) => {
                    write!(out, "line {number} ")?;
                    refusal.print(self.options(), text, out)?;
                }
            }
            Ok(writeln!(out)?)
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

    /// Counts and prints a line that is too long to be read.
    fn report_long_line(
        &self,
        number: usize,
        error: LineTooLong,
        summary: &mut Summary,
        out: &mut dyn Write,
    ) -> Result<(), Failure> {
        summary.refuse(TOO_LONG);
        if self.json {
            json::write_line(out, &Report::of_long_line(number, error))
        } else {
            Ok(writeln!(out, "line {number} refused: {error}\n")?)
        }
    }
}

/// The category for a line that is too long to be read.
const TOO_LONG: &str = "line length";

/// Returns the error for an input without a FEN.
fn fail_empty(path: &Path) -> anyhow::Result<()> {
    if path == Path::new("-") {
        bail!("standard input: empty; expected a FEN per line");
    }
    bail!("{}: empty; expected a FEN per line", path.display())
}

impl Summary {
    fn add(&mut self, result: &CheckResult<'_>) {
        match result {
            Ok(accepted) => {
                self.checked += 1;
                self.accepted += 1;
                self.warned += usize::from(accepted.warnings().next().is_some());
                if let Some(waived) = &mut self.waived {
                    *waived += usize::from(!accepted.report.is_empty());
                }
            }
            Err(refusal) => self.refuse(&refusal.category()),
        }
    }

    fn refuse(&mut self, category: &str) {
        self.checked += 1;
        self.refused += 1;
        *self.refused_by_category.entry(category.to_owned()).or_default() += 1;
    }

    fn print(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let Self { checked, accepted, waived, warned, refused, refused_by_category } = self;
        write!(out, "{checked} FENs: {accepted} accepted, ")?;
        if let Some(waived) = waived {
            write!(out, "{waived} of them with waived rules, ")?;
        }
        if *warned > 0 {
            write!(out, "{warned} of them with warnings, ")?;
        }
        writeln!(out, "{refused} refused")?;
        for (category, count) in refused_by_category {
            writeln!(out, "  {category}: {count}")?;
        }
        Ok(())
    }
}

/// Prints the error in a FEN, the FEN with carets below the error, and suggestions.
fn print_error(
    options: FenOptions,
    fen: &[u8],
    error: &FenError,
    out: &mut dyn Write,
) -> Result<(), Failure> {
    let explanation = explain_error(fen, error, options);
    writeln!(out, "refused: {error}")?;
    writeln!(out, "{}", format!("  {}", explanation.excerpt.text).trim_end())?;
    writeln!(out, "{}", format!("  {}", explanation.excerpt.carets).trim_end())?;
    if let Some(advice) = advice(error, explanation.advice) {
        writeln!(out, "suggestion: {advice}")?;
    }
    if let Some(suggestion) = explanation.suggestion {
        writeln!(out, "  {suggestion}")?;
    }
    Ok(())
}

/// Returns advice that names the program's option, where one waives the rule.
fn advice(error: &FenError, advice: Option<String>) -> Option<String> {
    match error {
        FenError::ImpossibleCheck(_) => {
            Some("remove a checking piece, or use --allow-impossible-checks".to_owned())
        }
        _ => advice,
    }
}

impl Report {
    fn of_long_line(number: usize, error: LineTooLong) -> Self {
        let error = ErrorReport {
            field: TOO_LONG.to_owned(),
            message: error.to_string(),
            at: Vec::new(),
            advice: None,
            suggestion: None,
        };
        Self {
            line: Some(number),
            fen: String::new(),
            accepted: false,
            normalized: None,
            operations: Vec::new(),
            waived: Vec::new(),
            warnings: Vec::new(),
            error: Some(error),
        }
    }
}

fn report(
    options: FenOptions,
    line: Option<usize>,
    fen: &[u8],
    result: &CheckResult<'_>,
) -> Report {
    let accepted = result.as_ref().ok();
    let operations = accepted.iter().flat_map(|accepted| accepted.epd.operations());
    let waivers = accepted.iter().flat_map(|accepted| accepted.report.iter());
    Report {
        line,
        fen: String::from_utf8_lossy(fen).into_owned(),
        accepted: result.is_ok(),
        normalized: accepted.map(|accepted| format_fen(accepted.epd.position())),
        operations: operations.map(|operation| operation.to_string()).collect(),
        waived: waivers.map(|waiver| waiver.to_string()).collect(),
        warnings: accepted.iter().flat_map(|accepted| accepted.warnings()).collect(),
        error: result.as_ref().err().map(|refusal| refusal.report(options, fen)),
    }
}
