//! Sliders step by step: the arithmetic of hyperbola quintessence along one line.
//!
//! Numbers are worked on here, which elsewhere only `tabiya::tables` does: to show them is
//! the purpose.

use tabiya::tables::{Line, line_through};
use tabiya::{Bitboard, Square};

use super::step::Step;
use crate::draw::Diagram;

/// The way up along a line, then the way down.
pub fn steps(symbol: char, square: Square, occupied: Bitboard, line: Line) -> [Step; 2] {
    let mask = line_through(square, line);
    let slider = square.bitboard();
    let rest = mask - slider;
    let occupied = occupied & mask | slider;
    let name = name(line);
    let up = subtracted(occupied, slider);
    let [turned_occupied, turned_slider] = [mirrored(occupied, line), mirrored(slider, line)];
    let down = subtracted(turned_occupied, turned_slider);
    let turned_back = mirrored(down ^ turned_occupied, line);
    let turned_square = turned_slider.first().unwrap_or(square);
    let set = |caption: &str, set| Diagram::of_set(caption, set);
    [
        Step {
            heading: format!("Positive ray of the {name}: o is the occupancy, r the slider."),
            diagrams: vec![
                set("o", occupied).with(square, symbol),
                set("r", slider).with(square, symbol),
                set("o - 2r", up),
                set("line & (o^(o-2r))", (occupied ^ up) & rest).with(square, symbol),
            ],
        },
        Step {
            heading: format!("Negative ray of the {name}: the same on the reversed board."),
            diagrams: vec![
                set("o' = reverse(o)", turned_occupied).with(turned_square, symbol),
                set("r' = reverse(r)", turned_slider).with(turned_square, symbol),
                set("o' - 2r'", down),
                set("xor, reversed", turned_back & rest).with(square, symbol),
            ],
        },
    ]
}

/// `o - 2r`: the borrow runs to the first blocker beyond the slider.
fn subtracted(occupied: Bitboard, slider: Bitboard) -> Bitboard {
    Bitboard(occupied.0.wrapping_sub(slider.0.wrapping_mul(2)))
}

/// The board turned so that the line runs the other way.
fn mirrored(set: Bitboard, line: Line) -> Bitboard {
    Bitboard(match line {
        Line::Rank => set.0.reverse_bits(),
        Line::File | Line::Diagonal | Line::Antidiagonal => set.0.swap_bytes(),
    })
}

const fn name(line: Line) -> &'static str {
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

    use super::steps;
    use crate::draw::Diagram;

    /// What is drawn last, of all lines together, is what the tables hold.
    #[test]
    fn the_arithmetic_ends_on_the_set() {
        for occupied in [0, 0x0012_4000_1081_0400, 0x00ff_0000_0024_ff00, u64::MAX].map(Bitboard) {
            for square in Square::ALL {
                let found = |lines: [Line; 2]| {
                    let steps = lines.map(|line| steps('R', square, occupied, line));
                    let ends = steps.iter().flatten().map(|step| step.diagrams[3].members());
                    ends.fold(Bitboard::EMPTY, |all, set| all | set)
                };
                let rook = found([Line::Rank, Line::File]);
                assert_eq!(rook, rook_attacks(square, occupied), "{square}");
                let bishop = found([Line::Diagonal, Line::Antidiagonal]);
                assert_eq!(bishop, bishop_attacks(square, occupied), "{square}");
            }
        }
        // A diagram tells its set.
        let set = Bitboard::LIGHT_SQUARES;
        assert_eq!(Diagram::of_set("", set).members(), set);
    }
}
