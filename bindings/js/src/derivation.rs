//! Exports that derive attack sets step by step.

#![expect(unsafe_code, reason = "the names of exports are not mangled")]

use tabiya::{Bitboard, Color, Piece, PieceType, Square};
use tabiya_explain::derivation::{Derivation, DerivationError, Technique};

use crate::json::write_json;
use crate::state::{position, write_text};

/// Derives the squares that pieces attack, as JSON. `technique` and `piece` are indices. Returns
/// the length, or the negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn derive_attacks(technique: usize, piece: usize, squares: u64, occupied: u64) -> i32 {
    let technique = Technique::ALL[technique % Technique::COUNT];
    let piece = Piece::ALL[piece % Piece::ALL.len()];
    write_derivation(Derivation::set_attacks(
        technique,
        piece,
        Bitboard(squares),
        Bitboard(occupied),
    ))
}

/// Derives pawn pushes, as JSON. Returns the length.
#[unsafe(no_mangle)]
extern "C" fn derive_pushes(is_black: u32, pawns: u64, occupied: u64) -> i32 {
    let color = if is_black == 0 { Color::White } else { Color::Black };
    write_json(&Derivation::pushes(color, Bitboard(pawns), Bitboard(occupied)))
}

/// Derives the targets of the legal moves from a square, as JSON. Returns the length, or the
/// negative length of a message.
#[unsafe(no_mangle)]
extern "C" fn derive_moves(square: u8) -> i32 {
    write_derivation(Derivation::moves(&position(), Square::from_low_bits(square)))
}

fn write_derivation(derivation: Result<Derivation, DerivationError>) -> i32 {
    match derivation {
        Ok(derivation) => write_json(&derivation),
        Err(error) => -write_text(error),
    }
}

/// Returns 1 if a technique derives a piece type's attacks, or else 0.
#[unsafe(no_mangle)]
extern "C" fn technique_applies(technique: usize, piece_type: usize) -> u32 {
    let technique = Technique::ALL[technique % Technique::COUNT];
    technique.applies_to(PieceType::ALL[piece_type % PieceType::ALL.len()]).into()
}
