//! A command's totals.

use serde::{Deserialize, Serialize};
use tabiya_games::findings::FindingCounts;

/// A command's totals.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Totals {
    /// The number of games that were read, also those that the filter rejects.
    pub games: u64,
    /// The length of their text.
    pub bytes: u64,
    /// The number of damaged inputs.
    pub damaged: u64,
    /// The findings in the games that the command uses.
    pub findings: FindingCounts,
    /// The first finding with its place, as text.
    pub first_finding: Option<String>,
}
