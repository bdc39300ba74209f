//! The `tabiya-units` program: deep perft counts in units, which any number of machines count.
//!
//! The command line is the interface. The formats for units and for their results are in `tabiya_units`.
#![forbid(unsafe_code)]

mod count;
mod error_context;
mod file;
mod job;
mod saver;
mod split;
mod sum;
mod unique;
mod unit_list;
mod unit_worker;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tabiya_program::program::{self, Program};
use tabiya_program::{completions, progress, verdict};
use tabiya_units::files;

/// Split perft counts into units, count these, and add their results
#[derive(Parser)]
#[command(
    name = "tabiya-units",
    version,
    after_help = "Examples:\n  \
        tabiya-units split 5 --out five.units                        write the units of 5 plies\n  \
        tabiya-units verify five.units                               verify the file\n  \
        tabiya-units count five.units 10 --out results --unit 0..100 count some of the units\n  \
        tabiya-units sum five.units 10 results                       add the results\n\n\
        `tabiya-units COMMAND --help` shows details and examples.\n\
        Exit codes: 0 success, 1 mismatch or failure, 2 invalid arguments or input,\n\
        130 Ctrl-C, 143 SIGTERM, 129 SIGHUP"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write the unique positions after some plies to a units file
    Split(split::Arguments),
    /// Print the header of a units file
    Info(file::FileArgs),
    /// Verify a units file as a whole
    ///
    /// Verifies checksums, the positions, their order and their hash. Multiplicities must add up to
    /// the perft count of the root. From the start position, the number of positions must be the
    /// published one, up to ply 8. The exit code is 1 if the file is refused.
    #[command(verbatim_doc_comment)]
    Verify(file::FileArgs),
    /// Count the leaves below units, and save each result
    Count(count::Arguments),
    /// Add the results of units
    Sum(sum::Arguments),
    /// Count the unique positions and the nodes at each depth
    Unique(unique::Arguments),
    /// Print a shell completion script
    Completions(completions::Arguments),
}

impl Program for Arguments {
    fn run(&self, out: &mut dyn Write) -> verdict::Result {
        match &self.command {
            Command::Split(arguments) => arguments.run(out),
            Command::Info(arguments) => arguments.print_info(out),
            Command::Verify(arguments) => arguments.verify(out),
            Command::Count(arguments) => arguments.run(out),
            Command::Sum(arguments) => arguments.run(out),
            Command::Unique(arguments) => arguments.run(out),
            Command::Completions(arguments) => arguments.run::<Self>(out),
        }
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    progress::on_exit(files::remove_incomplete);
    program::main::<Arguments>()
}

#[cfg(test)]
mod tests {
    #[test]
    fn command_line_is_well_formed() {
        tabiya_program::program::assert_well_formed::<super::Arguments>();
    }
}
