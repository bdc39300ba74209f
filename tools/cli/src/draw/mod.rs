//! Board diagrams on a terminal and in files.

pub mod svg;
pub mod text;

pub use tabiya_explain::diagram::Diagram;
