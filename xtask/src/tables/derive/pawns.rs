//! Pawns by shifting one square: diagonal steps attack, straight steps advance.

use std::array::from_fn;

use super::{bit, file, rank_of};

const FILE_A: u64 = file(0);
const FILE_H: u64 = file(7);

/// What a pawn attacks, White's first; on every square, also those no pawn can stand on.
pub fn attacks() -> [[u64; 64]; 2] {
    // The file a step would wrap over is masked before it, not after: one file each.
    let white = |pawn: u64| (pawn & !FILE_A) << 7 | (pawn & !FILE_H) << 9;
    let black = |pawn: u64| (pawn & !FILE_A) >> 9 | (pawn & !FILE_H) >> 7;
    [from_fn(|square| white(bit(square))), from_fn(|square| black(bit(square)))]
}

/// Where a pawn can advance to on an empty board, White's first.
///
/// One step, and from the second rank of its colour two. There is none from the last.
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
