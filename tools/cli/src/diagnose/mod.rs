//! `tabiya diagnose`: the edits to the rules that yield wrong perft numbers.

mod counts;
mod engine;
mod report;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::Args;
use tabiya::perft::divide;
use tabiya_explain::diagnosis::{
    Cause, Diagnosis, Edit, Limits, Observation, Reported, SearchExtent, diagnose,
};
use tabiya_explain::divide::{Comparison, Divide};
use tabiya_program::json;
use tabiya_program::number::parse_number;
use tabiya_program::position::PositionArgs;
use tabiya_program::verdict::{self, Failure, Verdict};

use self::counts::{read_divide, read_file, read_words, reported_divide};
use self::engine::Narrowing;
use self::report::{Findings, Report, print};
pub use self::report::{MAX_DESCRIBED, PAGE, listing};
use crate::compare::generator::Generator;
use crate::compare::parse_seconds;
use tabiya_program::link::{self, Link, LinkArgs, View};

/// The arguments of `tabiya diagnose`.
#[derive(Args)]
#[command(
    override_usage = "tabiya diagnose [OPTIONS] [POSITION] [DEPTH [CATEGORY] NUMBER]...",
    after_help = "Examples:\n  \
        tabiya diagnose startpos 5 4,865,351\n  \
        tabiya diagnose \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\" 3 2810 captures 207 4 43087\n  \
        tabiya diagnose --counts wrong.epd\n  \
        ./my-engine perft 4 | tabiya diagnose startpos 4 --divide -\n  \
        tabiya diagnose --engine ./my-engine\n\n\
        Tries more than a thousand edits of the rules, and then pairs, for those that yield all\n\
        numbers. More numbers, or the count of each root move, leave fewer candidates.\n\n\
        CATEGORY is captures, en-passant, castles, promotions, checks, discovered, double or\n\
        checkmates: the leaves whose last move is one. Each line of --counts is a position with\n\
        its counts, as in a perft suite: `FEN ;D3 2810 captures 207 ;D4 43087`.\n\n\
        --engine asks for the counts of small positions until one cause is left. A UCI engine\n\
        receives `position …` and `go perft N`; a command with {depth} and {fen} is run per query.\n\n\
        Exit code 0 if the numbers are right, 1 if not."
)]
pub struct Arguments {
    /// Depths, each with the number of leaves that was found
    #[arg(value_name = "DEPTH [CATEGORY] NUMBER")]
    words: Vec<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Read positions with their counts from this file
    #[arg(long, value_name = "FILE")]
    counts: Option<PathBuf>,
    /// Read the count of each root move, at the last DEPTH, from this file
    #[arg(long, value_name = "FILE")]
    divide: Option<PathBuf>,
    /// Ask this UCI engine, or this command with {depth} and {fen}
    #[arg(long, value_name = "CMD")]
    engine: Option<String>,
    /// Limit the time per reply of the engine
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_seconds)]
    timeout: Duration,
    /// Visit at most this many positions, e.g. 1e9
    #[arg(long, value_name = "N", default_value = "2e7", value_parser = parse_number)]
    max_positions: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    link: LinkArgs,
}

