//! Attacks on the programs `tabiya` and `tabiya-engine`, for `cargo xtask torture`.
//!
//! An attack yields scenarios: files and program runs. Each run must meet the expectations in
//! [`expectation`]; a run that does not is reduced and saved as a shell script.
#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(target_os = "linux")]
mod campaign;
#[cfg(target_os = "linux")]
mod corpus;
#[cfg(target_os = "linux")]
mod expectation;
#[cfg(target_os = "linux")]
mod mutation;
mod options;
#[cfg(target_os = "linux")]
mod processes;
#[cfg(target_os = "linux")]
mod reduction;
#[cfg(target_os = "linux")]
mod runner;
#[cfg(target_os = "linux")]
mod scenario;
#[cfg(target_os = "linux")]
mod shell;
#[cfg(target_os = "linux")]
mod trial;

use std::process::ExitCode;

use clap::Parser;

use options::Arguments;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    #[cfg(target_os = "linux")]
    match campaign::run(&arguments) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
    #[cfg(not(target_os = "linux"))]
    {
        drop(arguments);
        println!("skipped: the attacks need the signals, limits and process files of Linux");
        ExitCode::SUCCESS
    }
}
