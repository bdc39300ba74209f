//! The libraries' unit tests under Miri.
//!
//! They run for the local machine, a big-endian target, a 32-bit target and ARM. Miri supports the
//! AVX2 intrinsics, so the tests for SIMD code also run for AVX2.

use std::process::ExitCode;

use anyhow::Result;

use crate::cargo::must_pass;
use crate::tools::{NIGHTLY, install_nightly, toolchain_cargo};
use crate::workspace::package_args;

/// The local machine as `None`, a big-endian target, a 32-bit target and ARM.
const TARGETS: [Option<&str>; 4] = [
    None,
    Some("s390x-unknown-linux-gnu"),
    Some("i686-unknown-linux-gnu"),
    Some("aarch64-unknown-linux-gnu"),
];

/// Environment variables: property tests read a file with earlier failures, which isolation
/// forbids, and run fewer cases.
const SETTINGS: [(&str, &str); 2] =
    [("MIRIFLAGS", "-Zmiri-disable-isolation -Zmiri-strict-provenance"), ("PROPTEST_CASES", "8")];

/// Runs the unit tests of every library for every target, or only those that match `filter`.
///
/// # Errors
/// Returns an error if Miri cannot be installed or a test fails.
pub fn run(filter: Option<&str>) -> Result<ExitCode> {
    install_nightly(&["miri", "rust-src"])?;
    for target in TARGETS {
        println!("==> {}", target.unwrap_or("local machine"));
        let mut command = toolchain_cargo(NIGHTLY, ["miri", "test", "--lib"]);
        command.envs(SETTINGS);
        // The crates include all libraries with unsafe code.
        command.args(package_args(|package| package.is_in("crates"))?);
        // The feature contains the hash table that threads share.
        command.args(["--features", "tabiya-perft/threads"]);
        command.args(target.map(|target| format!("--target={target}")));
        command.args(filter);
        must_pass(&mut command)?;
    }
    test_with_avx2("tabiya-perft", filter)?;
    // The other tests have run above.
    test_with_avx2("tabiya-movegen", Some(filter.unwrap_or("simd::")))?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the tests of a library for AVX2. Miri detects no CPU features, so the build enables them.
fn test_with_avx2(library: &str, filter: Option<&str>) -> Result<()> {
    const TARGET: &str = "x86_64-unknown-linux-gnu";
    println!("==> {TARGET} with AVX2");
    let mut command = toolchain_cargo(NIGHTLY, ["miri", "test", "--lib", "-p", library]);
    command
        .envs(SETTINGS)
        .env("RUSTFLAGS", "-C target-feature=+avx2,+popcnt,+lzcnt,+bmi1,+bmi2")
        .args(["--target", TARGET])
        .args(filter);
    must_pass(&mut command)
}
