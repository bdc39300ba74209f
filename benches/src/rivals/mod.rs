//! The comparison of this generator with others, in one run.
//!
//! A *row* is one question, made of *cases*; each *contestant* brings one closure a case.
//! All closures of a case run in turn, round after round, and must answer the same count.
//! A new rival is a module beside `cozy` that says how its boards are used, and a contestant
//! in `rows`; the loops that are measured stand in `rules`, once for all.

mod benchmarks;
mod chart;
mod chess;
mod clean_build;
mod conditions;
mod cozy;
mod laura;
mod measure;
mod ours;
mod owlchess;
mod pleco;
mod questions;
mod report;
mod rows;
mod rules;
mod shakmaty;

use std::num::NonZeroU32;

use anyhow::Result;
use clap::{Parser, ValueEnum};

use crate::positions;
use conditions::Conditions;

/// Compare Tabiya with other generators, in one run
///
/// The contestants take turns; times are medians over the rounds, and a ratio is the median
/// over the rounds of the rival's time by ours in the same round: above 1, ours is faster.
/// The program fails where two contestants count differently. A run of all rows that is not
/// quick writes its part of BENCHMARKS.md, and a chart.
#[derive(Debug, Parser)]
pub struct Arguments {
    /// Two rounds, perft one ply shallower, no clean builds
    #[arg(long)]
    quick: bool,
    /// These rows alone, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    rows: Vec<rows::Name>,
    /// How often each contestant has its turn at perft; ten times as often where a turn is short,
    /// and at clean builds 60 times, or three for who takes twice our time [default: 5, or 2 if quick]
    #[arg(long)]
    rounds: Option<NonZeroU32>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Measures and prints; writes `BENCHMARKS.md` after a run of everything.
///
/// # Errors
///
/// If the contestants disagree on a position or a count, if a clean build fails or a file
/// cannot be written.
pub fn run(arguments: &Arguments) -> Result<()> {
    let rounds = arguments.rounds.map_or(if arguments.quick { 2 } else { 5 }, NonZeroU32::get);
    let conditions = Conditions::here(rounds);
    let texts = positions::standard_texts()?;
    rows::check_agreement(&texts)?;
    let mut measured = Vec::new();
    if !arguments.json {
        print!("{}", report::heading(&conditions));
    }
    for name in arguments.names() {
        let mut row = rows::build(name, &texts, arguments.quick)?;
        let row = row.measure(name.rounds(rounds))?;
        if !arguments.json {
            print!("{}", report::lines(&row));
        }
        measured.push(row);
    }
    if arguments.json {
        println!("{:#}", report::json(&measured));
    } else {
        println!("\n{}", report::verdict(&measured));
    }
    if arguments.rows.is_empty() && !arguments.quick {
        benchmarks::write(&measured, &conditions)?;
    }
    Ok(())
}

impl Arguments {
    fn names(&self) -> Vec<rows::Name> {
        if !self.rows.is_empty() {
            return self.rows.clone();
        }
        let all = rows::Name::value_variants().iter().copied();
        all.filter(|&name| !self.quick || name != rows::Name::CleanBuild).collect()
    }
}
