//! `tabiya diagnose`: the classic bug that yields a wrong perft number.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use serde::Serialize;
use tabiya::Position;
use tabiya_explain::diagnosis::{
    Bug, BugSet, Comparison, Diagnosis, Example, Limits, MAX_DEPTH, Observation, Reported,
    SearchExtent, diagnose,
};
use tabiya_explain::divide::Divide;
use tabiya_program::message;
use tabiya_program::number::parse_number;
use tabiya_program::position::{PositionArgs, format_fen};
use tabiya_program::verdict::{self, Verdict};
use tabiya_program::{json, lines};

use crate::link::{self, Link, LinkArgs, View};

/// The arguments of `tabiya diagnose`.
#[derive(Args)]
#[command(
    override_usage = "tabiya diagnose [OPTIONS] [POSITION] <DEPTH NUMBER>...",
    after_help = "Examples:\n  \
        tabiya diagnose startpos 5 4865351\n  \
        tabiya diagnose \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -\" 3 2810 4 43087\n  \
        ./my-engine perft 4 | tabiya diagnose startpos 4 --divide -\n\n\
        Searches a catalogue of classic bugs, each alone and then in pairs, for those that yield\n\
        all numbers. More numbers, or the count of each root move, leave fewer candidates.\n\
        The depth is at most 7.\n\
        Exit code 0 if the numbers are right, 1 if not."
)]
pub struct Arguments {
    /// Depths, each with the number of leaves that was found
    #[arg(value_name = "DEPTH NUMBER", required = true, value_parser = parse_number)]
    numbers: Vec<u64>,
    #[command(flatten)]
    position: PositionArgs,
    /// Read the count of each root move, at the last DEPTH, from this file
    #[arg(long, value_name = "FILE")]
    divide: Option<PathBuf>,
    /// Examine at most this many moves, e.g. 1e9
    #[arg(long, value_name = "N", default_value = "1e8", value_parser = parse_number)]
    max_moves: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    link: LinkArgs,
}

/// The page that lists all bugs.
const PAGE: &str = "docs/reference/classic-bugs.md";

/// The number of bugs that the report describes.
const MAX_DESCRIBED: usize = 4;

/// The JSON output of `tabiya diagnose`.
#[derive(Serialize)]
struct Report<'a> {
    fen: String,
    counts: &'a [Comparison],
    search: SearchExtent,
    candidates: Vec<Vec<&'static str>>,
    sentence: String,
    bugs: Vec<BugReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
}

/// The JSON output of a bug that the candidates contain.
#[derive(Serialize)]
struct BugReport {
    name: &'static str,
    rule: &'static str,
    example: Example,
    page: &'static str,
}

impl Arguments {
    /// Diagnoses the numbers of the arguments, and prints the bugs that yield them.
    ///
    /// # Errors
    ///
    /// Returns an error if the position, the numbers or the file are unusable, the tree is too
    /// large, or the output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        let position = self.position.position()?;
        let (observations, divide) = self.observations(&position)?;
        let limits = Limits { moves: self.max_moves, ..Limits::default() };
        let diagnosis =
            diagnose(&observations, limits, &mut || true).map_err(anyhow::Error::new)?;
        let link = self.link.url(|| Some(explorer_link(&position, &observations, divide.as_ref())));
        if self.json {
            json::write_line(out, &report(&position, &diagnosis, link))?;
        } else {
            print(&diagnosis, out)?;
            link::write_line(out, link.as_deref())?;
        }
        let is_right = diagnosis.extent == SearchExtent::CountsAreRight;
        Ok(Verdict::mismatch_if(!is_right))
    }

    /// Returns the counts of the arguments, and the divide output that yields the last one.
    fn observations(
        &self,
        position: &Position,
    ) -> anyhow::Result<(Vec<Observation>, Option<Divide>)> {
        let observation = |depth, reported| -> anyhow::Result<Observation> {
            let Ok(depth) = u8::try_from(depth) else {
                bail!("depth {depth}: out of range; expected 1 to {MAX_DEPTH}")
            };
            Ok(Observation { position: *position, depth, reported })
        };
        let pairs = self.numbers.chunks_exact(2);
        let rest = pairs.remainder();
        let totals = pairs.map(|pair| observation(pair[0], Reported::Total(pair[1])));
        let mut observations = totals.collect::<anyhow::Result<Vec<_>>>()?;
        match (rest, &self.divide) {
            ([], None) => Ok((observations, None)),
            ([depth], Some(path)) => {
                let divide = read_divide(path)?;
                let file = path.display();
                let reported = Reported::from_divide(position, &divide).with_context(|| {
                    format!("{file}: count too large; expected at most 64 bits")
                })?;
                if let Some(mv) = reported.repeated_move() {
                    bail!("{file}: {mv} occurs more than once; expected each root move once");
                }
                observations.push(observation(*depth, reported)?);
                Ok((observations, Some(divide)))
            }
            ([depth], None) => bail!("depth {depth}: no number; expected DEPTH NUMBER"),
            (_, Some(_)) => bail!("--divide: no depth; expected a DEPTH after the other numbers"),
            (_, None) => bail!("expected DEPTH NUMBER"),
        }
    }
}

