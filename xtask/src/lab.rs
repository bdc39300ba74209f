//! The checks for the workspace `lab`: its tests, a campaign, matches, and a run of each benchmark.

use std::env::consts::EXE_EXTENSION;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, locked_cargo, must_pass, root};
use crate::programs::{debug_program, lab_cargo};
use crate::tools::exists;

/// Tests the workspace, compares generators, audits matches, and runs each benchmark once.
///
/// A quick run does not check lints and documentation, and compares fewer boards and games.
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
    start("bench-games", &["--quick"])?;
    must_pass(&mut locked_cargo(["build", "-p", "tabiya-engine"]))?;
    let engine = debug_program("tabiya-engine");
    let engine = engine.to_str().context("the path of the engine is UTF-8")?;
    let games = if is_quick { "16" } else { "1000" };
    start("audit-matches", &["--games", games, "--engines", engine, engine])
}

/// Proves the lemmas about the functions that count perft, and finds boards for wrong rules and for the edits of the
/// diagnosis.
///
/// # Errors
/// Returns an error if a lemma is wrong, or if no lemma notices a wrong rule.
pub fn prove() -> Result<()> {
    [&[][..], &["--bugs"], &["--edits"]].into_iter().try_for_each(run_proofs)
}

/// Has a second program check the proofs.
///
/// # Errors
/// Returns an error if a proof is wrong, or if a program is missing.
pub fn certify() -> Result<()> {
    install_certificate_tools()?;
    run_proofs(&["--certify"])
}

/// Installs the program that checks proofs, and looks for the one that writes them.
///
/// # Errors
/// Returns an error if the installation fails, or if `CaDiCaL` is missing.
pub fn install_certificate_tools() -> Result<()> {
    if !exists("rate") {
        must_pass(&mut cargo(["install", "--locked", "rate"]))?;
    }
    ensure!(
        exists("cadical"),
        "cadical: not found; expected the program of Debian's package cadical"
    );
    Ok(())
}

fn run_proofs(args: &[&str]) -> Result<()> {
    let program = ["--locked", "--release", "--quiet", "--bin", "proofs", "--"];
    must_pass(lab_cargo("run").args(program).args(args))
}
