//! Piece placement as four bitplanes.

mod bitplanes;
mod simd;

use tabiya_core::{Bitboard, Color, Piece, PieceType, Square};

use self::simd::{SquareShift, U64x4};

/// The placement of all pieces: three bitplanes hold the piece type on each square in binary, and a
/// fourth holds the color.
///
/// A square's three bits, `plane0` the lowest, are the index of its [`PieceType`] plus one, and
/// zero where the square is empty:
///
/// | | pawn | knight | bishop | rook | queen | king |
/// |---|---|---|---|---|---|---|
/// | `plane0`  | 1 | 0 | 1 | 0 | 1 | 0 |
/// | `plane1`  | 0 | 1 | 1 | 0 | 0 | 1 |
/// | `plane2`  | 0 | 0 | 0 | 1 | 1 | 1 |
///
/// Two operations compute the set for any piece type. A piece moves by copying its bits from square
/// to square, so making a move does not branch on the piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Placement {
    plane0: Bitboard,
    plane1: Bitboard,
    plane2: Bitboard,
    white: Bitboard,
}

impl Placement {
    pub(crate) const EMPTY: Self = Self {
        plane0: Bitboard::EMPTY,
        plane1: Bitboard::EMPTY,
        plane2: Bitboard::EMPTY,
        white: Bitboard::EMPTY,
    };

    /// Returns a piece's four bits, one per plane: `plane0` is the lowest, and the highest is set
    /// for White.
    #[inline]
    pub(crate) const fn piece_code(piece: Piece) -> u8 {
        (piece.piece_type() as u8 + 1) | ((piece.color().is_white() as u8) << 3)
    }

    /// Returns the placement for piece codes: one integer per rank, the eighth first, and one byte
    /// per square, the a-file lowest. 0 is an empty square.
    #[inline]
    pub(crate) fn from_piece_codes(ranks: [u64; 8]) -> Self {
        Self::from_planes(bitplanes::bitplanes_from_codes(ranks))
    }

    #[inline]
    pub(crate) const fn occupied(&self) -> Bitboard {
        Bitboard(self.plane0.0 | self.plane1.0 | self.plane2.0)
    }

