//! The command line: arguments and subcommands.

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use tabiya_program::program::{self, Program};
use tabiya_program::{completions, verdict};

use crate::{
    bench, board, compare, diagnose, dispatch, explain, fen, moves, perft, suite, tables, uci,
};

/// Debug chess move generators, explain moves, draw boards, run perft
#[derive(Parser)]
#[command(
    name = "tabiya",
    version,
    after_help = "Programs of their own, which `tabiya NAME` runs as `tabiya-NAME`:\n  \
        games        Check, count, filter and rewrite files of games in PGN\n  \
        units        Split deep perft counts into units for many machines\n\n\
        Examples:\n  \
        tabiya compare --engine ./my-engine         find its first wrong move\n  \
        tabiya diagnose startpos 5 4865351          find the bug behind a wrong number\n  \
        tabiya explain FEN e5d6                     explain why it is legal or illegal\n  \
        tabiya tables knight f3                     draw the knight attacks of f3\n  \
        tabiya perft 5 --divide --moves \"e2e4\"      count leaves per root move\n\n\
        A position is `startpos`, a FEN in quotes, or what UCI writes after `position`, in quotes.\n\
        `tabiya COMMAND --help` shows details and examples.\n\
        Exit codes: 0 success, 1 mismatch or failure, 2 invalid arguments or input,\n\
        130 Ctrl-C, 143 SIGTERM, 129 SIGHUP"
)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the leaves of the game tree
    Perft(perft::Arguments),
    /// Find the first move that another generator gets wrong
    Compare(compare::Arguments),
    /// Find the bug that yields wrong perft numbers
    Diagnose(diagnose::Arguments),
    /// List the legal moves
    Moves(moves::Arguments),
    /// Draw a position with its checkers and pinned pieces
    Board(board::Arguments),
    /// Explain why a move is legal or illegal
    Explain(explain::Arguments),
    /// Validate FENs and suggest fixes
    Fen(fen::Arguments),
    /// Draw an attack set and its derivation
    Tables(tables::Arguments),
    /// Run perft suites and verify the expected counts
    Suite(suite::Arguments),
    /// Benchmark this build on this machine
    Bench(bench::Arguments),
    /// Accept UCI commands: `position` and `go perft`
    Uci(uci::Arguments),
    /// Print a shell completion script
    Completions(completions::Arguments),
    /// The name of another program and its arguments.
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

impl Program for Arguments {
    fn run(&self, out: &mut dyn Write) -> verdict::Result {
        match &self.command {
            Command::Perft(arguments) => arguments.run(out),
            Command::Compare(arguments) => arguments.run(out),
            Command::Diagnose(arguments) => arguments.run(out),
            Command::Moves(arguments) => arguments.run(out),
            Command::Board(arguments) => arguments.run(out),
            Command::Explain(arguments) => arguments.run(out),
            Command::Fen(arguments) => arguments.run(out),
            Command::Tables(arguments) => arguments.run(out),
            Command::Suite(arguments) => arguments.run(out),
            Command::Bench(arguments) => arguments.run(out),
            Command::Uci(arguments) => arguments.run(out),
            Command::Completions(arguments) => arguments.run::<Self>(out),
            Command::Other(words) => dispatch::run(words, &Self::command()),
        }
    }
}

/// Runs the program.
pub fn main() -> ExitCode {
    program::main::<Arguments>()
}

#[cfg(test)]
mod tests {
    #[test]
    fn command_line_is_well_formed() {
        tabiya_program::program::assert_well_formed::<super::Arguments>();
    }
}
