//! Leaf counts, some of which give only a lower bound.

use std::fmt;
use std::ops::AddAssign;

use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// A number of leaves.
///
/// In JSON, it is the fields `"nodes": 20, "exact": true`, or
/// `"nodes": null, "nodes_at_least": 20, "exact": false`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeCount {
    /// The number of leaves.
    Exact(u128),
    /// A lower bound on the number of leaves.
    AtLeast(u128),
}

impl NodeCount {
    /// Returns the number of leaves from a perft count or a sum of counts, which
    /// saturate at [`u128::MAX`].
    pub const fn from_saturating(nodes: u128) -> Self {
        if nodes == u128::MAX { Self::AtLeast(nodes) } else { Self::Exact(nodes) }
    }

    /// Returns the number of leaves, or its lower bound.
    pub const fn at_least(self) -> u128 {
        let (Self::Exact(nodes) | Self::AtLeast(nodes)) = self;
        nodes
    }

    /// Returns the number of leaves, unless it is unknown.
    pub const fn exact(self) -> Option<u128> {
        match self {
            Self::Exact(nodes) => Some(nodes),
            Self::AtLeast(_) => None,
        }
    }

    /// Returns the lower bound, if the number of leaves is unknown.
    pub const fn lower_bound(self) -> Option<u128> {
        match self {
            Self::Exact(_) => None,
            Self::AtLeast(nodes) => Some(nodes),
        }
    }
}

impl Default for NodeCount {
    fn default() -> Self {
        Self::Exact(0)
    }
}

impl AddAssign for NodeCount {
    fn add_assign(&mut self, other: Self) {
        let sum = self.at_least().saturating_add(other.at_least());
        *self = match (*self, other) {
            (Self::Exact(_), Self::Exact(_)) => Self::from_saturating(sum),
            _ => Self::AtLeast(sum),
        };
    }
}

impl fmt::Display for NodeCount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(nodes) => write!(f, "{nodes}"),
            Self::AtLeast(nodes) => write!(f, "at least {nodes}"),
        }
    }
}

impl Serialize for NodeCount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("NodeCount", 3)?;
        fields.serialize_field("nodes", &self.exact())?;
        if let Self::AtLeast(nodes) = self {
            fields.serialize_field("nodes_at_least", nodes)?;
        }
        fields.serialize_field("exact", &self.exact().is_some())?;
        fields.end()
    }
}
