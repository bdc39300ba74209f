//! Positions and moves as text that notation tests share.

use tabiya::{Move, PieceType, Position, san};
use tabiya_suites::suite::all_positions;

use crate::playouts::Playouts;

/// Returns all suite positions, and positions from random games.
///
/// # Panics
///
/// Panics if a suite cannot be read.
pub fn positions() -> Vec<Position> {
    let rows = all_positions().unwrap_or_else(|error| panic!("{error:#}"));
    let playouts = Playouts::new(10_000, 5, &rows).flat_map(|playout| playout.boards);
    let played: Vec<_> = playouts.map(|board| board.position()).collect();
    [rows, played].concat()
}

/// Returns the move in long algebraic notation, with and without separator, and in SAN without capture,
/// check and promotion signs.
///
/// # Panics
///
/// Panics if the move's origin is empty.
pub fn san_variants(position: &Position, mv: Move) -> [String; 3] {
    let piece_type = position.piece_type_on(mv.from()).expect("a legal move moves a piece");
    let letter = match piece_type {
        PieceType::Pawn => String::new(),
        _ => piece_type.to_char().to_ascii_uppercase().to_string(),
    };
    let promotion = mv.promotion().map_or(String::new(), |piece_type| piece_type.to_string());
    let separator = if position.is_capture(mv) { 'x' } else { '-' };
    let without_signs = san::display(position, mv).replace(['x', '+', '#', '='], "");
    [
        format!("{letter}{}{separator}{}{promotion}", mv.from(), mv.to()),
        format!("{letter}{}{}={}!?", mv.from(), mv.to(), promotion.to_uppercase())
            .replace("=!?", "!?"),
        without_signs,
    ]
}
