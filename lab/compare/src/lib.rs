//! Compares this generator with other libraries in one run.
//!
//! A *row* consists of *cases*; each library has one closure per case. A case's closures run
//! interleaved, in rounds, and must return the same count. A new library needs an adapter module
//! such as `cozy`, a `Competitor` variant, and a line in `libraries`. The measured loops are in
//! `adapter` and are the same for all libraries.
//!
//! One library's documentation recommends its unsafe functions, so its adapter uses unsafe code.
#![deny(unsafe_code)]

mod adapter;
mod benchmarks;
mod chart;
mod chess;
mod clean_build;
mod clock;
mod competitors;
mod conditions;
mod cozy;
mod engine_nodes;
pub mod games;
mod gigachess;
mod laura;
mod levels;
mod libraries;
mod measure;
mod owlchess;
mod pleco;
mod readme;
mod report;
mod repository;
mod rows;
mod sample_moves;
mod shakmaty;
mod sources;
mod stored_games;
mod stream;

/// Tabiya, by its adapter.
mod tabiya {
    use ::tabiya as library;

    mod adapter;
    pub(crate) use adapter::Tabiya;
}

/// An earlier Tabiya revision, by the same adapter: `cargo xtask bench-compare --baseline REV`.
#[cfg(tabiya_baseline)]
#[path = "tabiya"]
mod baseline {
    use ::baseline as library;

    mod adapter;
    pub(crate) use adapter::Tabiya as Baseline;
}

use std::num::NonZeroU32;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::{Parser, ValueEnum};

use conditions::Conditions;
use levels::Level;
use measure::{Entry, RowResult};
use rows::RowName;
use sources::Sources;

/// Benchmark Tabiya and other libraries in one run
///
/// In each round, every library does the same work once. Times are medians over the rounds. A ratio is the
/// median of a library's time divided by Tabiya's in the same round: above 1, Tabiya is faster. For searches,
/// and for positions that are visited once per round, times are minima. Clean builds are timed by the wall
/// clock, other rows by CPU time. A library whose count differs from that of most is shown as wrong; if it is
/// Tabiya, the run fails. A complete run writes its section of docs/reference/benchmarks.md and a chart, in a
/// default build also the table of README.md.
#[derive(Debug, Parser)]
pub struct Arguments {
    /// Run two rounds of less work, without clean builds
    ///
    /// Perft is one ply shallower, and there are fewer unseen positions.
    #[arg(long)]
    quick: bool,
    /// Run only these rows, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    rows: Vec<RowName>,
    /// Rounds of perft, searches and unseen positions [default: 5, or 2 if quick]
    ///
    /// Short rows run ten times as many rounds. Clean builds run 60 rounds, or three for a library that
    /// takes more than twice Tabiya's time.
    #[arg(long)]
    rounds: Option<NonZeroU32>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Measure rows with a level in this process and print JSON for its parent
    #[arg(long, value_enum, hide = true)]
    at_level: Option<Level>,
}

/// Measures the rows and prints the results; a complete run also writes
/// `docs/reference/benchmarks.md` and, in a default build, the table in `README.md`.
///
/// # Errors
///
/// Returns an error in these cases:
///
/// - Tabiya's counts are wrong.
/// - A library rejects a position.
/// - A clean build fails.
/// - A file cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    if let Some(level) = arguments.at_level {
        let results = arguments.measure_at(level)?;
        println!("{}", serde_json::to_string(&results)?);
        return Ok(());
    }
    let conditions = Conditions::detect(arguments.rounds());
    let sources = Sources::read(arguments.quick)?;
    for line in libraries::disagreements(&sources.texts)? {
        eprintln!("{line}");
    }
    if !arguments.json {
        print!("{}", report::heading(&conditions));
    }
    let show = |row: &RowResult| {
        if !arguments.json {
            print!("{}", report::lines(row));
        }
    };
    let mut results = arguments.measure_at_all_levels()?;
    results.iter().for_each(show);
    for name in arguments.names().into_iter().filter(|name| !name.is_measured_per_level()) {
        let mut row = rows::build(name, &sources)?;
        let row = row.measure(name.rounds(arguments.rounds()))?;
        show(&row);
        results.push(row);
    }
    if arguments.json {
        println!("{:#}", report::json(&results));
    } else {
        println!("\n{}", report::verdict(&results));
    }
    // A comparison with a baseline is not published.
    if arguments.rows.is_empty() && !arguments.quick && !cfg!(tabiya_baseline) {
        benchmarks::write(&results, &conditions)?;
        if conditions.target == "default" {
            readme::write(&results, &conditions)?;
        }
    }
    let is_wrong = |row: &&RowResult| matches!(row.overall.entries[0], Entry::Wrong(_));
    let wrong: Vec<_> = results.iter().filter(is_wrong).map(RowResult::label).collect();
    ensure!(wrong.is_empty(), "tabiya: wrong counts in {}", wrong.join(", "));
    Ok(())
}

/// Measures what each call in a search node is worth, and writes `docs/reference/engine-steps.md`.
///
/// # Errors
///
/// Returns an error if the steps visit different nodes, or the page cannot be written.
pub fn engine_steps(rounds: u32) -> Result<()> {
    engine_nodes::steps::run(rounds)
}

impl Arguments {
    fn names(&self) -> Vec<RowName> {
        if !self.rows.is_empty() {
            return self.rows.clone();
        }
        let all = RowName::value_variants().iter().copied();
        all.filter(|&name| !self.quick || name != RowName::CleanBuild).collect()
    }

    fn rounds(&self) -> u32 {
        self.rounds.map_or(if self.quick { 2 } else { 5 }, NonZeroU32::get)
    }

    fn names_measured_per_level(&self) -> Vec<RowName> {
        self.names().into_iter().filter(|name| name.is_measured_per_level()).collect()
    }

    /// Measures rows at each level in a separate process, because a process detects its level once.
    fn measure_at_all_levels(&self) -> Result<Vec<RowResult>> {
        let names = self.names_measured_per_level();
        let mut results: Vec<RowResult> = Vec::new();
        if names.is_empty() {
            return Ok(results);
        }
        for level in Level::measurable() {
            let names: Vec<_> = names.iter().map(|name| name.name()).collect();
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["--at-level", level.name(), "--rows", &names.join(",")]);
            command.args(["--rounds", &self.rounds().to_string()]).stderr(Stdio::inherit());
            command.args(self.quick.then_some("--quick"));
            if level != Level::Native {
                command.env("TABIYA_CPU", level.name());
            }
            let output = command.output().context("cannot start a process per level")?;
            ensure!(output.status.success(), "rows at level {} failed", level.name());
            results.extend(serde_json::from_slice::<Vec<RowResult>>(&output.stdout)?);
        }
        let order = |row: &RowResult| names.iter().position(|name| name.name() == row.overall.name);
        results.sort_by_key(order);
        Ok(results)
    }

    /// Measures in this process the rows that have a level.
    fn measure_at(&self, level: Level) -> Result<Vec<RowResult>> {
        let sources = Sources::read(self.quick)?;
        let measure = |name: RowName| {
            let mut row = rows::build(name, &sources)?;
            row.level = Some(level);
            row.measure(name.rounds(self.rounds()))
        };
        self.names_measured_per_level().into_iter().map(measure).collect()
    }
}
