//! The checks of CI, run in order and timed, up to the first failure.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::ValueEnum;

use crate::cargo::{cargo, locked_cargo, must_pass, root};
use crate::programs::{INSTRUCTIONS, compile_for_valgrind, torture_command};
use crate::{
    cycles, doc_search, lab, levels, prose, python, read_only_copy, release, shape, sides, tables,
    web, workspace,
};

/// A check. The order of the variants is the order of execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// Check that every lock file is up to date
    LockFiles,
    /// Check that every file is formatted
    Fmt,
    /// Run clippy on all targets
    Clippy,
    /// Check that the documentation builds without warnings
    Doc,
    /// Check that the generated tables are up to date
    Tables,
    /// Check the layers, dependencies and licenses of the crates
    Workspace,
    /// Check that no crate has an import cycle
    Cycles,
    /// Check that no function of the generator takes a `Color` value
    Sides,
    /// Check that functions have at most 60 lines and five parameters
    Shape,
    /// Check comments, rustdoc and pages against the style guide
    Prose,
    /// Check that rustdoc search finds the terms of the field
    DocSearch,
    /// Build and run a package outside the workspace
    Downstream,
    /// Run every example of the library
    Examples,
    /// Check that the crates compile with any two features
    Features,
    /// Check that the library compiles for other targets
    Targets,
    /// Run the tests on 32-bit x86 (only by name: takes minutes)
    I686,
    /// Check that the crates compile with the oldest compiler
    OldestCompiler,
    /// Check that the library compiles with its oldest dependencies
    OldestDependencies,
    /// Build each published crate from its package alone
    Package,
    /// Run tests in a build for the local CPU
    Native,
    /// Run the tests of SIMD code at each CPU level
    Levels,
    /// Run optimized tests of perft, the generator and the move list
    ReleaseTests,
    /// Test a read-only copy in an unusual path, offline, on Linux
    ReadOnlyCopy,
    /// Test all packages there (only by name: takes many minutes)
    ReadOnlyCopyAll,
    /// Check the stack usage of perft in a release build
    Stack,
    /// Test the workspace `lab`, which compares with other libraries
    Lab,
    /// Attack the programs for a minute, on Linux
    Torture,
    /// Build, test and type-check the Python package, if Python exists
    Python,
    /// Build and test npm package and page, if Node.js and Chromium exist
    Web,
    /// Run every criterion benchmark once
    Benches,
    /// Compare instruction counts with the baselines, on x86-64
    Instructions,
    /// Check licenses and advisories (only by name: needs the network)
    Dependencies,
}

/// Runs every step, or only one; returns a failure if a step failed.
///
/// A step whose tools cannot be installed is skipped, and the summary says so. If it is the only
/// step, it fails.
pub fn run(only: Option<Step>) -> ExitCode {
    let is_default =
        |step: &Step| !matches!(step, Step::I686 | Step::ReadOnlyCopyAll | Step::Dependencies);
    let all = || Step::value_variants().iter().copied().filter(is_default).collect();
    let steps = only.map_or_else(all, |step| vec![step]);
    let start = Instant::now();
    let mut summary = Vec::new();
    let mut failed = None;
    for &step in &steps {
        println!("==> {}", step.name());
        let step_start = Instant::now();
        let outcome = match step.install_tools() {
            Err(error) if only.is_none() => Ok(format!("skipped: {error:#}")),
            installed => installed.and_then(|()| step.run()).map(|()| "ok".to_owned()),
        };
        let elapsed = step_start.elapsed();
        let result = outcome.as_deref().unwrap_or("FAILED");
        println!("<== {}: {result} in {}", step.name(), seconds(elapsed));
        summary.push(format!("{:<20}{:>9}  {result}", step.name(), seconds(elapsed)));
        if let Err(error) = outcome {
            failed = Some((step, error));
            break;
        }
    }
    for step in &steps[summary.len()..] {
        summary.push(format!("{:<20}{:>9}  not run", step.name(), ""));
    }
    println!("\n{}", summary.join("\n"));
    println!("{:<20}{:>9}", "total", seconds(start.elapsed()));
    let Some((step, error)) = failed else {
        return ExitCode::SUCCESS;
    };
    eprintln!("\nstep `{}` failed: {error:#}", step.name());
    eprintln!("run this step with `cargo xtask ci --only {}`", step.name());
    ExitCode::FAILURE
}