    #[inline]
    pub(crate) const fn colors(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.white,
            Color::Black => Bitboard(self.occupied().0 ^ self.white.0),
        }
    }

    #[inline]
    pub(crate) const fn pieces(&self, piece_type: PieceType) -> Bitboard {
        // A plane is negated where the code lacks its bit, so no branch depends on the type.
        let code = piece_type as u64 + 1;
        let plane0 = self.plane0.0 ^ (code & 1).wrapping_sub(1);
        let plane1 = self.plane1.0 ^ (code >> 1 & 1).wrapping_sub(1);
        let plane2 = self.plane2.0 ^ (code >> 2 & 1).wrapping_sub(1);
        Bitboard(plane0 & plane1 & plane2)
    }

    /// Returns each piece's squares, indexed by its [piece code](Self::piece_code).
    #[inline]
    pub(crate) fn pieces_by_code(&self) -> [Bitboard; 16] {
        let types = [
            self.pawns(),
            self.knights(),
            Bitboard(self.plane0.0 & self.plane1.0),
            Bitboard(self.plane2.0 & !(self.plane0.0 | self.plane1.0)),
            self.queens(),
            self.kings(),
        ];
        let mut sets = [Bitboard::EMPTY; 16];
        for (type_code, squares) in (1..).zip(types) {
            sets[type_code] = squares - self.white;
            sets[type_code | 8] = squares & self.white;
        }
        sets
    }

    #[inline]
    pub(crate) const fn pawns(&self) -> Bitboard {
        Bitboard(self.plane0.0 & !(self.plane1.0 | self.plane2.0))
    }

    #[inline]
    pub(crate) const fn knights(&self) -> Bitboard {
        Bitboard(self.plane1.0 & !(self.plane0.0 | self.plane2.0))
    }

    #[inline]
    pub(crate) const fn queens(&self) -> Bitboard {
        Bitboard(self.plane0.0 & self.plane2.0)
    }

    #[inline]
    pub(crate) const fn kings(&self) -> Bitboard {
        Bitboard(self.plane1.0 & self.plane2.0)
    }

    /// Returns both players' bishops and queens.
    #[inline]
    pub(crate) const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(self.plane0.0 & (self.plane1.0 | self.plane2.0))
    }

    /// Returns both players' rooks and queens.
    #[inline]
    pub(crate) const fn orthogonal_sliders(&self) -> Bitboard {
        Bitboard(self.plane2.0 & !self.plane1.0)
    }

    #[inline]
    pub(crate) const fn piece_type_on(&self, square: Square) -> Option<PieceType> {
        PieceType::from_index(self.type_code_on(square).wrapping_sub(1))
    }

    /// Returns the index of the [`PieceType`] on a square plus one, or 0 if the square is empty.
    #[inline]
    pub(crate) const fn type_code_on(&self, square: Square) -> usize {
        let code = bit_on(self.plane0, square)
            | bit_on(self.plane1, square) << 1
            | bit_on(self.plane2, square) << 2;
        code as usize
    }

    #[inline]
    pub(crate) const fn piece_on(&self, square: Square) -> Option<Piece> {
        match self.piece_type_on(square) {
            Some(piece_type) if self.white.contains(square) => Some(piece_type.of(Color::White)),
            Some(piece_type) => Some(piece_type.of(Color::Black)),
            None => None,
        }
    }

    /// Returns the [piece code](Self::piece_code) for the piece on a square.
    ///
    /// Starts like [`move_piece`](Self::move_piece) from that square, so the compiler shares the
    /// instructions if a caller uses both.
    #[inline]
    pub(crate) fn piece_code_on(&self, square: Square) -> PieceCode {
        PieceCode(
            U64x4::new(self.planes()).shift_square_to_sign(SquareShift::new(square)).sign_bits(),
        )
    }

    /// Returns the placement with a piece added on an empty square.
    #[inline]
    pub(crate) const fn with(mut self, piece: Piece, square: Square) -> Self {
        let code = piece.piece_type() as u64 + 1;
        let bit = square.bitboard().0;
        self.plane0.0 |= if code & 1 != 0 { bit } else { 0 };
        self.plane1.0 |= if code & 2 != 0 { bit } else { 0 };
        self.plane2.0 |= if code & 4 != 0 { bit } else { 0 };
        self.white.0 |= if piece.color().is_white() { bit } else { 0 };
        self
    }

    /// Returns the placement without the pieces on the given squares.
    #[inline]
    pub(crate) const fn without(self, squares: Bitboard) -> Self {
        Self {
            plane0: Bitboard(self.plane0.0 & !squares.0),
            plane1: Bitboard(self.plane1.0 & !squares.0),
            plane2: Bitboard(self.plane2.0 & !squares.0),
            white: Bitboard(self.white.0 & !squares.0),
        }
    }

    /// Returns the placement on a mirrored or rotated board.
    #[inline]
    pub(crate) fn map_squares(self, transform: impl Fn(Bitboard) -> Bitboard) -> Self {
        Self {
            plane0: transform(self.plane0),
            plane1: transform(self.plane1),
            plane2: transform(self.plane2),
            white: transform(self.white),
        }
    }

    /// Returns the placement with White's pieces as Black's and vice versa.
    #[inline]
    pub(crate) const fn swap_colors(self) -> Self {
        Self { white: self.colors(Color::Black), ..self }
    }

    /// Moves the piece on one square to another and captures the piece there, branch-free.
    #[inline]
    pub(crate) fn move_piece(self, from: Square, to: Square) -> PieceMoveResult {
        let planes = U64x4::new(self.planes());
        let from = SquareShift::new(from);
        let to = SquareShift::new(to);
        let (keep_mask, keep_masks) = SquareShift::keep_mask(from, to);
        // The shift moves a square's bits to the sign bits, which `movemask` reads.
        let moved = planes.shift_square_to_sign(from);
        let captured = planes.shift_square_to_sign(to);
        let arrived = moved.and(U64x4::splat(1 << 63)).shift_sign_to_square(to);
        let after = planes.and(keep_masks).or(arrived);
        PieceMoveResult {
            placement: Self::from_planes(after.to_array()),
            keep_mask: Bitboard(keep_mask),
            moved: PieceCode(moved.sign_bits()),
            captured: PieceCode(captured.sign_bits()),
        }
    }

    /// Returns the square of a player's king.
    #[inline]
    pub(crate) const fn king(&self, color: Color) -> Square {
        first_square(Bitboard(self.kings().0 & self.colors(color).0))
    }

    #[inline]
    fn from_planes(planes: [u64; 4]) -> Self {
        let [plane0, plane1, plane2, white] = planes.map(Bitboard);
        Self { plane0, plane1, plane2, white }
    }

    #[inline]
    pub(crate) const fn bitplanes(&self) -> [Bitboard; 4] {
        [self.plane0, self.plane1, self.plane2, self.white]
    }

    #[inline]
    pub(crate) const fn from_bitplanes([plane0, plane1, plane2, white]: [u64; 4]) -> Self {
        Self {
            plane0: Bitboard(plane0),
            plane1: Bitboard(plane1),
            plane2: Bitboard(plane2),
            white: Bitboard(white),
        }
    }

    #[inline]
    fn planes(&self) -> [u64; 4] {
        [self.plane0.0, self.plane1.0, self.plane2.0, self.white.0]
    }
}

