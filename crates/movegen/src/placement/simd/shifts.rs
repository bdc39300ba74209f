//! Each square's shift count and mask, as lookup tables.

/// Each square's shift count and mask, in separate tables.
///
/// AVX2 and scalar code address an entry in a separate table without a multiplication.
pub(super) struct SquareShifts {
    /// The left shift that moves the square's bit to the sign bit.
    pub(super) shift_to_sign: [u64; 64],
    /// All squares except the entry's square.
    pub(super) other_squares: [u64; 64],
}

pub(super) static SQUARE_SHIFTS: SquareShifts = {
    let mut shifts = SquareShifts { shift_to_sign: [0; 64], other_squares: [0; 64] };
    let mut square = 0;
    while square < 64 {
        shifts.shift_to_sign[square] = 63 - square as u64;
        shifts.other_squares[square] = !(1 << square);
        square += 1;
    }
    shifts
};
