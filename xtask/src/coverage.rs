//! Coverage: which lines of the libraries the tests reach, file by file.

use std::ffi::OsString;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::cargo::{cargo, exit_code, must_pass, names_in, root};
use crate::tools::{need_subcommand, rustup};

/// What is not asked: programs, tests, benches, the slow generators, and the constants.
const NOT_ASKED: &str =
    r"(^|/)(xtask|tests|benches)/|crates/(cli|engine|oracle)/|tables/src/generated/|/rustc/";

/// Test programs that go over so many boards that counting lines makes them take minutes; of
/// these, `legality` alone reaches lines that no other does: moves by stages.
const LEFT_OUT: [&str; 6] = ["differential", "keys", "legality", "playouts", "suites", "workspace"];

/// Runs the tests of the libraries and those that span them, and prints a table, or what
/// `args` ask for. Doctests are not counted, which stable compilers cannot do.
///
/// # Errors
/// If a tool cannot be installed or a test fails.
pub fn run(args: &[OsString]) -> Result<ExitCode> {
    must_pass(&mut rustup(["component", "add", "llvm-tools"]))?;
    need_subcommand("llvm-cov")?;
    let libraries = ["core", "tables", "movelist", "movegen", "notation", "perft"];
    // What was counted or built before the code changed would be taken for what it is now.
    let folder = root().join("target/coverage");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let mut units = llvm_cov(&["--no-report", "--tests"]);
    units.args(libraries.map(|name| format!("--package=tabiya-{name}")));
    must_pass(&mut units)?;
    let mut spanning = llvm_cov(&["--no-report", "-p", "tabiya-tests"]);
    let names = names_in("tests/tests")?.into_iter();
    let names = names.filter(|name| !LEFT_OUT.contains(&name.as_str()));
    spanning.args(names.map(|name| format!("--test={name}")));
    must_pass(&mut spanning)?;
    exit_code(llvm_cov(&["report", "--ignore-filename-regex", NOT_ASKED]).args(args))
}

/// A command of cargo-llvm-cov, in a folder of its own. The optimiser would count the lines of
/// functions that it inlines as another's.
fn llvm_cov(args: &[&str]) -> Command {
    let mut command = cargo(["llvm-cov"]);
    command.args(args).env("CARGO_TARGET_DIR", root().join("target/coverage"));
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    command
}
