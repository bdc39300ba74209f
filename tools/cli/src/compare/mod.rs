//! `tabiya compare`: finds the first wrong move from another generator and explains it.

pub mod descent;
mod diagnosis;
pub mod generator;
pub mod mismatch;
pub mod process;
pub mod report;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{anyhow, bail};
use clap::Args;
use indicatif::ProgressBar;
use tabiya::Position;
use tabiya::epd::{self, Epd};
use tabiya_explain::diagnosis::POSITIONS;
use tabiya_program::position::{PositionArgs, format_fen};
use tabiya_program::verdict::{self, Failure, Verdict};
use tabiya_program::{json, lines, progress};

use self::descent::{CompareOptions, DepthResult, FirstMismatch, compare};
use self::diagnosis::diagnose_outcomes;
use self::generator::Generator;
use self::mismatch::Outcome;
use self::process::EngineError;
use self::report::{MAX_FAILURES, Outcomes};
use crate::notes::{LineNotes, RefusedLine};
use tabiya_program::link::{self, Link, LinkArgs, View};

/// The arguments of `tabiya compare`.
#[derive(Args)]
#[command(
    override_usage = "tabiya compare [OPTIONS] --engine <CMD> [POSITION]",
    after_help = "Examples:\n  \
        tabiya compare --engine ./my-engine\n  \
        tabiya compare --engine \"python3 engine.py\" --depth 3 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"\n  \
        tabiya compare --engine \"./perft {depth} {fen}\" --suite positions.epd\n\n\
        A UCI engine receives `position …`, then `go perft N`. A command that contains {depth}\n\
        or {fen}, and optionally {moves}, is run once per query. Both print a line like\n\
        `e2e4: 20` per root move.\n\
        Default: built-in positions, each to a depth of its own. They show every edit of the rules\n\
        that `tabiya diagnose` knows.\n\
        Lines of a suite without a valid position are listed, and the others are compared.\n\
        Exit code 0 if all counts agree, 1 if a count differs or is missing, or a line is refused."
)]
pub struct Arguments {
    /// Test this UCI engine, or this command with {depth} and {fen}
    #[arg(long, value_name = "CMD")]
    engine: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Compare at each position of this file, one FEN or EPD per line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    suite: Option<PathBuf>,
    /// Set the depth [default: that of a built-in position, or at most 4]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    depth: Option<u8>,
    /// Limit the time per reply
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    timeout: Duration,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    link: LinkArgs,
}

/// A position at which generators are compared, with its name in reports.
struct NamedPosition {
    /// The name of the position in reports.
    name: String,
    position: Position,
    /// The depth to compare at, unless an option sets it.
    depth: Option<u8>,
}

/// The longest time limit, which can be added to any point in time.
const MAX_TIMEOUT: Duration = Duration::from_secs(1_000_000_000);

/// Parses a time limit in seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .filter(|&time| !time.is_zero() && time <= MAX_TIMEOUT)
        .ok_or_else(|| "expected a positive number of seconds, at most 1e9".to_owned())
}

