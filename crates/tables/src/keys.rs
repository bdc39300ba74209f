//! Zobrist keys: the random numbers of the Polyglot book format.
//!
//! The key of a position is the exclusive or of the keys of its features:
//!
//! - each piece on its square,
//! - each castling right,
//! - the file of the en passant square,
//! - White to move.
//!
//! Polyglot publishes 781 such numbers for its opening books, and many programs use them. A position
//! key combined from them finds the position in such a book.

use tabiya_core::{CastlingSide, Color, File, Piece, Square};

use crate::generated::polyglot;

/// Returns the Zobrist key of a piece on a square.
///
/// ```
/// use tabiya::tables::keys;
/// use tabiya::{Piece, Square};
///
/// // The first of Polyglot's random numbers.
/// assert_eq!(keys::piece(Piece::BlackPawn, Square::A1), 0x9d39_247e_3377_6d41);
/// ```
#[inline]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    piece_keys(piece)[square as usize]
}

/// Returns the Zobrist keys of a piece on each square, in the order of [`Square::ALL`].
///
/// ```
/// use tabiya::tables::keys;
/// use tabiya::{Piece, Square};
///
/// let king_keys = keys::piece_keys(Piece::WhiteKing);
/// assert_eq!(king_keys[Square::E1.index()], keys::piece(Piece::WhiteKing, Square::E1));
/// ```
#[inline]
pub const fn piece_keys(piece: Piece) -> &'static [u64; 64] {
    // Polyglot's order is black pawn, white pawn, black knight, white knight, …
    &polyglot::PIECE_KEYS[2 * piece.piece_type() as usize + piece.color().is_white() as usize]
}

/// Returns the Zobrist key of a castling right.
///
/// ```
/// use tabiya::tables::keys;
/// use tabiya::{CastlingSide, Color};
///
/// // Index 768 of Polyglot's numbers, after those of 12 pieces on 64 squares.
/// assert_eq!(keys::castling(Color::White, CastlingSide::KingSide), 0x31d7_1dce_64b2_c310);
/// ```
#[inline]
pub const fn castling(color: Color, side: CastlingSide) -> u64 {
    polyglot::CASTLING_KEYS[2 * color as usize + side as usize]
}

/// Returns the Zobrist key of an en passant square, which depends on its file only.
///
/// ```
/// use tabiya::File;
/// use tabiya::tables::keys;
///
/// // Index 772 of Polyglot's numbers, after those of the four castling rights.
/// assert_eq!(keys::en_passant(File::A), 0x70cc_73d9_0bc2_6e24);
/// ```
#[inline]
pub const fn en_passant(file: File) -> u64 {
    polyglot::EN_PASSANT_KEYS[file as usize]
}

/// The Zobrist key of White to move.
pub const WHITE_TO_MOVE: u64 = polyglot::WHITE_TO_MOVE_KEY;
