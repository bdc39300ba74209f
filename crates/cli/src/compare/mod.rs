//! `tabiya compare`: finds the first move that another generator gets wrong, and says why.

mod answer;
mod mistake;
mod opponent;
mod process;
mod report;
mod walk;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use indicatif::ProgressBar;
use tabiya::{FenOptions, Position, epd};

use self::opponent::Opponent;
use self::process::Trouble;
use self::report::{MAX_FAILURES, Outcome, Tally};
use self::walk::{Compared, Limits, compare};
use crate::position::{PositionArgs, format_fen};
use crate::verdict::{self, Failure, Verdict};
use crate::{json, lines, progress};

/// What `tabiya compare` is told.
#[derive(Args)]
#[command(after_help = "Examples:\n  \
        tabiya compare --engine ./my-engine\n  \
        tabiya compare --engine \"python3 engine.py\" --depth 3 --fen \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\"\n  \
        tabiya compare --engine \"./perft {depth} {fen}\" --suite positions.epd\n\n\
        A UCI engine receives `position …`, then `go perft N`. A command that contains {depth}\n\
        or {fen}, and optionally {moves}, is run once per query. Both print a line like\n\
        `e2e4: 20` per root move.\n\
        Default: 21 built-in positions that exercise error-prone rules.\n\
        Exit code 0 if all counts agree, 1 if a count differs or is missing.")]
pub struct Arguments {
    /// Test this UCI engine, or this command with {depth} and {fen}
    #[arg(long, value_name = "CMD")]
    engine: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Compare at each position of this file, one FEN or EPD per line
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    suite: Option<PathBuf>,
    /// Compare up to this depth [default: 4, less above 200000 leaves]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    depth: Option<u8>,
    /// Limit the time per reply
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = read_seconds)]
    timeout: Duration,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A position to compare at.
struct Case {
    /// What to call it.
    name: String,
    position: Position,
}

const POSITIONS: &str = include_str!("positions.epd");

fn read_seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds
        .filter(|time| !time.is_zero())
        .ok_or_else(|| "expected a positive number of seconds".to_owned())
}

impl Arguments {
    /// Compares.
    ///
    /// # Errors
    ///
    /// If a position is refused, the program cannot be started, or the output not written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let mut opponent = Opponent::new(&self.engine, self.timeout)?;
        let cases = self.cases()?;
        let mut tally = Tally::default();
        let mut troubles = 0;
        let mut is_one = cases.len() == 1;
        let bar = progress::bar(cases.len() as u64, "{wide_bar} {pos}/{len} positions, {eta} left");
        for case in cases {
            let outcome = self.compare(&mut opponent, &case, is_one, &bar, out)?;
            if let Outcome::Trouble(Trouble::Start(why)) = &outcome {
                bar.finish_and_clear();
                return Err(anyhow!("cannot start the engine: {why}").into());
            }
            // It speaks another language: that is all there is to say.
            let is_mute = matches!(&outcome, Outcome::Trouble(Trouble::Handshake(_)));
            is_one |= is_mute && tally.is_empty();
            troubles = if matches!(outcome, Outcome::Trouble(_)) { troubles + 1 } else { 0 };
            if !self.json && !is_one {
                let text = outcome.line(&case.name);
                bar.suspend(|| out.write_all(text.as_bytes()))?;
            }
            tally.add(case.name, case.position, outcome);
            bar.inc(1);
            if is_one || troubles == MAX_FAILURES {
                break;
            }
        }
        bar.finish_and_clear();
        if self.json {
            json::write(out, &tally.report())?;
        } else {
            tally.print(is_one, troubles == MAX_FAILURES, out)?;
        }
        Ok(Verdict::mismatch_if(!tally.is_clean()))
    }

    fn compare(
        &self,
        opponent: &mut Opponent,
        case: &Case,
        is_one: bool,
        bar: &ProgressBar,
        out: &mut dyn Write,
    ) -> Result<Outcome, Failure> {
        let limits = Limits { depth: self.depth };
        let mut reached = 0;
        let mut written = Ok(());
        let found = compare(opponent, &case.position, limits, |compared| {
            let Compared { depth, nodes, agrees } = compared;
            reached = depth;
            if is_one && !self.json && written.is_ok() {
                let word = if agrees { "counts agree" } else { "counts differ" };
                written = bar.suspend(|| writeln!(out, "depth {depth}: {nodes} leaves, {word}"));
            }
        });
        written?;
        Ok(match found {
            Ok(None) => Outcome::Agrees { depth: reached },
            Ok(Some(finding)) => Outcome::Differs(Box::new(finding)),
            Err(trouble) => Outcome::Trouble(trouble),
        })
    }

    fn cases(&self) -> anyhow::Result<Vec<Case>> {
        if let Some(path) = &self.suite {
            return self.suite(path);
        }
        if self.position.fen.is_some() || self.position.moves.is_some() {
            let position = self.position.position()?;
            return Ok(vec![Case { name: format_fen(&position), position }]);
        }
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        lines.map(|line| read_case(line.as_bytes(), FenOptions::new(), String::new)).collect()
    }

    fn suite(&self, path: &Path) -> anyhow::Result<Vec<Case>> {
        let mut cases = Vec::new();
        lines::for_each::<anyhow::Error>(path, |number, line| {
            let place = || format!("{}:{number}", path.display());
            cases.push(read_case(line, self.position.fen_options(), place).with_context(place)?);
            Ok(())
        })?;
        let path = path.display();
        anyhow::ensure!(!cases.is_empty(), "{path}: empty; expected a position per line");
        Ok(cases)
    }
}

/// A line of a suite, called by its `id` or else by its place.
fn read_case(line: &[u8], options: FenOptions, place: impl Fn() -> String) -> anyhow::Result<Case> {
    let epd = epd::read_with(options, line)?;
    let name = match (epd.id(), place()) {
        (Some(id), place) if place.is_empty() => id.to_owned(),
        (Some(id), place) => format!("{place} {id}"),
        (None, place) => place,
    };
    Ok(Case { name, position: *epd.position() })
}

#[cfg(test)]
mod tests {
    use tabiya::FenOptions;

    use super::{POSITIONS, read_case};

    #[test]
    fn the_positions_are_named_and_legal() {
        let lines = POSITIONS.lines().filter(|line| !line.starts_with('#'));
        for line in lines {
            let case = read_case(line.as_bytes(), FenOptions::new(), String::new).expect(line);
            assert!(!case.name.is_empty() && case.position.has_legal_move(), "{line}");
        }
    }
}