/// Returns the link to the diagnosis of a divide output, or else of totals.
fn explorer_link(
    position: &Position,
    observations: &[Observation],
    divide: Option<&Divide>,
) -> Link {
    let link = Link::new(View::Diagnose).with_position(position);
    if let (Some(divide), Some(last)) = (divide, observations.last()) {
        return link.with_divide(last.depth, divide);
    }
    let count = |observation: &Observation| {
        format!("{}:{}", observation.depth, observation.reported.total())
    };
    link.with("counts", observations.iter().map(count).collect::<Vec<_>>().join(","))
}

/// Reads the count of each root move from the output of a generator.
fn read_divide(path: &Path) -> anyhow::Result<Divide> {
    let file = || path.display().to_string();
    let mut divide = Divide::default();
    let mut reader = lines::open(path)?;
    let mut buffer = Vec::new();
    let mut number = 0;
    while let Some(line) = lines::next(&mut reader, &mut buffer).with_context(file)? {
        number += 1;
        let line = line.with_context(|| format!("{}:{number}", path.display()))?;
        divide.add_line(&String::from_utf8_lossy(line));
    }
    divide.check(true).with_context(file)?;
    let sum = divide.sum();
    if let Some(total) = divide.total().filter(|&total| total != sum) {
        let file = file();
        message::print_line(&format!("warning: {file}: total {total}; the moves add up to {sum}"));
    }
    Ok(divide)
}

/// Returns the bugs of all candidates, each once, in the order of the candidates.
fn bugs_of(diagnosis: &Diagnosis) -> Vec<Bug> {
    let mut bugs = Vec::new();
    for bug in diagnosis.candidates.iter().flat_map(|bugs| bugs.iter()) {
        if !bugs.contains(&bug) {
            bugs.push(bug);
        }
    }
    bugs
}

fn report<'a>(position: &Position, diagnosis: &'a Diagnosis, link: Option<String>) -> Report<'a> {
    let describe = |bug: Bug| {
        let name = bug.name();
        let rule = bug.rule();
        let example = bug.example();
        BugReport { name, rule, example, page: PAGE }
    };
    let names = |bugs: &BugSet| bugs.iter().map(Bug::name).collect();
    Report {
        fen: format_fen(position),
        counts: &diagnosis.comparisons,
        search: diagnosis.extent,
        candidates: diagnosis.candidates.iter().map(names).collect(),
        sentence: diagnosis.sentence(),
        bugs: bugs_of(diagnosis).into_iter().map(describe).collect(),
        link,
    }
}

fn print(diagnosis: &Diagnosis, out: &mut dyn Write) -> verdict::Result {
    for comparison in &diagnosis.comparisons {
        let Comparison { depth, right, reported, .. } = comparison;
        writeln!(out, "depth {depth}: found {reported} leaves, expected {right}")?;
    }
    writeln!(out, "{}.", capitalize(&diagnosis.sentence()))?;
    let bugs = bugs_of(diagnosis);
    for bug in bugs.iter().take(MAX_DESCRIBED) {
        let example = bug.example();
        writeln!(out, "\n{bug}: {}", bug.rule())?;
        writeln!(out, "  Smallest position: {}", example.fen)?;
        let plural = if example.right == 1 { "leaf" } else { "leaves" };
        let depth = example.depth;
        let right = example.right;
        let wrong = example.wrong;
        writeln!(out, "  Depth {depth}: {right} {plural}, {wrong} with the bug")?;
    }
    match bugs.len().saturating_sub(MAX_DESCRIBED) {
        0 if bugs.is_empty() => {}
        0 => writeln!(out, "\nSee {PAGE}")?,
        more => writeln!(out, "\n… and {more} more, see {PAGE}")?,
    }
    Ok(Verdict::Success)
}

/// Returns a sentence with a capital letter at its start.
pub fn capitalize(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
