//! CPU feature detection at run time, for all crates of the workspace.
//!
//! The crates dispatch to code compiled for one of three levels. [`level`] returns the highest that
//! the CPU and the operating system support: by the standard library where the feature `std` is on
//! and the architecture is x86-64, otherwise by the compile-time target features alone.
//!
//! Tests and benchmarks are compiled with `RUSTFLAGS="--cfg tabiya_cpu_limit"` to run the code paths
//! of older CPUs. Then, and only then, two environment variables are read, each holding `portable`,
//! `avx2` or `avx512`:
//!
//! - `TABIYA_CPU` limits what [`level`] returns. What the compiler was told to assume by target
//!   features stays as it is: for a build that runs nothing newer, leave them out.
//! - `TABIYA_REQUIRE_SIMD` makes [`is_testable`] panic at a level up to this one that is missing, so
//!   that a test of SIMD code fails instead of passing without having run.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use core::sync::atomic::{AtomicU8, Ordering};
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use std::is_x86_feature_detected;

/// A set of CPU features that code is compiled for; each level includes those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CpuLevel {
    /// The compile-time target features, and nothing else.
    Portable,
    /// `avx2`, `popcnt`, `lzcnt`, `bmi1` and `bmi2`: Intel since Haswell, AMD since Excavator.
    Avx2,
    /// `avx512f`, `avx512bw`, `avx512dq`, `avx512vl`, `avx512vbmi2` and `avx512vpopcntdq` too: Intel
    /// since Ice Lake, AMD since Zen 4.
    Avx512,
}

impl CpuLevel {
    /// All levels, the lowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Returns the level's name, as the environment variables have it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Returns the level of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// The level of the compile-time target features.
const BUILD: CpuLevel = {
    let avx2 = cfg!(all(
        target_arch = "x86_64",
        target_feature = "avx2",
        target_feature = "popcnt",
        target_feature = "lzcnt",
        target_feature = "bmi1",
        target_feature = "bmi2",
    ));
    let avx512 = cfg!(all(
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512dq",
        target_feature = "avx512vl",
        target_feature = "avx512vbmi2",
        target_feature = "avx512vpopcntdq",
    ));
    match (avx2, avx512) {
        (true, true) => CpuLevel::Avx512,
        (true, false) => CpuLevel::Avx2,
        (false, _) => CpuLevel::Portable,
    }
};

/// Returns the level of the CPU that the program runs on.
///
/// After the first call this is one load and a comparison, and a constant where the compile-time
/// target features already include the highest level.
#[inline(always)]
pub fn level() -> CpuLevel {
    if has(CpuLevel::Avx512) {
        CpuLevel::Avx512
    } else if has(CpuLevel::Avx2) {
        CpuLevel::Avx2
    } else {
        CpuLevel::Portable
    }
}

/// Tests whether the CPU has the features of [`CpuLevel::Avx2`].
#[inline(always)]
pub fn has_avx2() -> bool {
    has(CpuLevel::Avx2)
}

/// Tests whether the CPU has the features of [`CpuLevel::Avx512`].
#[inline(always)]
pub fn has_avx512() -> bool {
    has(CpuLevel::Avx512)
}

/// Tests whether the CPU has the features of a level.
#[inline(always)]
pub fn has(level: CpuLevel) -> bool {
    // A limit below the compile-time features selects the code paths of lower levels all the same.
    if BUILD >= level && !cfg!(tabiya_cpu_limit) {
        return true;
    }
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return detected() >= level as u8;
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    return BUILD >= level;
}

/// Tests whether a test of code for `level` can run here.
///
/// # Panics
/// If it cannot, and `TABIYA_REQUIRE_SIMD` says that it must: see the head of the module.
///
/// ```
/// use tabiya_core::cpu::{self, CpuLevel};
///
/// if cpu::is_testable(CpuLevel::Avx512) {
///     // Compare the AVX-512 code with the portable one.
/// }
/// ```
pub fn is_testable(level: CpuLevel) -> bool {
    let is_present = has(level);
    #[cfg(all(feature = "std", tabiya_cpu_limit))]
    if let Some(required) = variable("TABIYA_REQUIRE_SIMD") {
        assert!(
            is_present || level > required,
            "this CPU, as limited by TABIYA_CPU, has no {}, and TABIYA_REQUIRE_SIMD={} needs it",
            level.name(),
            required.name(),
        );
    }
    is_present
}

/// Returns the detected level as its number.
///
/// Detection reads a dozen words and joins them, which takes longer than listing some moves, so it
/// runs once. Threads that race for it store the same number.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline(always)]
fn detected() -> u8 {
    const UNKNOWN: u8 = u8::MAX;
    static DETECTED: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[cold]
    #[inline(never)]
    fn detect_once() -> u8 {
        let level = detect() as u8;
        DETECTED.store(level, Ordering::Relaxed);
        level
    }

    match DETECTED.load(Ordering::Relaxed) {
        UNKNOWN => detect_once(),
        level => level,
    }
}

/// Detects the level by the standard library, and applies the limit of a test build.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn detect() -> CpuLevel {
    let has_avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2");
    let has_avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq");
    let level = match (has_avx2, has_avx512) {
        (false, _) => CpuLevel::Portable,
        (true, false) => CpuLevel::Avx2,
        (true, true) => CpuLevel::Avx512,
    };
    #[cfg(tabiya_cpu_limit)]
    let level = variable("TABIYA_CPU").map_or(level, |limit| level.min(limit));
    level
}

