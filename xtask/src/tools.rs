//! Installing missing tools: cargo subcommands, the nightly toolchain, standard libraries.

use std::env;
use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::cargo::{cargo, must_pass, root};

/// The toolchain that Miri and the fuzzer need.
pub const NIGHTLY: &str = "nightly";

/// Installs a missing cargo subcommand from the crate `cargo-NAME`.
///
/// # Errors
/// Returns an error if the installation fails.
pub fn install_subcommand(name: &str) -> Result<()> {
    if succeeds(cargo([name, "--version"])) {
        return Ok(());
    }
    must_pass(&mut cargo(["install", "--locked", &format!("cargo-{name}")]))
}

/// Installs the nightly toolchain and its components, as far as they are missing.
///
/// # Errors
/// Returns an error if rustup is missing or the installation fails.
pub fn install_nightly(components: &[&str]) -> Result<()> {
    if !succeeds(rustup(["run", NIGHTLY, "rustc", "--version"])) {
        let install = ["toolchain", "install", NIGHTLY, "--profile", "minimal"];
        must_pass(&mut rustup(install))?;
    }
    let add = ["component", "add", "--toolchain", NIGHTLY];
    if components.is_empty() {
        return Ok(());
    }
    must_pass(rustup(add).args(components))
}

/// Installs the standard libraries for other targets, as far as they are missing.
///
/// # Errors
/// Returns an error if rustup is missing or the installation fails.
pub fn install_targets(targets: &[&str]) -> Result<()> {
    must_pass(rustup(["target", "add"]).args(targets))
}

/// Returns a cargo command for another toolchain, with the workspace's root as working directory.
pub fn toolchain_cargo<S: AsRef<OsStr>>(
    toolchain: &str,
    args: impl IntoIterator<Item = S>,
) -> Command {
    let mut command = rustup(["run", toolchain, "cargo"]);
    // The inherited variables name the toolchain that runs this program.
    command.env_remove("CARGO").env_remove("RUSTC").env("RUSTUP_TOOLCHAIN", toolchain).args(args);
    command
}

/// Returns a rustup command, with the workspace's root as working directory.
pub fn rustup<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new("rustup");
    command.args(args).current_dir(root());
    command
}

/// Tests whether this is a run in CI, where a missing tool is an error.
pub fn is_ci() -> bool {
    env::var_os("CI").is_some_and(|value| value == "true")
}

/// Tests whether a program exists that prints its version.
pub fn exists(program: &str) -> bool {
    let mut command = Command::new(program);
    command.arg("--version");
    succeeds(command)
}

/// Tests whether a command succeeds; its output is discarded.
fn succeeds(mut command: Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}
