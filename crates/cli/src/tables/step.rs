//! The steps of a derivation.

use crate::draw::Diagram;

/// A row of diagrams with a heading.
pub struct Step {
    /// The text above the diagrams.
    pub heading: String,
    /// The diagrams.
    pub diagrams: Vec<Diagram>,
}
