//! `cargo xtask web`: builds the npm package, and tests it, its types and its packed form.

use std::env;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::cargo::{cargo, must_pass, root};
use crate::tools::install_targets;

/// The folder of the package.
const PACKAGE: &str = "bindings/js";

/// The folder with the tools, the tests and the benchmark of the package, which is unpublished.
const TOOLS: &str = "bindings/js/test";

/// The folder of the build.
const TARGET: &str = "target/js";

/// The target of the modules.
const WASM: &str = "wasm32-unknown-unknown";

/// The features that select the code of each module.
const MODULES: [&str; 3] = ["play", "explain", "bitboards"];

/// The oldest version of Node.js that the package supports.
const OLDEST_NODE: u32 = 20;

/// Builds the package. If `is_check` is set, checks the Rust code before and the package afterwards.
///
/// # Errors
/// Returns an error if Node.js or npm is missing, or a part fails.
pub fn run(is_check: bool) -> Result<()> {
    find_node()?;
    if is_check {
        check_rust()?;
    }
    install_tools()?;
    npm(&["run", "build"])?;
    if is_check {
        ["types", "lint", "test"].iter().try_for_each(|script| npm(&["run", script]))?;
    }
    Ok(())
}

/// Builds and checks the package, or prints why it is skipped. In CI, missing tools are an error.
///
/// # Errors
/// Returns an error if a part fails.
pub fn check() -> Result<()> {
    let is_ci = env::var_os("CI").is_some_and(|value| value == "true");
    match find_node() {
        Err(error) if !is_ci => {
            println!("skipped: {error:#}");
            Ok(())
        }
        found => found.and_then(|()| run(true)),
    }
}

/// Tests whether Node.js and npm exist and are recent enough.
fn find_node() -> Result<()> {
    let node = version("node")?;
    let major = node.trim_start_matches('v').split('.').next().and_then(|text| text.parse().ok());
    if major.is_none_or(|major: u32| major < OLDEST_NODE) {
        bail!("Node.js {node}; expected {OLDEST_NODE} or later");
    }
    version(npm_program()).map(drop)
}

/// Returns the name of the program npm, which is a script on Windows.
const fn npm_program() -> &'static str {
    if cfg!(windows) { "npm.cmd" } else { "npm" }
}

/// Returns the version that a program prints.
fn version(program: &str) -> Result<String> {
    let output = Command::new(program).arg("--version").output();
    let output = output.with_context(|| format!("`{program}` cannot be started"))?;
    ensure!(output.status.success(), "`{program} --version` failed");
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Runs npm in the folder of the tools.
fn npm(args: &[&str]) -> Result<()> {
    let mut command = Command::new(npm_program());
    must_pass(command.args(args).current_dir(root().join(TOOLS)))
}

/// Installs the packages of the lock file, unless they are installed.
fn install_tools() -> Result<()> {
    let tools = root().join(TOOLS);
    // npm writes this file last.
    let installed = modified(tools.join("node_modules/.package-lock.json"));
    let required = modified(tools.join("package-lock.json"));
    if installed.is_some() && installed >= required {
        return Ok(());
    }
    npm(&["ci", "--no-audit", "--no-fund"])
}

/// Returns the time of the last change of a file, or `None` if there is no such file.
fn modified(path: PathBuf) -> Option<std::time::SystemTime> {
    fs::metadata(path).and_then(|metadata| metadata.modified()).ok()
}

/// Checks the formatting of the crate, and the lints of each module.
fn check_rust() -> Result<()> {
    install_targets(&[WASM])?;
    let in_package = |args: &[&str]| {
        let mut command = cargo(args);
        command.current_dir(root().join(PACKAGE));
        must_pass(command.env("CARGO_TARGET_DIR", root().join(TARGET)))
    };
    in_package(&["fmt", "--check"])?;
    MODULES.iter().try_for_each(|module| {
        let options = ["--target", WASM, "--no-default-features", "--features", module];
        let clippy = [&["clippy", "--locked"], &options[..], &["--", "-D", "warnings"]];
        in_package(&clippy.concat())
    })
}
