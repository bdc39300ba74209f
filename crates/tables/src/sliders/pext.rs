//! [`Pext`], slider attacks by the instruction PEXT, which gathers the blockers into an index.

use tabiya_core::{Bitboard, Square};

use crate::arch::{Block, pdep};
use crate::generated::bishops::{BISHOP_MASKS, BISHOP_OFFSETS};
use crate::generated::pext_attacks::{BISHOP_ATTACKS, ROOK_ATTACKS};
use crate::generated::rays::{BISHOP_RAYS, ROOK_RAYS};
use crate::generated::rooks::{ROOK_MASKS, ROOK_OFFSETS};

use super::backend::SliderBackend;

/// PEXT bitboards: the back end of builds with the instructions PEXT and PDEP of BMI2.
///
/// PEXT gathers the relevant occupancy into an index. The attacks of a slider are on its two lines, at
/// most 14 squares. A table entry has them in 16 bits, and PDEP scatters these to the squares. The
/// table is a quarter of the size of one of bitboards, for one more instruction.
///
/// ```
/// use tabiya_core::{Bitboard, Square};
/// use tabiya_tables::sliders::{Pext, SliderBackend};
///
/// assert_eq!(Pext::rook_attacks(Square::A1, Bitboard::EMPTY).len(), 14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl SliderBackend for Pext {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        ROOKS[square as usize].attacks(&ROOK_ATTACKS, occupied)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        BISHOPS[square as usize].attacks(&BISHOP_ATTACKS, occupied)
    }
}

/// The block of a square and the squares of its two lines, adjacent in memory.
struct Entry<const LEN: usize> {
    block: Block<LEN>,
    rays: u64,
}

impl<const LEN: usize> Entry<LEN> {
    #[inline]
    fn attacks(&self, table: &[u16; LEN], occupied: Bitboard) -> Bitboard {
        let packed = self.block.lookup_by_pext(table, occupied.0);
        Bitboard(pdep(u64::from(packed), self.rays))
    }
}

static ROOKS: [Entry<{ ROOK_ATTACKS.len() }>; 64] =
    build_entries(&ROOK_MASKS, &ROOK_OFFSETS, &ROOK_RAYS);

static BISHOPS: [Entry<{ BISHOP_ATTACKS.len() }>; 64] =
    build_entries(&BISHOP_MASKS, &BISHOP_OFFSETS, &BISHOP_RAYS);

/// Returns the entries of all squares.
const fn build_entries<const LEN: usize>(
    masks: &[u64; 64],
    offsets: &[u32; 64],
    rays: &[u64; 64],
) -> [Entry<LEN>; 64] {
    let mut entries = [const { Entry { block: Block::new(1, 0), rays: 0 } }; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] =
            Entry { block: Block::new(masks[index], offsets[index] as usize), rays: rays[index] };
        index += 1;
    }
    entries
}
