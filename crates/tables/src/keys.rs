//! The published Polyglot numbers, from which position keys are combined by exclusive or.
//!
//! Source: the Polyglot book format, whose 781 numbers many programs share; a key built
//! from them finds its position in their opening books.

use tabiya_core::{CastlingSide, Color, File, Piece, Square};

use crate::generated::polyglot;

/// The number of a piece on a square.
#[inline]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    // Polyglot counts black pawn, white pawn, black knight, white knight, …
    let kind = 2 * piece.piece_type() as usize + piece.color().is_white() as usize;
    polyglot::PIECE_KEYS[kind][square as usize]
}

/// The number of a right to castle.
#[inline]
pub const fn castling(color: Color, side: CastlingSide) -> u64 {
    polyglot::CASTLING_KEYS[2 * color as usize + side as usize]
}

/// The number of the file of a pawn that may be captured en passant.
#[inline]
pub const fn en_passant(file: File) -> u64 {
    polyglot::EN_PASSANT_KEYS[file as usize]
}

/// The number that says that White is to move.
pub const WHITE_TO_MOVE: u64 = polyglot::TURN_KEY;
