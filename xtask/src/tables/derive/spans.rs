//! Knight and king attacks, by the span technique: a bit pattern is shifted to each square.
//!
//! A move by a fixed number of files and ranks changes the square's index by a constant: two ranks
//! up and one file right is always +17. The attacks from two squares are therefore the same bit
//! pattern, shifted by the difference between the two indices. The pattern is drawn once, on the
//! lowest square where it fits on the board: c3 = 18 for a knight, b2 = 9 for a king.
//!
//! The edges of the board need different care:
//!
//! * Above the eighth rank and below the first, the shift drops the bits. No correction is needed.
//! * Beyond the h-file, bits wrap around to the a-file, one rank higher, because a2 = 8 follows h1 = 7.
//!   Beyond the a-file, they wrap around to the h-file, one rank lower. These bits must be cleared.
//!
//! The knight attacks from a4, with the wrapped bits marked `!`:
//!
//! ```text
//! 8  . . . . . . . .
//! 7  . . . . . . . .
//! 6  . X . . . . . .
//! 5  . . X . . . . !      a4 - 1 + 16 = 39 = h5
//! 4  N . . . . . ! .      a4 - 2 +  8 = 30 = g4
//! 3  . . X . . . . .
//! 2  . X . . . . ! .      a4 - 2 -  8 = 14 = g2
//! 1  . . . . . . . !      a4 - 1 - 16 =  7 = h1
//!    a b c d e f g h
//! ```
//!
//! An attack spans at most two files, which gives two masks:
//!
//! * From the files a to d, attacks end on the f-file or before, and wrapped bits are on g and h. The
//!   files g and h are cleared.
//! * From the files e to h, attacks begin on the c-file or after, and wrapped bits are on a and b. The
//!   files a and b are cleared.
//!
//! A king's span is narrower, so the same masks apply.

use std::array::from_fn;

use super::{file, file_of};

/// The knight's square in [`KNIGHT_SPAN`]: c3.
pub const KNIGHT_ORIGIN: usize = 18;

/// The attacks by a knight on c3.
const KNIGHT_SPAN: u64 = parse_diagram([
    ". . . . . . . .",
    ". . . . . . . .",
    ". . . . . . . .",
    ". X . X . . . .",
    "X . . . X . . .",
    ". . N . . . . .",
    "X . . . X . . .",
    ". X . X . . . .",
]);

/// The king's square in [`KING_SPAN`]: b2.
const KING_ORIGIN: usize = 9;

/// The attacks by a king on b2.
const KING_SPAN: u64 = parse_diagram([
    ". . . . . . . .",
    ". . . . . . . .",
    ". . . . . . . .",
    ". . . . . . . .",
    ". . . . . . . .",
    "X X X . . . . .",
    "X K X . . . . .",
    "X X X . . . . .",
]);

const FILES_AB: u64 = file(0) | file(1);
const FILES_GH: u64 = file(6) | file(7);

/// Returns the knight attacks from each square.
pub fn knight_attacks() -> [u64; 64] {
    from_fn(|square| shift_span(KNIGHT_SPAN, KNIGHT_ORIGIN, square))
}

/// Returns the king attacks from each square.
pub fn king_attacks() -> [u64; 64] {
    from_fn(|square| shift_span(KING_SPAN, KING_ORIGIN, square))
}

/// Returns the differences between target and origin for a knight, lowest first.
pub fn knight_offsets() -> [i8; 8] {
    offsets(KNIGHT_SPAN, KNIGHT_ORIGIN)
}

/// Returns the differences between target and origin for a king, lowest first.
pub fn king_offsets() -> [i8; 8] {
    offsets(KING_SPAN, KING_ORIGIN)
}

/// Returns the differences between the squares in a span and its origin.
fn offsets(span: u64, origin: usize) -> [i8; 8] {
    let mut squares = (0..64).filter(|square| span >> square & 1 != 0);
    from_fn(|_| squares.next().expect("a span has eight squares") as i8 - origin as i8)
}

/// Shifts a span from `origin` to `square`, and clears wrapped bits.
fn shift_span(span: u64, origin: usize, square: usize) -> u64 {
    let shifted =
        if square >= origin { span << (square - origin) } else { span >> (origin - square) };
    let wrapped = if file_of(square) < 4 { FILES_GH } else { FILES_AB };
    shifted & !wrapped
}

/// Returns the squares marked `X` in a diagram with the eighth rank at the top.
const fn parse_diagram(ranks: [&str; 8]) -> u64 {
    let mut set = 0;
    let mut square = 0;
    while square < 64 {
        let row = ranks[7 - square / 8].as_bytes();
        if row[2 * (square % 8)] == b'X' {
            set |= 1 << square;
        }
        square += 1;
    }
    set
}
