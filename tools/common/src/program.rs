//! The `main` function of a program: arguments, the run, and how errors map to one line and an exit
//! code.

use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Parser};

use crate::verdict::{self, Failure, Verdict};
use crate::{causes, message, position, progress};

/// The arguments of a program, which run it.
pub trait Program: Parser {
    /// Runs the program.
    ///
    /// # Errors
    ///
    /// Returns an error if the input is invalid or the output cannot be written.
    fn run(&self, out: &mut dyn Write) -> verdict::Result;
}

/// The exit code of a program for invalid arguments or input.
const USAGE_EXIT_CODE: u8 = 2;

/// Parses the arguments, runs the program and returns its exit code.
pub fn main<P: Program>() -> ExitCode {
    let arguments = position::name_option(&P::command(), env::args_os());
    let program = match arguments.and_then(P::try_parse_from) {
        Ok(program) => program,
        Err(error) => return report_usage(&error),
    };
    progress::handle_signals();
    let mut out = anstream::stdout().lock();
    let result = program.run(&mut out);
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
        Err(Failure::Usage(error)) => report_usage(&error),
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
    let suggestion = match error.get(ContextKind::SuggestedSubcommand) {
        Some(ContextValue::Strings(names)) if !names.is_empty() => {
            format!("; did you mean {}?", names.join(" or "))
        }
        _ => String::new(),
    };
    message::print_line(&format!("{}{suggestion} (see --help)", message.join(" ")));
    USAGE_EXIT_CODE.into()
}

/// Asserts that a command is well formed and that the help for its arguments, values and
/// subcommands fits into a line with 70 characters.
///
/// # Panics
///
/// Panics otherwise; program tests call it.
#[track_caller]
pub fn assert_well_formed<P: Program>() {
    P::command().debug_assert();
    assert_help_is_short(&P::command());
}

#[track_caller]
fn assert_help_is_short(command: &Command) {
    let values = command.get_arguments().flat_map(Arg::get_possible_values).collect::<Vec<_>>();
    let value_lines = values.iter().filter_map(|value| value.get_help());
    let lines = command.get_arguments().filter_map(Arg::get_help).chain(value_lines);
    for line in lines.chain(command.get_about()).map(ToString::to_string) {
        assert!(line.chars().count() <= 70, "{}: {line}", command.get_name());
    }
    command.get_subcommands().for_each(assert_help_is_short);
}
