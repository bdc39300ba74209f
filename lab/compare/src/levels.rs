//! The CPU levels at which rows are measured.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use tabiya_core::cpu::{self, CpuLevel};

/// A CPU level: the CPU features that Tabiya may use. Other libraries run as compiled, at every level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ValueEnum)]
pub(super) enum Level {
    /// A default build without run-time dispatch to SIMD code
    Portable,
    /// A default build on a CPU with AVX2
    Avx2,
    /// A default build on a CPU with AVX-512
    Avx512,
    /// A build for the local CPU
    Native,
}

impl Level {
    /// Returns the name, as in JSON and `TABIYA_CPU`.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Portable => CpuLevel::Portable.name(),
            Self::Avx2 => CpuLevel::Avx2.name(),
            Self::Avx512 => CpuLevel::Avx512.name(),
            Self::Native => "native",
        }
    }

    /// Returns the levels that this program can measure on this CPU.
    ///
    /// A native build has one level. Other builds have the CPU's levels if they can limit the
    /// level, otherwise the highest one.
    pub(super) fn measurable() -> Vec<Self> {
        // A native build sets this feature together with `-C target-cpu=native`.
        if cfg!(feature = "pext") {
            return vec![Self::Native];
        }
        let highest = cpu::level();
        let is_measured = |&level: &CpuLevel| {
            if cfg!(tabiya_cpu_limit) { level <= highest } else { level == highest }
        };
        CpuLevel::ALL.into_iter().filter(is_measured).map(Self::from).collect()
    }
}

impl From<CpuLevel> for Level {
    fn from(level: CpuLevel) -> Self {
        match level {
            CpuLevel::Portable => Self::Portable,
            CpuLevel::Avx2 => Self::Avx2,
            CpuLevel::Avx512 => Self::Avx512,
        }
    }
}
