//! Coverage: which lines of the libraries the tests reach, file by file.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::cargo::{cargo, exit_code, must_pass, root};
use crate::tools::{need_subcommand, rustup};

/// What is not asked: programs, tests, benches, the slow generators, and the constants.
const NOT_ASKED: &str =
    r"(^|/)(xtask|tests|benches)/|crates/(cli|engine|oracle)/|tables/src/generated/|/rustc/";

/// Runs the tests of the libraries and those that span them, and prints a table, or what
/// `args` ask for.
///
/// # Errors
/// If a tool cannot be installed or a test fails.
pub fn run(args: &[OsString]) -> Result<ExitCode> {
    must_pass(&mut rustup(["component", "add", "llvm-tools"]))?;
    need_subcommand("llvm-cov")?;
    let libraries = ["core", "tables", "movelist", "movegen", "notation", "perft"];
    let mut tests = llvm_cov(&["--no-report"]);
    for name in libraries {
        tests.args(["-p", &format!("tabiya-{name}")]);
    }
    must_pass(tests.args(["-p", "tabiya-tests"]))?;
    exit_code(llvm_cov(&["report", "--ignore-filename-regex", NOT_ASKED]).args(args))
}

/// A command of cargo-llvm-cov, in a folder of its own.
fn llvm_cov(args: &[&str]) -> Command {
    let mut command = cargo(["llvm-cov"]);
    command.args(args).env("CARGO_TARGET_DIR", root().join("target/coverage"));
    command
}
