//! Checks for the published crates in other environments.
//!
//! - targets: bare metal, WebAssembly, 32-bit x86, 64-bit Arm; the program on Windows
//! - feature combinations
//! - the oldest supported compiler and the oldest dependencies
//! - builds from the packages alone

use std::fs;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, locked_cargo, must_pass, root};
use crate::tools::{
    NIGHTLY, install_nightly, install_subcommand, install_targets, rustup, toolchain_cargo,
};
use crate::workspace::{Package, package_args};

/// A target without an operating system and without an allocator.
const BARE_METAL: &str = "thumbv6m-none-eabi";

/// A 32-bit target whose programs run on x86-64 CPUs.
const I686: &str = "i686-unknown-linux-gnu";

/// The targets that compile with all features.
const STD_TARGETS: [&str; 3] = ["wasm32-unknown-unknown", I686, "aarch64-unknown-linux-gnu"];

/// A target for which the program compiles. Its code for child processes depends on the system.
const WINDOWS: &str = "x86_64-pc-windows-gnu";

/// The C compiler for Windows, from the Debian package `gcc-mingw-w64-x86-64`.
const WINDOWS_COMPILER: &str = "x86_64-w64-mingw32-gcc";

/// The oldest supported compiler, which is the `rust-version` of the workspace.
const OLDEST_COMPILER: &str = "1.89";

/// Installs the standard libraries that [`check_targets`] needs.
pub fn install_target_tools() -> Result<()> {
    install_targets(&[&[BARE_METAL, WINDOWS], &STD_TARGETS[..]].concat())
}

/// Checks that the libraries compile for every target, on bare metal with a subset of the features,
/// and that the program compiles for Windows if there is a C compiler for it. `tabiya-games`
/// compiles without its decoder in C, which needs a C compiler for each target.
pub fn check_targets() -> Result<()> {
    let check = |target: &str| locked_cargo(["check", "-p", "tabiya", "--target", target]);
    let features = "notation,perft,bulletformat,epd,pgn,polyglot,viriformat";
    must_pass(check(BARE_METAL).args(["--no-default-features", "-F", features]))?;
    match Command::new(WINDOWS_COMPILER).arg("--version").output() {
        Ok(_) => {
            let mut programs =
                locked_cargo(["check", "-p", "tabiya-cli", "-p", "tabiya-games-cli"]);
            must_pass(programs.args([
                "-p",
                "tabiya-data-cli",
                "-p",
                "tabiya-units-cli",
                "--target",
                WINDOWS,
            ]))?;
        }
        Err(_) => println!("program for Windows: skipped, {WINDOWS_COMPILER} not found"),
    }
    for target in [&[WINDOWS], &STD_TARGETS[..]].concat() {
        let mut games = locked_cargo(["check", "-p", "tabiya-games", "--target", target]);
        must_pass(games.arg("--no-default-features"))?;
    }
    STD_TARGETS.iter().try_for_each(|target| must_pass(check(target).arg("--all-features")))
}

/// Installs the standard library that [`test_i686`] needs, and looks for a 32-bit C library.
pub fn install_i686_tools() -> Result<()> {
    install_targets(&[I686])?;
    let crt1 = Command::new("cc").args(["-m32", "-print-file-name=crt1.o"]).output();
    let is_found = crt1.is_ok_and(|output| output.stdout.contains(&b'/'));
    ensure!(is_found, "32-bit C library: not found; install gcc-multilib (Debian)");
    Ok(())
}

/// Runs the tests for the libraries and for the corpora on a 32-bit target.
pub fn test_i686() -> Result<()> {
    let mut libraries = locked_cargo(["test", "--target", I686]);
    libraries.args(package_args(Package::is_library)?);
    must_pass(&mut libraries)?;
    let corpora = ["test", "--target", I686, "-p", "tabiya-tests", "--test", "all", "corpora::"];
    must_pass(&mut locked_cargo(corpora))
}

