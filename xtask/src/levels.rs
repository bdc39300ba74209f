//! Tests of SIMD code at every CPU level.
//!
//! Dispatch selects the code of the highest level, so the levels below would otherwise go untested.

use anyhow::{Result, ensure};

use crate::cargo::{locked_cargo, must_pass, root};

/// The levels of `tabiya_core::cpu`, lowest first.
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

/// Runs the unit tests, the table tests and the suites once per level, with their own target folder.
///
/// Levels above that of this CPU are reported and skipped, unless [`REQUIRED_LEVEL`] requires them.
///
/// # Errors
/// Returns an error if a test fails or a required level is missing.
pub fn check() -> Result<()> {
    let required = std::env::var(REQUIRED_LEVEL).unwrap_or_else(|_| LEVELS[0].to_owned());
    let required = level_index(&required)?;
    for (index, level) in LEVELS.into_iter().enumerate() {
        if index > required && !is_supported(level) {
            println!(
                "{level}: skipped, not supported by this CPU; required by {REQUIRED_LEVEL}={level}"
            );
            continue;
        }
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

/// Tests whether this CPU has the features of a level.
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

#[cfg(test)]
mod tests {
    use super::{LEVELS, is_supported, level_index};

    #[test]
    fn level_index_rejects_unknown_names() {
        for (index, level) in LEVELS.into_iter().enumerate() {
            assert_eq!(level_index(level).ok(), Some(index));
        }
        assert!(level_index("1").is_err() && level_index("AVX2").is_err());
    }

    #[test]
    fn supported_level_implies_lower_levels() {
        assert!(is_supported(LEVELS[0]));
        assert!(is_supported("avx2") || !is_supported("avx512"), "avx512 without avx2");
    }
}
