//! The `tabiya-data` program: files of training data.
//!
//! | module | content |
//! |---|---|
//! | `formats` | the formats, by name and by file |
//! | `reading` | the loop over the chunks of all inputs: threads, order, progress, Ctrl-C |
//! | `check`, `convert`, `mix` | the commands |
//!
//! Inputs, outputs and the state of an interrupted command are those of `tabiya-games`.

#![forbid(unsafe_code)]

mod check;
mod convert;
mod formats;
mod mix;
mod reading;

use std::io::Write;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tabiya_program::program::{self, Program};
use tabiya_program::{completions, progress, verdict};
use tabiya_units::files;

/// Check, convert and mix training data for chess networks
#[derive(Parser, Debug)]
#[command(
    name = "tabiya-data",
    version,
    after_help = "Examples:\n  \
        tabiya-data check games.binpack\n  \
        tabiya-data convert games.binpack -o games.viri\n  \
        tabiya-data convert --skip-plies 16 --max-score 10000 --quiet-only games.binpack -o quiet.binpack\n  \
        tabiya-data mix new.binpack old.binpack -o mixed.binpack --memory 4G\n\n\
        Formats are binpack, viriformat, plain (Stockfish's text), bulletformat and scored-fen\n\
        (FEN | score | result). The last two have no moves and cannot be read.\n\
        Files are plain, gzip or Zstandard, recognized by their contents; - is standard input.\n\
        An output replaces no file unless --force is given."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Find errors, and count positions, marks, results and pieces
    Check(check::Arguments),
    /// Convert to another format, and filter positions
    Convert(Box<convert::Arguments>),
    /// Merge files, shuffle their games, and divide them into parts
    Mix(mix::Arguments),
    /// Print a shell completion script
    Completions(completions::Arguments),
}

impl Program for Arguments {
    fn run(&self, out: &mut dyn Write) -> verdict::Result {
        match &self.command {
            Command::Check(arguments) => arguments.run(out),
            Command::Convert(arguments) => arguments.run(),
            Command::Mix(arguments) => arguments.run(),
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
