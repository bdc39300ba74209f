//! The checks for the workspace `lab`: its tests, a campaign, and a run of each benchmark.

use std::env::consts::EXE_EXTENSION;
use std::process::Command;

use anyhow::Result;

use crate::cargo::{cargo, must_pass, root};
use crate::programs::lab_cargo;

/// Tests the workspace, compares generators, and runs each benchmark once.
///
/// A quick run does not check lints and documentation, and compares fewer boards.
///
/// # Errors
/// Returns an error if a check fails or cargo cannot be started.
pub fn run(is_quick: bool) -> Result<()> {
    let in_lab = |subcommand: &str, args: &[&str]| {
        must_pass(lab_cargo(subcommand).args(["--locked", "--workspace"]).args(args))
    };
    let fmt = ["fmt", "--manifest-path", "lab/Cargo.toml", "--all", "--", "--check"];
    must_pass(&mut cargo(fmt))?;
    if !is_quick {
        in_lab("clippy", &["--all-targets", "--", "-D", "warnings"])?;
        in_lab("doc", &["--no-deps"])?;
    }
    // One build for programs and tests, so that shared dependencies have the same features.
    in_lab("build", &["--bins", "--tests"])?;
    in_lab("test", &[])?;
    // The tests use the same programs: nothing is measured, so debug assertions are welcome.
    let start = |name: &str, args: &[&str]| {
        let program = root().join("target/lab/debug").join(name).with_extension(EXE_EXTENSION);
        must_pass(Command::new(program).args(args).current_dir(root()))
    };
    let positions = if is_quick { "2e4" } else { "1e6" };
    start("differential", &["--positions", positions])?;
    start("bench-compare", &["--quick", "--rounds", "1"])?;
    start("bench-games", &["--quick"])
}
