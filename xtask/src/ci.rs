//! The checks of CI: the steps in order, each with its time, up to the first that fails.

use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::ValueEnum;

use crate::cargo::{cargo, must_pass, root};
use crate::programs::{INSTRUCTIONS, Target, bench_compare_command, compile_for_valgrind};
use crate::{circles, doc_search, levels, prose, release, shape, sides, tables, workspace};

/// One step; in the order in which all of them run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Step {
    /// Every file is formatted
    Fmt,
    /// No lint has anything to say
    Clippy,
    /// The documentation builds without a warning
    Doc,
    /// The generated tables are those that `gen-tables` would write
    Tables,
    /// Each crate uses what it may, and what is published is light
    Workspace,
    /// No crate has modules that use each other in a circle
    Circles,
    /// No function of the generator takes a color as a value
    Sides,
    /// No function of a library has more than 60 lines or five parameters
    Shape,
    /// Comments, rustdoc and pages follow the style guide
    Prose,
    /// The terms of the field find the items of the library in rustdoc's search
    DocSearch,
    /// A package outside the workspace builds on the library and runs
    Downstream,
    /// Every example of the library runs
    Examples,
    /// The libraries compile with any two features, with none and with all
    Features,
    /// The library compiles on bare metal and on other processors
    Targets,
    /// The libraries' tests and the corpora hold on a processor of 32 bits; runs only by its name,
    /// since it takes minutes
    I686,
    /// The published crates compile with the oldest compiler that they promise
    OldestCompiler,
    /// The library compiles with the oldest dependencies that it lets in
    OldestDependencies,
    /// Each published crate builds from its package alone
    Package,
    /// The tables, the suites and the lists hold in a build for this very processor
    Native,
    /// The SIMD code of every level that this processor has passes its tests
    Levels,
    /// Counting keeps to the stack that it promises of optimized builds
    Stack,
    /// Every benchmark runs once, and all generators agree on the counts
    Benches,
    /// No call takes 3 % more instructions than is written down, if this is an x86-64 processor
    Instructions,
    /// Licences and known faults of what is used; runs only by its name, since it asks a
    /// database on the net
    Dependencies,
}

/// Runs every step, or `only` the one; success where all that ran passed. A step whose tools
/// cannot be installed is skipped, and said to be; alone, it fails.
pub fn run(only: Option<Step>) -> ExitCode {
    let by_itself = |step: &Step| !matches!(step, Step::I686 | Step::Dependencies);
    let all = || Step::value_variants().iter().copied().filter(by_itself).collect();
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
        let word = outcome.as_deref().unwrap_or("FAILED");
        println!("<== {}: {word} in {}", step.name(), seconds(elapsed));
        summary.push(format!("{:<20}{:>9}  {word}", step.name(), seconds(elapsed)));
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
    eprintln!("\nthe step `{}` failed: {error:#}", step.name());
    eprintln!("run it alone with `cargo xtask ci --only {}`", step.name());
    ExitCode::FAILURE
}

