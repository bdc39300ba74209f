//! Mirrors and rotations of squares, sets and moves.
//!
//! The mirrors top to bottom and left to right are in the modules that define [`Square`] and
//! [`Bitboard`].

use crate::{Bitboard, Color, Move, Piece, Square};

impl Square {
    /// Returns the square as seen from the other end of the board: `a1` becomes `h8`.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::E2.rotate_180(), Square::D7);
    /// assert_eq!(Square::E2.rotate_180(), Square::E2.flip_vertical().flip_horizontal());
    /// ```
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn rotate_180(self) -> Self {
        Self::from_low_bits(self as u8 ^ 63)
    }

    /// Returns the square mirrored in the diagonal from a1 to h8: file and rank change places.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::B1.flip_diagonal(), Square::A2);
    /// assert_eq!(Square::F6.flip_diagonal(), Square::F6);
    /// ```
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn flip_diagonal(self) -> Self {
        Self::from_low_bits((self as u8 & 7) << 3 | self as u8 >> 3)
    }

    /// Returns the square mirrored in the diagonal from a8 to h1.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::A1.flip_anti_diagonal(), Square::H8);
    /// assert_eq!(Square::C6.flip_anti_diagonal(), Square::C6);
    /// ```
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn flip_anti_diagonal(self) -> Self {
        self.flip_diagonal().rotate_180()
    }

    /// Returns the square after the board turns clockwise by 90 degrees: `a1` becomes `a8`.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// let corners = [Square::A1, Square::A8, Square::H8, Square::H1];
    /// let rotated = [Square::A8, Square::H8, Square::H1, Square::A1];
    /// assert_eq!(corners.map(Square::rotate_90_clockwise), rotated);
    /// ```
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn rotate_90_clockwise(self) -> Self {
        self.flip_diagonal().flip_vertical()
    }

    /// Returns the square after the board turns counterclockwise by 90 degrees: `a8` becomes `a1`.
    ///
    /// ```
    /// use tabiya::Square;
    ///
    /// assert_eq!(Square::B1.rotate_90_counterclockwise(), Square::H2);
    /// assert_eq!(Square::H2.rotate_90_clockwise(), Square::B1);
    /// ```
    #[inline]
    #[must_use = "the square is returned, not changed"]
    pub const fn rotate_90_counterclockwise(self) -> Self {
        self.flip_vertical().flip_diagonal()
    }
}

impl Bitboard {
    /// Returns the set as seen from the other end of the board: `a1` becomes `h8`.
    ///
    /// ```
    /// use tabiya::{Bitboard, Square};
    ///
    /// let castled = Bitboard::EMPTY.with(Square::G1).with(Square::F1);
    /// assert_eq!(castled.rotate_180(), Bitboard::EMPTY.with(Square::B8).with(Square::C8));
    /// ```
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn rotate_180(self) -> Self {
        Self(self.0.reverse_bits())
    }

    /// Returns the set mirrored in the diagonal from a1 to h8: files become ranks.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Rank};
    ///
    /// assert_eq!(Bitboard::from(File::B).flip_diagonal(), Rank::Second.into());
    /// assert_eq!(Bitboard::LIGHT_SQUARES.flip_diagonal(), Bitboard::LIGHT_SQUARES);
    /// ```
    #[doc(alias = "transpose")]
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn flip_diagonal(self) -> Self {
        // Each step exchanges the two blocks of four, two and one squares that the diagonal separates.
        let mut bits = self.0;
        bits = swap_bits(bits, 28, 0x0000_0000_f0f0_f0f0);
        bits = swap_bits(bits, 14, 0x0000_cccc_0000_cccc);
        bits = swap_bits(bits, 7, 0x00aa_00aa_00aa_00aa);
        Self(bits)
    }

    /// Returns the set mirrored in the diagonal from a8 to h1.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Rank};
    ///
    /// assert_eq!(Bitboard::from(File::B).flip_anti_diagonal(), Rank::Seventh.into());
    /// ```
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn flip_anti_diagonal(self) -> Self {
        self.flip_diagonal().rotate_180()
    }

    /// Returns the set rotated clockwise by 90 degrees: the a-file becomes the eighth rank.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Rank};
    ///
    /// assert_eq!(Bitboard::from(File::A).rotate_90_clockwise(), Rank::Eighth.into());
    /// assert_eq!(Bitboard::from(Rank::Eighth).rotate_90_clockwise(), File::H.into());
    /// ```
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn rotate_90_clockwise(self) -> Self {
        self.flip_diagonal().flip_vertical()
    }

    /// Returns the set rotated counterclockwise by 90 degrees: the eighth rank becomes the a-file.
    ///
    /// ```
    /// use tabiya::{Bitboard, File, Rank};
    ///
    /// assert_eq!(Bitboard::from(Rank::Eighth).rotate_90_counterclockwise(), File::A.into());
    /// ```
    #[inline]
    #[must_use = "the set is returned, not changed"]
    pub const fn rotate_90_counterclockwise(self) -> Self {
        self.flip_vertical().flip_diagonal()
    }
}

/// Exchanges each bit in the mask with the bit `shift` positions higher.
#[inline]
const fn swap_bits(bits: u64, shift: u32, mask: u64) -> u64 {
    let changed = (bits >> shift ^ bits) & mask;
    bits ^ changed ^ changed << shift
}

