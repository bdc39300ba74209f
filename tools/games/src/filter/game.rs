//! The game properties that a filter tests.

use tabiya::pgn::{TagValue, Termination};

/// The game properties that a filter tests.
pub(super) struct FilterGame<'v, 'a> {
    /// The value for the name with an index in the filter.
    pub(super) value: &'v dyn Fn(usize) -> Option<TagValue<'a>>,
    pub(super) result: &'v dyn Fn() -> Termination,
}

impl<'a> FilterGame<'_, 'a> {
    pub(super) fn value(&self, name: usize) -> Option<TagValue<'a>> {
        (self.value)(name)
    }
}
