//! Shared code for the programs `tabiya`, `tabiya-audit`, `tabiya-games` and `tabiya-units`.
//!
//! | module | content |
//! |---|---|
//! | [`program`] | the `main` function: one line per error, exit codes |
//! | [`verdict`] | what a command returns: a result, or the reason for which it could not run |
//! | [`position`] | the arguments that set up a position, and the text forms for positions |
//! | [`counting`] | the arguments for a perft count, and counts up to a limit |
//! | [`number`] | parsers for numbers, sizes and unit ranges |
//! | [`report`], [`by_depth`], [`node_count`] | count results, as text and as JSON |
//! | [`json`], [`message`], [`causes`] | lines on standard output and standard error |
//! | [`destination`] | the rule for outputs: no file is replaced unless the command is told to |
//! | `files`, a feature | inputs, outputs and saved states for programs that read and write large files |
//! | [`process_group`] | child processes that end together with their descendants |
//! | [`progress`], [`signals`] | progress bars; Ctrl-C, SIGTERM and SIGHUP |
//! | [`lines`] | the lines in a text file with any bytes |
//! | [`link`] | links to the explorer page |
//! | [`completions`] | completion scripts for shells |
//!
//! ```no_run
//! use std::io::Write;
//! use std::process::ExitCode;
//!
//! use clap::Parser;
//! use tabiya_program::position::PositionArgs;
//! use tabiya_program::program::{self, Program};
//! use tabiya_program::verdict::{self, Verdict};
//!
//! /// Count the legal moves
//! #[derive(Parser)]
//! struct Arguments {
//!     #[command(flatten)]
//!     position: PositionArgs,
//! }
//!
//! impl Program for Arguments {
//!     fn run(&self, out: &mut dyn Write) -> verdict::Result {
//!         writeln!(out, "{}", self.position.position()?.legal_move_count())?;
//!         Ok(Verdict::Success)
//!     }
//! }
//!
//! fn main() -> ExitCode {
//!     program::main::<Arguments>()
//! }
//! ```
#![forbid(unsafe_code)]

pub mod by_depth;
pub mod causes;
pub mod completions;
pub mod counting;
pub mod destination;
#[cfg(feature = "files")]
pub mod files;
pub mod json;
pub mod lines;
pub mod link;
pub mod message;
pub mod node_count;
pub mod number;
pub mod position;
pub mod process_group;
pub mod program;
pub mod progress;
pub mod report;
pub mod signals;
pub mod verdict;
