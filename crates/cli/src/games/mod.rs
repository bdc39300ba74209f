//! `tabiya games`: files of games in PGN.
//!
//! | module | content |
//! |---|---|
//! | [`input`] | the arguments that every command has: files, threads, a filter of tag pairs |
//! | [`reading`] | the loop over all inputs: workers, order, progress, Ctrl-C |
//! | [`output`] | an output file or standard output, plain or compressed, replaced as a whole |
//! | [`resume`] | the state of an interrupted command, saved every few seconds |
//!
//! A command consists of two parts. A [`GameWork`](reading::GameWork) computes the value of consecutive
//! games; several threads run it. A [`PartSink`](reading::PartSink) receives these values in the order of
//! the inputs, in the main thread, and writes the result. [`reading::run`] connects the two.

mod input;
mod output;
mod reading;
mod resume;
mod stats;

use std::io::Write;

use clap::{Args, Subcommand};

use crate::verdict;

/// The arguments of `tabiya games`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:\n  \
        tabiya games stats lichess.pgn.zst\n\n\
        Files are plain, gzip or Zstandard, recognized by their contents; - is standard input.\n\
        Ctrl-C ends a command after the games that were read, with exit code 130.")]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Count games, moves, results, tags and errors
    Stats(stats::Arguments),
}

impl Arguments {
    /// Runs a subcommand.
    ///
    /// # Errors
    ///
    /// Returns an error if an input cannot be opened or an output cannot be written.
    pub fn run(&self, out: &mut dyn Write) -> verdict::Result {
        match &self.command {
            Command::Stats(arguments) => arguments.run(out),
        }
    }
}
