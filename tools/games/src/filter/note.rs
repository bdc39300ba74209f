//! Notes about names and values that did not occur.

use std::fmt;

/// A name or a value in a filter that no tested game has, returned by
/// [`TagFilter::notes`](super::TagFilter::notes).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilterNote {
    /// No game has the tag.
    Name {
        /// The name, as in the filter.
        name: String,
        /// The names that may be meant.
        suggestion: Option<String>,
    },
    /// No game satisfies a comparison with a value.
    Value {
        /// The comparison.
        comparison: String,
        /// `true` if the value is a text that must be equal.
        is_text: bool,
    },
    /// No game has a value that has an order to the one in a comparison.
    Order {
        /// The comparison.
        comparison: String,
    },
}

impl fmt::Display for FilterNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name { name, suggestion: None } => write!(f, "no game has the tag {name:?}"),
            Self::Name { name, suggestion: Some(suggestion) } => {
                write!(f, "no game has the tag {name:?}; expected e.g. {suggestion}")
            }
            Self::Value { comparison, is_text } => {
                write!(f, "no game has {comparison}")?;
                if *is_text { f.write_str("; `~` finds a part of a value") } else { Ok(()) }
            }
            Self::Order { comparison } => {
                write!(f, "no game has a value for the comparison {comparison}")
            }
        }
    }
}
