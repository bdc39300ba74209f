//! A step of a derivation.

use crate::draw::Diagram;

/// Boards that belong together, with a line above them.
pub struct Step {
    pub heading: String,
    pub diagrams: Vec<Diagram>,
}
