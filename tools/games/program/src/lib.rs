//! The `tabiya-games` program: PGN game files.
//!
//! | module | content |
//! |---|---|
//! | `tabiya_program::files` | inputs, outputs, and the state of an interrupted command |
//! | `reading` | the loop over all inputs: workers, order, progress, Ctrl-C |
//! | `work` | the work on the games in a part, and their findings |
//! | `errors` | the option `--errors`, and the findings report |
//! | `indexed` | indexes beside the inputs, read instead of the games |
//!
//! A command consists of two parts. A `GameWork`, which several threads run, computes the value for
//! consecutive games. A `PartSink` receives these values in input order, in the main thread, and
//! writes the result. `reading::run` connects the two.

#![forbid(unsafe_code)]

mod check;
mod convert;
mod dedupe;
mod errors;
mod excerpt;
mod filter;
mod fix;
mod index;
mod indexed;
mod opening_tags;
mod openings;
mod reading;
mod repair;
mod search;
mod split;
mod stats;
mod tally;
mod text;
mod work;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tabiya_program::program::{self, Program};
use tabiya_program::{completions, progress, verdict};
use tabiya_units::files;

/// Check, count, filter and rewrite files of games in PGN
#[derive(Parser, Debug)]
#[command(
    name = "tabiya-games",
    version,
    after_help = "Examples:\n  \
        tabiya-games stats games.pgn.zst\n  \
        tabiya-games check games.pgn.zst\n  \
        tabiya-games filter 'WhiteElo >= 2400 and Result = 1-0' games.pgn.zst -o wins.pgn\n  \
        tabiya-games dedupe old.pgn new.pgn -o all.pgn.zst\n\n\
        Files are plain, gzip or Zstandard, recognized by their contents; - is standard input.\n\
        An output replaces no file unless --force or --in-place is given.\n\
        Ctrl-C ends a command after the games that were read, with exit code 130, SIGTERM with 143\n\
        and SIGHUP with 129."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Count games, moves, results, tags and errors
    Stats(stats::Arguments),
    /// Find errors, with their lines and columns
    Check(check::Arguments),
    /// Write the games that satisfy conditions
    Filter(filter::Arguments),
    /// Write the first of equal games
    Dedupe(dedupe::Arguments),
    /// Rewrite games in the export format of PGN
    Fix(fix::Arguments),
    /// Divide games into files, by number, size or a tag
    Split(split::Arguments),
    /// Write the index of a file, or print games by number
    Index(index::Arguments),
    /// Count results by position and move
    Openings(openings::Arguments),
    /// Find a position, a pattern or material
    Search(search::Arguments),
    /// Convert games into training data, JSON, CSV and other formats
    Convert(convert::Arguments),
    /// Print a shell completion script
    Completions(completions::Arguments),
}

impl Program for Arguments {
    fn run(&self, out: &mut dyn Write) -> verdict::Result {
        match &self.command {
            Command::Stats(arguments) => arguments.run(out),
            Command::Check(arguments) => arguments.run(),
            Command::Filter(arguments) => arguments.run(out),
            Command::Dedupe(arguments) => arguments.run(),
            Command::Fix(arguments) => arguments.run(),
            Command::Split(arguments) => arguments.run(),
            Command::Index(arguments) => arguments.run(out),
            Command::Openings(arguments) => arguments.run(out),
            Command::Search(arguments) => arguments.run(out),
            Command::Convert(arguments) => arguments.run(),
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
mod tests;
