//! The command line: its arguments, the commands, and how a failure becomes one line and an
//! exit code.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::verdict::{Failure, Verdict};
use crate::{
    bench, board, causes, compare, completions, explain, fen, moves, perft, suite, tables, uci,
    verdict,
};

/// Chess move generation from the command line: debug a generator, look at positions and
/// attack tables, run perft suites.
#[derive(Parser)]
#[command(
    name = "tabiya",
    version,
    after_help = "Examples:\n  \
        tabiya compare --engine ./my-engine         find the first move it gets wrong\n  \
        tabiya explain e5d6 --fen FEN               is it legal, and why\n  \
        tabiya tables knight f3                     where a knight goes, and how that is known\n  \
        tabiya perft 5 --divide --moves \"e2e4\"      count the game tree\n\n\
        `tabiya COMMAND --help` shows more. Exit codes: 0 success, 1 a difference or a failure \
        was found,\n2 the arguments or the input cannot be used."
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the leaves of the game tree
    Perft(perft::Arguments),
    /// Find the first move that another generator gets wrong
    Compare(compare::Arguments),
    /// List the legal moves
    Moves(moves::Arguments),
    /// Draw a position, with checkers and pins
    Board(board::Arguments),
    /// Say whether a move is legal, and why
    Explain(explain::Arguments),
    /// Check FENs, and say what would mend them
    Fen(fen::Arguments),
    /// Draw an attack set, and how it is found
    Tables(tables::Arguments),
    /// Count perft suites and compare with what they say
    Suite(suite::Arguments),
    /// Measure this build on this machine
    Bench(bench::Arguments),
    /// Speak UCI: positions and `go perft`
    Uci(uci::Arguments),
    /// Print a script that completes these commands in a shell
    Completions(completions::Arguments),
}

impl Command {
    fn run(&self, out: &mut dyn Write) -> verdict::Result {
        match self {
            Self::Perft(arguments) => arguments.run(out),
            Self::Moves(arguments) => arguments.run(out),
            Self::Board(arguments) => arguments.run(out),
            Self::Explain(arguments) => arguments.run(out),
            Self::Fen(arguments) => arguments.run(out),
            Self::Tables(arguments) => arguments.run(out),
            Self::Compare(arguments) => arguments.run(out),
            Self::Uci(arguments) => arguments.run(out),
            Self::Suite(arguments) => arguments.run(out),
            Self::Bench(arguments) => arguments.run(out),
            Self::Completions(arguments) => arguments.run(Arguments::command(), out),
        }
    }
}

/// The arguments or the input are unusable.
const USAGE: u8 = 2;

/// Runs the program: reads its arguments, runs the command, and returns the exit code.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    let mut out = anstream::stdout().lock();
    let result = arguments.command.run(&mut out);
    match result.and_then(|verdict| Ok(out.flush().map(|()| verdict)?)) {
        Ok(verdict) => verdict.exit_code().into(),
        // Whoever read us has enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Verdict::Success.exit_code().into()
        }
        Err(Failure::Output(error)) => {
            complain(format_args!("error: cannot write the result: {error}"));
            Verdict::Mismatch.exit_code().into()
        }
        Err(Failure::Input(error)) => {
            complain(format_args!("error: {}", causes::joined(&error)));
            USAGE.into()
        }
    }
}

/// Help and version as clap prints them; an error as one line.
fn usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // As above: a reader that goes away is none of our business.
        let _ = error.print();
        return Verdict::Success.exit_code().into();
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return USAGE.into();
    }
    let text = error.render().to_string();
    // The message proper ends where clap starts to explain.
    let message: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    complain(format_args!("{} (see --help)", message.join(" ")));
    USAGE.into()
}

/// Says what is wrong, if anybody listens.
fn complain(message: fmt::Arguments<'_>) {
    let _ = writeln!(anstream::stderr(), "{message}");
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn the_command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }
}