impl Step {
    fn name(self) -> String {
        let value = self.to_possible_value().expect("every step is visible");
        value.get_name().to_owned()
    }

    /// Installs the tools of the step.
    fn install_tools(self) -> Result<()> {
        match self {
            Self::Features => release::install_feature_tools(),
            Self::Targets => release::install_target_tools(),
            Self::I686 => release::install_i686_tools(),
            Self::OldestCompiler => release::install_oldest_compiler(),
            Self::OldestDependencies => release::install_oldest_dependencies_tools(),
            Self::Dependencies => release::install_dependency_tools(),
            _ => Ok(()),
        }
    }

    fn run(self) -> Result<()> {
        match self {
            Self::LockFiles => check_lock_files(),
            Self::Fmt => must_pass(&mut cargo(["fmt", "--all", "--", "--check"])),
            Self::Clippy => {
                let args = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
                must_pass(&mut locked_cargo(args))?;
                clippy_for_avx2()
            }
            Self::Doc => {
                let document = |args: &[&str]| {
                    let mut command = locked_cargo(["doc", "--no-deps"]);
                    must_pass(command.args(args).env("RUSTDOCFLAGS", "-D warnings"))
                };
                document(&["--workspace"])?;
                document(&["-p", "tabiya", "--all-features"])?;
                document(&["-p", "tabiya", "--no-default-features"])
            }
            Self::Tables => {
                ensure!(tables::check()?, "generated tables: outdated");
                Ok(())
            }
            Self::Workspace => workspace::check(),
            Self::Cycles => cycles::check(),
            Self::Sides => sides::check(),
            Self::Shape => shape::check(),
            Self::Prose => prose::check(false),
            Self::DocSearch => doc_search::check(),
            Self::Downstream => {
                must_pass(&mut for_downstream(cargo(["fmt", "--check"]), &[]))?;
                let clippy = locked_cargo(["clippy"]);
                must_pass(&mut for_downstream(clippy, &["--", "-D", "warnings"]))?;
                let run = locked_cargo(["run", "--release", "--quiet"]);
                must_pass(&mut for_downstream(run, &[]))
            }
            Self::Examples => run_examples(),
            Self::Features => release::check_features(),
            Self::Targets => release::check_targets(),
            Self::I686 => release::test_i686(),
            Self::OldestCompiler => release::check_oldest_compiler(),
            Self::OldestDependencies => release::check_oldest_dependencies(),
            Self::Package => release::build_packages(),
            Self::Dependencies => release::check_dependencies(),
            Self::Native => test_native(),
            Self::Levels => levels::check(),
            Self::ReleaseTests => test_release(&[]),
            Self::ReadOnlyCopy => test_read_only_copy(false),
            Self::ReadOnlyCopyAll => test_read_only_copy(true),
            Self::Stack => test_release(&["--lib", "--test", "stack", "--", "stack"]),
            Self::Lab => lab::run(true),
            Self::Torture => torture(),
            Self::Python => python::check(),
            Self::Web => web::check(),
            Self::Instructions => instructions(),
            Self::Benches => test_benches(),
        }
    }
}

/// Changes of the profile `release` that make compilation fast.
const FAST_COMPILATION: [(&str, &str); 2] =
    [("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")];

/// Runs each benchmark once. Nothing is measured, so that compilation may be fast.
fn test_benches() -> Result<()> {
    let mut command = locked_cargo(["bench", "-p", "tabiya-benches", "--", "--test"]);
    command.env("CARGO_TARGET_DIR", root().join("target/benches"));
    must_pass(command.envs(FAST_COMPILATION))
}

