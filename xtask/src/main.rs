//! Development tasks: `cargo xtask COMMAND` generates the tables, runs the CI checks, and starts
//! test and benchmark programs with the flags that they need.

#![forbid(unsafe_code)]

mod baseline;
mod c;
mod cargo;
mod ci;
mod coverage;
mod cycles;
mod doc_search;
mod fuzz;
mod lab;
mod levels;
mod miri;
mod modules;
mod mutants;
mod programs;
mod prose;
mod python;
mod random;
mod read_only_copy;
mod release;
mod sides;
mod tables;
#[cfg(test)]
mod tests;
mod tools;
mod web;
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Run a development task of Tabiya
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Generate the tables in `crates/tables/src/generated`
    GenTables {
        /// Compare instead of writing; fail if a file differs
        #[arg(long)]
        check: bool,
    },
    /// Run the checks of CI in order, up to the first failure
    Ci {
        /// Run only this step
        #[arg(long, value_name = "STEP", value_parser = ci::CI.step_parser())]
        only: Option<String>,
    },
    /// Run the checks that take too long for CI, also after a failure
    Nightly {
        /// Run only this step
        #[arg(long, value_name = "STEP", value_parser = ci::NIGHTLY.step_parser())]
        only: Option<String>,
    },
    /// Build, test and type-check the Python package
    Python {
        /// Build fast, and run the quick tests only
        #[arg(long)]
        quick: bool,
    },
    /// Build the npm package and the explorer page
    Web(web::Options),
    /// Build the C library, and test it by the C compilers that there are
    C(c::Options),
    /// Test the workspace `lab`, which compares with other libraries
    Lab {
        /// Prove the lemmas about the functions that count perft instead, or have the proofs checked
        #[arg(value_parser = ["proofs", "certificates"])]
        part: Option<String>,
        /// Compare fewer boards, and check neither lints nor documentation
        #[arg(long, conflicts_with = "part")]
        quick: bool,
    },
    /// Run the perft suites
    Suites(Passed),
    /// Compare legal moves with those of other generators
    Differential(Passed),
    /// Audit what two engines claim in matches
    AuditMatches(Passed),
    /// Attack the programs with hostile input, signals and limits
    Torture(Passed),
    /// Time clean builds: `cargo xtask bench-compare --rows clean_build`
    CleanBuild(Passed),
    /// Run the fuzz targets, starting from the corpora in `tests/data`
    Fuzz {
        /// Minutes per target
        #[arg(long, value_name = "N", default_value_t = 10.0)]
        minutes: f64,
        /// Run only this target
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
        /// Add executions and minutes to `tests/data/fuzz/totals.tsv`
        #[arg(long)]
        record: bool,
        #[command(flatten)]
        passed: Passed,
    },
    /// Run the unit tests of the libraries under Miri
    Miri {
        /// Run only the tests whose names contain this text
        filter: Option<String>,
    },
    /// Test random mutants of the libraries
    Mutants {
        /// Number of mutants to test
        #[arg(long, value_name = "N", default_value_t = 400)]
        count: usize,
        /// Seed of the random selection
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Mutate only files whose path begins with this; may be repeated
        #[arg(long = "in", value_name = "PREFIX")]
        prefixes: Vec<String>,
        #[command(flatten)]
        passed: Passed,
    },
    /// Measure the line coverage of the libraries, with `--html` as a page
    Coverage(Passed),
    /// Count instructions by callgrind and compare with the baselines
    Instructions(Passed),
    /// Benchmark the reading and writing of games
    BenchGames(Passed),
    /// Benchmark Tabiya and other libraries
    BenchCompare {
        /// CPU to compile for; before the program's own arguments
        #[arg(long, value_enum, default_value_t)]
        target: programs::Target,
        /// Git revision to compare with; before the program's own arguments
        #[arg(long, value_name = "REV")]
        baseline: Option<String>,
        #[command(flatten)]
        passed: Passed,
    },
}

/// Arguments that a command passes on.
#[derive(clap::Args)]
struct Passed {
    /// Arguments for the program, such as `--minutes 10`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<OsString>,
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::GenTables { check } => tables::run(check),
        Command::Ci { only } => Ok(ci::CI.run(only.as_deref())),
        Command::Nightly { only } => Ok(ci::NIGHTLY.run(only.as_deref())),
        Command::Python { quick } => python::run(quick).map(|()| ExitCode::SUCCESS),
        Command::Web(options) => web::run(&options).map(|()| ExitCode::SUCCESS),
        Command::C(options) => c::run(&options).map(|()| ExitCode::SUCCESS),
        Command::Lab { part: None, quick } => lab::run(quick).map(|()| ExitCode::SUCCESS),
        Command::Lab { part: Some(part), .. } => {
            let run = if part == "proofs" { lab::prove } else { lab::certify };
            run().map(|()| ExitCode::SUCCESS)
        }
        Command::Suites(Passed { args }) => programs::suites(&args),
        Command::Differential(Passed { args }) => programs::differential(&args),
        Command::AuditMatches(Passed { args }) => programs::audit_matches(&args),
        Command::Torture(Passed { args }) => programs::torture(&args),
        Command::Fuzz { minutes, target, record, passed: Passed { args } } => {
            fuzz::run(minutes, target.as_deref(), record, &args)
        }
        Command::Miri { filter } => miri::run(filter.as_deref()),
        Command::Mutants { count, seed, prefixes, passed: Passed { args } } => {
            mutants::run(count, seed, &prefixes, &args)
        }
        Command::Coverage(Passed { args }) => coverage::run(&args),
        Command::CleanBuild(Passed { args }) => programs::clean_build(&args),
        Command::Instructions(Passed { args }) => programs::instructions(&args),
        Command::BenchGames(Passed { args }) => programs::bench_games(&args),
        Command::BenchCompare { target, baseline, passed: Passed { args } } => {
            programs::bench_compare(target, baseline.as_deref(), &args)
        }
    }
}
