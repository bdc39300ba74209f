//! Resolution of parsed SAN to a legal move of a position.

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Rank, Square};
use tabiya_movegen::{PieceOn, Position};

use crate::castling::castling;

use super::SanError;
use super::pattern::{Pattern, Step};

impl Pattern {
    /// Returns the legal move that the text denotes.
    #[inline]
    pub(super) fn resolve(self, position: &Position) -> Result<Move, SanError> {
        match self {
            Self::Castling(side) => {
                let mv = castling(position, side);
                let refused = |reason| SanError::Castling { side, reason };
                position.why_illegal(mv).map(|()| mv).map_err(refused)
            }
            Self::Step(step) => step.resolve(position),
        }
    }
}

impl Step {
    #[inline(always)]
    fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        match self.piece_type {
            PieceType::Pawn => self.resolve_pawn(position),
            PieceType::Knight => self.resolve_piece(position, PieceType::Knight),
            PieceType::Bishop => self.resolve_piece(position, PieceType::Bishop),
            PieceType::Rook => self.resolve_piece(position, PieceType::Rook),
            PieceType::Queen => self.resolve_piece(position, PieceType::Queen),
            PieceType::King => self.resolve_piece(position, PieceType::King),
        }
    }

    #[inline(always)]
    fn resolve_piece(&self, position: &Position, piece_type: PieceType) -> Result<Move, SanError> {
        let from = self.only(position, position.legal_origins(piece_type, self.to))?;
        if self.captures && !position.occupied().contains(self.to) {
            return Err(SanError::NoCapture(self.to));
        }
        Ok(Move::new(from, self.to))
    }

    #[inline(always)]
    fn resolve_pawn(&self, position: &Position) -> Result<Move, SanError> {
        let from = self.only(position, position.legal_origins(PieceType::Pawn, self.to))?;
        let mv = self.of_pawn(position, from);
        let promotes = matches!(self.to.rank(), Rank::First | Rank::Eighth);
        let as_said = promotes == self.promotion.is_some() && !self.passing;
        if as_said { Ok(mv) } else { legal(position, mv) }
    }

    /// Returns the only square of `movers` that the text allows.
    #[inline(always)]
    fn only(&self, position: &Position, movers: Bitboard) -> Result<Square, SanError> {
        let movers = movers & self.origins();
        match movers.first() {
            None => Err(self.why_none(position)),
            Some(_) if movers.has_more_than_one() => {
                let piece = self.piece_type.of(position.side_to_move());
                Err(SanError::Ambiguous { piece, from: movers, to: self.to })
            }
            Some(from) => Ok(from),
        }
    }

    /// Returns the origin squares that the text allows.
    ///
    /// A pawn on the file of the destination pushes, a pawn on another file captures.
    #[inline(always)]
    fn origins(&self) -> Bitboard {
        let file = Bitboard::from(self.to.file());
        match self.piece_type {
            PieceType::Pawn if self.captures => self.from - file,
            PieceType::Pawn if !self.from.is_disjoint(file) => self.from & file,
            _ => self.from,
        }
    }

    /// Returns the move of the piece on a square, legal or not.
    #[inline]
    fn coming_from(&self, position: &Position, from: Square) -> Move {
        match self.piece_type {
            PieceType::Pawn => self.of_pawn(position, from),
            _ => Move::new(from, self.to),
        }
    }

    /// Returns the move of the pawn on a square, legal or not.
    #[inline(always)]
    fn of_pawn(&self, position: &Position, from: Square) -> Move {
        let passes = from.file() != self.to.file() && position.ep_square() == Some(self.to);
        let kind = match self.promotion.and_then(MoveKind::promotion_to) {
            Some(promotion) => promotion,
            None if passes || self.passing => MoveKind::EnPassant,
            None => MoveKind::Normal,
        };
        Move::with_kind(from, self.to, kind)
    }

    /// Returns the error if no matching piece can legally move to the square.
    #[inline]
    #[cold]
    fn why_none(&self, position: &Position) -> SanError {
        let us = position.side_to_move();
        let pieces = position.colored_pieces(us, self.piece_type) & self.origins();
        let origins_on_empty_board = pieces & self.origins_on_empty_board(position);
        let reaching = origins_on_empty_board & position.attackers_to(self.to, position.occupied());
        reaching
            .first()
            .or(origins_on_empty_board.first())
            .and_then(|from| legal(position, self.coming_from(position, from)).err())
            .unwrap_or_else(|| self.no_such_piece(position))
    }

    /// Returns the error if no matching piece could reach the square, even without blockers.
    #[inline]
    fn no_such_piece(&self, position: &Position) -> SanError {
        let expected = self.piece_type.of(position.side_to_move());
        let named = self.from.first().filter(|_| !self.from.has_more_than_one());
        match named.and_then(|square| Some(PieceOn { piece: position.piece_on(square)?, square })) {
            Some(found) if found.piece != expected => SanError::OtherPiece { expected, found },
            _ => SanError::NoSuchPiece { piece: expected, to: self.to },
        }
    }

    /// Returns the squares from which the piece could move to the destination on an empty board.
    #[inline]
    fn origins_on_empty_board(&self, position: &Position) -> Bitboard {
        let captures = position.attackers_to(self.to, Bitboard::EMPTY);
        let us = position.side_to_move();
        let steps = if self.to.rank() == Rank::Fourth.relative_to(us) { 2 } else { 1 };
        let pushes: Bitboard = match self.piece_type {
            PieceType::Pawn => (1..=steps)
                .filter_map(|step| self.to.offset(0, if us.is_white() { -step } else { step }))
                .collect(),
            _ => Bitboard::EMPTY,
        };
        captures | pushes
    }
}

/// Returns the move if it is legal.
#[inline]
fn legal(position: &Position, mv: Move) -> Result<Move, SanError> {
    match position.why_illegal(mv) {
        Ok(()) => Ok(mv),
        Err(reason) => Err(SanError::Illegal { mv, reason }),
    }
}