/// Reads a level from an environment variable.
///
/// # Panics
/// If the variable holds anything else.
#[cfg(all(feature = "std", tabiya_cpu_limit))]
fn variable(name: &str) -> Option<CpuLevel> {
    let value = std::env::var_os(name)?;
    let level = value.to_str().and_then(CpuLevel::from_name);
    assert!(level.is_some(), "{name}={}: expected portable, avx2 or avx512", value.display());
    level
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read_by_their_names() {
        for level in CpuLevel::ALL {
            assert_eq!(CpuLevel::from_name(level.name()), Some(level));
        }
        assert_eq!(CpuLevel::from_name("AVX2"), None);
        assert_eq!(CpuLevel::from_name("sse2"), None);
    }

    #[test]
    fn level_has_exactly_the_levels_up_to_itself() {
        for other in CpuLevel::ALL {
            assert_eq!(has(other), other <= level(), "{other:?}");
        }
        assert_eq!((has_avx2(), has_avx512()), (has(CpuLevel::Avx2), has(CpuLevel::Avx512)));
        assert!(is_testable(CpuLevel::Portable));
    }

    #[test]
    #[cfg(not(tabiya_cpu_limit))]
    fn level_is_at_least_that_of_the_build() {
        assert!(level() >= BUILD);
    }

    /// Linux lists the features of its CPUs: a source other than the standard library.
    #[test]
    #[cfg(all(feature = "std", target_arch = "x86_64", target_os = "linux", not(miri)))]
    fn level_agrees_with_the_kernel() {
        let Ok(text) = std::fs::read_to_string("/proc/cpuinfo") else { return };
        let Some(line) = text.lines().find(|line| line.starts_with("flags")) else { return };
        let listed = |names: &[&str]| {
            names.iter().all(|name| line.split_ascii_whitespace().any(|word| word == *name))
        };
        // Linux has AMD's name for LZCNT.
        let has_avx2 = listed(&["avx2", "popcnt", "abm", "bmi1", "bmi2"]);
        let has_avx512 = has_avx2
            && listed(&["avx512f", "avx512bw", "avx512dq", "avx512vl"])
            && listed(&["avx512_vbmi2", "avx512_vpopcntdq"]);
        let expected = match (has_avx2, has_avx512) {
            (false, _) => CpuLevel::Portable,
            (true, false) => CpuLevel::Avx2,
            (true, true) => CpuLevel::Avx512,
        };
        #[cfg(tabiya_cpu_limit)]
        let expected = variable("TABIYA_CPU").map_or(expected, |limit| expected.min(limit));
        assert_eq!(level(), expected);
    }
}
