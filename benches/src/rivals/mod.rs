//! The comparison of this generator with others, in one run.
//!
//! A *row* is one question, made of *cases*; each *contestant* brings one closure a case.
//! All closures of a case run in turn, round after round, and must answer the same count.
//! A new rival is a module beside `cozy` and a line in each function of `rows`.

mod cozy;
mod measure;
mod ours;
mod report;
mod rows;

use std::num::NonZeroU32;

use anyhow::Result;
use clap::Parser;

use crate::positions;

/// Compare Tabiya with other generators, in one run
///
/// The contestants take turns; times are medians over the rounds, and a ratio is the median
/// over the rounds of the rival's time by ours in the same round: above 1, ours is faster.
/// The program fails where two contestants count differently.
#[derive(Debug, Parser)]
pub struct Arguments {
    /// Two rounds, and perft one ply shallower
    #[arg(long)]
    quick: bool,
    /// These rows alone, separated by commas
    #[arg(long, value_enum, value_delimiter = ',')]
    rows: Vec<rows::Name>,
    /// How often each contestant has its turn [default: 7, or 2 if quick]
    #[arg(long)]
    rounds: Option<NonZeroU32>,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

/// Measures and prints.
///
/// # Errors
///
/// If the contestants disagree on a position or a count.
pub fn run(arguments: &Arguments) -> Result<()> {
    let rounds = arguments.rounds.map_or(if arguments.quick { 2 } else { 7 }, NonZeroU32::get);
    let texts = positions::texts()?;
    rows::check_agreement(&texts)?;
    let names = match arguments.rows.as_slice() {
        [] => rows::Name::ALL,
        named => named,
    };
    let mut measured = Vec::new();
    if !arguments.json {
        print!("{}", report::heading(rounds));
    }
    for name in names {
        let row = rows::build(*name, &texts, arguments.quick)?.measure(rounds)?;
        if !arguments.json {
            print!("{}", report::lines(&row));
        }
        measured.push(row);
    }
    if arguments.json {
        println!("{:#}", report::json(&measured, rounds));
    }
    Ok(())
}
