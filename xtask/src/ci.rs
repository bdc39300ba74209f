//! The checks that run for every change (`cargo xtask ci`) and by night (`cargo xtask nightly`).

use std::env;
use std::fs;
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Result, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser};

use crate::cargo::{cargo, file_stems_in, locked_cargo, must_pass, root};
use crate::programs::{INSTRUCTIONS, compile_for_valgrind, torture_command};
use crate::workspace::MANIFESTS;
use crate::{
    c, cycles, doc_search, lab, levels, prose, python, read_only_copy, release, sides, tables, web,
    workspace,
};

#[cfg(test)]
mod tests;

/// A check, with the function that installs its tools.
struct Step {
    name: &'static str,
    help: &'static str,
    install: fn() -> Result<()>,
    check: fn() -> Result<()>,
    /// The build folders that no other step reads.
    build_folders: &'static [&'static str],
}

/// The steps of a command, in execution order.
pub struct Plan {
    command: &'static str,
    steps: &'static [Step],
    /// `true` if the steps after a failure run too.
    keeps_running: bool,
}

/// The checks for every change: those that find most errors per minute.
pub const CI: Plan = Plan {
    command: "ci",
    steps: &[
        step("lock-files", "Check that every lock file is up to date", lock_files),
        step("fmt", "Check that every file is formatted", fmt),
        step("tables", "Check that the generated tables are up to date", generated_tables),
        step("workspace", "Check layers, dependencies and licenses", workspace::check),
        step("cycles", "Check that no modules import each other in a cycle", cycles::check),
        step("sides", "Check that no generator function takes a `Color`", sides::check),
        step("prose", "Check comments, rustdoc and pages against the style guide", prose::check),
        step("clippy", "Run clippy on all targets", clippy),
        step("doc", "Check that the documentation builds without warnings", doc),
        step("downstream", "Check packages outside the workspace, and run one", downstream),
        step(
            "targets",
            "Check that the library compiles for other targets",
            release::check_targets,
        )
        .needs(release::install_target_tools),
        step("oldest-compiler", "Check with the oldest compiler", release::check_oldest_compiler)
            .needs(release::install_oldest_compiler)
            .builds_in(&["target/oldest"]),
        step("levels", "Test SIMD code at each CPU level", levels::check)
            .builds_in(&["target/levels"]),
        step("release-tests", "Run optimized tests of the generator and perft", release_tests),
        step("stack", "Check the stack usage of perft in a release build", stack),
        step("instructions", "Compare instruction counts with the baselines", instructions),
        step("benches", "Run every benchmark once and compare the counts", benches),
        step("lab", "Compare with other libraries for three minutes", || lab::run(true))
            .builds_in(&["target/lab"]),
        step("torture", "Attack the programs for a minute, on Linux", torture),
        step("c", "Test the C library by gcc and clang, with sanitizers", || c::check(false))
            .builds_in(&["target/c"]),
        step("python", "Run the quick tests of the Python package", || python::check(true)),
        step("web", "Run the quick tests of npm package and page", || web::check(true)),
    ],
    keeps_running: false,
};

/// The checks that take too long for every change, or need the network.
pub const NIGHTLY: Plan = Plan {
    command: "nightly",
    steps: &[
        step("doc-search", "Check that rustdoc search finds the field's terms", doc_search::check),
        step("examples", "Run every example of the library", examples),
        step("features", "Check that any two features compile", release::check_features)
            .needs(release::install_feature_tools),
        step("i686", "Run the tests on 32-bit x86", release::test_i686)
            .needs(release::install_i686_tools),
        step(
            "oldest-dependencies",
            "Check that the library compiles with its oldest dependencies",
            release::check_oldest_dependencies,
        )
        .needs(release::install_oldest_dependencies_tools),
        step("package", "Build each published crate from its package", release::build_packages),
        step("native", "Run tests in a build for the local CPU", native),
        step(
            "read-only-copy",
            "Test a read-only copy in an unusual path, offline, on Linux",
            read_only_copy::check,
        ),
        step("retractions", "Compare retractions with moves", retractions),
        step("binpack-mutants", "Read 100 million damaged chains of binpack", binpack_mutants),
        step("proofs", "Prove that the sets of the perft lanes are those of the rules", lab::prove),
        step("certificates", "Have a second program check the proofs", lab::certify)
            .needs(lab::install_certificate_tools),
        step("lab", "Compare with other libraries", || lab::run(false)),
        step("c", "Test the C library by fuzzing, Miri and an emulated chip", || c::check(true)),
        step("python", "Build, test and type-check the Python package", || python::check(false)),
        step("web", "Build and test npm package and page", || web::check(false)),
        step("dependencies", "Check licenses and advisories", release::check_dependencies)
            .needs(release::install_dependency_tools),
    ],
    keeps_running: true,
};

