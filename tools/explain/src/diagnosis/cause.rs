//! Causes: the edits, one or two, with which the reference generator yields reported counts.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::edit::Edit;

/// A possible cause for counts: a single edit, a pair, or no edit, with which all counts are right.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cause(Vec<Edit>);

impl Cause {
    /// The cause for right counts.
    pub const NONE: Self = Self(Vec::new());

    /// Returns the cause's edits.
    pub fn edits(&self) -> &[Edit] {
        &self.0
    }

    /// Returns what a generator with the edits does, as a clause in the past tense.
    pub fn clause(&self) -> String {
        let clauses: Vec<_> = self.0.iter().map(|edit| edit.clause()).collect();
        clauses.join(" and ")
    }

    /// Tests whether two causes make the same changes, perhaps for other colors.
    pub fn has_same_changes(&self, other: &Self) -> bool {
        let changes = |cause: &Self| cause.0.iter().map(|edit| edit.change()).collect::<Vec<_>>();
        changes(self) == changes(other)
    }

    /// Returns how often the cause occurs among public bug reports, as a weight.
    pub(super) fn report_weight(&self) -> u64 {
        self.0.iter().map(|edit| edit.report_weight()).product()
    }
}

impl From<Edit> for Cause {
    fn from(edit: Edit) -> Self {
        Self([edit].into())
    }
}

impl From<[Edit; 2]> for Cause {
    fn from(mut edits: [Edit; 2]) -> Self {
        edits.sort_unstable();
        Self(edits.into())
    }
}

impl fmt::Display for Cause {
    /// Writes the edits' codes, separated by " + ".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, edit) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { " + " };
            write!(f, "{separator}{edit}")?;
        }
        Ok(())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Cause {
    /// Serializes the edits' codes as a sequence.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(&self.0)
    }
}
