//! Making a move on the mailbox: pieces, castling rights and the en passant square.

use tabiya::{Piece, PieceType};

use super::bug::Bug;
use super::candidates::{Candidate, Kind};
use super::mailbox::{Mailbox, SquareIndex, forward, rank, step};
use super::switches::Switches;

/// The ranks of en passant squares, on which the white and the black pawns were pushed.
const EP_RANKS: [i8; 2] = [2, 5];

impl Mailbox {
    /// Returns the position after a candidate, as the bugs have it.
    ///
    /// `horizon` is the number of plies that will be generated from it. Castling rights and en
    /// passant squares that matter only later are not exact.
    pub fn after(&self, candidate: Candidate, horizon: u8, switches: &Switches) -> Self {
        let mut next = *self;
        let Candidate { from, to, kind, .. } = candidate;
        let us = self.side_to_move;
        next.squares[from as usize] = None;
        match kind {
            Kind::Castling(side) => {
                if let Some(squares) = self.castling_squares(us, side) {
                    let rook = self.piece_on(squares.rook);
                    if !switches.query(Bug::CastlingRookStays) {
                        next.squares[squares.rook as usize] = None;
                        next.squares[squares.rook_target as usize] = rook;
                    }
                    next.squares[squares.king_target as usize] =
                        Some(Piece::new(us, PieceType::King));
                }
            }
            Kind::Promotion(piece_type) => {
                next.squares[to as usize] = Some(Piece::new(us, piece_type));
            }
            Kind::Normal | Kind::DoublePush | Kind::EnPassant => {
                next.squares[to as usize] = self.piece_on(from);
            }
        }
        if kind == Kind::EnPassant && !switches.query(Bug::EnPassantCapturedPawnNotRemoved) {
            next.squares[self.en_passant_victim(to) as usize] = None;
        }
        self.update_castling(&mut next, candidate, horizon, switches);
        next.side_to_move = !us;
        next.ep_square = self.next_ep_square(&next, candidate, horizon, switches);
        next
    }

    /// Returns the square of the pawn that a capture en passant on `to` removes.
    pub fn en_passant_victim(&self, to: SquareIndex) -> SquareIndex {
        step(to, (0, -forward(self.side_to_move))).unwrap_or(to)
    }

    fn update_castling(
        &self,
        next: &mut Self,
        candidate: Candidate,
        horizon: u8,
        switches: &Switches,
    ) {
        let us = self.side_to_move as usize;
        let them = !self.side_to_move as usize;
        let Candidate { from, to, kind, .. } = candidate;
        let is_king_move = self.has(from, self.side_to_move, PieceType::King);
        // The side that moves castles two plies later at the earliest.
        let may_matter = horizon >= 2;
        let never_lost = || switches.query(Bug::CastlingRightFromPlacement);
        let mut has_rook_moved = false;
        for right in &mut next.castling[us] {
            let Some(rook) = *right else { continue };
            if is_king_move {
                let keeps = || switches.query(Bug::CastlingRightKeptWhenKingMoves) || never_lost();
                *right = (may_matter && keeps()).then_some(rook);
            } else if from == rook {
                let keeps = || switches.query(Bug::CastlingRightKeptWhenRookMoves) || never_lost();
                *right = (may_matter && keeps()).then_some(rook);
                has_rook_moved = true;
            }
        }
        let has_right = next.castling[us] != [None; 2];
        if has_rook_moved
            && may_matter
            && has_right
            && switches.query(Bug::CastlingRookMoveLosesBothRights)
        {
            next.castling[us] = [None; 2];
        }
        for right in &mut next.castling[them] {
            let Some(rook) = *right else { continue };
            if to == rook && !matches!(kind, Kind::Castling(_)) {
                let is_promotion = matches!(kind, Kind::Promotion(_));
                let keeps = || {
                    switches.query(Bug::CastlingRightKeptWhenRookIsCaptured)
                        || is_promotion && switches.query(Bug::CastlingRightKeptAfterPromotion)
                        || never_lost()
                };
                *right = (horizon >= 1 && keeps()).then_some(rook);
            }
        }
    }

    fn next_ep_square(
        &self,
        next: &Self,
        candidate: Candidate,
        horizon: u8,
        switches: &Switches,
    ) -> Option<SquareIndex> {
        if candidate.kind == Kind::DoublePush {
            let square = step(candidate.from, (0, forward(self.side_to_move)));
            // Two plies later, only a bug uses the square.
            let can_capture = || Self { ep_square: square, ..*next }.has_en_passant_candidate();
            let is_used = horizon >= 3 || horizon >= 1 && can_capture();
            return square.filter(|_| is_used);
        }
        let square = self.ep_square?;
        // Only pawns of the side that did not push capture.
        let is_next_to_move = rank(square) == EP_RANKS[self.side_to_move as usize];
        let least_horizon = if is_next_to_move { 1 } else { 2 };
        (horizon >= least_horizon && switches.query(Bug::EnPassantSquareKeptTooLong))
            .then_some(square)
    }
}
