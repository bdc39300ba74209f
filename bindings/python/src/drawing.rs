//! Pictures of positions as SVG, drawn by `tabiya-explain`.

use tabiya::{Move, Position};
use tabiya_explain::diagram::{Diagram, Svg};
use tabiya_explain::legality::explain;

/// Draws a position.
pub fn position_svg(position: &Position) -> String {
    let title = position.to_string();
    Svg::new(&[vec![Diagram::from_position(position, false)]]).title(title).to_string()
}

/// Draws a position with a move and the squares that show why it is legal or illegal.
pub fn move_svg(position: &Position, mv: Move) -> String {
    let explanation = explain(position, mv);
    let diagram = Diagram::from_evidence(position, &explanation.evidence);
    Svg::new(&[vec![diagram]]).title(explanation.sentence).to_string()
}
