//! Piece steps, with their names and shifts.

use alloc::format;
use alloc::string::String;

use tabiya::{Bitboard, Color, File, PieceType};

/// A difference in (files, ranks).
pub type Offset = (i8, i8);

const KNIGHT: [Offset; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const ROOK: [Offset; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const BISHOP: [Offset; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KING: [Offset; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
const WHITE_PAWN: [Offset; 2] = [(-1, 1), (1, 1)];
const BLACK_PAWN: [Offset; 2] = [(-1, -1), (1, -1)];

/// Returns the steps by which a piece attacks: clockwise from north, for pawns from west to east.
pub const fn offsets(color: Color, piece_type: PieceType) -> &'static [Offset] {
    match piece_type {
        PieceType::Pawn if color.is_white() => &WHITE_PAWN,
        PieceType::Pawn => &BLACK_PAWN,
        PieceType::Knight => &KNIGHT,
        PieceType::Bishop => &BISHOP,
        PieceType::Rook => &ROOK,
        PieceType::Queen | PieceType::King => &KING,
    }
}

/// Returns the step as a difference between square indices.
pub const fn index_step((files, ranks): Offset) -> i8 {
    8 * ranks + files
}

/// Returns the files on which a step to the east or west leaves the board.
pub fn clipped_files((files, _): Offset) -> Bitboard {
    let clipped: &[File] = match files {
        2 => &[File::G, File::H],
        1 => &[File::H],
        -1 => &[File::A],
        -2 => &[File::A, File::B],
        _ => &[],
    };
    clipped.iter().copied().map(Bitboard::from).fold(Bitboard::EMPTY, |all, file| all | file)
}

/// Returns the letters for the files in [`clipped_files`]: `gh`, `a` or none.
pub const fn clipped_letters((files, _): Offset) -> &'static str {
    match files {
        2 => "gh",
        1 => "h",
        -1 => "a",
        -2 => "ab",
        _ => "",
    }
}

/// Shifts a set's bits by a difference between square indices, without testing for wrapped bits.
pub const fn shift_bits(set: Bitboard, by: i32) -> Bitboard {
    Bitboard(if by < 0 { set.0 >> -by } else { set.0 << by })
}

/// Returns the shift as code: `<< 8` or `>> 9`.
pub fn shift_code(by: i32) -> String {
    if by < 0 { format!(">> {}", -by) } else { format!("<< {by}") }
}

/// Returns a king step's name, such as `north-east`.
pub const fn offset_name(offset: Offset) -> &'static str {
    match offset {
        (0, 1) => "north",
        (1, 1) => "north-east",
        (1, 0) => "east",
        (1, -1) => "south-east",
        (0, -1) => "south",
        (-1, -1) => "south-west",
        (-1, 0) => "west",
        _ => "north-west",
    }
}
