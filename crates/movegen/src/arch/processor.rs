//! What the processor can do, as far as the doors ask.
//!
//! The processor is asked itself. The standard library asks it no other way, but would have to be
//! there: programs without it would have no doors, and all others would read its metadata once
//! more, 1 % of what the compiler does for a first build.

use core::arch::x86_64::{__cpuid, __cpuid_count, _XCR_XFEATURE_ENABLED_MASK, _xgetbv};
use core::sync::atomic::{AtomicU8, Ordering};

/// Whether the processor has `popcnt` and `bmi1`.
#[cfg(any(test, not(target_feature = "popcnt")))]
#[inline(always)]
pub(super) fn has_popcnt() -> bool {
    Level::of_processor() >= Level::POPCNT
}

/// Whether the processor has `avx512f`, `avx512bw`, `avx512vbmi2`, `avx512vpopcntdq`, `popcnt`,
/// `bmi1` and `bmi2`.
#[inline(always)]
pub(super) fn has_avx512() -> bool {
    cfg!(all(
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vbmi2",
        target_feature = "avx512vpopcntdq",
        target_feature = "popcnt",
        target_feature = "bmi1",
        target_feature = "bmi2",
    )) || Level::of_processor() == Level::AVX512
}

/// What the code behind a door may use; each level has what those before it have.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
struct Level(u8);

impl Level {
    /// What the build asks for.
    const BUILD: Self = Self(1);
    /// `popcnt` and `bmi1`.
    const POPCNT: Self = Self(2);
    /// `avx512f`, `avx512bw`, `avx512vbmi2`, `avx512vpopcntdq` and `bmi2`.
    const AVX512: Self = Self(3);

    /// The processor is asked once: to ask takes longer than a list.
    #[inline(always)]
    fn of_processor() -> Self {
        const UNKNOWN: u8 = 0;
        static LEVEL: AtomicU8 = AtomicU8::new(UNKNOWN);

        #[cold]
        fn ask() -> Level {
            let level = Answers::of_processor().level();
            LEVEL.store(level.0, Ordering::Relaxed);
            level
        }

        match LEVEL.load(Ordering::Relaxed) {
            UNKNOWN => ask(),
            level => Self(level),
        }
    }
}

/// What the processor and the operating system say, as numbered in Intel's manual, volume 2,
/// "CPUID", and volume 1, chapter 13, "Managing state using the XSAVE feature set".
#[derive(Clone, Copy)]
struct Answers {
    /// CPUID, leaf 1, ECX.
    basic: u32,
    /// CPUID, leaf 7, EBX.
    extended: u32,
    /// CPUID, leaf 7, ECX.
    more: u32,
    /// Which registers the operating system keeps for a program that it interrupts.
    kept: u64,
}

impl Answers {
    const POPCNT: u32 = 1 << 23;
    const OSXSAVE: u32 = 1 << 27;
    /// What `avx512f` includes: `sse3`, `ssse3`, `fma`, `sse4.1`, `sse4.2`, `avx` and `f16c`.
    const BASIC_OF_AVX512: u32 = 1 | 1 << 9 | 1 << 12 | 1 << 19 | 1 << 20 | 1 << 28 | 1 << 29;

    const BMI1: u32 = 1 << 3;
    /// `avx2`, `bmi2`, `avx512f` and `avx512bw`.
    const EXTENDED_OF_AVX512: u32 = 1 << 5 | 1 << 8 | 1 << 16 | 1 << 30;

    /// `avx512vbmi2` and `avx512vpopcntdq`.
    const MORE_OF_AVX512: u32 = 1 << 6 | 1 << 14;

    /// The registers of 128 bits, their halves to 256 and to 512, the upper sixteen, the masks.
    const KEPT_FOR_AVX512: u64 = 1 << 1 | 1 << 2 | 1 << 5 | 1 << 6 | 1 << 7;

    /// Without an operating system nobody is asked, for whoever wrote the interrupts may keep less
    /// than the processor has; in an enclave and in Miri there is nobody to ask.
    #[expect(unsafe_code, reason = "instructions that not every processor has")]
    fn of_processor() -> Self {
        let nothing = Self { basic: 0, extended: 0, more: 0, kept: 0 };
        if cfg!(any(target_os = "none", target_os = "uefi", target_env = "sgx", miri)) {
            return nothing;
        }
        // SAFETY: every x86-64 processor has CPUID, and every system but those above lets it
        // through. Where the bit OSXSAVE is set, XGETBV is there and may be used, and that
        // register it always has.
        unsafe {
            let basic = __cpuid(1).ecx;
            if __cpuid(0).eax < 7 || basic & Self::OSXSAVE == 0 {
                return Self { basic, ..nothing };
            }
            let seventh = __cpuid_count(7, 0);
            let kept = _xgetbv(_XCR_XFEATURE_ENABLED_MASK);
            Self { basic, extended: seventh.ebx, more: seventh.ecx, kept }
        }
    }

    fn level(self) -> Level {
        let has_popcnt = self.basic & Self::POPCNT != 0 && self.extended & Self::BMI1 != 0;
        let has_avx512 = self.basic & Self::BASIC_OF_AVX512 == Self::BASIC_OF_AVX512
            && self.extended & Self::EXTENDED_OF_AVX512 == Self::EXTENDED_OF_AVX512
            && self.more & Self::MORE_OF_AVX512 == Self::MORE_OF_AVX512
            && self.kept & Self::KEPT_FOR_AVX512 == Self::KEPT_FOR_AVX512;
        match (has_popcnt, has_avx512) {
            (false, _) => Level::BUILD,
            (true, false) => Level::POPCNT,
            (true, true) => Level::AVX512,
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::is_x86_feature_detected;

    use super::*;

    const ALL: Answers = Answers { basic: !0, extended: !0, more: !0, kept: !0 };

    #[test]
    fn the_standard_library_says_the_same() {
        let has_popcnt = is_x86_feature_detected!("popcnt") && is_x86_feature_detected!("bmi1");
        let has_all = has_popcnt
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512vpopcntdq");
        assert_eq!((super::has_popcnt(), has_avx512()), (has_popcnt, has_all));
    }

    /// How many of the 64 bits a level above the build's needs, the others being there.
    fn needed(level: Level, without: impl Fn(u64) -> Answers) -> u32 {
        (0..64).filter(|&bit| without(!(1 << bit)).level() < level).count() as u32
    }

    #[test]
    fn every_bit_is_needed_that_a_feature_has() {
        let basic = |left: u64| Answers { basic: left as u32, ..ALL };
        let extended = |left: u64| Answers { extended: left as u32, ..ALL };
        let more = |left: u64| Answers { more: left as u32, ..ALL };
        let kept = |left: u64| Answers { kept: left, ..ALL };
        assert!(ALL.level() == Level::AVX512);
        let of = |level| {
            [
                needed(level, basic),
                needed(level, extended),
                needed(level, more),
                needed(level, kept),
            ]
        };
        assert_eq!(of(Level::POPCNT), [1, 1, 0, 0]);
        assert_eq!(of(Level::AVX512), [8, 5, 2, 5]);
    }
}
