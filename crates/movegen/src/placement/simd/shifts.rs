//! The shift count and the mask of each square, as lookup tables.

/// Separate tables: AVX2 and scalar code address an entry without a multiplication.
pub(super) struct SquareShifts {
    /// The left shift that moves the bit of the square to the sign bit.
    pub(super) to_sign: [u64; 64],
    /// All squares except this one.
    pub(super) others: [u64; 64],
}

pub(super) static SQUARE_SHIFTS: SquareShifts = {
    let mut shifts = SquareShifts { to_sign: [0; 64], others: [0; 64] };
    let mut square = 0;
    while square < 64 {
        shifts.to_sign[square] = 63 - square as u64;
        shifts.others[square] = !(1 << square);
        square += 1;
    }
    shifts
};
