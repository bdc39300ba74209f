//! Tools that a plain toolchain lacks, installed where they are missing.

use std::ffi::OsStr;
use std::process::{Command, Stdio};

use anyhow::Result;

use crate::cargo::{cargo, must_pass, root};

/// The toolchain that Miri and the fuzzer need.
pub const NIGHTLY: &str = "nightly";

/// Installs a subcommand of cargo from its crate, `cargo-` and the name, unless it is there.
///
/// # Errors
/// If it cannot be installed.
pub fn need_subcommand(name: &str) -> Result<()> {
    if answers(cargo([name, "--version"])) {
        return Ok(());
    }
    must_pass(&mut cargo(["install", "--locked", &format!("cargo-{name}")]))
}

/// Installs the nightly toolchain and its components, those that are missing.
///
/// # Errors
/// If rustup is missing or cannot install them.
pub fn need_nightly(components: &[&str]) -> Result<()> {
    if !answers(rustup(["run", NIGHTLY, "rustc", "--version"])) {
        let install = ["toolchain", "install", NIGHTLY, "--profile", "minimal"];
        must_pass(&mut rustup(install))?;
    }
    let add = ["component", "add", "--toolchain", NIGHTLY];
    if components.is_empty() {
        return Ok(());
    }
    must_pass(rustup(add).args(components))
}

/// Installs the standard library of other targets, those that are missing.
///
/// # Errors
/// If rustup is missing or cannot install them.
pub fn need_targets(targets: &[&str]) -> Result<()> {
    must_pass(rustup(["target", "add"]).args(targets))
}

/// Cargo of another toolchain, to be run in the root.
pub fn cargo_of<S: AsRef<OsStr>>(toolchain: &str, args: impl IntoIterator<Item = S>) -> Command {
    let mut command = rustup(["run", toolchain, "cargo"]);
    // What started us belongs to another toolchain.
    command.env_remove("CARGO").env_remove("RUSTC").env("RUSTUP_TOOLCHAIN", toolchain).args(args);
    command
}

/// Rustup with `args`, to be run in the root.
pub fn rustup<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new("rustup");
    command.args(args).current_dir(root());
    command
}

/// Whether a command ends well; what it prints is not shown.
fn answers(mut command: Command) -> bool {
    let silent = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    silent.status().is_ok_and(|status| status.success())
}
