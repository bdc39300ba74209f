//! Spans: a reference square's attack set, shifted and masked.

use alloc::format;
use alloc::vec::Vec;

use tabiya::tables::{king_attacks, knight_attacks};
use tabiya::{Bitboard, File, Piece, PieceType, Square};

use super::step::Step;
use super::steps_of_pieces::{shift_bits, shift_code};

/// Derives a knight's or king's attacks from its span: the attack set on the lowest square where
/// the board's edge does not truncate it.
pub fn attack_steps(piece: Piece, square: Square) -> Vec<Step> {
    let (reference, span) = match piece.piece_type() {
        PieceType::Knight => (Square::C3, knight_attacks(Square::C3)),
        _ => (Square::B2, king_attacks(Square::B2)),
    };
    let distance = square.index() as i32 - reference.index() as i32;
    let shifted = shift_bits(span, distance);
    let is_west_half = square.file() <= File::D;
    let [file, other_file] = if is_west_half { [File::G, File::H] } else { [File::A, File::B] };
    let mask = !(Bitboard::from(file) | Bitboard::from(other_file));
    let step = |title, text| Step::new("Span", title, text);
    [
        step(
            format!("span on {reference}"),
            format!(
                "The attacks on {reference}, square {}: the lowest square where no edge cuts them.",
                reference.index()
            ),
        )
        .with_code(format!("SPAN = {:#x}", span.0))
        .with_set(span, reference),
        step(
            format!("shifted by {distance:+}"),
            format!("The shift is the difference of the squares, {} - {}.", square.index(), reference.index()),
        )
        .with_code(format!("SPAN {}", shift_code(distance)))
        .with_number("distance", distance.into())
        .with_set(shifted, square),
        step(
            "mask".into(),
            format!("Wrapped bits reach only the files {file} and {other_file} from this half of the board."),
        )
        .with_code(format!("!(FILE_{} | FILE_{})", upper(file), upper(other_file)))
        .with_set(mask, Bitboard::EMPTY),
        step("shifted & mask".into(), "The mask clears the wrapped bits.".into())
            .with_code("shifted & mask")
            .with_set(shifted & mask, square),
    ]
    .into()
}

const fn upper(file: File) -> char {
    file.to_char().to_ascii_uppercase()
}
