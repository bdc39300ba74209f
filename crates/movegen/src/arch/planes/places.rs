//! What squares are to a word: looked up, for it takes more instructions to compute.

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
