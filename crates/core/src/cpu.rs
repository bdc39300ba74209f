//! CPU feature detection at run time, for all crates in the workspace.
//!
//! The crates dispatch to code compiled for one of three levels. [`level`] returns the highest level
//! that the CPU and the operating system support. On x86-64 with the feature `std`, the standard
//! library detects the features. Otherwise the compile-time target features alone decide.
//!
//! `RUSTFLAGS="--cfg tabiya_cpu_limit"` compiles tests and benchmarks that can run the code paths
//! for older CPUs. Only such builds read two environment variables, which hold `portable`, `avx2`
//! or `avx512`:
//!
//! - `TABIYA_CPU` limits the result of [`level`]. It does not disable compile-time target features:
//!   the compiler may use those anywhere. To exclude newer instructions, build without them.
//! - `TABIYA_REQUIRE_SIMD` makes [`is_testable`] panic if the CPU lacks a level up to the given
//!   one. A SIMD test then fails instead of passing without having run.

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use core::sync::atomic::{AtomicU8, Ordering};
#[cfg(all(feature = "std", target_arch = "x86_64"))]
use std::is_x86_feature_detected;

/// A set of CPU features for which code is compiled; each level includes the previous ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum CpuLevel {
    /// The compile-time target features only.
    Portable,
    /// `avx2`, `popcnt`, `lzcnt`, `bmi1` and `bmi2`: Intel since Haswell, AMD since Excavator.
    Avx2,
    /// In addition `avx512f`, `avx512bw`, `avx512dq`, `avx512vl`, `avx512bitalg`, `avx512vbmi2` and
    /// `avx512vpopcntdq`: Intel since Ice Lake, AMD since Zen 4.
    Avx512,
}

impl CpuLevel {
    /// All levels, the lowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Returns the level's name, in the form that the environment variables use.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        }
    }

    /// Returns the level with a name, or `None` if no level has it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.name() == name)
    }
}

/// The level that the compile-time target features reach.
const COMPILE_TIME_LEVEL: CpuLevel = {
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
        target_feature = "avx512bitalg",
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
/// After the first call, this is one load and a comparison. If the compile-time target features
/// include the highest level, it is a constant.
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

/// Tests whether the CPU has the features in [`CpuLevel::Avx2`].
#[inline(always)]
pub fn has_avx2() -> bool {
    has(CpuLevel::Avx2)
}

/// Tests whether the CPU has the features in [`CpuLevel::Avx512`].
#[inline(always)]
pub fn has_avx512() -> bool {
    has(CpuLevel::Avx512)
}

/// Tests whether the CPU has a level's features.
#[inline(always)]
pub fn has(level: CpuLevel) -> bool {
    // In builds with a CPU limit, the compile-time level does not decide: the limit may be lower.
    if COMPILE_TIME_LEVEL >= level && !cfg!(tabiya_cpu_limit) {
        return true;
    }
    #[cfg(all(feature = "std", target_arch = "x86_64"))]
    return cached_level() >= level as u8;
    #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
    return COMPILE_TIME_LEVEL >= level;
}

/// Tests whether this CPU can run a test for code at `level`.
///
/// # Panics
///
/// Panics if the CPU lacks `level`, but `TABIYA_REQUIRE_SIMD` requires it: see the [module](self) page.
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
    if let Some(required) = level_from_env("TABIYA_REQUIRE_SIMD") {
        assert!(
            is_present || level > required,
            "TABIYA_REQUIRE_SIMD={}: no {}; expected a CPU with it and no lower TABIYA_CPU",
            required.name(),
            level.name(),
        );
    }
    is_present
}

