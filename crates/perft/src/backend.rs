//! The back ends of perft, and CPU feature detection for them.

use core::error::Error;
use core::fmt;
use core::str::FromStr;

use tabiya_movegen::Position;

#[cfg(all(feature = "std", target_arch = "x86_64"))]
use crate::dispatch;
use crate::scalar;

/// A perft implementation, named by the instructions that it uses.
///
/// All back ends return the same totals, and [`Perft::with`](crate::Perft::with) selects one.
/// [`Display`](fmt::Display) and [`FromStr`] use the names `scalar`, `avx2` and `avx512`.
///
/// ```
/// use tabiya::perft::Backend;
///
/// assert!(Backend::Scalar.is_available());
/// assert!(Backend::best().is_available());
/// assert_eq!("avx512".parse(), Ok(Backend::Avx512));
/// ```
#[doc(alias = "simd")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// Scalar code, one board at a time, on every CPU.
    Scalar,
    /// SIMD, four boards at a time, using AVX2, BMI1, BMI2, POPCNT and LZCNT: Intel since Haswell,
    /// AMD since Excavator.
    Avx2,
    /// SIMD, eight boards at a time, using AVX-512 with BW, DQ, VL, VBMI2 and VPOPCNTDQ: Intel
    /// since Ice Lake, AMD since Zen 4.
    Avx512,
}

/// A function that counts the leaves below a position, at a depth whose total fits 64 bits.
pub(crate) type CountFn = fn(&Position, u8) -> u64;

impl Backend {
    /// All back ends, the slowest first.
    pub const ALL: [Self; 3] = [Self::Scalar, Self::Avx2, Self::Avx512];

    /// Tests whether this CPU has the target features.
    ///
    /// Without the feature `std` there is no CPU feature detection, and only
    /// [`Scalar`](Self::Scalar) is available.
    ///
    /// ```
    /// use tabiya::perft::Backend;
    ///
    /// // A CPU with the widest registers has the others too.
    /// assert!(Backend::Avx2.is_available() || !Backend::Avx512.is_available());
    /// ```
    pub fn is_available(self) -> bool {
        self.count_fn().is_some()
    }

    /// Returns the fastest back end available.
    ///
    /// ```
    /// use tabiya::perft::{Backend, Perft};
    ///
    /// assert_eq!(Perft::new().backend(), Backend::best());
    /// ```
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|backend| backend.is_available());
        available.unwrap_or(Self::Scalar)
    }

    /// Returns the function that counts leaves with this back end, or `None` if the back end is not
    /// available.
    pub(crate) fn count_fn(self) -> Option<CountFn> {
        match self {
            Self::Scalar => Some(scalar::perft),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Self::Avx2 => dispatch::avx2_count_fn(),
            #[cfg(all(feature = "std", target_arch = "x86_64"))]
            Self::Avx512 => dispatch::avx512_count_fn(),
            #[cfg(not(all(feature = "std", target_arch = "x86_64")))]
            Self::Avx2 | Self::Avx512 => None,
        }
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Scalar => "scalar",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

impl FromStr for Backend {
    type Err = BackendError;

    /// Parses the name of a back end, available or not.
    ///
    /// # Errors
    ///
    /// Returns [`BackendError::Unknown`] for any other text.
    fn from_str(text: &str) -> Result<Self, BackendError> {
        match text {
            "scalar" => Ok(Self::Scalar),
            "avx2" => Ok(Self::Avx2),
            "avx512" => Ok(Self::Avx512),
            _ => Err(BackendError::Unknown),
        }
    }
}

/// The error for a back end that is unknown or not available.
///
/// ```
/// use tabiya::perft::Backend;
///
/// let error = "bmi2".parse::<Backend>().unwrap_err();
/// assert_eq!(error.to_string(), "unknown back end; expected scalar, avx2 or avx512");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BackendError {
    /// The error for a text that names no back end.
    Unknown,
    /// The error for a back end whose target features the CPU lacks or which cannot be detected.
    Unavailable(Backend),
}

impl fmt::Display for BackendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("unknown back end; expected scalar, avx2 or avx512"),
            Self::Unavailable(backend) => {
                write!(f, "back end {backend}: not available on this CPU")
            }
        }
    }
}

impl Error for BackendError {}

#[cfg(all(test, feature = "std", target_arch = "x86_64"))]
mod tests {
    use tabiya_core::cpu::{self, CpuLevel};

    use super::*;

    #[test]
    fn available_back_ends_count_kiwipete_correctly() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let position = Position::from_fen(fen).expect(fen);
        let back_ends = [
            (CpuLevel::Portable, Backend::Scalar),
            (CpuLevel::Avx2, Backend::Avx2),
            (CpuLevel::Avx512, Backend::Avx512),
        ];
        for (level, backend) in back_ends {
            assert_eq!(backend.is_available(), cpu::is_testable(level), "{backend}");
            let (depth, leaves) = if cfg!(miri) { (2, 2_039) } else { (4, 4_085_603) };
            if let Some(count) = backend.count_fn() {
                assert_eq!(count(&position, depth), leaves, "{backend}");
            }
        }
    }
}