const fn step(name: &'static str, help: &'static str, check: fn() -> Result<()>) -> Step {
    Step { name, help, install: || Ok(()), check, build_folders: &[] }
}

impl Step {
    /// Adds the function that installs the tools for the check.
    const fn needs(mut self, install: fn() -> Result<()>) -> Self {
        self.install = install;
        self
    }

    /// Names the build folders that no other step reads.
    const fn builds_in(mut self, folders: &'static [&'static str]) -> Self {
        self.build_folders = folders;
        self
    }

    /// Removes the step's build folders in CI, whose machines can have little free space.
    fn free_space(&self) -> Result<()> {
        for folder in self.build_folders.iter().map(|folder| root().join(folder)) {
            if env::var_os("CI").is_some() && folder.exists() {
                fs::remove_dir_all(folder)?;
            }
        }
        Ok(())
    }

    /// Runs the check, or skips it without its tools if that is allowed; returns the outcome as text.
    fn run(&self, may_skip: bool) -> Result<String> {
        match (self.install)() {
            Err(error) if may_skip => return Ok(format!("skipped: {error:#}")),
            installed => installed?,
        }
        (self.check)()?;
        self.free_space()?;
        Ok("ok".to_owned())
    }
}

impl Plan {
    /// Returns the parser that accepts the step names.
    pub fn step_parser(&self) -> PossibleValuesParser {
        self.steps.iter().map(|step| PossibleValue::new(step.name).help(step.help)).into()
    }

