//! Commands that start one program in the workspace and return its exit code.

use std::env::consts::EXE_EXTENSION;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

use anyhow::Result;
use clap::ValueEnum;

use crate::baseline::{self, Baseline};
use crate::cargo::{cargo, exit_code, locked_cargo, must_pass, root};

/// The CPU that the libraries are compiled for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// Any CPU of this architecture
    #[default]
    Default,
    /// The local CPU, with PEXT in the libraries that support it
    Native,
}

/// Runs the perft suites.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn suites(args: &[OsString]) -> Result<ExitCode> {
    let mut command = cargo(["run", "--release", "-p", "tabiya-suites", "--bin", "suites", "--"]);
    exit_code(command.args(args))
}

/// Compares moves and successors between Tabiya and other generators in random games.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn differential(args: &[OsString]) -> Result<ExitCode> {
    run_in_lab("differential", args)
}

/// Attacks the programs in the workspace.
///
/// # Errors
/// Returns an error if the programs cannot be built or cargo cannot be started.
pub fn torture(args: &[OsString]) -> Result<ExitCode> {
    exit_code(torture_command()?.args(args))
}

/// Builds the attacked programs, and returns the command that attacks them; callers append arguments.
///
/// Debug assertions and overflow checks are enabled in the profile `dev`, which also optimizes.
///
/// # Errors
/// Returns an error if the programs cannot be built.
pub fn torture_command() -> Result<Command> {
    build_programs()?;
    let mut command = lab_cargo("run");
    command.args(["--locked", "--quiet", "--bin", "torture", "--"]);
    Ok(command)
}

/// Times clean builds for a small program with each library.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn clean_build(args: &[OsString]) -> Result<ExitCode> {
    let rows: &[OsString] = &["--rows", "clean_build"].map(OsString::from);
    bench_compare(Target::Default, None, &[rows, args].concat())
}

/// Counts the instructions in library calls, in a build that valgrind can run.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn instructions(args: &[OsString]) -> Result<ExitCode> {
    let mut command = cargo(INSTRUCTIONS);
    compile_for_valgrind(&mut command);
    exit_code(command.arg("--").args(args).current_dir(root()))
}

/// The cargo arguments that run the program for [`instructions`].
pub const INSTRUCTIONS: [&str; 4] = ["run", "--release", "-p", "tabiya-instructions"];

/// Makes a command compile for x86-64-v3, because valgrind cannot run AVX-512.
pub fn compile_for_valgrind(command: &mut Command) {
    command
        .env("RUSTFLAGS", "-C target-cpu=x86-64-v3")
        .env("CARGO_TARGET_DIR", root().join("target/x86-64-v3"));
}

/// Benchmarks reading and writing games.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn bench_games(args: &[OsString]) -> Result<ExitCode> {
    run_in_lab("bench-games", args)
}

/// Plays matches between two engines, by default twice the engine of the workspace, and audits what they claim.
///
/// # Errors
/// Returns an error if the engine cannot be built or cargo cannot be started.
pub fn audit_matches(args: &[OsString]) -> Result<ExitCode> {
    must_pass(&mut locked_cargo(["build", "--release", "-p", "tabiya-engine"]))?;
    run_in_lab("audit-matches", args)
}

/// Builds the programs in the profile `dev`, with all tests.
///
/// After `cargo test --workspace`, nothing is left to compile: if the programs are built alone,
/// their shared dependencies have other features.
///
/// # Errors
/// Returns an error if the programs cannot be built.
pub fn build_programs() -> Result<()> {
    let mut command = locked_cargo(["test", "--workspace", "--no-run"]);
    must_pass(command.env("CARGO_TARGET_DIR", root().join("target")))
}

/// Returns the path to a program that [`build_programs`] builds.
pub fn debug_program(name: &str) -> PathBuf {
    root().join("target/debug").join(name).with_extension(EXE_EXTENSION)
}

/// Returns a cargo command for the workspace `lab`, with the settings that apply in its folder.
pub fn lab_cargo(subcommand: &str) -> Command {
    let mut command = cargo([subcommand, "--manifest-path", "lab/Cargo.toml"]);
    command.args(["--config", "lab/.cargo/config.toml"]);
    // These variables would replace the settings.
    command.env_remove("RUSTFLAGS").env_remove("CARGO_TARGET_DIR");
    command
}

fn run_in_lab(program: &str, args: &[OsString]) -> Result<ExitCode> {
    exit_code(lab_cargo("run").args(["--release", "--bin", program, "--"]).args(args))
}

/// Runs the comparison with other libraries, and with a revision of this one.
///
/// # Errors
/// Returns an error if cargo cannot be started or the revision cannot be exported.
pub fn bench_compare(
    target: Target,
    revision: Option<&str>,
    args: &[OsString],
) -> Result<ExitCode> {
    let mut command = match revision {
        Some(revision) => baseline_command(target, &baseline::prepare(revision)?),
        None => bench_compare_command(target),
    };
    exit_code(command.arg("--").args(args))
}

/// Returns the command that compiles and runs the comparison; callers append `--` and arguments.
fn bench_compare_command(target: Target) -> Command {
    let mut command = lab_cargo("run");
    command.args(["--release", "--bin", "bench-compare"]);
    if target == Target::Native {
        // One target folder per set of flags, because cargo rebuilds everything if `RUSTFLAGS`
        // changes.
        command
            .env("RUSTFLAGS", "-C target-cpu=native")
            .env("CARGO_TARGET_DIR", root().join("target/lab-native"))
            .args(["-p", "tabiya-bench-compare", "--features", "pext"]);
    }
    command
}

/// Returns the command that compiles and runs the comparison with a revision.
fn baseline_command(target: Target, baseline: &Baseline) -> Command {
    let mut command = cargo(["run", "--release", "--bin", "bench-compare", "--manifest-path"]);
    let (flags, folder) = match target {
        Target::Default => ("--cfg tabiya_baseline --cfg tabiya_cpu_limit", "default"),
        Target::Native => ("--cfg tabiya_baseline -C target-cpu=native", "native"),
    };
    command
        .arg(&baseline.manifest)
        .env("RUSTFLAGS", flags)
        .env("CARGO_TARGET_DIR", root().join("target/baseline").join(folder))
        .env("TABIYA_ROOT", root())
        .env("TABIYA_BASELINE", &baseline.source);
    if target == Target::Native {
        command.args(["-p", "tabiya-bench-compare", "--features", "pext"]);
    }
    command
}
