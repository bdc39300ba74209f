//! One step of a derivation.

use crate::draw::Diagram;

/// Boards that belong together, with a line above them.
pub struct Step {
    /// The line above.
    pub heading: String,
    /// The boards.
    pub diagrams: Vec<Diagram>,
}
