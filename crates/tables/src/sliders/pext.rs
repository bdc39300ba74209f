//! [`Pext`], slider attacks by the instruction PEXT, which gathers the blockers into an index.

use tabiya_core::{Bitboard, Square};

use crate::arch::{TableBlock, pdep};
use crate::generated::bishops::{BISHOP_MASKS, BISHOP_OFFSETS};
use crate::generated::pext_attacks::{BISHOP_ATTACKS, ROOK_ATTACKS};
use crate::generated::rays::{BISHOP_RAYS, ROOK_RAYS};
use crate::generated::rooks::{ROOK_MASKS, ROOK_OFFSETS};

use super::backend::SliderBackend;

/// PEXT bitboards: the back end in builds with BMI2, which has the instructions PEXT and PDEP.
///
/// PEXT gathers the relevant occupancy into an index. A slider's attacks are on its two lines, at
/// most 14 squares, so a table entry has them in 16 bits, and PDEP scatters these to the squares.
/// The table takes a quarter of the memory that whole bitboards would take, for one more
/// instruction.
///
/// ```
/// use tabiya_tables::sliders::{Pext, SliderBackend};
/// use tabiya::{Bitboard, Square};
///
/// assert_eq!(Pext::rook_attacks(Square::A1, Bitboard::EMPTY).len(), 14);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Pext;

impl SliderBackend for Pext {
    #[inline]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        ROOK_ENTRIES[square as usize].attacks(&ROOK_ATTACKS, occupied)
    }

    #[inline]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        BISHOP_ENTRIES[square as usize].attacks(&BISHOP_ATTACKS, occupied)
    }
}

/// The table block for a slider's square and the rays from that square, adjacent in memory.
struct PextEntry<const LEN: usize> {
    block: TableBlock<LEN>,
    rays: u64,
}

impl<const LEN: usize> PextEntry<LEN> {
    #[inline]
    fn attacks(&self, table: &[u16; LEN], occupied: Bitboard) -> Bitboard {
        let packed = self.block.lookup_by_pext(table, occupied.0);
        Bitboard(pdep(u64::from(packed), self.rays))
    }
}

static ROOK_ENTRIES: [PextEntry<{ ROOK_ATTACKS.len() }>; 64] =
    build_entries(&ROOK_MASKS, &ROOK_OFFSETS, &ROOK_RAYS);

static BISHOP_ENTRIES: [PextEntry<{ BISHOP_ATTACKS.len() }>; 64] =
    build_entries(&BISHOP_MASKS, &BISHOP_OFFSETS, &BISHOP_RAYS);

/// Returns one slider type's entries for all squares, from masks, block offsets and rays.
const fn build_entries<const LEN: usize>(
    masks: &[u64; 64],
    offsets: &[u32; 64],
    rays: &[u64; 64],
) -> [PextEntry<LEN>; 64] {
    let mut entries = [const { PextEntry { block: TableBlock::new(1, 0), rays: 0 } }; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] = PextEntry {
            block: TableBlock::new(masks[index], offsets[index] as usize),
            rays: rays[index],
        };
        index += 1;
    }
    entries
}