/// Installs the subcommand that [`check_features`] needs.
pub fn install_feature_tools() -> Result<()> {
    install_subcommand("hack")
}

/// Checks that every crate compiles with each feature, each feature pair and none, and the facade
/// also with all. Tests Parquet and Arrow files, which no library supports by default.
pub fn check_features() -> Result<()> {
    // Without `--locked`: cargo-hack removes the dev-dependencies from the manifests for a while.
    let mut command = cargo(["hack", "check", "--feature-powerset", "--depth", "2"]);
    command.args(["--no-dev-deps", "--exclude-features", "default"]);
    must_pass(command.args(package_args(Package::is_published)?))?;
    must_pass(&mut locked_cargo(["check", "-p", "tabiya", "--all-features"]))?;
    let parquet =
        ["test", "-p", "tabiya-games", "--features", "parquet", "--test", "all", "tables"];
    must_pass(&mut locked_cargo(parquet))
}

/// Installs the toolchain that [`check_oldest_compiler`] needs.
pub fn install_oldest_compiler() -> Result<()> {
    must_pass(&mut rustup(["toolchain", "install", OLDEST_COMPILER, "--profile", "minimal"]))
}

/// Checks that the published crates compile with the oldest supported compiler.
pub fn check_oldest_compiler() -> Result<()> {
    let mut command =
        toolchain_cargo(OLDEST_COMPILER, ["check", "-p", "tabiya", "-p", "tabiya-cli"]);
    command
        .args(["-p", "tabiya-units-cli", "-p", "tabiya-games-cli", "-p", "tabiya-data-cli"])
        .args(["-p", "tabiya-games", "--locked", "--all-features"])
        .env("CARGO_TARGET_DIR", root().join("target/oldest"));
    must_pass(&mut command)
}

/// Installs the toolchain that [`check_oldest_dependencies`] needs.
pub fn install_oldest_dependencies_tools() -> Result<()> {
    install_nightly(&[])
}

/// Checks that the library compiles with the oldest versions that its manifests accept.
///
/// The check generates a package outside the workspace, which depends on the library alone.
pub fn check_oldest_dependencies() -> Result<()> {
    let folder = root().join("target/oldest-dependencies");
    let library = root().join("crates/tabiya");
    let manifest = format!(
        "[package]\nname = \"oldest\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies.tabiya]\n\
         path = {library:?}\n\
         features = [\"arbitrary\", \"binpack\", \"bulletformat\", \"epd\", \"packed\", \"pgn\", \"polyglot\", \"serde\", \"threads\", \"viriformat\"]\n"
    );
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let path = folder.join("Cargo.toml");
    fs::write(&path, manifest).with_context(|| format!("cannot write {}", path.display()))?;
    let in_folder = |mut command: Command| must_pass(command.arg("--manifest-path").arg(&path));
    in_folder(toolchain_cargo(NIGHTLY, ["update", "-Z", "minimal-versions"]))?;
    in_folder(locked_cargo(["check"]))
}

/// Packs each published crate and builds it from its package alone.
///
/// Each run uses a new target folder: cargo unpacks a package once per folder and version, and
/// would reuse the packages from the last run.
pub fn build_packages() -> Result<()> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    let folder = root().join(format!("target/packages-{now}"));
    let mut command = locked_cargo(["package", "--allow-dirty"]);
    command.arg("--target-dir").arg(&folder);
    command.args(package_args(Package::is_published)?);
    let outcome = must_pass(&mut command);
    // Failure to remove a folder below `target` is harmless.
    let _ = fs::remove_dir_all(&folder);
    outcome
}

/// Installs the subcommand that [`check_dependencies`] needs.
pub fn install_dependency_tools() -> Result<()> {
    install_subcommand("deny")
}

/// Checks licenses, sources and security advisories for all dependencies, as `deny.toml` says.
pub fn check_dependencies() -> Result<()> {
    must_pass(&mut cargo(["deny", "check", "licenses", "bans", "sources"]))?;
    must_pass(&mut cargo(["deny", "check", "advisories"]))
}
