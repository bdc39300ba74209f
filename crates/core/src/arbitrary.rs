//! `Arbitrary` for the types in this crate.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::castling::RIGHTS_IN_FEN_ORDER;
use crate::{
    Bitboard, CastlingRights, CastlingSide, Color, Direction, File, Move, MoveInfo, MoveKind,
    Piece, PieceType, Rank, Square,
};

/// Implements `Arbitrary` for enums by a uniform choice among all values.
macro_rules! impl_arbitrary_for_enums {
    ($($name:ident)*) => {$(
        impl<'a> Arbitrary<'a> for $name {
            #[inline]
            fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
                bytes.choose(&Self::ALL).copied()
            }

            #[inline]
            fn size_hint(_: usize) -> (usize, Option<usize>) {
                (1, Some(1))
            }
        }
    )*};
}

impl_arbitrary_for_enums! { CastlingSide Color Direction File Piece PieceType Rank Square }

/// Generates any set of squares.
impl<'a> Arbitrary<'a> for Bitboard {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        bytes.arbitrary().map(Self)
    }

    #[inline]
    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        u64::size_hint(depth)
    }
}

/// Generates any castling rights, with rooks on any files.
impl<'a> Arbitrary<'a> for CastlingRights {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let mut rights = Self::NONE;
        for (color, side) in RIGHTS_IN_FEN_ORDER {
            if let Some(file) = bytes.arbitrary()? {
                rights = rights.with(color, side, file);
            }
        }
        Ok(rights)
    }
}

impl<'a> Arbitrary<'a> for MoveKind {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let kinds = [
            Self::Normal,
            Self::Castling,
            Self::EnPassant,
            Self::PromoteToKnight,
            Self::PromoteToBishop,
            Self::PromoteToRook,
            Self::PromoteToQueen,
        ];
        bytes.choose(&kinds).copied()
    }
}

/// Generates a move of any kind between two different squares, including moves that no piece can
/// make.
impl<'a> Arbitrary<'a> for Move {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let from: Square = bytes.arbitrary()?;
        let to = Square::from_low_bits(from as u8 + bytes.int_in_range(1..=63)?);
        Ok(Self::with_kind(from, to, bytes.arbitrary()?))
    }

    #[inline]
    fn size_hint(_: usize) -> (usize, Option<usize>) {
        (3, Some(3))
    }
}

impl<'a> Arbitrary<'a> for MoveInfo {
    #[inline]
    fn arbitrary(bytes: &mut Unstructured<'a>) -> Result<Self> {
        let (mv, moved, captured) = bytes.arbitrary()?;
        Ok(Self { mv, moved, captured })
    }
}
