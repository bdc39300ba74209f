//! Attacks on the programs `tabiya` and `tabiya-engine`, for `cargo xtask torture`.
//!
//! An attack yields scenarios: files and runs of the programs. Each run must meet the expectations of
//! [`expectation`]. A run that does not is reduced and saved as a shell script.
#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
mod attacks;
#[cfg(target_os = "linux")]
mod campaign;
#[cfg(target_os = "linux")]
mod expectation;
#[cfg(target_os = "linux")]
mod mutation;
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

/// Attack the programs with hostile input, signals and limits
#[derive(Parser)]
#[command(
    name = "torture",
    after_help = "Attacks: arguments, uci, floods, hangs, kills, disks, races, memory.\n\n\
                  A finding is printed as a command, and saved in `target/torture` as a script with \
                  its input.\n\n\
                  Exit code: 0 without findings, 1 with findings, 2 if an argument is invalid."
)]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "only Linux runs attacks"))]
struct Arguments {
    /// Attack for this many minutes
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = parse_minutes)]
    minutes: f64,
    /// Seed of all random choices [default: from the clock]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Run only this attack
    #[arg(long, value_name = "ATTACK")]
    only: Option<String>,
    /// Run only this case of the attack
    #[arg(long, value_name = "N", requires = "only", requires = "seed")]
    case: Option<u64>,
}

fn parse_minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.0..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "expected minutes like 10 or 0.5, at most 100000".to_owned())
}

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
