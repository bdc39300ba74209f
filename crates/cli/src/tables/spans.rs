//! Knights and kings step by step: a span drawn once, shifted, and masked.

use tabiya::{Bitboard, File, Square};

use super::step::Step;
use crate::draw::Diagram;

/// How the set of a leaper is derived from that on `home`, the lowest square around which
/// all of it fits.
pub fn step(
    symbol: char,
    square: Square,
    home: Square,
    attacks: impl Fn(Square) -> Bitboard,
) -> Step {
    let span = attacks(home);
    let distance = square.index() as i32 - home.index() as i32;
    let shifted = Bitboard(match distance {
        0.. => span.0 << distance,
        _ => span.0 >> -distance,
    });
    let is_left = square.file() <= File::D;
    let [one, other] = if is_left { [File::G, File::H] } else { [File::A, File::B] };
    let kept = !(Bitboard::from(one) | Bitboard::from(other));
    let (sign, by) = if distance < 0 { ("down", -distance) } else { ("up", distance) };
    Step {
        heading: format!(
            "The attack set of {home} is shifted {sign} by {by}, the difference of the square \
             indices.\nThe mask clears files {one} and {other}, the only ones that wrapped bits \
             can reach."
        ),
        diagrams: vec![
            Diagram::of_set(format!("attacks of {home}"), span).with(home, symbol),
            Diagram::of_set(format!("shifted {sign} by {by}"), shifted).with(square, symbol),
            Diagram::of_set("mask", kept),
            Diagram::of_set("shifted & mask", shifted & kept).with(square, symbol),
        ],
    }
}

#[cfg(test)]
mod tests {
    use tabiya::Square;
    use tabiya::tables::{king_attacks, knight_attacks};

    use super::step;
    use crate::draw::Diagram;

    /// The last board that is drawn is the set itself.
    #[test]
    fn the_derivation_ends_on_the_set() {
        for square in Square::ALL {
            for (symbol, home, attacks) in [
                ('N', Square::C3, knight_attacks as fn(Square) -> _),
                ('K', Square::B2, king_attacks),
            ] {
                let step = step(symbol, square, home, attacks);
                let expected = Diagram::of_set("shifted & mask", attacks(square));
                assert_eq!(step.diagrams[3], expected.with(square, symbol), "{symbol}{square}");
            }
        }
    }
}
