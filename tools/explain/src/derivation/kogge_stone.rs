//! Kogge-Stone fills: the attacks from all sliders in a set, one direction after the other.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use tabiya::{Bitboard, Piece};

use super::step::Step;
use super::steps_of_pieces::{
    Offset, clipped_files, clipped_letters, index_step, offset_name, offsets, shift_bits,
    shift_code,
};

/// Derives the attacks from a set of sliders: a fill per direction, then the union.
pub fn attack_steps(piece: Piece, sliders: Bitboard, occupied: Bitboard) -> Vec<Step> {
    let mut union = Bitboard::EMPTY;
    let mut steps = Vec::new();
    for &offset in offsets(piece.color(), piece.piece_type()) {
        let (fill, attacks) = fill_steps(offset, sliders, occupied);
        union |= attacks;
        steps.extend(fill);
    }
    let text = "The union of the directions is the attack set.";
    steps.push(Step::new("Union", "union", text).with_set(union, sliders));
    steps
}

/// Derives the attacks in one direction, and returns them, too.
fn fill_steps(offset: Offset, sliders: Bitboard, occupied: Bitboard) -> ([Step; 5], Bitboard) {
    let part = format!("Fill to the {}", offset_name(offset));
    let by = i32::from(index_step(offset));
    // A bit that wraps arrives on one of these files.
    let wrap = clipped_files((-offset.0, offset.1));
    let wrap_code = match clipped_letters((-offset.0, offset.1)) {
        "a" => " & !FILE_A",
        "h" => " & !FILE_H",
        _ => "",
    };
    let step = |title: &str, text: &str, code, set| {
        Step::new(&*part, title, text).with_code(code).with_set(set, sliders)
    };
    let mut propagator = !occupied - wrap;
    let start = step(
        "p",
        "The propagator p: empty squares, without the file that wrapped bits reach.",
        format!("p = !occupied{wrap_code}"),
        propagator,
    );
    let mut generator = sliders;
    let texts = [
        (
            "g, 1 square",
            "The generator g: the sliders, and the next square of each if it is empty.",
        ),
        ("g, 3 squares", "p now holds pairs of empty squares, so that a shift by two is allowed."),
        ("g, 7 squares", "p now holds four empty squares in a row: all of a ray is filled."),
    ];
    let fills = [1, 2, 4].map(|distance| {
        if distance > 1 {
            propagator &= shift_bits(propagator, by * distance / 2);
        }
        generator |= propagator & shift_bits(generator, by * distance);
        let (title, text) = texts[distance as usize / 2];
        let narrow = match distance {
            1 => String::new(),
            _ => format!("p &= p {}; ", shift_code(by * distance / 2)),
        };
        let code = format!("{narrow}g |= p & (g {})", shift_code(by * distance));
        step(title, text, code, generator)
    });
    let attacks = shift_bits(generator, by) - wrap;
    let last = step(
        "attacks",
        "One more step includes the first blocker.",
        if wrap.is_empty() {
            format!("g {}", shift_code(by))
        } else {
            format!("(g {}){wrap_code}", shift_code(by))
        },
        attacks,
    );
    let [one, three, seven] = fills;
    ([start, one, three, seven, last], attacks)
}
