//! The candidates of a position: all moves that the rules or any bug allow.

use alloc::vec::Vec;

use tabiya::{CastlingSide, Color, PieceType};

use super::bug::{Bug, BugSet};
use super::mailbox::{
    KING_STEPS, KNIGHT_JUMPS, Mailbox, PAWN_CAPTURE_FILES, SquareIndex, forward, rank, slides,
    step, wrap_bug, wrapped_step,
};

/// The kind of a [`Candidate`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// The kind of all other moves.
    Normal,
    /// The kind of a push by two squares, which sets the en passant square.
    DoublePush,
    /// The kind of a capture en passant.
    EnPassant,
    /// The kind of a promotion to a piece type.
    Promotion(PieceType),
    /// The kind of castling. The target is the square of the rook.
    Castling(CastlingSide),
}

/// A move that the rules or some bugs may allow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Candidate {
    pub from: SquareIndex,
    pub to: SquareIndex,
    pub kind: Kind,
    /// The bugs without which the piece does not move there.
    pub needs: BugSet,
}

const PROMOTIONS: [PieceType; 4] =
    [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

/// Returns the target of a step, and the bug that a step beyond the a-file or h-file needs.
fn target(
    from: SquareIndex,
    delta: (i8, i8),
    piece_type: PieceType,
) -> Option<(SquareIndex, BugSet)> {
    if let Some(to) = step(from, delta) {
        return Some((to, BugSet::EMPTY));
    }
    let bug = wrap_bug(piece_type, delta.0)?;
    Some((wrapped_step(from, delta)?, BugSet::EMPTY.with(bug)))
}

impl Mailbox {
    /// Returns all candidates, each once.
    pub fn candidates(&self) -> Vec<Candidate> {
        let mut candidates = Vec::with_capacity(64);
        for from in 0..64 {
            let Some(piece) = self.piece_on(from) else { continue };
            if piece.color() != self.side_to_move {
                continue;
            }
            match piece.piece_type() {
                PieceType::Pawn => self.add_pawn(from, &mut candidates),
                PieceType::Knight => {
                    self.add_steps(from, PieceType::Knight, KNIGHT_JUMPS, &mut candidates);
                }
                PieceType::King => {
                    self.add_steps(from, PieceType::King, KING_STEPS, &mut candidates);
                }
                slider => self.add_slides(from, slider, &mut candidates),
            }
        }
        for side in CastlingSide::ALL {
            if let Some(squares) = self.castling_squares(self.side_to_move, side) {
                let from = squares.king;
                let to = squares.rook;
                let kind = Kind::Castling(side);
                candidates.push(Candidate { from, to, kind, needs: BugSet::EMPTY });
            }
        }
        candidates
    }

    fn is_own(&self, square: SquareIndex) -> bool {
        self.piece_on(square).is_some_and(|piece| piece.color() == self.side_to_move)
    }

    fn is_enemy(&self, square: SquareIndex) -> bool {
        self.piece_on(square).is_some_and(|piece| piece.color() != self.side_to_move)
    }

    fn add_steps(
        &self,
        from: SquareIndex,
        piece_type: PieceType,
        steps: [(i8, i8); 8],
        candidates: &mut Vec<Candidate>,
    ) {
        for delta in steps {
            let Some((to, needs)) = target(from, delta, piece_type) else { continue };
            if !self.is_own(to) {
                candidates.push(Candidate { from, to, kind: Kind::Normal, needs });
            }
        }
    }

    fn add_slides(
        &self,
        from: SquareIndex,
        piece_type: PieceType,
        candidates: &mut Vec<Candidate>,
    ) {
        for direction in KING_STEPS.into_iter().filter(|&step| slides(piece_type, step)) {
            let mut needs = BugSet::EMPTY;
            let mut square = from;
            while let Some(to) = step(square, direction) {
                if self.is_own(to) {
                    break;
                }
                candidates.push(Candidate { from, to, kind: Kind::Normal, needs });
                if self.is_enemy(to) {
                    needs = needs.with(Bug::SliderContinuesAfterCapture);
                }
                square = to;
            }
        }
    }

    fn add_pawn(&self, from: SquareIndex, candidates: &mut Vec<Candidate>) {
        let ranks = forward(self.side_to_move);
        if let Some(to) = step(from, (0, ranks)) {
            let capture = BugSet::EMPTY.with(Bug::PawnPushCaptures);
            match self.piece_on(to) {
                None => self.add_pawn_move(from, to, BugSet::EMPTY, candidates),
                Some(_) if self.is_enemy(to) => self.add_pawn_move(from, to, capture, candidates),
                Some(_) => {}
            }
            self.add_double_push(from, to, candidates);
        }
        for files in PAWN_CAPTURE_FILES {
            let Some((to, needs)) = target(from, (files, ranks), PieceType::Pawn) else { continue };
            if self.can_capture_en_passant(from, to) {
                let kind = Kind::EnPassant;
                candidates.push(Candidate { from, to, kind, needs: BugSet::EMPTY });
            } else if self.is_enemy(to) {
                self.add_pawn_move(from, to, needs, candidates);
            }
        }
    }

    fn add_double_push(
        &self,
        from: SquareIndex,
        crossed: SquareIndex,
        candidates: &mut Vec<Candidate>,
    ) {
        let (start_rank, last_rank) = match self.side_to_move {
            Color::White => (1, 7),
            Color::Black => (6, 0),
        };
        let Some(to) = step(crossed, (0, forward(self.side_to_move))) else { return };
        if rank(to) == last_rank || self.is_own(to) {
            return;
        }
        let conditions = [
            (rank(from) != start_rank, Bug::DoublePushFromAnyRank),
            (self.piece_on(crossed).is_some(), Bug::DoublePushOverPiece),
            (self.piece_on(to).is_some(), Bug::DoublePushCaptures),
        ];
        let needs: BugSet =
            conditions.into_iter().filter_map(|(on, bug)| on.then_some(bug)).collect();
        candidates.push(Candidate { from, to, kind: Kind::DoublePush, needs });
    }

    /// Adds a pawn move, or the promotions if the target is on the last rank.
    fn add_pawn_move(
        &self,
        from: SquareIndex,
        to: SquareIndex,
        needs: BugSet,
        candidates: &mut Vec<Candidate>,
    ) {
        if !matches!(rank(to), 0 | 7) {
            candidates.push(Candidate { from, to, kind: Kind::Normal, needs });
            return;
        }
        for piece_type in PROMOTIONS {
            let kind = Kind::Promotion(piece_type);
            candidates.push(Candidate { from, to, kind, needs });
        }
        let needs = needs.with(Bug::PawnNotPromoted);
        candidates.push(Candidate { from, to, kind: Kind::Normal, needs });
    }

    /// Tests whether a pawn of the side to move on `from` captures en passant on `to`.
    pub fn can_capture_en_passant(&self, from: SquareIndex, to: SquareIndex) -> bool {
        let us = self.side_to_move;
        self.ep_square == Some(to)
            && self.has_en_passant_target()
            && self.has(from, us, PieceType::Pawn)
            && PAWN_CAPTURE_FILES
                .into_iter()
                .any(|files| step(from, (files, forward(us))) == Some(to))
    }

    /// Tests whether the en passant square belongs to a pawn of the opponent. A bug may keep the
    /// square for too long.
    fn has_en_passant_target(&self) -> bool {
        let back = -forward(self.side_to_move);
        self.ep_square.is_some_and(|square| {
            let rank_of_capture = if back < 0 { 5 } else { 2 };
            let pawn = step(square, (0, back));
            rank(square) == rank_of_capture
                && self.piece_on(square).is_none()
                && pawn.is_some_and(|pawn| self.has(pawn, !self.side_to_move, PieceType::Pawn))
        })
    }

    /// Tests whether a pawn of the side to move captures en passant.
    pub fn has_en_passant_candidate(&self) -> bool {
        let back = -forward(self.side_to_move);
        self.ep_square.is_some_and(|to| {
            let mut origins =
                PAWN_CAPTURE_FILES.into_iter().filter_map(|files| step(to, (files, back)));
            origins.any(|from| self.can_capture_en_passant(from, to))
        })
    }
}
