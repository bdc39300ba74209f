//! Attack set derivations, compared with both oracles and with the generated PEXT table.

use tabiya::{Bitboard, Piece, Position, Square};
use tabiya_explain::derivation::{Derivation, StepValue, Technique};
use tabiya_oracle::{mailbox, x88};
use tabiya_suites::random::SplitMix;

#[rustfmt::skip]
#[path = "../../../crates/tables/src/generated/pext_attacks.rs"]
mod pext_attacks;

#[test]
fn board_loops_agree_with_the_oracles() {
    let mut random = SplitMix(88);
    let mut pieces = 0;
    for _ in 0..8 {
        let mut position = Position::START;
        for _ in 0..80 {
            pieces += check_position(&position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            position.make_move(moves[random.below(moves.len())]);
        }
    }
    assert!(pieces > 5_000, "{pieces} pieces");
}

/// Compares the attacks of all pieces in a position, and returns the number of pieces.
fn check_position(position: &Position) -> usize {
    let fen = position.fen().to_string();
    let array = mailbox::Board::from_fen(&fen).expect("a valid FEN");
    let x88 = x88::Board::from_fen(&fen).expect("a valid FEN");
    for square in position.occupied() {
        let piece = position.piece_on(square).expect("the square is occupied");
        for (technique, squares) in [
            (Technique::Array8x8, array.attacks_from(square)),
            (Technique::X88, x88.attacks_from(square)),
        ] {
            let derivation = Derivation::attacks(technique, piece, square, position.occupied());
            let result = derivation.expect("the technique is for all pieces").result;
            assert_eq!(
                result,
                squares.into_iter().collect(),
                "{technique} {piece}{square} in {fen}"
            );
        }
    }
    position.occupied().len()
}

#[test]
fn pext_entry_agrees_with_the_table() {
    let mut random = SplitMix(2);
    for square in Square::ALL {
        for _ in 0..200 {
            let occupied = Bitboard(random.next() & random.next());
            check_entry(Piece::WhiteRook, square, occupied, &pext_attacks::ROOK_ATTACKS);
            check_entry(Piece::WhiteBishop, square, occupied, &pext_attacks::BISHOP_ATTACKS);
        }
    }
}

/// Compares a derivation's entry with the generated table at the same index.
fn check_entry(piece: Piece, square: Square, occupied: Bitboard, table: &[u16]) {
    let derivation = Derivation::attacks(Technique::Pext, piece, square, occupied);
    let steps = derivation.expect("the technique is for sliders").steps;
    let number = |searched: &str| -> i64 {
        let values = steps.iter().flat_map(|step| &step.values);
        let mut numbers = values.filter_map(|value| match *value {
            StepValue::Number { name, value } if name == searched => Some(value),
            _ => None,
        });
        numbers.next().expect("the number exists")
    };
    let entry = table[(number("offset") + number("index")) as usize];
    assert_eq!(number("entry"), i64::from(entry), "{piece}{square} {occupied:?}");
}
