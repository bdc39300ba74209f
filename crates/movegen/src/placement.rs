//! Which piece stands where, in four words.

use tabiya_core::{Bitboard, Color, Piece, PieceType, Square};

use crate::arch::{self, Way};

/// The placement of all pieces: three planes that spell the kind of piece on each square,
/// and one for the colour.
///
/// A square's three bits, `ones` the lowest, are the index of its [`PieceType`] plus one;
/// an empty square has none:
///
/// | | pawn | knight | bishop | rook | queen | king |
/// |---|---|---|---|---|---|---|
/// | `ones`  | 1 | 0 | 1 | 0 | 1 | 0 |
/// | `twos`  | 0 | 1 | 1 | 0 | 0 | 1 |
/// | `fours` | 0 | 0 | 0 | 1 | 1 | 1 |
///
/// Thirty-two bytes copy in one or two stores. A piece is carried from square to square
/// without asking what it is, and the set of any kind is two operations away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Placement {
    ones: Bitboard,
    twos: Bitboard,
    fours: Bitboard,
    white: Bitboard,
}

impl Placement {
    pub(crate) const EMPTY: Self = Self {
        ones: Bitboard::EMPTY,
        twos: Bitboard::EMPTY,
        fours: Bitboard::EMPTY,
        white: Bitboard::EMPTY,
    };

    /// The bits that spell a piece: one a plane, `ones` the lowest, and the fourth if it is
    /// White's.
    #[inline]
    pub(crate) const fn code(piece: Piece) -> u8 {
        (piece.piece_type() as u8 + 1) | ((piece.color().is_white() as u8) << 3)
    }

    /// The placement of codes: a word a rank, the eighth first, a byte a square, the a-file lowest; 0
    /// is an empty square.
    #[inline]
    pub(crate) fn from_codes(ranks: [u64; 8]) -> Self {
        let [ones, twos, fours, white] = arch::spelled(ranks).map(Bitboard);
        Self { ones, twos, fours, white }
    }

    #[inline]
    pub(crate) const fn occupied(&self) -> Bitboard {
        Bitboard(self.ones.0 | self.twos.0 | self.fours.0)
    }

    #[inline]
    pub(crate) const fn color(&self, color: Color) -> Bitboard {
        match color {
            Color::White => self.white,
            Color::Black => Bitboard(self.occupied().0 ^ self.white.0),
        }
    }

    #[inline]
    pub(crate) const fn of(&self, piece_type: PieceType) -> Bitboard {
        // A plane is negated where the code lacks its bit: no branch, whatever the kind.
        let code = piece_type as u64 + 1;
        let ones = self.ones.0 ^ (code & 1).wrapping_sub(1);
        let twos = self.twos.0 ^ (code >> 1 & 1).wrapping_sub(1);
        let fours = self.fours.0 ^ (code >> 2 & 1).wrapping_sub(1);
        Bitboard(ones & twos & fours)
    }

    /// Where each piece stands, by its [`code`](Self::code).
    #[inline]
    pub(crate) fn by_code(&self) -> [Bitboard; 16] {
        let kinds = [
            self.pawns(),
            self.knights(),
            Bitboard(self.ones.0 & self.twos.0),
            Bitboard(self.fours.0 & !(self.ones.0 | self.twos.0)),
            self.queens(),
            self.kings(),
        ];
        let mut sets = [Bitboard::EMPTY; 16];
        for (black, kind) in (1..).zip(kinds) {
            sets[black] = kind - self.white;
            sets[black | 8] = kind & self.white;
        }
        sets
    }

    #[inline]
    pub(crate) const fn pawns(&self) -> Bitboard {
        Bitboard(self.ones.0 & !(self.twos.0 | self.fours.0))
    }

    #[inline]
    pub(crate) const fn knights(&self) -> Bitboard {
        Bitboard(self.twos.0 & !(self.ones.0 | self.fours.0))
    }

    #[inline]
    pub(crate) const fn queens(&self) -> Bitboard {
        Bitboard(self.ones.0 & self.fours.0)
    }

    #[inline]
    pub(crate) const fn kings(&self) -> Bitboard {
        Bitboard(self.twos.0 & self.fours.0)
    }

