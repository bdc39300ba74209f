//! Kindergarten bitboards: the attacks of a rook along its rank and along its file.
//!
//! A line has eight squares, of which the outer two cannot shorten any attack, so six bits
//! say all about its occupation. Those of a rank lie side by side. Those of the a-file are
//! gathered by a multiplication: the factor moves the square of rank `r` to bit `65 - r`, and
//! no two products share a bit.

use std::array::from_fn;

use super::blocks::subsets;
use super::walk::Slider;
use super::{bit, file};

/// Gathers the inner squares of the a-file into the top six bits, the second rank highest.
pub const FILE_FACTOR: u64 = 0x0080_4020_1008_0400;

/// The squares of the a-file but the first and the last.
pub const INNER_FILE_A: u64 = file(0) & !(bit(0) | bit(56));

/// The attacks along the first rank: `[file][occupation of b1 to g1]`.
pub fn rank_attacks() -> [[u8; 64]; 8] {
    let rank = |square: usize, inner: usize| {
        let attacks = Slider::Rook.attacks(square, (inner as u64) << 1);
        // Above the first rank lies the file.
        (attacks & 0xff) as u8
    };
    from_fn(|square| from_fn(|inner| rank(square, inner)))
}

/// The attacks along the a-file: `[rank][index by the factor]`.
pub fn file_attacks() -> [[u64; 64]; 8] {
    from_fn(|rank| {
        let mut row = [0; 64];
        for occupied in subsets(INNER_FILE_A) {
            let index = occupied.wrapping_mul(FILE_FACTOR) >> 58;
            // Six bits are left.
            row[index as usize] = Slider::Rook.attacks(8 * rank, occupied) & file(0);
        }
        row
    })
}
