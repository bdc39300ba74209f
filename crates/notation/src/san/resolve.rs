//! Resolution from parsed SAN to a legal move in a position.

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Rank, Square};
use tabiya_movegen::{PlacedPiece, Position};

use crate::castling::castling_move;

use super::SanError;
use super::pattern::{Pattern, PieceMove};

impl Pattern {
    /// Returns the legal move in a position that the SAN text denotes.
    #[inline]
    pub(super) fn resolve(self, position: &Position) -> Result<Move, SanError> {
        match self {
            Self::Castling(side) => {
                let mv = castling_move(position, side);
                let error = |reason| SanError::Castling { side, reason };
                position.why_illegal(mv).map(|()| mv).map_err(error)
            }
            Self::PieceMove(piece_move) => piece_move.resolve(position),
        }
    }
}

impl PieceMove {
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
        let from = self
            .single_origin(position, position.legal_origins(Bitboard::FULL, piece_type, self.to))?;
        if self.is_capture && !position.occupied().contains(self.to) {
            return Err(SanError::NoCapture(self.to));
        }
        Ok(Move::new(from, self.to))
    }

    #[inline(always)]
    fn resolve_pawn(&self, position: &Position) -> Result<Move, SanError> {
        let from = self.single_origin(
            position,
            position.legal_origins(Bitboard::FULL, PieceType::Pawn, self.to),
        )?;
        let mv = self.pawn_move(position, from);
        let is_on_last_rank = matches!(self.to.rank(), Rank::First | Rank::Eighth);
        let is_consistent = is_on_last_rank == self.promotion.is_some() && !self.is_en_passant;
        if is_consistent { Ok(mv) } else { require_legal(position, mv) }
    }

    /// Returns the only origin square in `candidates` that the SAN text allows.
    #[inline(always)]
    fn single_origin(&self, position: &Position, candidates: Bitboard) -> Result<Square, SanError> {
        let candidates = candidates & self.origins();
        match candidates.first() {
            None => Err(self.no_origin_error(position)),
            Some(_) if candidates.has_more_than_one() => {
                let piece = self.piece_type.of(position.side_to_move());
                Err(SanError::Ambiguous { piece, from: candidates, to: self.to })
            }
            Some(from) => Ok(from),
        }
    }

    /// Returns the origin squares that the SAN text allows.
    ///
    /// A pawn on the destination's file pushes, a pawn on another file captures.
    #[inline(always)]
    fn origins(&self) -> Bitboard {
        let file = Bitboard::from(self.to.file());
        match self.piece_type {
            PieceType::Pawn if self.is_capture => self.from_mask - file,
            PieceType::Pawn if !self.from_mask.is_disjoint(file) => self.from_mask & file,
            _ => self.from_mask,
        }
    }

    /// Returns the move to the destination by the piece on a square, legal or not.
    #[inline]
    fn move_from_square(&self, position: &Position, from: Square) -> Move {
        match self.piece_type {
            PieceType::Pawn => self.pawn_move(position, from),
            _ => Move::new(from, self.to),
        }
    }

    /// Returns the move to the destination by the pawn on a square, legal or not.
    #[inline(always)]
    fn pawn_move(&self, position: &Position, from: Square) -> Move {
        let is_ep_capture = from.file() != self.to.file() && position.ep_square() == Some(self.to);
        let kind = match self.promotion.and_then(MoveKind::promotion_to) {
            Some(promotion) => promotion,
            None if is_ep_capture || self.is_en_passant => MoveKind::EnPassant,
            None => MoveKind::Normal,
        };
        Move::with_kind(from, self.to, kind)
    }

    /// Returns the error for a SAN move whose destination no matching piece can legally reach.
    #[inline]
    #[cold]
    fn no_origin_error(&self, position: &Position) -> SanError {
        let us = position.side_to_move();
        let pieces = position.colored_pieces(us, self.piece_type) & self.origins();
        let origins_on_empty_board = pieces & self.origins_on_empty_board(position);
        let attacking =
            origins_on_empty_board & position.attackers_to(self.to, position.occupied());
        attacking
            .first()
            .or(origins_on_empty_board.first())
            .and_then(|from| require_legal(position, self.move_from_square(position, from)).err())
            .unwrap_or_else(|| self.no_such_piece_error(position))
    }

    /// Returns the error for a SAN move whose destination no matching piece could reach, even
    /// without blockers.
    #[inline]
    fn no_such_piece_error(&self, position: &Position) -> SanError {
        let expected = self.piece_type.of(position.side_to_move());
        let origin = self.from_mask.first().filter(|_| !self.from_mask.has_more_than_one());
        match origin
            .and_then(|square| Some(PlacedPiece { piece: position.piece_on(square)?, square }))
        {
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

/// Returns the move if the move is legal, otherwise the reason as an error.
#[inline]
fn require_legal(position: &Position, mv: Move) -> Result<Move, SanError> {
    match position.why_illegal(mv) {
        Ok(()) => Ok(mv),
        Err(reason) => Err(SanError::Illegal { mv, reason }),
    }
}
