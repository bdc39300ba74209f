//! Which move of a position a text means.

use tabiya_core::{
    Bitboard, CastlingSide, Color, Direction, File, Move, MoveKind, PieceType, Rank, Square,
};
use tabiya_movegen::Position;

use super::SanError;
use super::pattern::{Pattern, Step};

impl Pattern {
    /// The legal move that the text means.
    pub(super) fn resolve(self, position: &Position) -> Result<Move, SanError> {
        match self {
            Self::Castling(side) => legal(position, castling(position, side)),
            Self::Step(step) => step.resolve(position),
        }
    }
}

impl Step {
    fn resolve(&self, position: &Position) -> Result<Move, SanError> {
        let candidates = self.candidates(position, position.occupied());
        let mv = match candidates.first() {
            Some(from) if !candidates.has_more_than_one() => {
                legal(position, self.coming_from(position, from))?
            }
            Some(_) => self.only_legal(position, candidates)?,
            None => return Err(self.no_candidate(position)),
        };
        if self.captures && !position.is_capture(mv) {
            return Err(SanError::NoCapture(self.to));
        }
        Ok(mv)
    }

    /// The pieces meant that go to the square, kings in danger and the piece there aside.
    fn candidates(&self, position: &Position, occupied: Bitboard) -> Bitboard {
        let us = position.side_to_move();
        let pieces = position.colored_pieces(us, self.piece_type) & self.from;
        let reaching = match self.piece_type {
            PieceType::Pawn => self.pawns_reaching(position, occupied),
            _ => position.attackers_to(self.to, occupied),
        };
        pieces & reaching
    }

    /// Pawns are named by the file they come from, and that alone says whether they take.
    fn pawns_reaching(&self, position: &Position, occupied: Bitboard) -> Bitboard {
        let file = Bitboard::from(self.to.file());
        if self.captures || self.from.is_disjoint(file) {
            return position.attackers_to(self.to, occupied) - file;
        }
        let down = match position.side_to_move() {
            Color::White => Direction::South,
            Color::Black => Direction::North,
        };
        let single = self.to.bitboard().shift(down);
        let double = (single - occupied).shift(down);
        single | double & Rank::Second.relative_to(position.side_to_move()).into()
    }

    /// The move, legal or not, of the piece on a square.
    fn coming_from(&self, position: &Position, from: Square) -> Move {
        let passes = self.piece_type == PieceType::Pawn
            && from.file() != self.to.file()
            && position.ep_square() == Some(self.to);
        let kind = match self.promotion.and_then(MoveKind::promotion_to) {
            Some(promotion) => promotion,
            None if passes => MoveKind::EnPassant,
            None => MoveKind::Normal,
        };
        Move::with_kind(from, self.to, kind)
    }

    /// The move of the one candidate that may make it.
    #[cold]
    fn only_legal(&self, position: &Position, candidates: Bitboard) -> Result<Move, SanError> {
        let is_legal = |&from: &Square| position.is_legal(self.coming_from(position, from));
        let from: Bitboard = candidates.into_iter().filter(is_legal).collect();
        match from.first().or(candidates.first()) {
            Some(one) if !from.has_more_than_one() => {
                legal(position, self.coming_from(position, one))
            }
            _ => {
                let piece = self.piece_type.of(position.side_to_move());
                Err(SanError::Ambiguous { piece, from, to: self.to })
            }
        }
    }

    /// Why none goes there: something stands in the way of one, or there is none.
    #[cold]
    fn no_candidate(&self, position: &Position) -> SanError {
        let aiming = self.candidates(position, Bitboard::EMPTY);
        aiming
            .first()
            .and_then(|from| legal(position, self.coming_from(position, from)).err())
            .unwrap_or(SanError::NoSuchPiece {
                piece: self.piece_type.of(position.side_to_move()),
                to: self.to,
            })
    }
}

/// The king's move to the rook of a wing: the one that may castle, or that would have
/// stood in the corner.
fn castling(position: &Position, side: CastlingSide) -> Move {
    let us = position.side_to_move();
    let rook = position.castling_rights().rook_file(us, side).unwrap_or(match side {
        CastlingSide::KingSide => File::H,
        CastlingSide::QueenSide => File::A,
    });
    let back_rank = Rank::First.relative_to(us);
    Move::with_kind(position.king(us), Square::new(rook, back_rank), MoveKind::Castling)
}

/// The move, if it is legal.
#[inline]
fn legal(position: &Position, mv: Move) -> Result<Move, SanError> {
    if position.is_legal(mv) {
        return Ok(mv);
    }
    match position.why_illegal(mv) {
        Ok(()) => Ok(mv),
        Err(reason) => Err(SanError::Illegal { mv, reason }),
    }
}