impl Move {
    /// Returns the move on the board mirrored top to bottom; the kind stays the same.
    ///
    /// It is the other player's move after `GenericBoard::swap_colors`.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// let theirs = Move::with_kind(Square::E8, Square::H8, MoveKind::Castling);
    /// assert_eq!(castling.flip_vertical(), theirs);
    /// ```
    #[inline]
    #[must_use = "the move is returned, not changed"]
    pub const fn flip_vertical(self) -> Self {
        Self::with_kind(self.from().flip_vertical(), self.to().flip_vertical(), self.kind())
    }

    /// Returns the move on the board mirrored left to right; the kind stays the same.
    ///
    /// Castling becomes a different move, because the king's and the rook's destinations are not
    /// mirrored.
    ///
    /// ```
    /// use tabiya::{Move, MoveKind, Square};
    ///
    /// let mv = Move::with_kind(Square::A7, Square::B8, MoveKind::PromoteToRook);
    /// let mirrored = Move::with_kind(Square::H7, Square::G8, MoveKind::PromoteToRook);
    /// assert_eq!(mv.flip_horizontal(), mirrored);
    /// // White castles kingside to g1 and f1; the mirrored move leads to c1 and d1, not to b1 and c1.
    /// let castling = Move::with_kind(Square::E1, Square::H1, MoveKind::Castling);
    /// let targets = castling.flip_horizontal().castling_targets();
    /// assert_eq!(targets, Some((Square::C1, Square::D1)));
    /// ```
    #[inline]
    #[must_use = "the move is returned, not changed"]
    pub const fn flip_horizontal(self) -> Self {
        Self::with_kind(self.from().flip_horizontal(), self.to().flip_horizontal(), self.kind())
    }
}

impl Piece {
    /// Returns the piece with the same type and the other color.
    ///
    /// ```
    /// use tabiya::Piece;
    ///
    /// assert_eq!(Piece::WhiteKnight.swap_color(), Piece::BlackKnight);
    /// ```
    #[inline]
    #[must_use = "the piece is returned, not changed"]
    pub const fn swap_color(self) -> Self {
        self.with_color(self.color().other())
    }

    /// Returns the piece with the same type and a given color.
    ///
    /// ```
    /// use tabiya::{Color, Piece};
    ///
    /// assert_eq!(Piece::WhiteKnight.with_color(Color::Black), Piece::BlackKnight);
    /// assert_eq!(Piece::BlackKnight.with_color(Color::Black), Piece::BlackKnight);
    /// ```
    #[inline]
    #[must_use = "the piece is returned, not changed"]
    pub const fn with_color(self, color: Color) -> Self {
        Self::new(color, self.piece_type())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, proptest};

    use super::*;
    use crate::MoveKind;

    /// A transformation for squares, the same one for sets, and the new file and rank by the old
    /// ones.
    type Transformation =
        (fn(Square) -> Square, fn(Bitboard) -> Bitboard, fn(usize, usize) -> (usize, usize));

    const TRANSFORMATIONS: [Transformation; 7] = [
        (Square::flip_vertical, Bitboard::flip_vertical, |file, rank| (file, 7 - rank)),
        (Square::flip_horizontal, Bitboard::flip_horizontal, |file, rank| (7 - file, rank)),
        (Square::rotate_180, Bitboard::rotate_180, |file, rank| (7 - file, 7 - rank)),
        (Square::flip_diagonal, Bitboard::flip_diagonal, |file, rank| (rank, file)),
        (Square::flip_anti_diagonal, Bitboard::flip_anti_diagonal, |file, rank| {
            (7 - rank, 7 - file)
        }),
        (Square::rotate_90_clockwise, Bitboard::rotate_90_clockwise, |file, rank| (rank, 7 - file)),
        (Square::rotate_90_counterclockwise, Bitboard::rotate_90_counterclockwise, |file, rank| {
            (7 - rank, file)
        }),
    ];

    #[test]
    fn transformed_square_has_transformed_coordinates() {
        for (of_square, _, of_coordinates) in TRANSFORMATIONS {
            for square in Square::ALL {
                let transformed = of_square(square);
                let found = (transformed.file().index(), transformed.rank().index());
                assert_eq!(found, of_coordinates(square.file().index(), square.rank().index()));
            }
        }
    }

    proptest! {
        #[test]
        fn transformed_set_contains_transformed_squares(bits in any::<u64>()) {
            let set = Bitboard(bits);
            for (of_square, of_set, _) in TRANSFORMATIONS {
                assert_eq!(of_set(set), set.iter().map(of_square).collect());
            }
        }
    }

    #[test]
    fn flipped_move_keeps_its_kind_and_flips_back() {
        let kinds = [MoveKind::Normal, MoveKind::Castling, MoveKind::EnPassant];
        for kind in kinds.into_iter().chain(MoveKind::PROMOTIONS) {
            let mv = Move::with_kind(Square::B7, Square::A8, kind);
            assert_eq!(mv.flip_vertical(), Move::with_kind(Square::B2, Square::A1, kind));
            assert_eq!(mv.flip_horizontal(), Move::with_kind(Square::G7, Square::H8, kind));
            assert_eq!(mv.flip_vertical().flip_vertical(), mv);
            assert_eq!(mv.flip_horizontal().flip_horizontal(), mv);
        }
    }

    #[test]
    fn swapped_piece_has_same_type_and_other_color() {
        for piece in Piece::ALL {
            let swapped = piece.swap_color();
            assert_eq!(
                (swapped.piece_type(), swapped.color()),
                (piece.piece_type(), !piece.color())
            );
            assert_eq!(piece.with_color(piece.color()), piece);
            assert_eq!(piece.with_color(!piece.color()), swapped);
        }
    }
}
