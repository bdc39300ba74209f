//! Pawn attacks and pushes, by shifts over one square.

use std::array::from_fn;

use super::{bit, file, rank_of};

const FILE_A: u64 = file(0);
const FILE_H: u64 = file(7);

/// Returns the squares that a pawn attacks: `[color][square]`, including the first and the last rank.
pub fn attacks() -> [[u64; 64]; 2] {
    // The mask before the shift removes the file from which the shift would wrap around.
    let white = |pawn: u64| (pawn & !FILE_A) << 7 | (pawn & !FILE_H) << 9;
    let black = |pawn: u64| (pawn & !FILE_A) >> 9 | (pawn & !FILE_H) >> 7;
    [from_fn(|square| white(bit(square))), from_fn(|square| black(bit(square)))]
}

/// Returns the squares to which a pawn can advance on an empty board: `[color][square]`.
///
/// These are single pushes, and double pushes from the second rank of the color.
pub fn pushes() -> [[u64; 64]; 2] {
    let white = from_fn(|square| {
        let pawn = bit(square);
        if rank_of(square) == 1 { pawn << 8 | pawn << 16 } else { pawn << 8 }
    });
    let black = from_fn(|square| {
        let pawn = bit(square);
        if rank_of(square) == 6 { pawn >> 8 | pawn >> 16 } else { pawn >> 8 }
    });
    [white, black]
}
