//! How long does a user wait for the first release build of a small program?
//!
//! The two packages in `clean_build/` hold the same program, one with Tabiya and one with
//! cozy-chess. Each is built in turn with cargo's own release profile, from nothing, in a
//! new target folder, with everything downloaded before; both must print the same.
#![forbid(unsafe_code)]

use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use tempfile::TempDir;

/// The packages, ours first.
const PACKAGES: [&str; 2] = ["tabiya", "cozy-chess"];

/// Time the cold release builds of the same small program with Tabiya and with cozy-chess
#[derive(Debug, Parser)]
struct Arguments {
    /// How often each is built
    #[arg(long, default_value = "5")]
    rounds: NonZeroU32,
}

fn main() -> Result<()> {
    let Arguments { rounds } = Arguments::parse();
    for package in PACKAGES {
        fetch(&folder(package))?;
    }
    let mut seconds = [Vec::new(), Vec::new()];
    let mut printed = [String::new(), String::new()];
    for round in 0..rounds.get() as usize {
        for turn in 0..PACKAGES.len() {
            let index = (round + turn) % PACKAGES.len();
            let target = TempDir::new().context("no folder for the build")?;
            let start = Instant::now();
            build(&folder(PACKAGES[index]), target.path())?;
            seconds[index].push(start.elapsed().as_secs_f64());
            if round == 0 {
                printed[index] = output_of(target.path())?;
            }
        }
    }
    ensure!(printed[0] == printed[1], "the programs print {printed:?}");
    let medians = seconds.each_ref().map(|seconds| median(seconds));
    println!("cold release build, medians of {rounds} rounds, in seconds");
    for ((package, median), seconds) in PACKAGES.iter().zip(medians).zip(seconds) {
        let all: Vec<_> = seconds.iter().map(|seconds| format!("{seconds:.2}")).collect();
        println!("{package:12}{median:6.2}   ({})", all.join(", "));
    }
    println!("ratio {:12.2}   (above 1: tabiya is built faster)", medians[1] / medians[0]);
    Ok(())
}

fn folder(package: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("clean_build").join(package)
}

/// Downloads what the package needs; without a network, what is there must do.
fn fetch(folder: &Path) -> Result<()> {
    let online = cargo(folder).arg("fetch").output().context("cargo cannot be started")?;
    if online.status.success() {
        return Ok(());
    }
    succeed(cargo(folder).args(["fetch", "--offline"]))?;
    Ok(())
}

fn build(folder: &Path, target: &Path) -> Result<()> {
    let mut command = cargo(folder);
    command.args(["build", "--release", "--offline", "--target-dir"]).arg(target);
    succeed(&mut command)?;
    Ok(())
}

/// What the program prints that was built into a target folder.
fn output_of(target: &Path) -> Result<String> {
    let program = target.join("release").join(format!("small{}", std::env::consts::EXE_SUFFIX));
    let output = succeed(&mut Command::new(program))?;
    Ok(String::from_utf8(output.stdout)?)
}

fn cargo(folder: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(folder).env_remove("CARGO_TARGET_DIR").env_remove("RUSTFLAGS");
    command
}

fn succeed(command: &mut Command) -> Result<Output> {
    let output = command.output().with_context(|| format!("{command:?} cannot be started"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} ended with {}:\n{said}", output.status);
    Ok(output)
}

fn median(seconds: &[f64]) -> f64 {
    let mut seconds = seconds.to_vec();
    seconds.sort_by(f64::total_cmp);
    let middle = seconds.len() / 2;
    if seconds.len() % 2 == 1 {
        seconds[middle]
    } else {
        (seconds[middle - 1] + seconds[middle]) / 2.0
    }
}
