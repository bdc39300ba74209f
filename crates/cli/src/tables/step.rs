//! The steps of the derivation of an attack set.

use crate::draw::Diagram;

/// A step of a derivation: a row of diagrams with a heading.
pub struct DerivationStep {
    /// The text above the diagrams of the step.
    pub heading: String,
    /// The diagrams of the step.
    pub diagrams: Vec<Diagram>,
}
