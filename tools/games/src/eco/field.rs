//! The opening values that filters and columns name.

use tabiya::pgn::TagValue;

use super::opening::Opening;

/// The names that the values have, as messages list them.
pub(crate) const NAMES: &str = "`@eco` or `@opening`";

/// An opening's code or name, which filters and columns call `@eco` and `@opening`.
///
/// ```
/// use tabiya::pgn::RawGame;
/// use tabiya_games::eco::{self, OpeningField};
///
/// let field = OpeningField::from_name(b"@opening").expect("the name of an opening");
/// let opening = eco::opening_of(&RawGame::new("1. e4 c5 *"));
/// assert_eq!(field.value(opening), Some("Sicilian Defense"));
/// assert_eq!(OpeningField::from_name(b"Opening"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningField {
    /// `@eco`: the code in the Encyclopaedia of Chess Openings.
    Eco,
    /// `@opening`: the name.
    Name,
}

impl OpeningField {
    /// Returns the field that a filter or a column names. Tag names have no `@`.
    #[must_use]
    pub fn from_name(name: &[u8]) -> Option<Self> {
        match name {
            b"@eco" => Some(Self::Eco),
            b"@opening" => Some(Self::Name),
            _ => None,
        }
    }

    /// Returns the field like [`from_name`](Self::from_name), in upper or lower case.
    pub(crate) fn from_any_case(name: &[u8]) -> Option<Self> {
        Self::from_name(&name.to_ascii_lowercase())
    }

    /// Returns an opening's value, if there is one.
    #[must_use]
    pub fn value(self, opening: Option<&Opening>) -> Option<&'static str> {
        opening.map(|opening| match self {
            Self::Eco => opening.eco,
            Self::Name => opening.name,
        })
    }

    /// Returns the value as a tag value. Its text needs no escapes.
    pub(crate) fn tag_value(self, opening: Option<&Opening>) -> Option<TagValue<'static>> {
        self.value(opening).map(|text| TagValue::from_raw(text.as_bytes()))
    }
}
