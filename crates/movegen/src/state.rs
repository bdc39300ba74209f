//! A position's state without a key: placement, castling rooks, side to move, clocks.

use tabiya_core::{Bitboard, CastlingSide, Color, File, Piece, PieceType, Rank, Square};

use crate::placement::Placement;
use crate::state_word::StateWord;

/// The part of a [`GenericBoard`](crate::GenericBoard) that the rules need, with or without a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    pub(crate) placement: Placement,
    /// The squares where rooks have a castling right.
    pub(crate) castling_rooks: Bitboard,
    pub(crate) state_word: StateWord,
}

impl State {
    /// The start position of standard chess.
    pub(crate) const START: Self = {
        const BACK_RANK: [PieceType; 8] = [
            PieceType::Rook,
            PieceType::Knight,
            PieceType::Bishop,
            PieceType::Queen,
            PieceType::King,
            PieceType::Bishop,
            PieceType::Knight,
            PieceType::Rook,
        ];
        let mut placement = Placement::EMPTY;
        let mut index = 0;
        while index < 8 {
            let file = File::ALL[index];
            placement = placement
                .with(BACK_RANK[index].of(Color::White), Square::new(file, Rank::First))
                .with(Piece::WhitePawn, Square::new(file, Rank::Second))
                .with(Piece::BlackPawn, Square::new(file, Rank::Seventh))
                .with(BACK_RANK[index].of(Color::Black), Square::new(file, Rank::Eighth));
            index += 1;
        }
        let castling_rooks =
            Bitboard::EMPTY.with(Square::A1).with(Square::H1).with(Square::A8).with(Square::H8);
        Self { placement, castling_rooks, state_word: StateWord::START }
    };

    /// Returns the side to move.
    #[inline]
    pub(crate) const fn side_to_move(&self) -> Color {
        self.state_word.side_to_move()
    }

    /// Returns the owner of a castling right, given its rook on a back rank.
    #[inline]
    pub(crate) const fn castling_rook_owner(rook: Square) -> Color {
        match rook.rank() {
            Rank::First => Color::White,
            _ => Color::Black,
        }
    }

    /// Returns a castling rook's wing, relative to its king.
    #[inline]
    pub(crate) const fn castling_side(&self, rook: Square) -> CastlingSide {
        if rook as u8 > self.placement.king(Self::castling_rook_owner(rook)) as u8 {
            CastlingSide::KingSide
        } else {
            CastlingSide::QueenSide
        }
    }
}
