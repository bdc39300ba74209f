//! Tests for derivations: their inputs, and access to steps.

mod attacks;
mod moves;
mod steps;

use tabiya::{Bitboard, Color, Piece, Square};

use super::{Derivation, Step, StepValue, Technique};

/// The number of random occupancies per square.
pub const OCCUPANCIES: usize = 100;

/// Calls `check` with all attack derivations by some techniques: all pieces and squares, with
/// random occupancies for sliders.
pub fn for_each_derivation(techniques: &[Technique], mut check: impl FnMut(&Derivation, Square)) {
    let mut random = fastrand::Rng::with_seed(34);
    for &technique in techniques {
        for piece in Piece::ALL {
            let is_slider = Technique::Magic.applies_to(piece.piece_type());
            if !technique.applies_to(piece.piece_type())
                || (is_slider && piece.color() == Color::Black)
            {
                continue;
            }
            let count = if is_slider { OCCUPANCIES } else { 2 };
            for square in Square::ALL {
                for index in 0..count {
                    let occupied = random_occupancy(&mut random, index);
                    let derivation = Derivation::attacks(technique, piece, square, occupied);
                    check(&derivation.expect("the technique applies"), square);
                }
            }
        }
    }
}

/// Returns a set of squares: none, all, or random ones, sparse and dense by turns.
pub fn random_occupancy(random: &mut fastrand::Rng, index: usize) -> Bitboard {
    let mut bits = || random.u64(..);
    Bitboard(match (index, index % 3) {
        (0, _) => 0,
        (1, _) => u64::MAX,
        (_, 0) => bits(),
        (_, 1) => bits() & bits(),
        _ => bits() & bits() & bits(),
    })
}

/// Derives attacks by a technique that applies to the piece.
pub fn derive(
    technique: Technique,
    piece: Piece,
    square: Square,
    occupied: Bitboard,
) -> Derivation {
    Derivation::attacks(technique, piece, square, occupied).expect("the technique applies")
}

/// Returns the first step that has a title.
pub fn step<'a>(steps: &'a [Step], title: &str) -> &'a Step {
    steps.iter().find(|step| step.title == title).expect("the title exists")
}

/// Returns the first number that has a name.
pub fn number(steps: &[Step], name: &str) -> i64 {
    let values = steps.iter().flat_map(|step| &step.values);
    let number = values.into_iter().find_map(|value| match *value {
        StepValue::Number { name: other, value } if other == name => Some(value),
        _ => None,
    });
    number.expect("the number exists")
}
