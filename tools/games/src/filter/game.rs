//! The properties of a game that a filter tests.

use tabiya::pgn::{TagValue, Termination};

/// The properties of a game that a filter tests.
pub(super) struct FilterGame<'v, 'a> {
    /// The values of the names in the filter.
    pub(super) values: &'v [Option<TagValue<'a>>],
    pub(super) result: &'v dyn Fn() -> Termination,
}

impl<'a> FilterGame<'_, 'a> {
    pub(super) fn value(&self, name: usize) -> Option<&TagValue<'a>> {
        self.values[name].as_ref()
    }
}
