//! The derivation of leaper attacks from a span: the attack set of a reference square, shifted and masked.

use tabiya::{Bitboard, File, Square};

use super::step::DerivationStep;
use crate::draw::Diagram;

/// Derives the attack set of a leaper from its span: the attack set of `reference`, the lowest square
/// whose set the edge of the board does not truncate.
pub fn derivation_step(
    symbol: char,
    square: Square,
    reference: Square,
    attacks: impl Fn(Square) -> Bitboard,
) -> DerivationStep {
    let reference_set = attacks(reference);
    let distance = square.index() as i32 - reference.index() as i32;
    let shifted = Bitboard(match distance {
        0.. => reference_set.0 << distance,
        _ => reference_set.0 >> -distance,
    });
    let is_left_half = square.file() <= File::D;
    let [file, other_file] = if is_left_half { [File::G, File::H] } else { [File::A, File::B] };
    let mask = !(Bitboard::from(file) | Bitboard::from(other_file));
    let (direction, by) = if distance < 0 { ("down", -distance) } else { ("up", distance) };
    DerivationStep {
        heading: format!(
            "The span drawn on {reference} is shifted {direction} by {by}, the difference of the \
             square indices.\nThe mask clears files {file} and {other_file}, the only ones that \
             wrapped bits can reach."
        ),
        diagrams: vec![
            Diagram::from_set(format!("span on {reference}"), reference_set)
                .with_subject(reference, symbol),
            Diagram::from_set(format!("shifted {direction} by {by}"), shifted)
                .with_subject(square, symbol),
            Diagram::from_set("mask", mask),
            Diagram::from_set("shifted & mask", shifted & mask).with_subject(square, symbol),
        ],
    }
}

#[cfg(test)]
mod tests {
    use tabiya::Square;
    use tabiya::tables::{king_attacks, knight_attacks};

    use super::derivation_step;
    use crate::draw::Diagram;

    #[test]
    fn step_last_diagram_is_attack_set() {
        for square in Square::ALL {
            for (symbol, reference, attacks) in [
                ('N', Square::C3, knight_attacks as fn(Square) -> _),
                ('K', Square::B2, king_attacks),
            ] {
                let step = derivation_step(symbol, square, reference, attacks);
                let expected = Diagram::from_set("shifted & mask", attacks(square));
                let expected = expected.with_subject(square, symbol);
                assert_eq!(step.diagrams[3], expected, "{symbol}{square}");
            }
        }
    }
}