    /// Runs every step, or only one, and prints a table with outcomes and times.
    ///
    /// A step whose tools cannot be installed is skipped, and the table says so. If it is the only
    /// step, it fails.
    pub fn run(&self, only: Option<&str>) -> ExitCode {
        let start = Instant::now();
        let mut table = Vec::new();
        let mut failed = Vec::new();
        for step in self.steps.iter().filter(|step| only.is_none_or(|only| only == step.name)) {
            if !failed.is_empty() && !self.keeps_running {
                table.push(format!("{:<20}{:>9}  not run", step.name, ""));
                continue;
            }
            println!("==> {}", step.name);
            let step_start = Instant::now();
            let outcome = step.run(only.is_none()).unwrap_or_else(|error| {
                failed.push(step.name);
                format!("FAILED: {error:#}")
            });
            let elapsed = seconds(step_start.elapsed());
            println!("<== {}: {outcome} in {elapsed}", step.name);
            table.push(format!("{:<20}{elapsed:>9}  {outcome}", step.name));
        }
        println!("\n{}\n{:<20}{:>9}", table.join("\n"), "total", seconds(start.elapsed()));
        for name in &failed {
            eprintln!("\nrun the failed step with `cargo xtask {} --only {name}`", self.command);
        }
        if failed.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

fn seconds(elapsed: Duration) -> String {
    format!("{:.1} s", elapsed.as_secs_f64())
}

/// Checks the lock file of each workspace.
fn lock_files() -> Result<()> {
    MANIFESTS.iter().try_for_each(|manifest| {
        let mut command = locked_cargo(["metadata", "--format-version=1", "--manifest-path"]);
        must_pass(command.arg(manifest).stdout(Stdio::null()))
    })
}

/// Checks the formatting of each workspace.
fn fmt() -> Result<()> {
    MANIFESTS.iter().try_for_each(|manifest| {
        must_pass(&mut cargo(["fmt", "--all", "--manifest-path", manifest, "--", "--check"]))
    })
}

fn generated_tables() -> Result<()> {
    ensure!(tables::check()?, "generated tables: outdated");
    Ok(())
}

/// Runs clippy on all targets, and on code paths that only a build for AVX2 and BMI2 compiles.
fn clippy() -> Result<()> {
    let deny = ["--", "-D", "warnings"];
    must_pass(locked_cargo(["clippy", "--workspace", "--all-targets"]).args(deny))?;
    if !cfg!(target_arch = "x86_64") {
        return Ok(());
    }
    let mut command = locked_cargo(["clippy", "-p", "tabiya", "--all-features"]);
    command
        .args(deny)
        .env("RUSTFLAGS", "-C target-cpu=x86-64-v3")
        .env("CARGO_TARGET_DIR", root().join("target/avx2"));
    must_pass(&mut command)
}

fn doc() -> Result<()> {
    let document = |args: &[&str]| {
        let mut command = locked_cargo(["doc", "--no-deps"]);
        must_pass(command.args(args).env("RUSTDOCFLAGS", "-D warnings"))
    };
    document(&["--workspace"])?;
    document(&["-p", "tabiya", "--all-features"])?;
    document(&["-p", "tabiya", "--no-default-features"])
}

/// Checks the packages outside the workspace, and runs the one that stands for a user's package.
fn downstream() -> Result<()> {
    let in_package = |mut command: Command, manifest: &str| {
        command.args(["--manifest-path", manifest]);
        command.env("CARGO_TARGET_DIR", root().join("target/downstream"));
        command
    };
    let user_package = "tests/downstream/Cargo.toml";
    // The program whose build is timed has no lock file.
    for mut clippy in [
        in_package(locked_cargo(["clippy"]), user_package),
        in_package(cargo(["clippy"]), "lab/clean_build/tabiya/Cargo.toml"),
    ] {
        must_pass(clippy.args(["--", "-D", "warnings"]))?;
    }
    must_pass(&mut in_package(locked_cargo(["run", "--release", "--quiet"]), user_package))
}

fn release_tests() -> Result<()> {
    optimized_tests(&[])
}

fn stack() -> Result<()> {
    optimized_tests(&["--lib", "--test", "stack", "--", "stack"])
}

/// Runs optimized tests. The packages are always the same, so that they are compiled once.
fn optimized_tests(args: &[&str]) -> Result<()> {
    let packages = ["-p", "tabiya-perft", "-p", "tabiya-movegen", "-p", "tabiya-movelist"];
    must_pass(locked_cargo(["test", "--release"]).args(packages).args(args))
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

/// Changes to the release profile that make compilation fast, with which nothing can be measured.
const FAST_COMPILATION: [(&str, &str); 2] =
    [("CARGO_PROFILE_RELEASE_LTO", "off"), ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")];

/// Runs each benchmark once.
fn benches() -> Result<()> {
    // Without `--bench`, criterion runs each benchmark once.
    let args = ["test", "--release", "-p", "tabiya-benches", "--benches"];
    let mut command = locked_cargo(args);
    command.envs(FAST_COMPILATION).env("CARGO_TARGET_DIR", root().join("target/benches"));
    must_pass(&mut command)
}

/// Attacks the programs for a minute. Ten minutes and more belong to a nightly run.
fn torture() -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("skipped: the attacks need the signals, limits and process files of Linux");
        return Ok(());
    }
    must_pass(torture_command()?.args(["--minutes", "1"]))
}

/// Runs the examples in alphabetical order.
fn examples() -> Result<()> {
    for name in file_stems_in("crates/tabiya/examples")? {
        let mut command = locked_cargo(["run", "--release", "--quiet", "-p", "tabiya"]);
        command.args(["--features", "polyglot,retrograde,threads", "--example", &name]);
        // The engine in the tutorial reads its input to the end.
        must_pass(command.stdin(Stdio::null()))?;
    }
    Ok(())
}

/// Compares retro-perft counts with a search, and retractions with moves: in all positions with three men, and for
/// 10 million moves of random games.
fn retractions() -> Result<()> {
    let run = ["run", "--release", "-p", "tabiya-tests", "--bin", "retractions", "--"];
    let check =
        |arguments: &&[&str]| must_pass(locked_cargo(run).args(*arguments).current_dir(root()));
    [&["perft", "--search"][..], &["forward"], &["three-men"]].iter().try_for_each(check)
}

/// Reads mutants of binpack chains.
fn binpack_mutants() -> Result<()> {
    let run = ["run", "--release", "-p", "tabiya-tests", "--bin", "binpack-mutants", "--"];
    must_pass(locked_cargo(run).args(["--count", "1e8"]).current_dir(root()))
}

/// Tests code paths that only native builds compile, such as the PEXT slider back end.
fn native() -> Result<()> {
    let mut command = locked_cargo(["test", "--lib", "--test", "all"]);
    command
        .args(["-p", "tabiya-suites", "-p", "tabiya-movelist", "-p", "tabiya-movegen"])
        .args(["--", "tests::", "derivations::", "suites::"])
        .env("RUSTFLAGS", "-C target-cpu=native")
        .env("CARGO_TARGET_DIR", root().join("target/native"));
    must_pass(&mut command)
}
