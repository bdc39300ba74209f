//! SIMD code tests at every CPU level.
//!
//! Dispatch selects the code for the highest level, so the levels below would otherwise go
//! untested.

use anyhow::{Result, ensure};

use crate::cargo::{locked_cargo, must_pass, root};

#[cfg(test)]
mod tests;

/// The levels in `tabiya_core::cpu`, lowest first.
const LEVELS: [&str; 3] = ["portable", "avx2", "avx512"];

/// The packages that dispatch, and those that dispatched code calls.
const PACKAGES: [&str; 6] = [
    "--package=tabiya-core",
    "--package=tabiya-tables",
    "--package=tabiya-movelist",
    "--package=tabiya-movegen",
    "--package=tabiya-perft",
    "--package=tabiya-suites",
];

/// The environment variable with the level that the CPU must have; CI sets it.
const REQUIRED_LEVEL: &str = "TABIYA_REQUIRE_SIMD";

/// Runs the unit tests, the table tests and the suites at each level below that of this CPU, with
/// their own target folder. `cargo test --workspace` runs them at the CPU's level.
///
/// # Errors
/// Returns an error if a test fails, or if the CPU lacks the level that [`REQUIRED_LEVEL`] names.
pub fn check() -> Result<()> {
    let supported = LEVELS.into_iter().rposition(is_supported).unwrap_or_default();
    let required = std::env::var(REQUIRED_LEVEL).unwrap_or_else(|_| LEVELS[0].to_owned());
    let is_met = level_index(&required)? <= supported;
    ensure!(is_met, "CPU: supports {}; required by {REQUIRED_LEVEL}={required}", LEVELS[supported]);
    for level in &LEVELS[..supported] {
        println!("==> {level}");
        let mut command = locked_cargo(["test", "--lib", "--test", "all"]);
        command.args(PACKAGES).args(["--", "tests::", "derivations::", "suites::"]);
        command
            .env("RUSTFLAGS", "--cfg tabiya_cpu_limit")
            .env("CARGO_TARGET_DIR", root().join("target/levels"))
            .env("TABIYA_CPU", level)
            // Without this requirement, tests for an unsupported level would skip themselves.
            .env(REQUIRED_LEVEL, level);
        must_pass(&mut command)?;
    }
    Ok(())
}

/// Returns the index of a level in [`LEVELS`].
fn level_index(name: &str) -> Result<usize> {
    let index = LEVELS.iter().position(|level| *level == name);
    ensure!(index.is_some(), "{REQUIRED_LEVEL}={name}: expected one of {}", LEVELS.join(", "));
    Ok(index.unwrap_or_default())
}

/// Tests whether this CPU has a level's features.
#[cfg(target_arch = "x86_64")]
fn is_supported(level: &str) -> bool {
    use std::is_x86_feature_detected as detected;
    let has_avx2 = detected!("avx2") && detected!("bmi2");
    match level {
        "portable" => true,
        "avx2" => has_avx2,
        _ => {
            has_avx2
                && detected!("avx512bitalg")
                && detected!("avx512vbmi2")
                && detected!("avx512vpopcntdq")
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn is_supported(level: &str) -> bool {
    level == LEVELS[0]
}
