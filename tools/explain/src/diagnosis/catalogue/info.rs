//! The entry of a bug, and its example.

use super::super::bug::Bug;

/// The entry of a [`Bug`] in the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BugInfo {
    pub bug: Bug,
    pub name: &'static str,
    pub clause: &'static str,
    pub rule: &'static str,
    pub example: Example,
}

/// A small position on which a [`Bug`] changes a leaf count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Example {
    /// The FEN of the position.
    pub fen: &'static str,
    /// The least depth at which the counts differ.
    pub depth: u8,
    /// The number of leaves by the rules.
    pub right: u64,
    /// The number of leaves with the bug.
    pub wrong: u64,
}