impl Arguments {
    /// Compares the generator under test at each position, and prints a report.
    ///
    /// # Errors
    ///
    /// Returns an error if a position is invalid, the program cannot be started, or the output
    /// cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let mut generator = Generator::new(&self.engine, self.timeout)?;
        let mut notes = LineNotes::default();
        let cases = self.named_positions(&mut notes)?;
        let mut outcomes = Outcomes::default();
        let mut failures = 0;
        let mut is_single = cases.len() == 1;
        let bar =
            progress::new_bar(cases.len() as u64, "{wide_bar} {pos}/{len} positions, {eta} left");
        for case in cases {
            let outcome = self.compare(&mut generator, &case, is_single, &bar, out)?;
            if let Outcome::Failed(EngineError::Start(reason)) = &outcome {
                bar.finish_and_clear();
                return Err(anyhow!("cannot start the engine: {reason}").into());
            }
            // Without a handshake, every position fails in the same way.
            let is_handshake_failure =
                matches!(&outcome, Outcome::Failed(EngineError::Handshake(_)));
            is_single |= is_handshake_failure && outcomes.is_empty();
            failures = if matches!(outcome, Outcome::Failed(_)) { failures + 1 } else { 0 };
            if !self.json && !is_single {
                let text = outcome.summary_line(&case.name);
                bar.suspend(|| out.write_all(text.as_bytes()))?;
            }
            outcomes.add(case.name, case.position, outcome);
            bar.inc(1);
            if is_single || failures == MAX_FAILURES {
                break;
            }
        }
        bar.finish_and_clear();
        let diagnosis = diagnose_outcomes(outcomes.rows());
        let link = self.link.url(|| {
            outcomes.first_mismatch().map(|(start, mismatch)| explorer_link(start, mismatch))
        });
        if self.json {
            json::write_line(out, &outcomes.to_json(diagnosis.as_ref(), link, &notes))?;
        } else {
            notes.print(out)?;
            outcomes.print(diagnosis.as_ref(), is_single, failures == MAX_FAILURES, out)?;
            link::write_line(out, link.as_deref())?;
        }
        Ok(Verdict::mismatch_if(!outcomes.all_agree() || !notes.refused.is_empty()))
    }

    fn compare(
        &self,
        generator: &mut Generator,
        case: &NamedPosition,
        is_single: bool,
        bar: &ProgressBar,
        out: &mut dyn Write,
    ) -> Result<Outcome, Failure> {
        let options = CompareOptions { depth: self.depth.or(case.depth) };
        let mut max_depth = 0;
        let mut written = Ok(());
        let mismatch = compare(generator, &case.position, options, |result| {
            let DepthResult { depth, nodes, agrees } = result;
            max_depth = depth;
            if is_single && !self.json && written.is_ok() {
                let verb = if agrees { "agree" } else { "differ" };
                let write = || writeln!(out, "depth {depth}: {nodes} leaves, counts {verb}");
                written = bar.suspend(write);
            }
        });
        written?;
        Ok(match mismatch {
            Ok(None) => Outcome::Agrees { depth: max_depth },
            Ok(Some(mismatch)) => Outcome::Differs(Box::new(mismatch)),
            Err(error) => Outcome::Failed(error),
        })
    }

    fn named_positions(&self, notes: &mut LineNotes) -> anyhow::Result<Vec<NamedPosition>> {
        if let Some(path) = &self.suite {
            return self.read_suite(path, notes);
        }
        if self.position.fen.is_some() || self.position.moves.is_some() {
            let position = self.position.position()?;
            let name = format_fen(&position);
            return Ok(vec![NamedPosition { name, position, depth: None }]);
        }
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        lines.map(built_in_position).collect()
    }

    /// Reads a suite, and notes refused lines and operations that cannot be read.
    fn read_suite(&self, path: &Path, notes: &mut LineNotes) -> anyhow::Result<Vec<NamedPosition>> {
        let mut cases = Vec::new();
        lines::for_each::<anyhow::Error>(path, |number, line| {
            let location = format!("{}:{number}", path.display());
            let options = self.position.fen_options();
            let line = line.map_err(|error| error.to_string());
            let epd = line.and_then(|line| {
                epd::read_lenient(options, line).map_err(|error| error.to_string())
            });
            match epd {
                Ok(epd) => {
                    notes.add_warnings(&location, &epd);
                    cases.push(name_position(&epd, &location));
                }
                Err(error) => notes.refused.push(RefusedLine { location, error }),
            }
            Ok(())
        })?;
        match (&cases[..], &notes.refused[..]) {
            ([], []) => bail!("{}: empty; expected a position per line", path.display()),
            ([], [RefusedLine { location, error }]) => bail!("{location}: {error}"),
            ([], [RefusedLine { location, error }, more @ ..]) => {
                bail!("{location}: {error}; {} more lines refused, no position left", more.len())
            }
            _ => Ok(cases),
        }
    }
}

/// Returns a link to the position of a mismatch and the generator's wrong reply there.
fn explorer_link(start: &Position, mismatch: &FirstMismatch) -> Link {
    let (query, reply) = mismatch.last_wrong_query(start);
    let moves = query.format_moves().replace(' ', ",");
    let link = Link::new(View::Perft).with_position(start).with("moves", moves);
    link.with_divide(query.depth, reply)
}

/// Returns the position on a line with its name: the location, the `id`, or both.
fn name_position(epd: &Epd<'_>, location: &str) -> NamedPosition {
    let id = epd.operation("id").filter(|id| id.text().is_some());
    let id = id.and_then(|id| id.operands().next()).map(|id| id.unescaped().collect::<String>());
    let name = match id {
        Some(id) if location.is_empty() => id,
        Some(id) => format!("{location} {id}"),
        None => location.to_owned(),
    };
    NamedPosition { name, position: *epd.position(), depth: None }
}

/// Returns the position from a built-in line with its `id`, and with its `acd`, the depth to count.
fn built_in_position(line: &str) -> anyhow::Result<NamedPosition> {
    let epd = epd::read(line)?;
    let depth = epd.number("acd").transpose()?;
    Ok(NamedPosition { depth, ..name_position(&epd, "") })
}

#[cfg(test)]
mod tests {
    use super::{POSITIONS, built_in_position};

    #[test]
    fn built_in_positions_have_name_and_moves() {
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let case = built_in_position(line).expect(line);
            assert!(!case.name.is_empty() && case.position.has_legal_move(), "{line}");
            assert!(case.depth.is_some(), "{line}");
        }
    }
}
