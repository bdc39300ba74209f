//! The values of an opening that filters and columns name.

use tabiya::pgn::TagValue;

use super::opening::Opening;

/// The names of the values, as messages list them.
pub(crate) const NAMES: &str = "`@eco` or `@opening`";

/// A value of an opening that filters and columns name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OpeningField {
    /// `@eco`
    Eco,
    /// `@opening`
    Name,
}

impl OpeningField {
    /// Returns the value with a name. Names of tags have no `@`.
    pub(crate) fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            b"@eco" => Some(Self::Eco),
            b"@opening" => Some(Self::Name),
            _ => None,
        }
    }

    /// Returns the value with a name in upper or lower case.
    pub(crate) fn from_any_case(name: &[u8]) -> Option<Self> {
        Self::from_name(&name.to_ascii_lowercase())
    }

    /// Returns the value of an opening, if there is one.
    pub(crate) fn value(self, opening: Option<&Opening>) -> Option<&'static str> {
        opening.map(|opening| match self {
            Self::Eco => opening.eco,
            Self::Name => opening.name,
        })
    }

    /// Returns the value as that of a tag. Its text needs no escapes.
    pub(crate) fn tag_value(self, opening: Option<&Opening>) -> Option<TagValue<'static>> {
        self.value(opening).map(|text| TagValue::from_raw(text.as_bytes()))
    }
}
