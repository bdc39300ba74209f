//! Stand-ins for openings in builds without the feature `eco`. No name stands for an opening value,
//! so no value of these types exists.

use tabiya::Position;
use tabiya::pgn::{RawGame, TagValue};

use crate::index::{IndexError, StoredGame};

pub(crate) const NAMES: &str = "the name of a tag";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpeningField {}

impl OpeningField {
    pub(crate) const fn from_name(_name: &[u8]) -> Option<Self> {
        None
    }

    pub(crate) const fn from_any_case(_name: &[u8]) -> Option<Self> {
        None
    }

    #[cfg(feature = "convert")]
    pub(crate) const fn value(self, _opening: Option<&Opening>) -> Option<&'static str> {
        match self {}
    }

    pub(crate) const fn tag_value(self, _opening: Option<&Opening>) -> Option<TagValue<'static>> {
        match self {}
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Opening {}

#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct OpeningFinder;

impl OpeningFinder {
    pub(crate) const fn new() -> Self {
        Self
    }

    pub(crate) const fn add(&mut self, _position: &Position) -> bool {
        false
    }

    pub(crate) const fn opening(&self) -> Option<&'static Opening> {
        None
    }
}

pub(crate) const fn openings() -> &'static [Opening] {
    &[]
}

pub(crate) const fn opening_of(_game: &RawGame<'_>) -> Option<&'static Opening> {
    None
}

pub(crate) const fn opening_of_stored(
    _game: &StoredGame<'_>,
) -> Result<Option<&'static Opening>, IndexError> {
    Ok(None)
}

#[cfg(feature = "convert")]
impl crate::findings::GameContents {
    pub(crate) const fn opening(&self) -> Option<&'static Opening> {
        None
    }
}
