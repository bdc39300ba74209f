//! Commands that start one program of the workspace and return its exit code.

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
    run("tabiya-suites", "suites", args)
}

/// Compares the moves and successors of Tabiya and other generators in random games.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn differential(args: &[OsString]) -> Result<ExitCode> {
    run("tabiya-tests", "differential", args)
}

/// Attacks the programs of the workspace.
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
    Ok(Command::new(debug_program("torture")))
}

/// Times clean builds of a small program with each library.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn clean_build(args: &[OsString]) -> Result<ExitCode> {
    let rows: &[OsString] = &["--rows", "clean_build"].map(OsString::from);
    bench_compare(Target::Default, None, &[rows, args].concat())
}

/// Counts the instructions of library calls, in a build that valgrind can run.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn instructions(args: &[OsString]) -> Result<ExitCode> {
    let mut command = cargo(INSTRUCTIONS);
    compile_for_valgrind(&mut command);
    exit_code(command.arg("--").args(args).current_dir(root()))
}

/// The cargo arguments that run the program of [`instructions`].
pub const INSTRUCTIONS: [&str; 4] = ["run", "--release", "-p", "tabiya-instructions"];

/// Makes a command compile for x86-64-v3, because valgrind cannot run AVX-512.
pub fn compile_for_valgrind(command: &mut Command) {
    command
        .env("RUSTFLAGS", "-C target-cpu=x86-64-v3")
        .env("CARGO_TARGET_DIR", root().join("target/x86-64-v3"));
}

/// Benchmarks the reading and writing of games.
///
/// # Errors
/// Returns an error if cargo cannot be started.
pub fn bench_games(args: &[OsString]) -> Result<ExitCode> {
    run("tabiya-bench-games", "bench-games", args)
}

/// Builds the programs in the profile `dev`, with all tests.
///
/// After `cargo test --workspace`, nothing is left to compile: a build of the programs alone has other
/// features of shared dependencies.
///
/// # Errors
/// Returns an error if the programs cannot be built.
pub fn build_programs() -> Result<()> {
    let mut command = locked_cargo(["test", "--workspace", "--no-run"]);
    must_pass(command.env("CARGO_TARGET_DIR", root().join("target")))
}

/// Returns the path of a program that [`build_programs`] builds.
pub fn debug_program(name: &str) -> PathBuf {
    root().join("target/debug").join(name).with_extension(EXE_EXTENSION)
}

fn run(package: &str, program: &str, args: &[OsString]) -> Result<ExitCode> {
    let mut command = cargo(["run", "--release", "-p", package, "--bin", program, "--"]);
    exit_code(command.args(args))
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
        .env("TABIYA_BENCHES", root().join("benches"))
        .env("TABIYA_BASELINE", &baseline.workspace);
    if target == Target::Native {
        command.args(["--features", "pext"]);
    }
    command
}

/// Makes a command compile as [`bench_compare_command`] does, so that both share what was compiled.
pub fn compile_for_benches(command: &mut Command) -> &mut Command {
    command
        .env("RUSTFLAGS", "--cfg tabiya_cpu_limit")
        .env("CARGO_TARGET_DIR", root().join("target/bench-compare"))
}

/// Returns the command that compiles and runs the comparison; callers append `--` and arguments.
pub fn bench_compare_command(target: Target) -> Command {
    let mut command = cargo(["run", "--release", "-p", "tabiya-benches", "--bin", "bench-compare"]);
    // One target folder per set of flags: cargo rebuilds everything if `RUSTFLAGS` changes.
    match target {
        Target::Default => compile_for_benches(&mut command),
        Target::Native => command
            .env("RUSTFLAGS", "-C target-cpu=native")
            .env("CARGO_TARGET_DIR", root().join("target/native"))
            .args(["--features", "pext"]),
    };
    command
}
