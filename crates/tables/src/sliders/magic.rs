//! Magic bitboards: a multiplication hashes the blockers into a table.

use tabiya_core::{Bitboard, Square};

use crate::arch::Block;
use crate::generated::magic_attacks::MAGIC_ATTACKS;
use crate::generated::magics::{
    BISHOP_MAGICS, BISHOP_MASKS, BISHOP_OFFSETS, ROOK_MAGICS, ROOK_MASKS, ROOK_OFFSETS,
};

use super::SliderBackend;

/// Sliders by "fancy" magic bitboards.
///
/// The blockers that matter (the rays without their last squares) are masked out and
/// multiplied by a number found by trial, so that the high bits of the product tell any
/// two sets of blockers with different attacks apart. Those bits index the square's block
/// of the table of attacks.
///
/// ```
/// use tabiya_core::Square;
/// use tabiya_tables::sliders::{Magic, SliderBackend};
///
/// assert_eq!(Magic::bishop_attacks(Square::A1, Square::C3.into()).len(), 2); // b2 and c3
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Magic;

impl SliderBackend for Magic {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        ROOKS[square as usize].attacks(occupied)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        BISHOPS[square as usize].attacks(occupied)
    }
}

/// All that the look-up for one square reads besides the attacks, side by side.
struct Entry {
    block: Block<ENTRIES>,
    magic: u64,
}

impl Entry {
    #[inline]
    fn attacks(&self, occupied: Bitboard) -> Bitboard {
        Bitboard(self.block.by_magic(&MAGIC_ATTACKS, occupied.0, self.magic))
    }
}

const ENTRIES: usize = MAGIC_ATTACKS.len();

static ROOKS: [Entry; 64] = entries(&ROOK_MASKS, &ROOK_MAGICS, &ROOK_OFFSETS);
static BISHOPS: [Entry; 64] = entries(&BISHOP_MASKS, &BISHOP_MAGICS, &BISHOP_OFFSETS);

const fn entries(masks: &[u64; 64], magics: &[u64; 64], offsets: &[u32; 64]) -> [Entry; 64] {
    let mut entries = [const { Entry { block: Block::new(1, 0), magic: 0 } }; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] = Entry {
            block: Block::new(masks[index], offsets[index] as usize),
            magic: magics[index],
        };
        index += 1;
    }
    entries
}
