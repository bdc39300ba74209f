//! The row `clean_build`: a clean release build of a small program.
//!
//! The packages in `lab/clean_build` contain the same program, each with one library. A round
//! builds a package with cargo's default release profile in a new target folder and runs the
//! program. All dependencies are downloaded before, and all programs must print the same count. The
//! run's compiler flags and targets do not apply.

#[cfg(tabiya_baseline)]
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, Result, ensure};
use tempfile::TempDir;

use super::competitors::Competitor;
use super::measure::Work;

/// Returns the work that builds and runs a library's program, and returns the count that it prints.
///
/// # Errors
///
/// Returns an error if a dependency can neither be downloaded nor found locally.
pub(super) fn work(competitor: Competitor) -> Result<Work> {
    let folder = package(competitor)?;
    fetch(&folder)?;
    let mut target_folders = Vec::new();
    Ok(Box::new(move || {
        let target = TempDir::new().context("cannot create a temporary folder")?;
        build(&folder, target.path())?;
        let count = output_of(target.path())?.trim().parse()?;
        // Removing the folder would add to the measured time, so it stays until the last round.
        target_folders.push(target);
        Ok(count)
    }))
}

/// Returns the package that uses a library.
///
/// # Errors
///
/// Returns an error if a baseline's package cannot be written.
fn package(competitor: Competitor) -> Result<PathBuf> {
    let packages = crate::repository::root().join("lab/clean_build");
    match competitor {
        #[cfg(tabiya_baseline)]
        Competitor::Baseline => baseline_package(&packages.join("tabiya")),
        _ => Ok(packages.join(competitor.name())),
    }
}

/// Copies the package that uses Tabiya, with a dependency on the earlier revision.
#[cfg(tabiya_baseline)]
fn baseline_package(package: &Path) -> Result<PathBuf> {
    let manifest = fs::read_to_string(package.join("Cargo.toml"))?;
    let manifest = manifest.replace("path = \"../../../crates/tabiya\"", env!("TABIYA_BASELINE"));
    let copy = crate::repository::root().join("target/baseline/clean_build");
    fs::create_dir_all(copy.join("src"))?;
    fs::write(copy.join("Cargo.toml"), manifest)?;
    fs::copy(package.join("src/main.rs"), copy.join("src/main.rs"))?;
    Ok(copy)
}

/// Downloads a package's dependencies; without a network, the local ones are used.
fn fetch(folder: &Path) -> Result<()> {
    let online = cargo(folder).arg("fetch").output().context("cannot start cargo")?;
    if online.status.success() {
        return Ok(());
    }
    run_checked(cargo(folder).args(["fetch", "--offline"]))?;
    Ok(())
}

/// Builds a package in a target folder.
fn build(folder: &Path, target: &Path) -> Result<()> {
    let mut command = cargo(folder);
    command.args(["build", "--release", "--offline", "--target-dir"]).arg(target);
    run_checked(&mut command)?;
    Ok(())
}

/// Returns what the program in a target folder prints.
fn output_of(target: &Path) -> Result<String> {
    let program = format!("small{}", std::env::consts::EXE_SUFFIX);
    let program: PathBuf = target.join("release").join(program);
    let output = run_checked(&mut Command::new(program))?;
    Ok(String::from_utf8(output.stdout)?)
}

/// Returns a cargo command for a package, without this run's settings.
fn cargo(folder: &Path) -> Command {
    let program = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(program);
    command.current_dir(folder).env_remove("CARGO_TARGET_DIR").env_remove("RUSTFLAGS");
    command
}

/// Runs a command and returns its output; a failure is an error.
fn run_checked(command: &mut Command) -> Result<Output> {
    let output = command.output().with_context(|| format!("cannot start {command:?}"))?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{command:?} failed: {}\n{stderr}", output.status);
    Ok(output)
}
