//! Tests from an unusual place: a read-only copy of the source, in a path with spaces and letters
//! beyond ASCII, as a user whom permissions restrict, without the network.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, must_pass, root, tracked_files};

/// The folder for the copy and its build, in the target folder.
const FOLDER: &str = "target/read only/Zwölf Bäume";

/// Tests all packages in a read-only copy.
///
/// # Errors
/// Returns an error if the source cannot be copied or a test fails.
pub fn check() -> Result<()> {
    if !cfg!(target_os = "linux") {
        println!("skipped: other systems have other permissions");
        return Ok(());
    }
    let folder = root().join(FOLDER);
    let source = folder.join("source");
    let target = folder.join("build");
    copy_tracked_files(&source)?;
    must_pass(cargo(["fetch", "--locked"]).current_dir(&source))?;
    set_writable(&source, false)?;
    let mut command = restricted_cargo();
    command.args(["test", "--offline", "--frozen", "--workspace"]);
    let passed = must_pass(command.current_dir(&source).env("CARGO_TARGET_DIR", &target));
    // The next run replaces the copy.
    set_writable(&source, true)?;
    passed
}

/// Copies the files that git tracks or would add to a new folder.
fn copy_tracked_files(source: &Path) -> Result<()> {
    if source.exists() {
        set_writable(source, true)?;
        fs::remove_dir_all(source)?;
    }
    for name in tracked_files()? {
        let to = source.join(&name);
        fs::create_dir_all(to.parent().context("a file has a parent folder")?)?;
        fs::copy(root().join(&name), &to)
            .with_context(|| format!("cannot copy {}", name.display()))?;
    }
    Ok(())
}

/// Makes a folder and its contents writable or read-only.
fn set_writable(folder: &Path, is_writable: bool) -> Result<()> {
    let mode = if is_writable { "u+w" } else { "a-w" };
    let status = Command::new("chmod").args(["-R", mode]).arg(folder).status();
    ensure!(status.context("cannot start chmod")?.success(), "chmod {mode} failed");
    Ok(())
}

/// Returns a cargo command for which file permissions hold.
///
/// The superuser ignores permissions, so such a process gives up all its capabilities.
fn restricted_cargo() -> Command {
    let cargo = cargo::<&str>([]);
    let id = Command::new("id").arg("-u").output();
    if !id.is_ok_and(|output| output.stdout.trim_ascii() == b"0") {
        return cargo;
    }
    let mut command = Command::new("setpriv");
    command.args(["--bounding-set=-all", "--inh-caps=-all", "--"]).arg(cargo.get_program());
    command
}
