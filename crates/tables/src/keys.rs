//! The published Polyglot numbers, from which position keys are combined by exclusive or.
//!
//! Source: the Polyglot book format, whose 781 numbers many programs share; a key built
//! from them finds its position in their opening books.

use tabiya_core::{CastlingSide, Color, File, Piece, Square};

use crate::generated::polyglot;

/// The number of a piece on a square.
///
/// ```
/// use tabiya_core::{Piece, Square};
/// use tabiya_tables::keys;
///
/// // The first number of the book format.
/// assert_eq!(keys::piece(Piece::BlackPawn, Square::A1), 0x9d39_247e_3377_6d41);
/// ```
#[inline]
pub const fn piece(piece: Piece, square: Square) -> u64 {
    piece_keys(piece)[square as usize]
}

/// The numbers of a piece on each square, in the order of [`Square::ALL`].
///
/// ```
/// use tabiya_core::{Piece, Square};
/// use tabiya_tables::keys;
///
/// let numbers = keys::piece_keys(Piece::WhiteKing);
/// assert_eq!(numbers[Square::E1.index()], keys::piece(Piece::WhiteKing, Square::E1));
/// ```
#[inline]
pub const fn piece_keys(piece: Piece) -> &'static [u64; 64] {
    // Polyglot counts black pawn, white pawn, black knight, white knight, …
    &polyglot::PIECE_KEYS[2 * piece.piece_type() as usize + piece.color().is_white() as usize]
}

/// The number of a right to castle.
///
/// ```
/// use tabiya_core::{CastlingSide, Color};
/// use tabiya_tables::keys;
///
/// // Number 768, after those of 12 pieces on 64 squares.
/// assert_eq!(keys::castling(Color::White, CastlingSide::KingSide), 0x31d7_1dce_64b2_c310);
/// ```
#[inline]
pub const fn castling(color: Color, side: CastlingSide) -> u64 {
    polyglot::CASTLING_KEYS[2 * color as usize + side as usize]
}

/// The number of the file of a pawn that may be captured en passant.
///
/// ```
/// use tabiya_core::File;
/// use tabiya_tables::keys;
///
/// // Number 772, after those of the four castling rights.
/// assert_eq!(keys::en_passant(File::A), 0x70cc_73d9_0bc2_6e24);
/// ```
#[inline]
pub const fn en_passant(file: File) -> u64 {
    polyglot::EN_PASSANT_KEYS[file as usize]
}

/// The number that says that White is to move.
pub const WHITE_TO_MOVE: u64 = polyglot::TURN_KEY;