/// Runs optimized tests. The packages are always the same, so that they are compiled once.
fn test_release(args: &[&str]) -> Result<()> {
    let packages = ["-p", "tabiya-perft", "-p", "tabiya-movegen", "-p", "tabiya-movelist"];
    must_pass(locked_cargo(["test", "--release"]).args(packages).args(args))
}

/// Checks the lock files of the workspace and of the packages outside it.
fn check_lock_files() -> Result<()> {
    for manifest in [
        "Cargo.toml",
        "tests/downstream/Cargo.toml",
        "fuzz/Cargo.toml",
        "lab/Cargo.toml",
        "lab/fuzz/Cargo.toml",
        "bindings/js/Cargo.toml",
        "bindings/python/Cargo.toml",
    ] {
        let mut command = locked_cargo(["metadata", "--format-version=1", "--manifest-path"]);
        must_pass(command.arg(manifest).stdout(Stdio::null()))?;
    }
    Ok(())
}

/// Tests a read-only copy of the source in an unusual path.
fn test_read_only_copy(is_complete: bool) -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("skipped: other systems have other permissions");
        return Ok(());
    }
    read_only_copy::test(is_complete)
}

/// Attacks the programs for a minute. Ten minutes and more belong to a nightly run.
fn torture() -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("skipped: the attacks need the signals, limits and process files of Linux");
        return Ok(());
    }
    must_pass(torture_command()?.args(["--minutes", "1"]))
}

fn instructions() -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        println!("skipped: the baselines are for x86-64");
        return Ok(());
    }
    let mut command = locked_cargo(INSTRUCTIONS);
    compile_for_valgrind(&mut command);
    must_pass(&mut command)
}

/// Runs the examples in alphabetical order.
fn run_examples() -> Result<()> {
    let mut names = std::fs::read_dir(root().join("crates/tabiya/examples"))?
        .map(|entry| Ok(entry?.path().with_extension("")))
        .collect::<Result<Vec<_>>>()?;
    names.sort();
    for name in names.iter().filter_map(|path| path.file_name()) {
        let mut command = locked_cargo(["run", "--release", "--quiet", "-p", "tabiya"]);
        command.args(["--features", "polyglot,threads", "--example"]);
        // The engine of the tutorial reads its input to the end.
        must_pass(command.arg(name).stdin(Stdio::null()))?;
    }
    Ok(())
}

/// Runs clippy on code paths that only a build for AVX2 and BMI2 compiles; no program runs.
fn clippy_for_avx2() -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    let mut command =
        locked_cargo(["clippy", "-p", "tabiya", "--all-features", "--", "-D", "warnings"]);
    command
        .env("RUSTFLAGS", "-C target-cpu=x86-64-v3")
        .env("CARGO_TARGET_DIR", root().join("target/avx2"));
    must_pass(&mut command)
}

/// Tests code paths that only native builds compile, such as the PEXT slider back end.
fn test_native() -> Result<()> {
    let packages = ["-p", "tabiya-suites", "-p", "tabiya-movelist", "-p", "tabiya-movegen"];
    let mut command = locked_cargo(["test", "--lib", "--test", "all"]);
    command
        .args(packages)
        .args(["--", "tests::", "derivations::", "suites::"])
        .env("RUSTFLAGS", "-C target-cpu=native")
        .env("CARGO_TARGET_DIR", root().join("target/native"));
    must_pass(&mut command)
}

/// Applies a cargo command to the package outside the workspace, which stands for a user's package.
fn for_downstream(mut command: Command, after: &[&str]) -> Command {
    command
        .args(["--manifest-path", "tests/downstream/Cargo.toml"])
        .args(after)
        .env("CARGO_TARGET_DIR", root().join("target/downstream"));
    command
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.1} s", elapsed.as_secs_f64())
}
