//! What holds of the published crates wherever they are built: on every target, with any
//! features, by the oldest compiler and with the oldest dependencies, from the package alone.

use std::fs;
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result, ensure};

use crate::cargo::{cargo, must_pass, root};
use crate::tools::{NIGHTLY, cargo_of, need_nightly, need_subcommand, need_targets, rustup};

/// The published crates, from the lowest floor up.
const PUBLISHED: [&str; 8] = [
    "tabiya-core",
    "tabiya-tables",
    "tabiya-movelist",
    "tabiya-movegen",
    "tabiya-notation",
    "tabiya-perft",
    "tabiya",
    "tabiya-cli",
];

/// No operating system and no allocator.
const BARE: &str = "thumbv6m-none-eabi";

/// 32 bits wide, and yet run by many processors of 64.
const I686: &str = "i686-unknown-linux-gnu";

/// Without a file system, of 32 bits, and of another make.
const OTHERS: [&str; 3] = ["wasm32-unknown-unknown", I686, "aarch64-unknown-linux-gnu"];

/// The oldest compiler, the `rust-version` of the workspace.
const OLDEST: &str = "1.89";

/// Installs what [`targets`] needs.
pub fn need_for_targets() -> Result<()> {
    need_targets(&[&[BARE], &OTHERS[..]].concat())
}

/// The libraries compile for every target; on bare metal, without what asks for more.
pub fn targets() -> Result<()> {
    let check = |target: &str| cargo(["check", "-p", "tabiya", "--target", target]);
    let bare = "notation,perft,bulletformat,epd,viriformat";
    must_pass(check(BARE).args(["--no-default-features", "-F", bare]))?;
    OTHERS.iter().try_for_each(|target| must_pass(check(target).arg("--all-features")))
}

/// Installs what [`tests_on_32_bits`] needs, but for the C library, which cargo cannot.
pub fn need_for_32_bits() -> Result<()> {
    need_targets(&[I686])?;
    let start = Command::new("cc").args(["-m32", "-print-file-name=crt1.o"]).output();
    let is_found = start.is_ok_and(|start| start.stdout.contains(&b'/'));
    ensure!(is_found, "there is no C library of 32 bits: Debian's is in gcc-multilib");
    Ok(())
}

/// The tests of the libraries and of the corpora pass on 32 bits.
pub fn tests_on_32_bits() -> Result<()> {
    let mut libraries = cargo(["test", "--target", I686]);
    for name in PUBLISHED.iter().filter(|&&name| name != "tabiya-cli") {
        libraries.args(["-p", name]);
    }
    must_pass(&mut libraries)?;
    let corpora = ["test", "--target", I686, "-p", "tabiya-tests", "--test", "all", "corpora::"];
    must_pass(&mut cargo(corpora))
}

/// Installs what [`features`] needs.
pub fn need_for_features() -> Result<()> {
    need_subcommand("hack")
}

/// Every library compiles with each feature alone, with each two of them, with none and all.
pub fn features() -> Result<()> {
    let mut command = cargo(["hack", "check", "--feature-powerset", "--depth", "2"]);
    command.args(["--no-dev-deps", "--exclude-features", "default"]);
    for name in PUBLISHED {
        command.args(["-p", name]);
    }
    must_pass(&mut command)?;
    must_pass(&mut cargo(["check", "-p", "tabiya", "--all-features"]))
}

/// Installs what [`oldest_compiler`] needs.
pub fn need_for_oldest_compiler() -> Result<()> {
    must_pass(&mut rustup(["toolchain", "install", OLDEST, "--profile", "minimal"]))
}

/// The published crates compile with the oldest compiler that they promise.
pub fn oldest_compiler() -> Result<()> {
    let mut command = cargo_of(OLDEST, ["check", "-p", "tabiya", "-p", "tabiya-cli"]);
    command.args(["--all-features"]).env("CARGO_TARGET_DIR", root().join("target/oldest"));
    must_pass(&mut command)
}

/// Installs what [`oldest_dependencies`] needs.
pub fn need_for_oldest_dependencies() -> Result<()> {
    need_nightly(&[])
}

/// The library compiles with the oldest versions that its manifests let in, as a package
/// outside the workspace has them.
pub fn oldest_dependencies() -> Result<()> {
    let folder = root().join("target/oldest-dependencies");
    let library = root().join("crates/tabiya");
    let manifest = format!(
        "[package]\nname = \"oldest\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies.tabiya]\n\
         path = {library:?}\n\
         features = [\"arbitrary\", \"bulletformat\", \"epd\", \"packed\", \"serde\", \"threads\", \"viriformat\"]\n"
    );
    fs::create_dir_all(folder.join("src"))?;
    fs::write(folder.join("src/lib.rs"), "")?;
    let path = folder.join("Cargo.toml");
    fs::write(&path, manifest).with_context(|| format!("cannot write {}", path.display()))?;
    let in_folder = |mut command: Command| must_pass(command.arg("--manifest-path").arg(&path));
    in_folder(cargo_of(NIGHTLY, ["update", "-Z", "minimal-versions"]))?;
    in_folder(cargo(["check", "--locked"]))
}

/// Each published crate is packed, and builds from its package alone.
///
/// In a folder of its own each time: cargo unpacks what it packed once for each folder and
/// version, and would build the next crate with what the last run unpacked.
pub fn packages() -> Result<()> {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?.as_secs();
    let folder = root().join(format!("target/packages-{now}"));
    let mut command = cargo(["package", "--allow-dirty"]);
    command.arg("--target-dir").arg(&folder);
    for name in PUBLISHED {
        command.args(["-p", name]);
    }
    let outcome = must_pass(&mut command);
    // What cannot be removed lies in `target`, and does no harm.
    let _ = fs::remove_dir_all(&folder);
    outcome
}

/// Installs what [`dependencies`] needs.
pub fn need_for_dependencies() -> Result<()> {
    need_subcommand("deny")
}

/// Licences, sources and known faults of all that is used: see `deny.toml`.
pub fn dependencies() -> Result<()> {
    must_pass(&mut cargo(["deny", "check", "licenses", "bans", "sources"]))?;
    must_pass(&mut cargo(["deny", "check", "advisories"]))
}
