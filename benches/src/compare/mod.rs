//! Comparison of this generator with other libraries in one run.
//!
//! A *row* consists of *cases*; each library has one closure per case. The closures of a case run
//! interleaved, in rounds, and must return the same count. A new library needs an adapter module
//! such as `cozy`, a variant of `Competitor`, and a line in `libraries`. The measured loops are in
//! `rules` and are the same for all libraries.

mod adapter;
#[cfg(tabiya_baseline)]
mod baseline;
mod benchmarks;
mod chart;
mod chess;
mod clean_build;
mod clock;
mod competitors;
mod conditions;
mod cozy;
mod gigachess;
mod laura;
mod levels;
mod libraries;
mod measure;
mod ours;
mod owlchess;
mod pleco;
mod questions;
mod report;
mod rows;
mod shakmaty;
mod stream;

use std::num::NonZeroU32;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::{Parser, ValueEnum};

use crate::positions;
use conditions::Conditions;
use levels::Level;
use measure::{Entry, Measured};
use rows::Name;

/// Compare Tabiya with other libraries, in one run
///
/// The libraries take turns. Times are medians over the rounds, and a ratio is the median over the rounds
/// of a library's time divided by ours in the same round: above 1, ours is faster. On unseen positions,
/// times are minima. Times are those of the thread, except for clean builds. A library that counts
/// differently from most is shown as wrong; if it is ours, the program fails in the end. A run of all rows
/// that is not quick writes its part of BENCHMARKS.md, and a chart.
#[derive(Debug, Parser)]
pub struct Arguments {
    /// Two rounds, perft one ply shallower, fewer unseen positions, no clean builds
    #[arg(long)]
    quick: bool,
    /// These rows alone, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    rows: Vec<Name>,
    /// Rounds of perft and unseen positions; ten times as many where a round is short, and 60 clean
    /// builds, or three for a library that takes twice our time [default: 5, or 2 if quick]
    #[arg(long)]
    rounds: Option<NonZeroU32>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
    /// Measure unseen positions at the level that this process runs at, and print them for the
    /// process that started it
    #[arg(long, value_enum, hide = true)]
    at_level: Option<Level>,
}

/// Measures and prints; after a complete run, also writes `BENCHMARKS.md`.
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
        let measured = arguments.measure_stream(level)?;
        println!("{}", serde_json::to_string(&measured)?);
        return Ok(());
    }
    let conditions = Conditions::here(arguments.rounds());
    let texts = positions::standard_texts()?;
    for line in libraries::disagreements(&texts)? {
        eprintln!("{line}");
    }
    if !arguments.json {
        print!("{}", report::heading(&conditions));
    }
    let show = |row: &Measured| {
        if !arguments.json {
            print!("{}", report::lines(row));
        }
    };
    let mut measured = arguments.measure_stream_at_all_levels()?;
    measured.iter().for_each(show);
    for name in arguments.names().into_iter().filter(|name| !name.is_stream()) {
        let mut row = rows::build(name, &texts, arguments.quick)?;
        let row = row.measure(name.rounds(arguments.rounds()))?;
        show(&row);
        measured.push(row);
    }
    if arguments.json {
        println!("{:#}", report::json(&measured));
    } else {
        println!("\n{}", report::verdict(&measured));
    }
    // A comparison with a baseline is not published.
    if arguments.rows.is_empty() && !arguments.quick && !cfg!(tabiya_baseline) {
        benchmarks::write(&measured, &conditions)?;
    }
    let is_wrong = |row: &&Measured| matches!(row.overall.of[0], Entry::Wrong(_));
    let wrong: Vec<_> = measured.iter().filter(is_wrong).map(Measured::label).collect();
    ensure!(wrong.is_empty(), "tabiya counts wrongly in {}", wrong.join(", "));
    Ok(())
}

impl Arguments {
    fn names(&self) -> Vec<Name> {
        if !self.rows.is_empty() {
            return self.rows.clone();
        }
        let all = Name::value_variants().iter().copied();
        all.filter(|&name| !self.quick || name != Name::CleanBuild).collect()
    }

    fn rounds(&self) -> u32 {
        self.rounds.map_or(if self.quick { 2 } else { 5 }, NonZeroU32::get)
    }

    /// Measures unseen positions at each level, one process per level, because a process reads its
    /// level once.
    fn measure_stream_at_all_levels(&self) -> Result<Vec<Measured>> {
        let names: Vec<_> = self.names().into_iter().filter(|name| name.is_stream()).collect();
        let mut measured: Vec<Measured> = Vec::new();
        if names.is_empty() {
            return Ok(measured);
        }
        for level in Level::measurable() {
            let names: Vec<_> = names.iter().map(|name| name.text()).collect();
            let mut command = Command::new(std::env::current_exe()?);
            command.args(["--at-level", level.name(), "--rows", &names.join(",")]);
            command.args(["--rounds", &self.rounds().to_string()]).stderr(Stdio::inherit());
            command.args(self.quick.then_some("--quick"));
            if level != Level::Native {
                command.env("TABIYA_CPU", level.name());
            }
            let output = command.output().context("the program cannot start itself")?;
            ensure!(output.status.success(), "unseen positions at level {}", level.name());
            measured.extend(serde_json::from_slice::<Vec<Measured>>(&output.stdout)?);
        }
        let order = |row: &Measured| names.iter().position(|name| name.text() == row.overall.name);
        measured.sort_by_key(order);
        Ok(measured)
    }

    /// Measures the rows of unseen positions in this process.
    fn measure_stream(&self, level: Level) -> Result<Vec<Measured>> {
        let amount = if self.quick { 20_000 } else { 300_000 };
        let fens = rows::stream(&positions::standard_texts()?, amount)?;
        let measure = |name: Name| {
            let mut row = rows::build_stream(name, &fens, level)?;
            row.measure(name.rounds(self.rounds()))
        };
        self.names().into_iter().filter(|name| name.is_stream()).map(measure).collect()
    }
}
