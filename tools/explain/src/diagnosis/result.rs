//! The result of a diagnosis, and its text.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::bug::BugSet;
use super::observation::Observation;

/// The result of a diagnosis.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Diagnosis {
    /// The reported and the correct totals, in the order of the observations.
    pub comparisons: Vec<Comparison>,
    /// The sets of bugs that yield all reported counts: single bugs, or else pairs, in the order of
    /// the catalogue. No count distinguishes them.
    pub candidates: Vec<BugSet>,
    /// The sets that the search covered.
    pub extent: SearchExtent,
}

/// The extent of the search for a [`Diagnosis`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "snake_case"))]
#[non_exhaustive]
pub enum SearchExtent {
    /// The extent of a search for correct counts, which need no bug.
    CountsAreRight,
    /// The extent of a search that found single bugs.
    Singles,
    /// The extent of a search over all single bugs and all pairs.
    Pairs,
    /// The extent of a search that reached its limits among the pairs.
    PairsCutShort,
}

/// A reported total and the correct one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Comparison {
    /// The depth of the count.
    pub depth: u8,
    /// The correct number of leaves.
    pub right: u64,
    /// The reported number of leaves.
    pub reported: u64,
}

impl Comparison {
    pub(super) fn new((observation, right): (&Observation, u64)) -> Self {
        Self { depth: observation.depth, right, reported: observation.reported.total() }
    }

    /// Returns the difference as text: "258 missing", "41 extra" or "right".
    pub fn difference(&self) -> String {
        let difference = self.reported.abs_diff(self.right);
        match self.reported.cmp(&self.right) {
            core::cmp::Ordering::Less => format!("{difference} missing"),
            core::cmp::Ordering::Equal => "right".to_string(),
            core::cmp::Ordering::Greater => format!("{difference} extra"),
        }
    }
}

/// The number of candidates that [`Diagnosis::sentence`] names.
const MAX_NAMED: usize = 3;

impl Diagnosis {
    /// Returns the cause and the differences as a sentence in lower case, without a period.
    pub fn sentence(&self) -> String {
        let cause = self.cause();
        if self.extent == SearchExtent::CountsAreRight {
            return cause;
        }
        let differences: Vec<_> = self.comparisons.iter().map(Comparison::difference).collect();
        format!("{cause} ({})", differences.join(", "))
    }

    /// Returns the cause of the counts, such as "as if castling was never generated".
    pub fn cause(&self) -> String {
        if self.candidates.is_empty() {
            let cause = match self.extent {
                SearchExtent::CountsAreRight if self.comparisons.len() == 1 => "the count is right",
                SearchExtent::CountsAreRight => "the counts are right",
                SearchExtent::PairsCutShort => {
                    "no single bug of the catalogue fits, and there are too many positions to try pairs"
                }
                _ => "no bug of the catalogue fits, alone or in a pair",
            };
            return cause.to_string();
        }
        let clause = |bugs: &BugSet| {
            let clauses: Vec<_> = bugs.iter().map(|bug| bug.clause()).collect();
            format!("as if {}", clauses.join(" and "))
        };
        let named: Vec<_> = self.candidates.iter().take(MAX_NAMED).map(clause).collect();
        let more = match self.candidates.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            1 => ", or one other cause".to_string(),
            more => format!(", or one of {more} other causes"),
        };
        format!("{}{more}", named.join(", or "))
    }
}
