//! SVG pictures of positions, drawn by `tabiya-explain`.

use pyo3::prelude::*;
use tabiya::{Bitboard, Color, Move, Position, Square};
use tabiya_explain::diagram::{ArrowKind, Diagram, Mark, Svg};
use tabiya_explain::legality::explain;

use crate::arguments::{self, mismatch};
use crate::chess_move;

/// The marks and arrows that a picture shows beside the position.
pub struct Picture {
    /// The move that the picture explains.
    pub explained: Option<Move>,
    /// The player at the lower edge.
    pub orientation: Color,
    /// The move whose squares are marked.
    pub last_move: Option<Move>,
    /// Arrows between two squares.
    pub arrows: Vec<(Square, Square)>,
}

impl Picture {
    /// Creates the picture that shows the position alone.
    pub const fn new() -> Self {
        let arrows = Vec::new();
        Self { explained: None, orientation: Color::White, last_move: None, arrows }
    }
}

/// Reads the argument `arrows`: moves, or pairs of squares.
pub fn read_arrows(arrows: &Bound<'_, PyAny>) -> PyResult<Vec<(Square, Square)>> {
    let expected = "moves or pairs of squares";
    let arrow = |item: PyResult<Bound<'_, PyAny>>| {
        let item = item?;
        if let Ok(mv) = item.cast::<chess_move::Move>() {
            return Ok((mv.get().0.from(), mv.get().0.to()));
        }
        let pair = item.extract::<(Bound<'_, PyAny>, Bound<'_, PyAny>)>();
        let (from, to) = pair.map_err(|_| mismatch("arrows", &item, expected))?;
        let square = |end: &Bound<'_, PyAny>| arguments::read_square("arrows", end);
        Ok((square(&from)?, square(&to)?))
    };
    arguments::items("arrows", arrows, expected)?.map(arrow).collect()
}

/// Draws a position with what the picture shows. The title is the FEN, or why the move is legal or illegal.
pub fn svg(position: &Position, picture: &Picture) -> String {
    let (mut diagram, title) = match picture.explained {
        None => (Diagram::from_position(position, false), position.to_string()),
        Some(mv) => {
            let explanation = explain(position, mv);
            (Diagram::from_evidence(position, &explanation.evidence), explanation.sentence)
        }
    };
    if let Some(mv) = picture.last_move {
        let squares: Bitboard = [mv.from(), mv.to()].into_iter().collect();
        diagram = diagram.with_mark(squares, Mark::Move);
    }
    for &(from, to) in &picture.arrows {
        diagram = diagram.with_arrow(from, to, ArrowKind::Move);
    }
    Svg::new(&[vec![diagram]]).title(title).orientation(picture.orientation).to_string()
}
