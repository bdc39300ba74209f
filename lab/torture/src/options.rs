//! The command line.

use std::path::PathBuf;

use clap::Parser;

/// The folder for the programs that `cargo xtask torture` builds.
const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/debug");

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
pub struct Arguments {
    /// Attack for this many minutes
    #[arg(long, value_name = "N", default_value_t = 10.0, value_parser = parse_minutes)]
    pub minutes: f64,
    /// Seed of all random choices [default: from the clock]
    #[arg(long, value_name = "S")]
    pub seed: Option<u64>,
    /// Run only this attack
    #[arg(long, value_name = "ATTACK")]
    pub only: Option<String>,
    /// Run only this case of the attack
    #[arg(long, value_name = "N", requires = "only", requires = "seed")]
    pub case: Option<u64>,
    /// Folder of the programs, in a target folder
    #[arg(long, value_name = "FOLDER", default_value = PROGRAMS, hide_default_value = true)]
    pub programs: PathBuf,
}

fn parse_minutes(text: &str) -> Result<f64, String> {
    let minutes = text.parse().ok().filter(|minutes| (0.0..=100_000.0).contains(minutes));
    minutes.ok_or_else(|| "expected minutes like 10 or 0.5, at most 100000".to_owned())
}
