//! The error for a diagnosis.

use core::error::Error;
use core::fmt;

use super::limits::{MAX_DEPTH, MAX_OBSERVATIONS};
use super::walk::Stop;

/// The error for a diagnosis that has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DiagnosisError {
    /// The error for a diagnosis without a reported count.
    NoCounts,
    /// The error for more than [`MAX_OBSERVATIONS`] reported counts.
    TooManyCounts(usize),
    /// The error for a depth that is 0 or above [`MAX_DEPTH`].
    Depth(u8),
    /// The trees are too large for the limits.
    LimitExceeded,
    /// The error for a diagnosis that its caller canceled.
    Canceled,
}

impl From<Stop> for DiagnosisError {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Limit => Self::LimitExceeded,
            Stop::Canceled => Self::Canceled,
        }
    }
}

impl fmt::Display for DiagnosisError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoCounts => f.write_str("diagnosis: no counts; expected a depth and a number"),
            Self::TooManyCounts(found) => {
                write!(f, "diagnosis: {found} counts; expected at most {MAX_OBSERVATIONS}")
            }
            Self::Depth(depth) => {
                write!(f, "depth {depth}: out of range; expected 1 to {}", MAX_DEPTH)
            }
            Self::LimitExceeded => f.write_str(
                "diagnosis: too many positions; expected a number or a divide at a lower depth",
            ),
            Self::Canceled => f.write_str("diagnosis: canceled"),
        }
    }
}

impl Error for DiagnosisError {}

/// Tests whether a depth is in range.
pub(super) fn check_depth(depth: u8) -> Result<(), DiagnosisError> {
    let is_valid = (1..=MAX_DEPTH).contains(&depth);
    is_valid.then_some(()).ok_or(DiagnosisError::Depth(depth))
}