/// Returns the detected level as a `u8`.
///
/// The first call runs the detection, which is slow compared with generating moves, and stores the
/// result. Racing threads store the same value.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
#[inline(always)]
fn cached_level() -> u8 {
    const NOT_DETECTED: u8 = u8::MAX;
    static CACHED_LEVEL: AtomicU8 = AtomicU8::new(NOT_DETECTED);

    #[cold]
    #[inline(never)]
    fn detect_and_cache() -> u8 {
        let level = detect_level() as u8;
        CACHED_LEVEL.store(level, Ordering::Relaxed);
        level
    }

    match CACHED_LEVEL.load(Ordering::Relaxed) {
        NOT_DETECTED => detect_and_cache(),
        level => level,
    }
}

/// Detects the level using the standard library, and applies `TABIYA_CPU` in builds with a CPU limit.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn detect_level() -> CpuLevel {
    let has_avx2 = is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2");
    let has_avx512 = is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("avx512vpopcntdq");
    let level = match (has_avx2, has_avx512) {
        (false, _) => CpuLevel::Portable,
        (true, false) => CpuLevel::Avx2,
        (true, true) => CpuLevel::Avx512,
    };
    #[cfg(tabiya_cpu_limit)]
    let level = level_from_env("TABIYA_CPU").map_or(level, |limit| level.min(limit));
    level
}

/// Reads a level from an environment variable.
///
/// # Panics
///
/// Panics if the variable holds anything but a level's name.
#[cfg(all(feature = "std", tabiya_cpu_limit))]
fn level_from_env(name: &str) -> Option<CpuLevel> {
    let value = std::env::var_os(name)?;
    let level = value.to_str().and_then(CpuLevel::from_name);
    assert!(
        level.is_some(),
        "{name}={}: unknown level; expected portable, avx2 or avx512",
        value.display()
    );
    level
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_name_accepts_exactly_the_level_names() {
        for level in CpuLevel::ALL {
            assert_eq!(CpuLevel::from_name(level.name()), Some(level));
        }
        assert_eq!(CpuLevel::from_name("AVX2"), None);
        assert_eq!(CpuLevel::from_name("sse2"), None);
    }

    #[test]
    fn has_is_true_up_to_the_detected_level() {
        for other in CpuLevel::ALL {
            assert_eq!(has(other), other <= level(), "{other:?}");
        }
        assert_eq!((has_avx2(), has_avx512()), (has(CpuLevel::Avx2), has(CpuLevel::Avx512)));
        assert!(is_testable(CpuLevel::Portable));
    }

    #[test]
    #[cfg(not(tabiya_cpu_limit))]
    fn level_is_at_least_the_compile_time_level() {
        assert!(level() >= COMPILE_TIME_LEVEL);
    }

    /// Compares the detected level with the CPU flags that Linux lists, a source other than the standard
    /// library.
    #[test]
    #[cfg(all(feature = "std", target_arch = "x86_64", target_os = "linux", not(miri)))]
    fn level_matches_proc_cpuinfo_flags() {
        let Ok(text) = std::fs::read_to_string("/proc/cpuinfo") else { return };
        let Some(line) = text.lines().find(|line| line.starts_with("flags")) else { return };
        let has_flags = |names: &[&str]| {
            names.iter().all(|name| line.split_ascii_whitespace().any(|flag| flag == *name))
        };
        // Linux uses AMD's name for LZCNT.
        let has_avx2 = has_flags(&["avx2", "popcnt", "abm", "bmi1", "bmi2"]);
        let has_avx512 = has_avx2
            && has_flags(&["avx512f", "avx512bw", "avx512dq", "avx512vl"])
            && has_flags(&["avx512_bitalg", "avx512_vbmi2", "avx512_vpopcntdq"]);
        let expected = match (has_avx2, has_avx512) {
            (false, _) => CpuLevel::Portable,
            (true, false) => CpuLevel::Avx2,
            (true, true) => CpuLevel::Avx512,
        };
        #[cfg(tabiya_cpu_limit)]
        let expected = level_from_env("TABIYA_CPU").map_or(expected, |limit| expected.min(limit));
        assert_eq!(level(), expected);
    }
}
