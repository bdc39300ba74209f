//! The `tabiya` program: reads its arguments, runs the command, and turns every failure
//! into one line and an exit code.
#![forbid(unsafe_code)]

mod perft;

use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

/// Chess move generation from the command line.
#[derive(Parser)]
#[command(name = "tabiya", version, about)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Count the leaves of the game tree
    Perft(perft::Arguments),
}

/// Success; nothing was wrong.
const SUCCESS: u8 = 0;
/// The work itself failed: the output could not be written.
const FAILURE: u8 = 1;
/// The arguments or the position are unusable.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return usage(&error),
    };
    let Command::Perft(arguments) = arguments.command;
    let position = match arguments.position() {
        Ok(position) => position,
        Err(error) => {
            eprintln!("error: {error:#}");
            return USAGE.into();
        }
    };
    let mut out = io::stdout().lock();
    match arguments.run(&position, &mut out).and_then(|()| out.flush()) {
        Ok(()) => SUCCESS.into(),
        // Whoever read us has enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => SUCCESS.into(),
        Err(error) => {
            eprintln!("error: cannot write the result: {error}");
            FAILURE.into()
        }
    }
}

/// Help and version as clap prints them; an error as one line.
fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return match error.print() {
            Ok(()) => SUCCESS.into(),
            Err(_) => FAILURE.into(),
        };
    }
    let text = error.render().to_string();
    // The message proper ends where clap starts to explain.
    let message: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    eprintln!("{} (see --help)", message.join(" "));
    USAGE.into()
}