impl Step {
    fn name(self) -> String {
        let value = self.to_possible_value().expect("no step is hidden");
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
            Self::Fmt => must_pass(&mut cargo(["fmt", "--all", "--", "--check"])),
            Self::Clippy => {
                let args = ["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"];
                must_pass(&mut cargo(args))?;
                clippy_for_avx512()
            }
            Self::Doc => {
                let document = |args: &[&str]| {
                    let mut command = cargo(["doc", "--no-deps"]);
                    must_pass(command.args(args).env("RUSTDOCFLAGS", "-D warnings"))
                };
                document(&["--workspace"])?;
                document(&["-p", "tabiya", "--all-features"])?;
                document(&["-p", "tabiya", "--no-default-features"])
            }
            Self::Tables => {
                ensure!(tables::check()?, "the generated tables are not up to date");
                Ok(())
            }
            Self::Workspace => workspace::check(),
            Self::Circles => circles::check(),
            Self::Sides => sides::check(),
            Self::Shape => shape::check(),
            Self::Prose => prose::check(false),
            Self::DocSearch => doc_search::check(),
            Self::Downstream => {
                must_pass(&mut downstream(&["fmt"], &["--check"]))?;
                must_pass(&mut downstream(&["clippy"], &["--", "-D", "warnings"]))?;
                must_pass(&mut downstream(&["run", "--release", "--quiet"], &[]))
            }
            Self::Examples => examples(),
            Self::Features => release::check_features(),
            Self::Targets => release::check_targets(),
            Self::I686 => release::test_i686(),
            Self::OldestCompiler => release::check_oldest_compiler(),
            Self::OldestDependencies => release::check_oldest_dependencies(),
            Self::Package => release::build_packages(),
            Self::Dependencies => release::check_dependencies(),
            Self::Native => native(),
            Self::Levels => levels::check(),
            Self::Stack => {
                let args = ["test", "--release", "-p", "tabiya-perft", "--lib", "--test", "stack"];
                must_pass(cargo(args).args(["--", "stack"]))
            }
            Self::Instructions => instructions(),
            Self::Benches => {
                must_pass(&mut cargo(["test", "--release", "-p", "tabiya-benches", "--lib"]))?;
                must_pass(&mut cargo(["bench", "-p", "tabiya-benches", "--", "--test"]))?;
                let mut command = bench_compare_command(Target::Default);
                must_pass(command.args(["--", "--quick", "--rounds", "1"]))
            }
        }
    }
}

fn instructions() -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        println!("not an x86-64 processor: the counts would be others");
        return Ok(());
    }
    let mut command = cargo(INSTRUCTIONS);
    compile_for_valgrind(&mut command);
    must_pass(&mut command)
}

/// Runs the examples in the order of their names.
fn examples() -> Result<()> {
    let mut names = std::fs::read_dir(root().join("crates/tabiya/examples"))?
        .map(|entry| Ok(entry?.path().with_extension("")))
        .collect::<Result<Vec<_>>>()?;
    names.sort();
    for name in names.iter().filter_map(|path| path.file_name()) {
        let mut command = cargo(["run", "--release", "--quiet", "-p", "tabiya", "--example"]);
        // The engine of the tutorial reads its input to the end.
        must_pass(command.arg(name).stdin(Stdio::null()))?;
    }
    Ok(())
}

/// Has clippy read what only builds for such processors compile; none has to be at hand.
fn clippy_for_avx512() -> Result<()> {
    if !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    let mut command = cargo(["clippy", "-p", "tabiya", "--all-features", "--", "-D", "warnings"]);
    command
        .env("RUSTFLAGS", "-C target-cpu=x86-64-v4 -C target-feature=+avx512vbmi2")
        .env("CARGO_TARGET_DIR", root().join("target/avx512"));
    must_pass(&mut command)
}

/// Tests what only such builds have, in a folder of its own: with BMI2 a slider back end, with
/// AVX-512 another way to write lists.
fn native() -> Result<()> {
    let packages = ["-p", "tabiya-tests", "-p", "tabiya-movelist", "-p", "tabiya-movegen"];
    let mut command = cargo(["test", "--lib", "--test", "all"]);
    command
        .args(packages)
        .args(["--", "tests::", "derivations::", "suites::"])
        .env("RUSTFLAGS", "-C target-cpu=native")
        .env("CARGO_TARGET_DIR", root().join("target/native"));
    must_pass(&mut command)
}

/// Cargo for the package that stands outside the workspace, as a user's would.
fn downstream(before: &[&str], after: &[&str]) -> Command {
    let mut command = cargo(before);
    command
        .args(["--manifest-path", "tests/downstream/Cargo.toml"])
        .args(after)
        .env("CARGO_TARGET_DIR", root().join("target/downstream"));
    command
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.1} s", elapsed.as_secs_f64())
}
