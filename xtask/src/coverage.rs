//! Line coverage for the libraries, per file.

use std::ffi::OsString;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::cargo::{exit_code, must_pass, root};
use crate::tools::{NIGHTLY, install_nightly, install_subcommand, toolchain_cargo};
use crate::workspace::{Package, package_args};

/// The files without a coverage requirement: programs, tests, benchmarks, oracles and generated tables.
const IGNORED_FILES: &str = r"(^|/)(xtask|tests|benches)/|tools/(cli|common|engine|[a-z]+/program)/|tables/src/generated/|/rustc/";

/// The skipped test modules: they visit many boards, so that they take minutes with instrumentation, and
/// cover no additional lines.
const SKIPPED_MODULES: [&str; 5] =
    ["differential::", "keys::", "legality::", "playouts::", "suites::"];

/// Runs unit tests, doctests and integration tests, and prints the report that `args` select.
///
/// Only the nightly compiler measures doctests.
///
/// # Errors
/// Returns an error if a tool cannot be installed or a test fails.
pub fn run(args: &[OsString]) -> Result<ExitCode> {
    install_nightly(&["llvm-tools"])?;
    install_subcommand("llvm-cov")?;
    // Profiles and binaries from earlier runs would be counted too.
    let folder = root().join("target/coverage");
    if folder.exists() {
        fs::remove_dir_all(&folder)
            .with_context(|| format!("cannot remove {}", folder.display()))?;
    }
    let libraries = package_args(Package::is_library)?;
    for kind in ["--tests", "--doc"] {
        must_pass(llvm_cov(&["--no-report", "--all-features", kind]).args(&libraries))?;
    }
    let mut integration = llvm_cov(&["--no-report", "--test=all", "--test=programs"]);
    integration.args(["--package=tabiya-tests", "--package=tabiya-suites", "--"]);
    must_pass(integration.args(SKIPPED_MODULES.into_iter().flat_map(|module| ["--skip", module])))?;
    exit_code(
        llvm_cov(&["report", "--doctests", "--ignore-filename-regex", IGNORED_FILES]).args(args),
    )
}

/// Returns a cargo-llvm-cov command with its own target folder.
///
/// Optimization is low, because the lines in inlined functions are attributed to their callers.
fn llvm_cov(args: &[&str]) -> Command {
    let mut command = toolchain_cargo(NIGHTLY, ["llvm-cov"]);
    command.args(args).env("CARGO_TARGET_DIR", root().join("target/coverage"));
    command.env("CARGO_PROFILE_DEV_OPT_LEVEL", "1");
    command
}
