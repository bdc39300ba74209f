//! The tests of SIMD code at every CPU level: code for a level runs only where dispatch chooses it,
//! so that on one machine the levels below its own would go untested.

use anyhow::{Result, ensure};

use crate::cargo::{cargo, must_pass, root};

/// The levels of `tabiya_core::cpu`, the lowest first.
const LEVELS: [&str; 3] = ["portable", "avx2", "avx512"];

/// The packages that dispatch, or that dispatched code calls.
const PACKAGES: [&str; 6] = [
    "--package=tabiya-core",
    "--package=tabiya-tables",
    "--package=tabiya-movelist",
    "--package=tabiya-movegen",
    "--package=tabiya-perft",
    "--package=tabiya-tests",
];

/// The variable that names the level whose absence fails a test, set by CI.
const REQUIRED: &str = "TABIYA_REQUIRE_SIMD";

/// Runs the unit tests, the derivations and the suites once per level, in a folder of their own.
///
/// Levels above that of this CPU are named and left out, unless [`REQUIRED`] asks for them.
///
/// # Errors
/// If a test fails, or a level that is required is missing.
pub fn check() -> Result<()> {
    let required = std::env::var(REQUIRED).unwrap_or_else(|_| LEVELS[0].to_owned());
    let required = index(&required)?;
    for (place, level) in LEVELS.into_iter().enumerate() {
        if place > required && !has(level) {
            println!("skipped: this CPU has no {level}; {REQUIRED}={level} makes that a failure");
            continue;
        }
        println!("==> {level}");
        let mut command = cargo(["test", "--lib", "--test", "all"]);
        command.args(PACKAGES).args(["--", "tests::", "derivations::", "suites::"]);
        command
            .env("RUSTFLAGS", "--cfg tabiya_cpu_limit")
            .env("CARGO_TARGET_DIR", root().join("target/levels"))
            .env("TABIYA_CPU", level)
            // The level that is run must be there, or its tests would pass without having run.
            .env(REQUIRED, level);
        must_pass(&mut command)?;
    }
    Ok(())
}

/// Returns the place of a level among [`LEVELS`].
fn index(name: &str) -> Result<usize> {
    let place = LEVELS.iter().position(|level| *level == name);
    ensure!(place.is_some(), "{REQUIRED}={name}: expected one of {}", LEVELS.join(", "));
    Ok(place.unwrap_or_default())
}

/// Tests whether this CPU has the features of a level.
#[cfg(target_arch = "x86_64")]
fn has(level: &str) -> bool {
    use std::is_x86_feature_detected as detected;
    let has_avx2 = detected!("avx2") && detected!("bmi2");
    match level {
        "portable" => true,
        "avx2" => has_avx2,
        _ => has_avx2 && detected!("avx512vbmi2") && detected!("avx512vpopcntdq"),
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn has(level: &str) -> bool {
    level == LEVELS[0]
}

#[cfg(test)]
mod tests {
    use super::{LEVELS, has, index};

    #[test]
    fn levels_are_in_order_and_other_names_are_refused() {
        for (place, level) in LEVELS.into_iter().enumerate() {
            assert_eq!(index(level).ok(), Some(place));
        }
        assert!(index("1").is_err() && index("AVX2").is_err());
        assert!(has(LEVELS[0]));
        assert!(has("avx2") || !has("avx512"), "each level has those below");
    }
}
