//! [`Magic`], slider attacks by multiplication: magic bitboards and Kindergarten bitboards.

use tabiya_core::{Bitboard, Square};

use crate::arch::TableBlock;
use crate::generated::bishops::{BISHOP_MASKS, BISHOP_OFFSETS};
use crate::generated::kindergarten::{FILE_ATTACKS, FILE_FACTOR, INNER_FILE_A};
use crate::generated::magics::{BISHOP_ATTACKS, BISHOP_MAGICS};
use crate::generated::rank_attacks::RANK_ATTACKS;

use super::backend::SliderBackend;

/// Magic bitboards for bishops, Kindergarten bitboards for rooks: the back end in builds without
/// BMI2.
///
/// Bishops use "fancy" magic bitboards. A mask selects the relevant occupancy: the rays without
/// their last squares. A multiplication by the square's magic hashes it, and the product's high
/// bits index the square's block. Two occupancies with different attacks never have the same index.
///
/// Rooks have two small tables, for the attacks along the rank and along the file, since magics
/// would need a much larger one. The rank's six inner squares are shifted down to an index. For the
/// file, a multiplication by a fixed factor gathers the inner squares (Kindergarten bitboards).
///
/// ```
/// use tabiya::Square;
/// use tabiya_tables::sliders::{Magic, SliderBackend};
///
/// assert_eq!(Magic::bishop_attacks(Square::A1, Square::C3.into()).len(), 2); // b2 and c3
/// assert_eq!(Magic::rook_attacks(Square::A1, Square::A3.into()).len(), 9);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Magic;

impl SliderBackend for Magic {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(rank_attacks(square, occupied.0) | file_attacks(square, occupied.0))
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        BISHOP_ENTRIES[square as usize].attacks(occupied)
    }
}

/// Returns the squares that a rook attacks along its rank.
#[inline]
fn rank_attacks(square: Square, occupied: u64) -> u64 {
    let file = square as usize % 8;
    let rank_start = square as usize & 56;
    let inner_squares = occupied >> (rank_start + 1) & 63;
    u64::from(RANK_ATTACKS[file][inner_squares as usize]) << rank_start
}

/// Returns the squares that a rook attacks along its file.
#[inline]
fn file_attacks(square: Square, occupied: u64) -> u64 {
    let file = square as usize % 8;
    let rank = square as usize / 8 % 8;
    let index = (occupied >> file & INNER_FILE_A).wrapping_mul(FILE_FACTOR) >> 58;
    FILE_ATTACKS[rank][index as usize] << file
}

/// The table block and the magic for a bishop's square, adjacent in memory.
struct MagicEntry {
    block: TableBlock<{ BISHOP_ATTACKS.len() }>,
    magic: u64,
}

impl MagicEntry {
    #[inline]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        Bitboard(self.block.lookup_by_magic(&BISHOP_ATTACKS, occupied.0, self.magic))
    }
}

static BISHOP_ENTRIES: [MagicEntry; 64] = {
    let mut entries = [const { MagicEntry { block: TableBlock::new(1, 0), magic: 0 } }; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] = MagicEntry {
            block: TableBlock::new(BISHOP_MASKS[index], BISHOP_OFFSETS[index] as usize),
            magic: BISHOP_MAGICS[index],
        };
        index += 1;
    }
    entries
};
