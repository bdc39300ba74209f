//! The derivation of slider attacks: hyperbola quintessence along a line.
//!
//! The diagrams show intermediate results, so this module repeats the arithmetic of
//! `tabiya::tables`.

use tabiya::tables::{Line, line_through};
use tabiya::{Bitboard, Square};

use super::step::DerivationStep;
use crate::draw::Diagram;

/// Derives the attacks of a slider along a line: the positive ray, then the negative ray.
pub fn derivation_steps(
    symbol: char,
    square: Square,
    occupied: Bitboard,
    line: Line,
) -> [DerivationStep; 2] {
    let mask = line_through(square, line);
    let slider = square.bitboard();
    let ray_mask = mask - slider;
    let occupied = occupied & mask | slider;
    let name = line_name(line);
    let forward = o_minus_2r(occupied, slider);
    let [reversed_occupied, reversed_slider] =
        [reverse_line(occupied, line), reverse_line(slider, line)];
    let backward = o_minus_2r(reversed_occupied, reversed_slider);
    let negative_ray = reverse_line(backward ^ reversed_occupied, line);
    let reversed_square = reversed_slider.first().unwrap_or(square);
    let set = |caption: &str, set| Diagram::from_set(caption, set);
    [
        DerivationStep {
            heading: format!("Positive ray of the {name}: o is the occupancy, r the slider."),
            diagrams: vec![
                set("o", occupied).with_subject(square, symbol),
                set("r", slider).with_subject(square, symbol),
                set("o - 2r", forward),
                set("line & (o^(o-2r))", (occupied ^ forward) & ray_mask)
                    .with_subject(square, symbol),
            ],
        },
        DerivationStep {
            heading: format!("Negative ray of the {name}: the same on the reversed board."),
            diagrams: vec![
                set("o' = reverse(o)", reversed_occupied).with_subject(reversed_square, symbol),
                set("r' = reverse(r)", reversed_slider).with_subject(reversed_square, symbol),
                set("o' - 2r'", backward),
                set("xor, reversed", negative_ray & ray_mask).with_subject(square, symbol),
            ],
        },
    ]
}

/// Returns `o - 2r`, occupied squares minus twice the slider: the borrow stops at the first blocker
/// above the slider.
fn o_minus_2r(occupied: Bitboard, slider: Bitboard) -> Bitboard {
    Bitboard(occupied.0.wrapping_sub(slider.0.wrapping_mul(2)))
}

/// Reverses the order of the squares of a line: reverses all bits for a rank, the ranks for other
/// lines.
fn reverse_line(set: Bitboard, line: Line) -> Bitboard {
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

#[cfg(test)]
mod tests {
    use tabiya::tables::{Line, bishop_attacks, rook_attacks};
    use tabiya::{Bitboard, Square};

    use super::derivation_steps;
    use crate::draw::Diagram;

    #[test]
    fn steps_last_diagrams_form_attack_set() {
        for occupied in [0, 0x0012_4000_1081_0400, 0x00ff_0000_0024_ff00, u64::MAX].map(Bitboard) {
            for square in Square::ALL {
                let attacks = |lines: [Line; 2]| {
                    let steps = lines.map(|line| derivation_steps('R', square, occupied, line));
                    let rays = steps.iter().flatten().map(|step| step.diagrams[3].set_members());
                    rays.fold(Bitboard::EMPTY, |all, ray| all | ray)
                };
                let rook = attacks([Line::Rank, Line::File]);
                assert_eq!(rook, rook_attacks(square, occupied), "{square}");
                let bishop = attacks([Line::Diagonal, Line::Antidiagonal]);
                assert_eq!(bishop, bishop_attacks(square, occupied), "{square}");
            }
        }
        // `members` returns the set of a diagram.
        let set = Bitboard::LIGHT_SQUARES;
        assert_eq!(Diagram::from_set("", set).set_members(), set);
    }
}
