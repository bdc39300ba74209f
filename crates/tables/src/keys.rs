//! Zobrist keys: the random numbers that the Polyglot book format defines.
//!
//! A position's key combines the keys of its features by exclusive or:
//!
//! - each piece on its square,
//! - each castling right,
//! - the en passant square's file,
//! - White to move.
//!
//! Polyglot publishes 781 such numbers for its opening books, and many programs use them. If you
//! combine a position's key from them, it finds the position in such a book.

use tabiya_core::{CastlingSide, Color, File, Piece, PieceType, Square};

use crate::generated::polyglot;
use crate::generated::reversible_moves::REVERSIBLE_MOVES;

/// Returns the Zobrist key for a piece on a square.
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

/// Returns the Zobrist keys for a piece on each square, in the order of [`Square::ALL`].
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

/// Returns the Zobrist key for a castling right.
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

/// Returns the Zobrist key for an en passant square, which depends on its file only.
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

/// The Zobrist key for White to move.
pub const WHITE_TO_MOVE: u64 = polyglot::WHITE_TO_MOVE_KEY;

/// A piece's move between two squares, in either direction, that the piece can take back.
///
/// The squares are connected on an empty board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReversibleMove {
    /// The piece, which is no pawn.
    pub piece: Piece,
    /// The square with the lower index.
    pub low: Square,
    /// The square with the higher index.
    pub high: Square,
}

impl ReversibleMove {
    /// Returns the move that makes this difference to a position's key, including the side to move.
    ///
    /// If two positions' keys differ by this value, the positions differ by one piece's move,
    /// unless keys collide, and the move leads from one to the other. With it, a search finds that
    /// a player can repeat a position. The lookup works as in a cuckoo hash table.
    ///
    /// ```
    /// use tabiya::tables::keys::ReversibleMove;
    /// use tabiya::{Board, Move, Piece, Square};
    ///
    /// let before = Board::default();
    /// let after = before.after(Move::new(Square::G1, Square::F3));
    /// let found = ReversibleMove::from_key_difference(before.key() ^ after.key());
    /// let knight = Piece::WhiteKnight;
    /// let expected = ReversibleMove { piece: knight, low: Square::G1, high: Square::F3 };
    /// assert_eq!(found, Some(expected));
    /// assert_eq!(ReversibleMove::from_key_difference(before.key()), None);
    /// ```
    #[doc(alias = "cuckoo")]
    #[doc(alias = "upcoming repetition")]
    #[inline]
    pub fn from_key_difference(difference: u64) -> Option<Self> {
        let slots =
            [difference, difference >> 16].map(|slot| slot as usize % REVERSIBLE_MOVES.len());
        let entries = slots.map(|slot| REVERSIBLE_MOVES[slot]);
        let moves = entries.map(|entry| Self {
            // The keys are in the order black pawn, white pawn, black knight, …
            piece: PieceType::ALL[usize::from(entry >> 13) % PieceType::COUNT]
                .of(if entry >> 12 & 1 == 0 { Color::Black } else { Color::White }),
            low: Square::from_low_bits((entry >> 6) as u8),
            high: Square::from_low_bits(entry as u8),
        });
        // In an unused slot, no square changes. A difference by the side to move alone is no move.
        moves.into_iter().find(|mv| mv.low != mv.high && mv.key_difference() == difference)
    }

    /// Returns the difference that the move makes to the key.
    #[inline]
    const fn key_difference(self) -> u64 {
        piece(self.piece, self.low) ^ piece(self.piece, self.high) ^ WHITE_TO_MOVE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_to_move_alone_is_no_move() {
        assert_eq!(ReversibleMove::from_key_difference(WHITE_TO_MOVE), None);
        assert_eq!(ReversibleMove::from_key_difference(0), None);
    }
}
