//! The switches of a generation: the bugs that are on, and the record of those that mattered.

use core::cell::Cell;

use super::bug::{Bug, BugSet};

/// The bugs that are on, with a record of those that were queried.
///
/// The generator queries a bug only where the bug would change a move. A result therefore depends
/// on the queried bugs alone.
#[derive(Clone, Debug)]
pub struct Switches {
    active: BugSet,
    queried: Cell<BugSet>,
}

impl Switches {
    /// Creates the switches with the bugs of a set on, and an empty record.
    pub const fn new(active: BugSet) -> Self {
        Self { active, queried: Cell::new(BugSet::EMPTY) }
    }

    /// Records a query of a bug, and returns whether the bug is on.
    pub fn query(&self, bug: Bug) -> bool {
        self.queried.set(self.queried.get().with(bug));
        self.active.contains(bug)
    }

    /// Returns the bugs queried so far.
    pub const fn queried(&self) -> BugSet {
        self.queried.get()
    }

    /// Adds bugs to the record.
    pub fn record(&self, bugs: BugSet) {
        self.queried.set(self.queried.get().union(bugs));
    }
}