impl Arguments {
    /// Diagnoses the numbers from the arguments and from the engine, and prints the edits that
    /// yield them.
    ///
    /// # Errors
    ///
    /// Returns an error if a position, the numbers, a file or the engine are unusable, all trees
    /// are too large, or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let (mut observations, divide) = self.observations()?;
        let mut diagnosis = match &observations[..] {
            [] => None,
            observations => Some(self.diagnose(observations)?),
        };
        let mut narrowing = None;
        if let Some(command) = &self.engine {
            let mut found = Narrowing::new(causes_to_ask(diagnosis.as_ref()));
            let answered = self.narrowing(command, &mut found, &observations, out)?;
            observations.extend_from_slice(&found.observations);
            diagnosis = answered.or(diagnosis);
            narrowing = Some(found);
        }
        let link = self.link.url(|| explorer_link(&observations, divide.as_ref()));
        let root_moves = diagnosis
            .as_ref()
            .zip(divide.as_ref())
            .and_then(|(found, output)| compare_root_moves(&observations, found, output));
        let findings = Findings {
            observations: &observations,
            diagnosis: diagnosis.as_ref(),
            root_moves: root_moves.as_ref(),
            narrowing: narrowing.as_ref(),
        };
        if self.json {
            json::write_line(out, &Report::new(&findings, link))?;
        } else {
            print(&findings, out)?;
            link::write_line(out, link.as_deref())?;
        }
        let is_right = diagnosis.is_some_and(|found| found.extent == SearchExtent::CountsAreRight);
        let has_failed = narrowing.is_some_and(|found| found.failure.is_some());
        Ok(Verdict::mismatch_if(!is_right || has_failed))
    }

    fn limits(&self) -> Limits {
        Limits { positions: self.max_positions }
    }

    fn diagnose(&self, observations: &[Observation]) -> anyhow::Result<Diagnosis> {
        Ok(diagnose(observations, self.limits(), &mut || true)?)
    }

    /// Asks the engine until no question distinguishes the causes, then returns the diagnosis for
    /// all counts.
    ///
    /// If the answers leave no single edit, the questions go on with the pairs that yield them.
    fn narrowing(
        &self,
        command: &str,
        narrowing: &mut Narrowing,
        numbers: &[Observation],
        out: &mut dyn Write,
    ) -> Result<Option<Diagnosis>, Failure> {
        let mut generator = Generator::new(command, self.timeout)?;
        let mut has_small_counts = false;
        let diagnosis = loop {
            while let Some(line) = narrowing.ask(&mut generator, self.limits())? {
                if !self.json {
                    writeln!(out, "{line}")?;
                }
            }
            if narrowing.causes.is_empty() && !has_small_counts {
                has_small_counts = true;
                for line in narrowing.ask_about_pairs(&mut generator)? {
                    if !self.json {
                        writeln!(out, "{line}")?;
                    }
                }
            }
            let counts = [numbers, &narrowing.observations].concat();
            if counts.is_empty() {
                break None;
            }
            let diagnosis = self.diagnose(&counts)?;
            let has_failed = narrowing.failure.is_some();
            if has_failed || !narrowing.causes.is_empty() || diagnosis.candidates.len() < 2 {
                break Some(diagnosis);
            }
            narrowing.causes.clone_from(&diagnosis.candidates);
        };
        narrowing.find_mismatch(&mut generator);
        Ok(diagnosis)
    }

    /// Returns the counts in the arguments, and the divide output that yields one of them.
    fn observations(&self) -> anyhow::Result<(Vec<Observation>, Option<Divide>)> {
        let (counts, depth) = read_words(self.words.iter().map(String::as_str))?;
        let has_position = self.position.fen.is_some() || self.position.moves.is_some();
        let has_other_source = self.counts.is_some() || self.engine.is_some();
        let is_empty = counts.is_empty() && self.divide.is_none();
        if is_empty && (has_position || !has_other_source) && depth.is_none() {
            bail!("no numbers; expected DEPTH NUMBER");
        }
        let position = self.position.position()?;
        let mut observations: Vec<_> =
            counts.into_iter().map(|count| count.observation(&position)).collect();
        let mut divide = None;
        match (depth, &self.divide) {
            (None, None) => {}
            (Some(depth), Some(path)) => {
                let output = read_divide(path)?;
                let reported = reported_divide(&position, &output)
                    .with_context(|| path.display().to_string())?;
                observations.push(Observation { position, depth, reported });
                divide = Some(output);
            }
            (Some(depth), None) => bail!("depth {depth}: no number; expected DEPTH NUMBER"),
            (None, Some(_)) => {
                bail!("--divide: no depth; expected a DEPTH after the other numbers")
            }
        }
        if let Some(path) = &self.counts {
            observations.extend(read_file(path, self.position.fen_options())?);
        }
        Ok((observations, divide))
    }
}

/// Returns the causes that an engine is asked about: the candidates of a diagnosis, or else all
/// single edits, and that it has no bug.
fn causes_to_ask(diagnosis: Option<&Diagnosis>) -> Vec<Cause> {
    let mut causes = match diagnosis {
        Some(diagnosis) if !diagnosis.candidates.is_empty() => diagnosis.candidates.clone(),
        _ => Edit::all().map(Cause::from).collect(),
    };
    causes.push(Cause::NONE);
    causes
}

/// Compares the divide output with the correct count for each root move, or returns `None` if the
/// tree is too large or the counts belong to another one.
fn compare_root_moves(
    observations: &[Observation],
    diagnosis: &Diagnosis,
    output: &Divide,
) -> Option<Comparison> {
    // The divide output precedes the engine's answers.
    let is_divide = |found: &Observation| matches!(found.reported, Reported::Divide(_));
    let index = observations.iter().position(is_divide)?;
    diagnosis.comparisons[index].right?;
    if diagnosis.other_tree.is_some() {
        return None;
    }
    let Observation { position, depth, .. } = &observations[index];
    let correct: Vec<_> = divide(position, *depth).collect();
    Some(Comparison::new(position, &correct, output))
}

/// Returns the link to the divide output, or else to the totals at a position: one that an engine
/// counts wrong, or else the first. Links have neither categories nor other positions.
fn explorer_link(observations: &[Observation], divide: Option<&Divide>) -> Option<Link> {
    let is_divide = |found: &&Observation| matches!(found.reported, Reported::Divide(_));
    let observation = observations.iter().find(is_divide).or(observations.first())?;
    let link = Link::new(View::Diagnose).with_position(&observation.position);
    if let Some(divide) = divide {
        return Some(link.with_divide(observation.depth, divide));
    }
    let count = |other: &Observation| {
        let is_total = matches!(other.reported, Reported::Total(_) | Reported::Divide(_));
        let is_listed = is_total && other.position == observation.position;
        is_listed.then(|| format!("{}:{}", other.depth, other.reported.total()))
    };
    Some(link.with("counts", observations.iter().filter_map(count).collect::<Vec<_>>().join(",")))
}
