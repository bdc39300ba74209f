//! Exports that draw boards.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use alloc::vec;
use tabiya::Bitboard;
use tabiya_explain::diagram::{Diagram, Svg, draw_board, draw_row};
use tabiya_explain::legality::explain_text;

use crate::state::{position, with_text, write_text};

/// Draws the position as text. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn draw_position(is_ascii: u32) -> i32 {
    let diagram = Diagram::from_position(&position(), is_ascii != 0);
    write_text(draw_board(&diagram, |_, cell| cell))
}

/// Draws the position as SVG. If the input names a move, its evidence is drawn. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn draw_position_svg(len: usize) -> i32 {
    let position = position();
    let diagram = match with_text(len, |text| explain_text(&position, text)) {
        Ok(explanation) => Diagram::from_evidence(&position, &explanation.evidence),
        Err(_) => Diagram::from_position(&position, false),
    };
    write_svg(diagram)
}

/// Draws a set of squares, with the caption in the input, as text or as SVG. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn draw_set(set: u64, len: usize, is_svg: u32) -> i32 {
    let diagram = with_text(len, |caption| Diagram::from_set(caption, Bitboard(set)));
    if is_svg == 0 { write_text(draw_row(&[diagram], |_, cell| cell)) } else { write_svg(diagram) }
}

fn write_svg(diagram: Diagram) -> i32 {
    write_text(Svg::new(&[vec![diagram]]))
}
