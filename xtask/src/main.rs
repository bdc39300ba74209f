//! Tabiya's chores, started as `cargo xtask <command>`: it generates the tables, runs the
//! checks of CI in order, and starts the larger programs with the flags they need.

#![forbid(unsafe_code)]

mod baseline;
mod cargo;
mod ci;
mod circles;
mod coverage;
mod doc_search;
mod functions;
mod fuzz;
mod levels;
mod miri;
mod modules;
mod mutants;
mod programs;
mod prose;
mod release;
mod shape;
mod sides;
mod tables;
mod tools;
mod workspace;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Tabiya's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Derive every table and write it to `crates/tables/src/generated/`
    GenTables {
        /// Compare with what is there, write nothing, and fail where anything differs
        #[arg(long)]
        check: bool,
    },
    /// Run the checks of CI in order, up to the first that fails
    Ci {
        /// Run this step alone
        #[arg(long, value_name = "STEP")]
        only: Option<ci::Step>,
    },
    /// Fail if modules of a crate use each other in a circle, and list such modules
    Circles,
    /// Fail if a function of the generator takes a color as a value
    Sides,
    /// Fail if a library has a function of more than 60 lines or five parameters
    Shape,
    /// Fail if a comment or a page violates the style guide
    Prose {
        /// Print the number of findings by folder and kind
        #[arg(long)]
        summary: bool,
    },
    /// Fail if rustdoc's search does not find the items of the library by the terms of the field
    DocSearch,
    /// Run the perft suites: `cargo run --release -p tabiya-tests --bin suites`
    Suites {
        /// Passed on to the program as they stand
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Compare with other generators' moves: `cargo run --release -p tabiya-tests --bin differential`
    Differential {
        /// Passed on to the program as they stand
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Time cold builds of a small program: `cargo xtask bench-compare --rows clean_build`
    CleanBuild {
        /// Passed on to the program as they stand
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Run every fuzz target in turn, from the corpora of `tests/data/corpus` on
    Fuzz {
        /// How long each target runs
        #[arg(long, value_name = "N", default_value_t = 10.0)]
        minutes: f64,
        /// Run this target alone
        #[arg(long, value_name = "NAME")]
        target: Option<String>,
        /// Passed on to libFuzzer as they stand
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Run the unit tests of the libraries under Miri, for three targets
    Miri {
        /// Run the tests whose names contain this
        filter: Option<String>,
    },
    /// Change the code in one place at a time, and see that a quick test notices
    Mutants {
        /// How many changes are drawn from all
        #[arg(long, value_name = "N", default_value_t = 400)]
        count: usize,
        /// The seed of the draw
        #[arg(long, value_name = "S", default_value_t = 1)]
        seed: u64,
        /// Passed on to cargo-mutants as they stand
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Measure which lines of the libraries the tests reach
    Coverage {
        /// Passed on to `cargo llvm-cov report` as they stand: `--html`, say
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Count the instructions of the library's calls by callgrind, compared with those written down
    Instructions {
        /// Passed on to the program as they stand
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Compare Tabiya with other generators: `cargo run --release -p tabiya-benches --bin bench-compare`
    BenchCompare {
        /// The processor to compile for; give it before the program's own arguments
        #[arg(long, value_enum, default_value_t)]
        target: programs::Target,
        /// A revision of this repository to compare with, as one more library; before the program's
        /// own arguments too
        #[arg(long, value_name = "REV")]
        baseline: Option<String>,
        /// Passed on to the program as they stand
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::GenTables { check } => tables::run(check),
        Command::Ci { only } => Ok(ci::run(only)),
        Command::Circles => circles::check().map(|()| ExitCode::SUCCESS),
        Command::Sides => sides::check().map(|()| ExitCode::SUCCESS),
        Command::Shape => shape::check().map(|()| ExitCode::SUCCESS),
        Command::Prose { summary } => prose::check(summary).map(|()| ExitCode::SUCCESS),
        Command::DocSearch => doc_search::check().map(|()| ExitCode::SUCCESS),
        Command::Suites { args } => programs::suites(&args),
        Command::Differential { args } => programs::differential(&args),
        Command::Fuzz { minutes, target, args } => fuzz::run(minutes, target.as_deref(), &args),
        Command::Miri { filter } => miri::run(filter.as_deref()),
        Command::Mutants { count, seed, args } => mutants::run(count, seed, &args),
        Command::Coverage { args } => coverage::run(&args),
        Command::CleanBuild { args } => programs::clean_build(&args),
        Command::Instructions { args } => programs::instructions(&args),
        Command::BenchCompare { target, baseline, args } => {
            programs::bench_compare(target, baseline.as_deref(), &args)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Command, programs};
    use clap::{CommandFactory, Parser};

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn arguments_after_the_target_reach_the_program() {
        let line = ["xtask", "bench-compare", "--target", "native", "--json", "--target", "x"];
        let Command::BenchCompare { target, args, .. } = Arguments::parse_from(line).command else {
            panic!("`bench-compare` was read as another command");
        };
        assert_eq!(target, programs::Target::Native);
        assert_eq!(args, ["--json", "--target", "x"]);
    }

    #[test]
    fn bench_compare_compiles_for_the_default_target_unless_told() {
        let Command::BenchCompare { target, baseline, args } =
            Arguments::parse_from(["xtask", "bench-compare", "--depth", "5"]).command
        else {
            panic!("`bench-compare` was read as another command");
        };
        assert_eq!((target, baseline), (programs::Target::Default, None));
        assert_eq!(args, ["--depth", "5"]);
    }
}
