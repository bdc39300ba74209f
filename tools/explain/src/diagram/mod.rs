//! Diagrams as text and as SVG, for positions and for sets of squares.
//!
//! A [`Diagram`] is a symbol and a [`Mark`] per square. [`draw_board`] and [`draw_row`] draw it as
//! text, [`Svg`] as a picture, in which [`Arrow`]s show a move and an explanation's attacks.
//! [`TextDiagram`] is the plain diagram, [`tabiya::Diagram`].

mod board;
mod shapes;
mod svg;
mod text;

pub use board::{Arrow, ArrowKind, Diagram, Mark};
pub use svg::Svg;
#[doc(no_inline)]
pub use tabiya::Diagram as TextDiagram;
pub use text::{draw_board, draw_row};
