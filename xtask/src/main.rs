//! Development tasks: `cargo xtask COMMAND` generates the tables, runs the checks of CI, and starts
//! test and benchmark programs with the flags that they need.

#![forbid(unsafe_code)]

mod baseline;
mod cargo;
mod ci;
mod coverage;
mod cycles;
mod doc_search;
mod functions;
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
mod shape;
mod sides;
mod tables;
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
        #[arg(long, value_name = "STEP")]
        only: Option<ci::Step>,
    },
    /// Fail if modules of a crate import each other in a cycle
    Cycles,
    /// Fail if a function of the generator takes a `Color` value
    Sides,
    /// Fail if a library function has over 60 lines or five parameters
    Shape,
    /// Check comments, rustdoc and pages against the style guide
    Prose {
        /// Print the number of findings by folder and kind
        #[arg(long)]
        summary: bool,
    },
    /// Check that rustdoc search finds the terms of the field
    DocSearch,
    /// Build, test and type-check the Python package
    Python {
        /// Run only this part
        #[arg(long, value_name = "PART")]
        only: Option<python::Part>,
    },
    /// Build the npm package and the explorer page
    Web {
        /// Check the code, test the package in Node.js and the page in Chromium
        #[arg(long, conflicts_with = "serve")]
        check: bool,
        /// Serve the page until Ctrl-C
        #[arg(long)]
        serve: bool,
    },
    /// Test the workspace `lab`, which compares with other libraries
    Lab {
        /// Compare fewer boards, and check neither lints nor documentation
        #[arg(long)]
        quick: bool,
    },
    /// Run the perft suites
    Suites {
        /// Arguments for the program
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Compare legal moves with those of other generators
    Differential {
        /// Arguments for the program
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Attack the programs with hostile input, signals and limits
    Torture {
        /// Arguments for the program, such as `--minutes 10`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Time clean builds: `cargo xtask bench-compare --rows clean_build`
    CleanBuild {
        /// Arguments for the program
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
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
        /// Arguments for libFuzzer
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
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
        /// Arguments for cargo-mutants
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Measure the line coverage of the libraries
    Coverage {
        /// Arguments for `cargo llvm-cov report`, such as `--html`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Count instructions by callgrind and compare with the baselines
    Instructions {
        /// Arguments for the program
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Benchmark the reading and writing of games
    BenchGames {
        /// Arguments for the program, first the folder of the games
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
    /// Benchmark Tabiya and other libraries
    BenchCompare {
        /// CPU to compile for; before the program's own arguments
        #[arg(long, value_enum, default_value_t)]
        target: programs::Target,
        /// Git revision to compare with; before the program's own arguments
        #[arg(long, value_name = "REV")]
        baseline: Option<String>,
        /// Arguments for the program
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        args: Vec<OsString>,
    },
}

fn main() -> anyhow::Result<ExitCode> {
    match Arguments::parse().command {
        Command::GenTables { check } => tables::run(check),
        Command::Ci { only } => Ok(ci::run(only)),
        Command::Cycles => cycles::check().map(|()| ExitCode::SUCCESS),
        Command::Sides => sides::check().map(|()| ExitCode::SUCCESS),
        Command::Shape => shape::check().map(|()| ExitCode::SUCCESS),
        Command::Prose { summary } => prose::check(summary).map(|()| ExitCode::SUCCESS),
        Command::DocSearch => doc_search::check().map(|()| ExitCode::SUCCESS),
        Command::Python { only } => python::run(only).map(|()| ExitCode::SUCCESS),
        Command::Web { check, serve } => {
            let action = match (check, serve) {
                (true, _) => web::Action::Check,
                (false, true) => web::Action::Serve,
                (false, false) => web::Action::Build,
            };
            web::run(action).map(|()| ExitCode::SUCCESS)
        }
        Command::Lab { quick } => lab::run(quick).map(|()| ExitCode::SUCCESS),
        Command::Suites { args } => programs::suites(&args),
        Command::Differential { args } => programs::differential(&args),
        Command::Torture { args } => programs::torture(&args),
        Command::Fuzz { minutes, target, record, args } => {
            fuzz::run(minutes, target.as_deref(), record, &args)
        }
        Command::Miri { filter } => miri::run(filter.as_deref()),
        Command::Mutants { count, seed, prefixes, args } => {
            mutants::run(count, seed, &prefixes, &args)
        }
        Command::Coverage { args } => coverage::run(&args),
        Command::CleanBuild { args } => programs::clean_build(&args),
        Command::Instructions { args } => programs::instructions(&args),
        Command::BenchGames { args } => programs::bench_games(&args),
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
    fn command_line_is_valid() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn arguments_after_target_are_passed_to_program() {
        let line = ["xtask", "bench-compare", "--target", "native", "--json", "--target", "x"];
        let Command::BenchCompare { target, args, .. } = Arguments::parse_from(line).command else {
            panic!("expected the command `bench-compare`");
        };
        assert_eq!(target, programs::Target::Native);
        assert_eq!(args, ["--json", "--target", "x"]);
    }

    #[test]
    fn bench_compare_without_target_uses_default() {
        let Command::BenchCompare { target, baseline, args } =
            Arguments::parse_from(["xtask", "bench-compare", "--depth", "5"]).command
        else {
            panic!("expected the command `bench-compare`");
        };
        assert_eq!((target, baseline), (programs::Target::Default, None));
        assert_eq!(args, ["--depth", "5"]);
    }
}