/// The result of moving a piece: the new placement, and what the move changes.
#[derive(Clone, Copy, Debug)]
pub struct PieceMoveResult {
    pub(crate) placement: Placement,
    /// All squares except the move's two.
    pub(crate) keep_mask: Bitboard,
    /// The moved piece's code.
    pub(crate) moved: PieceCode,
    /// The captured piece's code.
    pub(crate) captured: PieceCode,
}

/// The [piece code](Placement::piece_code) for the piece on a square; 0 if the square is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PieceCode(u32);

impl PieceCode {
    /// Returns the piece type's index plus one, as an index into a table with eight entries.
    #[inline]
    pub(crate) const fn type_code(self) -> usize {
        self.0 as usize & 7
    }

    /// Returns the code as an index into a table with sixteen entries.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize & 15
    }

    /// Returns the code's piece, or `None` for an empty square's code.
    #[inline]
    pub(crate) const fn piece(self) -> Option<Piece> {
        let color = if self.0 & 8 == 0 { Color::Black } else { Color::White };
        match PieceType::from_index(self.type_code().wrapping_sub(1)) {
            Some(piece_type) => Some(piece_type.of(color)),
            None => None,
        }
    }
}

/// Returns the square with the lowest index in a non-empty set.
#[inline]
pub(crate) const fn first_square(set: Bitboard) -> Square {
    Square::from_low_bits(set.0.trailing_zeros() as u8)
}

/// Returns a square's bit in a plane, 0 or 1.
#[inline]
const fn bit_on(plane: Bitboard, square: Square) -> u64 {
    plane.0 >> square as u8 & 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queries_return_each_placed_piece() {
        for piece in Piece::ALL {
            let placement = Placement::EMPTY.with(piece, Square::D5);
            assert_eq!(placement.piece_on(Square::D5), Some(piece));
            assert_eq!(placement.piece_on(Square::D4), None);
            assert_eq!(placement.piece_code_on(Square::D5).piece(), Some(piece));
            assert_eq!(placement.piece_code_on(Square::D4).piece(), None);
            let alone = Square::D5.bitboard();
            assert_eq!(placement.occupied(), alone);
            for piece_type in PieceType::ALL {
                let expected = piece_type == piece.piece_type();
                assert_eq!(placement.pieces(piece_type) == alone, expected, "{piece}");
            }
            for color in Color::ALL {
                assert_eq!(placement.colors(color) == alone, color == piece.color());
            }
            let piece_type = piece.piece_type();
            let diagonal = matches!(piece_type, PieceType::Bishop | PieceType::Queen);
            let orthogonal = matches!(piece_type, PieceType::Rook | PieceType::Queen);
            let sets = placement.pieces_by_code();
            assert!(
                (0..16)
                    .all(|code| sets[code].any() == (code == Placement::piece_code(piece).into()))
            );
            assert_eq!(sets[usize::from(Placement::piece_code(piece))], alone);
            assert_eq!(placement.diagonal_sliders() == alone, diagonal);
            assert_eq!(placement.orthogonal_sliders() == alone, orthogonal);
            assert_eq!(placement.without(alone), Placement::EMPTY);
        }
    }

    #[test]
    fn move_piece_reports_moved_and_captured_piece() {
        for piece in Piece::ALL {
            for captured in
                Piece::ALL.into_iter().filter(|captured| captured.color() != piece.color())
            {
                let before = Placement::EMPTY.with(piece, Square::A1).with(captured, Square::H8);
                let after = before.move_piece(Square::A1, Square::H8);
                let expected = Placement::EMPTY.with(piece, Square::H8);
                assert_eq!(after.placement, expected, "{piece}x{captured}");
                assert_eq!(after.moved.piece(), Some(piece), "{piece}x{captured}");
                assert_eq!(after.captured.piece(), Some(captured), "{piece}x{captured}");
            }
        }
    }

    #[test]
    fn move_piece_keeps_all_other_squares() {
        let piece_on = |square: Square| Piece::ALL.get(square.index() % 13).copied();
        let before = Square::ALL.into_iter().fold(Placement::EMPTY, |placement, square| {
            piece_on(square).map_or(placement, |piece| placement.with(piece, square))
        });
        for from in Square::ALL {
            for to in Square::ALL {
                let PieceMoveResult { placement, keep_mask, moved, captured } =
                    before.move_piece(from, to);
                assert_eq!((moved.piece(), captured.piece()), (piece_on(from), piece_on(to)));
                for square in Square::ALL {
                    let expected = match square {
                        _ if square == to => piece_on(from),
                        _ if square == from => None,
                        _ => piece_on(square),
                    };
                    assert_eq!(placement.piece_on(square), expected, "{from}{to}, {square}");
                    let is_other = square != from && square != to;
                    assert_eq!(keep_mask.contains(square), is_other, "{from}{to}, {square}");
                }
            }
        }
    }
}
