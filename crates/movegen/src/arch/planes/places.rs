//! What squares are to a word: looked up, for it takes more instructions to compute.

use tabiya_core::Move;

use super::{Way, way_between};

/// The way of a move where nobody asks for its squares: between these all the same, for by its index
/// a square finds a word of a table without a shift.
#[inline(always)]
pub(crate) fn way_of(mv: Move) -> impl Way {
    way_between(mv.from(), mv.to())
}

/// A table for each: an index finds its own without being multiplied.
pub(super) struct Places {
    /// By how much a square's bit is shifted left to be the sign.
    pub(super) to_sign: [u64; 64],
    /// All bits but a square's own.
    pub(super) rest: [u64; 64],
}

pub(super) static PLACES: Places = {
    let mut places = Places { to_sign: [0; 64], rest: [0; 64] };
    let mut square = 0;
    while square < 64 {
        places.to_sign[square] = 63 - square as u64;
        places.rest[square] = !(1 << square);
        square += 1;
    }
    places
};
