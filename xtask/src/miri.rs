//! Miri over the unit tests of the libraries: for this machine, for a big-endian one, for one of
//! 32 bits, and for perft on one with AVX2, whose intrinsics Miri knows.

use std::process::ExitCode;

use anyhow::Result;

use crate::cargo::must_pass;
use crate::tools::{NIGHTLY, install_nightly, toolchain_cargo};

/// The libraries whose unit tests are run, all that hold unsafe code among them.
const CRATES: [&str; 6] = [
    "tabiya-core",
    "tabiya-tables",
    "tabiya-movelist",
    "tabiya-movegen",
    "tabiya-notation",
    "tabiya-perft",
];

/// Big-endian, and 32 bits wide; `None` is this machine.
const TARGETS: [Option<&str>; 3] =
    [None, Some("s390x-unknown-linux-gnu"), Some("i686-unknown-linux-gnu")];

/// The tests of properties look for a file of earlier failures, and try many cases.
const SETTINGS: [(&str, &str); 2] =
    [("MIRIFLAGS", "-Zmiri-disable-isolation -Zmiri-strict-provenance"), ("PROPTEST_CASES", "8")];

/// Runs the unit tests of every library, or those that `filter` names, for every target.
///
/// # Errors
/// If Miri cannot be installed or finds anything.
pub fn run(filter: Option<&str>) -> Result<ExitCode> {
    install_nightly(&["miri", "rust-src"])?;
    for target in TARGETS {
        println!("==> {}", target.unwrap_or("this machine"));
        let mut command = toolchain_cargo(NIGHTLY, ["miri", "test", "--lib"]);
        command.envs(SETTINGS);
        for name in CRATES {
            command.args(["-p", name]);
        }
        // The hash table that threads share.
        command.args(["--features", "tabiya-perft/threads"]);
        command.args(target.map(|target| format!("--target={target}")));
        command.args(filter);
        must_pass(&mut command)?;
    }
    perft_by_avx2(filter)?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the tests of perft with AVX2. Miri detects no CPU features: the build has to have them.
fn perft_by_avx2(filter: Option<&str>) -> Result<()> {
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    println!("==> {TARGET} with AVX2");
    let mut command = toolchain_cargo(NIGHTLY, ["miri", "test", "--lib", "-p", "tabiya-perft"]);
    command
        .envs(SETTINGS)
        .env("RUSTFLAGS", "-C target-feature=+avx2,+popcnt,+lzcnt,+bmi1,+bmi2")
        .args(["--target", TARGET])
        .args(filter);
    must_pass(&mut command)
}
