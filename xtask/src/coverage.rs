//! Coverage: which lines of the libraries the tests reach, file by file.

use std::ffi::OsString;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::cargo::{exit_code, must_pass, root};
use crate::tools::{NIGHTLY, install_nightly, install_subcommand, toolchain_cargo};

/// What is not asked: programs, tests, benches, the slow generators, and the constants.
const NOT_ASKED: &str =
    r"(^|/)(xtask|tests|benches)/|crates/(cli|engine|oracle)/|tables/src/generated/|/rustc/";

/// Modules of tests that go over so many boards that counting lines makes them take minutes, and
/// that reach nothing which no other test or example does.
const LEFT_OUT: [&str; 5] = ["differential::", "keys::", "legality::", "playouts::", "suites::"];

/// Runs the tests of the libraries, their doctests and those that span them, and prints a table,
/// or what `args` ask for. By the nightly compiler, which alone counts doctests.
///
/// # Errors
/// If a tool cannot be installed or a test fails.
pub fn run(args: &[OsString]) -> Result<ExitCode> {
    install_nightly(&["llvm-tools"])?;
    install_subcommand("llvm-cov")?;
    // What was counted or built before the code changed would be taken for what it is now.
    let folder = root().join("target/coverage");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    let libraries = ["core", "tables", "movelist", "movegen", "notation", "perft"];
    for kind in ["--tests", "--doc"] {
        let mut units = llvm_cov(&["--no-report", "--all-features", kind]);
        units
            .arg("--package=tabiya")
            .args(libraries.map(|name| format!("--package=tabiya-{name}")));
        must_pass(&mut units)?;
    }
    let mut spanning = llvm_cov(&["--no-report", "--package=tabiya-tests", "--test=all", "--"]);
    must_pass(spanning.args(LEFT_OUT.into_iter().flat_map(|module| ["--skip", module])))?;
    exit_code(llvm_cov(&["report", "--doctests", "--ignore-filename-regex", NOT_ASKED]).args(args))
}

/// A command of cargo-llvm-cov, in a folder of its own. The optimiser would count the lines of
/// functions that it inlines as another's.
fn llvm_cov(args: &[&str]) -> Command {
    let mut command = toolchain_cargo(NIGHTLY, ["llvm-cov"]);
    command.args(args).env("CARGO_TARGET_DIR", root().join("target/coverage"));
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    command
}
