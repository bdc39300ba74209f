//! Hyperbola quintessence: `o ^ (o - 2r)` along each line, and along its mirror image.

use alloc::format;
use alloc::vec::Vec;

use tabiya::tables::{Line, line_through};
use tabiya::{Bitboard, Piece, PieceType, Square};

use super::step::Step;

/// Derives a slider's attacks: two rays per line, then the union.
pub fn attack_steps(piece: Piece, square: Square, occupied: Bitboard) -> Vec<Step> {
    let lines: &[Line] = match piece.piece_type() {
        PieceType::Bishop => &[Line::Diagonal, Line::Antidiagonal],
        PieceType::Rook => &[Line::Rank, Line::File],
        _ => &[Line::Rank, Line::File, Line::Diagonal, Line::Antidiagonal],
    };
    let mut union = Bitboard::EMPTY;
    let mut steps = Vec::new();
    for &line in lines {
        let (line_steps, attacks) = line_steps(square, occupied, line);
        union |= attacks;
        steps.extend(line_steps);
    }
    let text = "The union of the rays is the attack set.";
    steps.push(Step::new("Union", "union", text).with_set(union, square));
    steps
}

/// Derives the attacks along a line: the positive ray, then the negative ray. Also returns them.
fn line_steps(square: Square, occupied: Bitboard, line: Line) -> ([Step; 8], Bitboard) {
    let mask = line_through(square, line);
    let slider = square.bitboard();
    let occupied = occupied & mask | slider;
    let name = line_name(line);
    let forward = o_minus_2r(occupied, slider);
    let positive = (occupied ^ forward) & mask;
    let [mirrored, mirrored_slider] = [mirror(occupied, line), mirror(slider, line)];
    let mirrored_square = mirrored_slider.first().unwrap_or(square);
    let backward = o_minus_2r(mirrored, mirrored_slider);
    let negative = mirror(backward ^ mirrored, line) & mask;
    let reverse = if line == Line::Rank { "reverse_bits" } else { "swap_bytes" };
    let step = |part: &str, title, text: &str, code: &str| {
        Step::new(format!("{part} ray of the {name}"), title, text).with_code(code)
    };
    let o_text = format!("o: the occupied squares of the {name}, with the slider.");
    let mirror_codes = ["o", "r"].map(|name| format!("{name}.{reverse}()"));
    let mirror_text = match line {
        Line::Rank => "The rank mirrored: all 64 bits are reversed.",
        _ => "The line mirrored: it has one square per rank, so swapping the bytes is enough.",
    };
    let xor_code = format!("(o' ^ (o' - 2r')).{reverse}() & line");
    let steps = [
        step("Positive", "o", &o_text, "occupied & line | r").with_set(occupied, square),
        step("Positive", "r", "r: the square of the slider.", "1 << square")
            .with_set(slider, square),
        step(
            "Positive",
            "o - 2r",
            "The subtraction borrows from the first blocker above the slider.",
            "o.wrapping_sub(2 * r)",
        )
        .with_set(forward, Bitboard::EMPTY),
        step(
            "Positive",
            "line & (o^(o-2r))",
            "The bits that changed are the ray, up to and including the blocker.",
            "(o ^ o.wrapping_sub(2 * r)) & line",
        )
        .with_set(positive, square),
        step("Negative", "o' = reverse(o)", mirror_text, &mirror_codes[0])
            .with_set(mirrored, mirrored_square),
        step("Negative", "r' = reverse(r)", "The slider mirrored.", &mirror_codes[1])
            .with_set(mirrored_slider, mirrored_square),
        step(
            "Negative",
            "o' - 2r'",
            "On the mirrored board, the negative ray has increasing indices.",
            "o'.wrapping_sub(2 * r')",
        )
        .with_set(backward, Bitboard::EMPTY),
        step("Negative", "xor, reversed", "The changed bits are mirrored back.", &xor_code)
            .with_set(negative, square),
    ];
    (steps, positive | negative)
}

/// Returns `o - 2r`, the occupied squares minus twice the slider.
fn o_minus_2r(occupied: Bitboard, slider: Bitboard) -> Bitboard {
    Bitboard(occupied.0.wrapping_sub(slider.0.wrapping_mul(2)))
}

/// Reverses the order of a line's squares: reverses all bits for a rank, the ranks for other lines.
fn mirror(set: Bitboard, line: Line) -> Bitboard {
    Bitboard(match line {
        Line::Rank => set.0.reverse_bits(),
        Line::File | Line::Diagonal | Line::Antidiagonal => set.0.swap_bytes(),
    })
}

const fn line_name(line: Line) -> &'static str {
    match line {
        Line::Rank => "rank",
        Line::File => "file",
        Line::Diagonal => "diagonal",
        Line::Antidiagonal => "antidiagonal",
    }
}
