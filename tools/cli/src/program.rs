//! The command line: arguments, subcommands, and the mapping of errors to one line and an exit
//! code.

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};

use crate::verdict::{Failure, Verdict};
use crate::{
    bench, board, causes, compare, completions, diagnose, explain, fen, games, message, moves,
    perft, suite, tables, uci, units, verdict,
};

/// Debug chess move generators, explain moves, draw boards, run perft
#[derive(Parser)]
#[command(
    name = "tabiya",
    version,
    after_help = "Examples:\n  \
        tabiya compare --engine ./my-engine         find its first wrong move\n  \
        tabiya diagnose startpos 5 4865351          find the bug behind a wrong number\n  \
        tabiya explain e5d6 --fen FEN               explain why it is legal or illegal\n  \
        tabiya tables knight f3                     draw the knight attacks of f3\n  \
        tabiya perft 5 --divide --moves \"e2e4\"      count leaves per root move\n\n\
        `tabiya COMMAND --help` shows details and examples.\n\
        Exit codes: 0 success, 1 mismatch or failure, 2 invalid arguments or input, 130 Ctrl-C"
)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the leaves of the game tree
    Perft(perft::Arguments),
    /// Verify the units file of a split perft count
    Units(units::Arguments),
    /// Find the first move that another generator gets wrong
    Compare(compare::Arguments),
    /// Find the classic bug that yields a wrong perft number
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
    /// Check, count, filter and rewrite files of games in PGN
    Games(games::Arguments),
    /// Benchmark this build on this machine
    Bench(bench::Arguments),
    /// Accept UCI commands: `position` and `go perft`
    Uci(uci::Arguments),
    /// Print a shell completion script
    Completions(completions::Arguments),
}

impl Command {
    fn run(&self, out: &mut dyn Write) -> verdict::Result {
        match self {
            Self::Perft(arguments) => arguments.run(out),
            Self::Units(arguments) => arguments.run(out),
            Self::Moves(arguments) => arguments.run(out),
            Self::Board(arguments) => arguments.run(out),
            Self::Explain(arguments) => arguments.run(out),
            Self::Fen(arguments) => arguments.run(out),
            Self::Tables(arguments) => arguments.run(out),
            Self::Compare(arguments) => arguments.run(out),
            Self::Diagnose(arguments) => arguments.run(out),
            Self::Uci(arguments) => arguments.run(out),
            Self::Suite(arguments) => arguments.run(out),
            Self::Games(arguments) => arguments.run(out),
            Self::Bench(arguments) => arguments.run(out),
            Self::Completions(arguments) => arguments.run(Arguments::command(), out),
        }
    }
}

/// The exit code of the program for invalid arguments or input.
const USAGE_EXIT_CODE: u8 = 2;

/// Parses the arguments, runs the command and returns the exit code.
pub fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return report_usage(&error),
    };
    let mut out = anstream::stdout().lock();
    let result = arguments.command.run(&mut out);
    match result.and_then(|verdict| Ok(out.flush().map(|()| verdict)?)) {
        Ok(verdict) => verdict.exit_code().into(),
        // The reader has closed the pipe, as `head` does.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            Verdict::Success.exit_code().into()
        }
        Err(Failure::Output(error)) => {
            message::print_line(&format!("error: cannot write the result: {error}"));
            Verdict::Mismatch.exit_code().into()
        }
        Err(Failure::Input(error)) => {
            message::print_line(&format!("error: {}", causes::join_messages(&error)));
            USAGE_EXIT_CODE.into()
        }
    }
}

/// Prints help and version as clap formats them, and an error as one line.
fn report_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        // A closed pipe is not an error, as above.
        let _ = error.print();
        return Verdict::Success.exit_code().into();
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let _ = error.print();
        return USAGE_EXIT_CODE.into();
    }
    let text = error.render().to_string();
    // An empty line separates the message from clap's hints.
    let message: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    message::print_line(&format!("{} (see --help)", message.join(" ")));
    USAGE_EXIT_CODE.into()
}

#[cfg(test)]
mod tests {
    use clap::builder::PossibleValue;
    use clap::{Arg, Command, CommandFactory};

    use super::Arguments;

    #[test]
    fn command_line_is_well_formed() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn help_lines_have_at_most_70_characters() {
        assert_help_is_short(&Arguments::command());
    }

    #[track_caller]
    fn assert_help_is_short(command: &Command) {
        let values: Vec<_> = command.get_arguments().flat_map(Arg::get_possible_values).collect();
        let value_lines = values.iter().filter_map(PossibleValue::get_help);
        let lines = command.get_arguments().filter_map(Arg::get_help).chain(value_lines);
        for line in lines.chain(command.get_about()).map(ToString::to_string) {
            assert!(line.chars().count() <= 70, "{}: {line}", command.get_name());
        }
        command.get_subcommands().for_each(assert_help_is_short);
    }
}
