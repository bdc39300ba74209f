//! Attack sets by tables. For a wrong square they are empty.
#![expect(unsafe_code, reason = "names without mangling")]

use tabiya::{Bitboard, Color, tables};

use crate::types::*;

/// Returns an attack set for a square's number.
#[inline]
fn on_square(number: tb_square, get: impl FnOnce(tabiya::Square) -> Bitboard) -> tb_bitboard {
    square(number).map_or(0, |square| get(square).0)
}

/// Returns the squares that a pawn attacks.
#[unsafe(no_mangle)]
pub extern "C" fn tb_pawn_attacks_from(color: tb_color, square: tb_square) -> tb_bitboard {
    let Some(&color) = Color::ALL.get(usize::from(color)) else { return 0 };
    on_square(square, |square| tables::pawn_attacks(color, square))
}

/// Returns the squares that a knight attacks.
#[unsafe(no_mangle)]
pub extern "C" fn tb_knight_attacks_from(square: tb_square) -> tb_bitboard {
    on_square(square, tables::knight_attacks)
}

/// Returns the squares that a king attacks.
#[unsafe(no_mangle)]
pub extern "C" fn tb_king_attacks_from(square: tb_square) -> tb_bitboard {
    on_square(square, tables::king_attacks)
}

/// Returns the squares that a bishop attacks, up to and including the first occupied one in each direction.
#[unsafe(no_mangle)]
pub extern "C" fn tb_bishop_attacks_from(square: tb_square, occupied: tb_bitboard) -> tb_bitboard {
    on_square(square, |square| tables::bishop_attacks(square, Bitboard(occupied)))
}

/// Returns the squares that a rook attacks, up to and including the first occupied one in each direction.
#[unsafe(no_mangle)]
pub extern "C" fn tb_rook_attacks_from(square: tb_square, occupied: tb_bitboard) -> tb_bitboard {
    on_square(square, |square| tables::rook_attacks(square, Bitboard(occupied)))
}

/// Returns the squares that a queen attacks, up to and including the first occupied one in each direction.
#[unsafe(no_mangle)]
pub extern "C" fn tb_queen_attacks_from(square: tb_square, occupied: tb_bitboard) -> tb_bitboard {
    on_square(square, |square| tables::queen_attacks(square, Bitboard(occupied)))
}

/// Returns the squares between two squares on a line, without these.
#[unsafe(no_mangle)]
pub extern "C" fn tb_between(first: tb_square, second: tb_square) -> tb_bitboard {
    let Some(second) = square(second) else { return 0 };
    on_square(first, |first| tables::between(first, second))
}

/// Returns the whole line through two squares, up to the edges of the board.
#[unsafe(no_mangle)]
pub extern "C" fn tb_line(first: tb_square, second: tb_square) -> tb_bitboard {
    let Some(second) = square(second) else { return 0 };
    on_square(first, |first| tables::line(first, second))
}