    /// Bishops and queens.
    #[inline]
    pub(crate) const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(self.ones.0 & (self.twos.0 | self.fours.0))
    }

    /// Rooks and queens.
    #[inline]
    pub(crate) const fn straight_sliders(&self) -> Bitboard {
        Bitboard(self.fours.0 & !self.twos.0)
    }

    #[inline]
    pub(crate) const fn piece_type_on(&self, square: Square) -> Option<PieceType> {
        PieceType::from_index(self.kind_on(square).wrapping_sub(1))
    }

    /// The kind of what stands on a square: the index of its [`PieceType`] plus one; 0 is nothing.
    #[inline]
    pub(crate) const fn kind_on(&self, square: Square) -> usize {
        let kind =
            bit(self.ones, square) | bit(self.twos, square) << 1 | bit(self.fours, square) << 2;
        kind as usize
    }

    #[inline]
    pub(crate) const fn color_on(&self, square: Square) -> Option<Color> {
        if self.white.contains(square) {
            Some(Color::White)
        } else if self.occupied().contains(square) {
            Some(Color::Black)
        } else {
            None
        }
    }

    #[inline]
    pub(crate) const fn piece_on(&self, square: Square) -> Option<Piece> {
        match self.piece_type_on(square) {
            Some(piece_type) if self.white.contains(square) => Some(piece_type.of(Color::White)),
            Some(piece_type) => Some(piece_type.of(Color::Black)),
            None => None,
        }
    }

    /// The [`code`](Self::code) of what stands on a square, found by what a
    /// [`carried`](Self::carried) from there begins with: once for both.
    #[inline(always)]
    pub(crate) fn code_on(&self, square: Square) -> Code {
        Code(arch::bits_on(self.planes(), square))
    }

    /// The same with a piece put on an empty square.
    #[inline]
    pub(crate) const fn with(mut self, piece: Piece, square: Square) -> Self {
        let code = piece.piece_type() as u64 + 1;
        let bit = square.bitboard().0;
        self.ones.0 |= if code & 1 != 0 { bit } else { 0 };
        self.twos.0 |= if code & 2 != 0 { bit } else { 0 };
        self.fours.0 |= if code & 4 != 0 { bit } else { 0 };
        self.white.0 |= if piece.color().is_white() { bit } else { 0 };
        self
    }

    /// The same with some squares emptied.
    #[inline]
    pub(crate) const fn without(self, squares: Bitboard) -> Self {
        Self {
            ones: Bitboard(self.ones.0 & !squares.0),
            twos: Bitboard(self.twos.0 & !squares.0),
            fours: Bitboard(self.fours.0 & !squares.0),
            white: Bitboard(self.white.0 & !squares.0),
        }
    }

    /// The same with the piece where a way begins carried to its end, with the codes of what was
    /// carried and of what it took.
    #[inline(always)]
    pub(crate) fn carried(self, way: impl Way) -> Carried {
        let arch::Carried { planes, rest, moved, taken } = arch::carried(self.planes(), way);
        let [ones, twos, fours, white] = planes;
        Carried {
            placement: Self {
                ones: Bitboard(ones),
                twos: Bitboard(twos),
                fours: Bitboard(fours),
                white: Bitboard(white),
            },
            rest: Bitboard(rest),
            moved: Code(moved),
            captured: Code(taken),
        }
    }

    #[inline(always)]
    fn planes(&self) -> [u64; 4] {
        [self.ones.0, self.twos.0, self.fours.0, self.white.0]
    }
}

/// A placement after a piece was carried, and what that did.
#[derive(Clone, Copy)]
pub(crate) struct Carried {
    pub(crate) placement: Placement,
    /// All squares but the two.
    pub(crate) rest: Bitboard,
    /// What was carried.
    pub(crate) moved: Code,
    /// What stood where it was carried to.
    pub(crate) captured: Code,
}

/// The [code](Placement::code) of what stands on a square; 0 is nothing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Code(u32);

impl Code {
    /// The kind of the piece, from 1 on, to look up in a table of eight.
    #[inline(always)]
    pub(crate) const fn kind(self) -> usize {
        self.0 as usize & 7
    }

    /// To look up in a table of sixteen.
    #[inline(always)]
    pub(crate) const fn index(self) -> usize {
        self.0 as usize & 15
    }

    /// The piece, if it is one.
    #[inline]
    pub(crate) const fn piece(self) -> Option<Piece> {
        let color = if self.0 & 8 == 0 { Color::Black } else { Color::White };
        match PieceType::from_index(self.kind().wrapping_sub(1)) {
            Some(piece_type) => Some(piece_type.of(color)),
            None => None,
        }
    }
}

/// The first square of a set that holds one, found without asking whether it does.
#[inline]
pub(crate) const fn first_of(set: Bitboard) -> Square {
    Square::from_low_bits(set.0.trailing_zeros() as u8)
}

/// The bit of a plane on a square, 0 or 1.
#[inline]
const fn bit(plane: Bitboard, square: Square) -> u64 {
    plane.0 >> square as u8 & 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_is_found_where_it_was_put() {
        for piece in Piece::ALL {
            let placement = Placement::EMPTY.with(piece, Square::D5);
            assert_eq!(placement.piece_on(Square::D5), Some(piece));
            assert_eq!(placement.piece_on(Square::D4), None);
            assert_eq!(placement.code_on(Square::D5).piece(), Some(piece));
            assert_eq!(placement.code_on(Square::D4).piece(), None);
            let alone = Square::D5.bitboard();
            assert_eq!(placement.occupied(), alone);
            for piece_type in PieceType::ALL {
                let expected = piece_type == piece.piece_type();
                assert_eq!(placement.of(piece_type) == alone, expected, "{piece}");
            }
            for color in Color::ALL {
                assert_eq!(placement.color(color) == alone, color == piece.color());
            }
            let kind = piece.piece_type();
            let diagonal = matches!(kind, PieceType::Bishop | PieceType::Queen);
            let straight = matches!(kind, PieceType::Rook | PieceType::Queen);
            let by_code = placement.by_code();
            assert!(
                (0..16).all(|code| by_code[code].any() == (code == Placement::code(piece).into()))
            );
            assert_eq!(by_code[usize::from(Placement::code(piece))], alone);
            assert_eq!(placement.diagonal_sliders() == alone, diagonal);
            assert_eq!(placement.straight_sliders() == alone, straight);
            assert_eq!(placement.without(alone), Placement::EMPTY);
        }
    }

    #[test]
    fn carrying_moves_any_piece_and_captures_any_other() {
        for piece in Piece::ALL {
            for victim in Piece::ALL.into_iter().filter(|victim| victim.color() != piece.color()) {
                let before = Placement::EMPTY.with(piece, Square::A1).with(victim, Square::H8);
                let after = before.carried(arch::way_between(Square::A1, Square::H8)).placement;
                assert_eq!(after, Placement::EMPTY.with(piece, Square::H8), "{piece}x{victim}");
            }
        }
    }
}
