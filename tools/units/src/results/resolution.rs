//! The unit count that several results agree on, or dispute.

use std::collections::HashSet;

use super::unit_result::{Counts, UnitResult};

/// The outcome of a unit's results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// The outcome without a result.
    Missing,
    /// The outcome for equal results.
    Agreed(Counts),
    /// The outcome for different results, if most are equal and one of these is exact.
    Settled(Counts),
    /// The outcome for different results that no exact majority settles.
    Disputed,
}

impl Resolution {
    /// Returns the outcome for one unit's results.
    ///
    /// Different results are settled if more than half of them are equal, and at least one of these
    /// was counted without a hash table.
    pub fn of(results: &[UnitResult]) -> Self {
        let Some(first) = results.first() else { return Self::Missing };
        if results.iter().all(|result| result.counts() == first.counts()) {
            return Self::Agreed(first.counts());
        }
        match majority(results) {
            Some(accepted) => Self::Settled(accepted.counts()),
            None => Self::Disputed,
        }
    }

    /// Returns the unit's counts, unless they are missing or disputed.
    pub const fn counts(&self) -> Option<Counts> {
        match *self {
            Self::Agreed(counts) | Self::Settled(counts) => Some(counts),
            Self::Missing | Self::Disputed => None,
        }
    }

    /// Returns the unit's leaves, each multiplied by its position's multiplicity, unless they are
    /// missing or disputed.
    pub fn nodes(&self) -> Option<u128> {
        self.counts().map(|counts| counts.nodes)
    }
}

/// Returns a result that equals most results, if one of these is exact.
fn majority(results: &[UnitResult]) -> Option<&UnitResult> {
    let is_accepted = |candidate: &&UnitResult| {
        let is_equal = |result: &&UnitResult| result.counts() == candidate.counts();
        candidate.method.is_exact() && 2 * results.iter().filter(is_equal).count() > results.len()
    };
    results.iter().find(is_accepted)
}

/// Returns the hosts whose results a majority of the unit's results refutes.
pub fn refuted_hosts(results: &[UnitResult]) -> HashSet<&str> {
    let Some(accepted) = majority(results) else { return HashSet::new() };
    let refuted = results.iter().filter(|result| result.counts() != accepted.counts());
    refuted.map(|result| result.process.host.as_str()).collect()
}
