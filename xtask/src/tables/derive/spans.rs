//! Knights and kings by the span technique: draw the attacks once, then shift the drawing.
//!
//! Adding to a square's number moves it the same way wherever it stands: a knight's jump
//! of two up and one right is always +17. The attacks of a knight on any square are
//! therefore one fixed pattern of bits, carried along with the knight, and carrying a
//! pattern along is a shift of the whole set. So the pattern is drawn once, on a square
//! where all of it fits on the board, and shifted by the difference of the two numbers.
//! The lowest such square is c3 = 18 for a knight, which needs two files and two ranks
//! around it, and b2 = 9 for a king, which needs one.
//!
//! What leaves the board is lost rightly at two of the four edges and wrongly at the
//! others:
//!
//! * Above the eighth rank and below the first, bits fall out of the 64. Nothing is left
//!   to do.
//! * Beyond the h-file they come in again on the a-file, one rank higher, and beyond the
//!   a-file on the h-file, one rank lower, because h1 = 7 is followed by a2 = 8. These
//!   wrapped bits must be cleared.
//!
//! The knight of a4, with the wrapped half of its span marked `!`:
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
//! A step leads at most two files away. From the left half of the board, files a to d,
//! true attacks end on the f-file at the latest, and a bit that wrapped over the left
//! edge has come in on g or h: there, g and h are cleared. From the right half, e to h,
//! true attacks begin on the c-file at the earliest, and what wrapped is on a or b:
//! there, a and b are cleared. A king's span is narrower, so the same two masks serve.

use std::array::from_fn;

use super::{file, file_of};

/// The square the knight's span is drawn on: c3.
const KNIGHT_HOME: usize = 18;

/// What a knight on c3 attacks.
const KNIGHT_SPAN: u64 = drawn([
    ". . . . . . . .",
    ". . . . . . . .",
    ". . . . . . . .",
    ". X . X . . . .",
    "X . . . X . . .",
    ". . N . . . . .",
    "X . . . X . . .",
    ". X . X . . . .",
]);

/// The square the king's span is drawn on: b2.
const KING_HOME: usize = 9;

/// What a king on b2 attacks.
const KING_SPAN: u64 = drawn([
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

/// The attacks of a knight on each square.
pub fn knight_attacks() -> [u64; 64] {
    from_fn(|square| carried(KNIGHT_SPAN, KNIGHT_HOME, square))
}

/// The attacks of a king on each square.
pub fn king_attacks() -> [u64; 64] {
    from_fn(|square| carried(KING_SPAN, KING_HOME, square))
}

/// The span drawn on `home`, carried to `square`, without what wrapped on the way.
fn carried(span: u64, home: usize, square: usize) -> u64 {
    let shifted = if square >= home { span << (square - home) } else { span >> (home - square) };
    let wrapped = if file_of(square) < 4 { FILES_GH } else { FILES_AB };
    shifted & !wrapped
}

/// The squares marked `X` in a drawing with the eighth rank on top.
const fn drawn(ranks: [&str; 8]) -> u64 {
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
