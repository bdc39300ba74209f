//! Making a candidate, and the edits that change what it does.

use core::cell::Cell;

use tabiya::{Bitboard, CastlingSide, File, PieceType, Rank, Square};

use super::super::changes::ChangeSet;
use super::super::grammar::{Rule, Scope};
use super::board::Board;
use super::edits::Edits;
use super::kind::Kind;
use super::moves::{Candidate, side_scope};
use super::pieces::piece_scope;

/// The pieces that edits put on the board, and the only promotion that each edit concerns.
const PROMOTED: [(Scope, PieceType, Option<PieceType>); 4] = [
    (Scope::Queen, PieceType::Queen, None),
    (Scope::Rook, PieceType::Rook, Some(PieceType::Knight)),
    (Scope::Bishop, PieceType::Bishop, Some(PieceType::Knight)),
    (Scope::Knight, PieceType::Knight, Some(PieceType::Bishop)),
];

/// A candidate that is made, with a record of the edits on which the result depends.
struct Making<'a> {
    board: &'a Board,
    candidate: &'a Candidate,
    mover: Option<PieceType>,
    /// `true` if the move takes what is on its target: it is not castling.
    takes_target: bool,
    edits: &'a Edits,
    /// The number of plies that follow.
    horizon: u8,
    queried: Cell<ChangeSet>,
}

impl Board {
    /// Returns the position after a candidate, as the active edits have it, and the edits on which it
    /// depends. Castling rights that matter only after more than `horizon` plies are not exact.
    pub fn after(&self, candidate: &Candidate, edits: &Edits, horizon: u8) -> (Self, ChangeSet) {
        let making = Making {
            board: self,
            candidate,
            mover: self.type_on(candidate.from),
            takes_target: candidate.kind.castling_side().is_none(),
            edits,
            horizon,
            queried: Cell::default(),
        };
        let mut next = *self;
        next.clock = self.clock.saturating_add(1);
        if making.mover == Some(PieceType::Pawn) || self.occupied().contains(candidate.to) {
            next.clock = 0;
        }
        making.move_pieces(&mut next);
        making.keep_rights(&mut next);
        making.lose_rights(&mut next);
        next.ep_square = making.ep_square();
        next.side = !self.side;
        (next, making.queried.get())
    }

    /// Returns the pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        let attackers = |king| self.attackers(king, !self.side, self.occupied());
        self.king(self.side).map_or(Bitboard::EMPTY, attackers)
    }

    /// Tests whether a candidate captures, en passant included.
    pub fn is_capture(&self, candidate: &Candidate) -> bool {
        let is_castling = candidate.kind.castling_side().is_some();
        candidate.kind == Kind::EnPassant || !is_castling && self.occupied().contains(candidate.to)
    }
}

impl Making<'_> {
    /// Records and tests whether an edit changes a rule for a scope.
    fn has(&self, rule: Rule, scope: Scope) -> bool {
        self.queried.set(self.queried.get().with(rule, scope));
        self.edits.active.has(rule, scope)
    }

    /// Records and tests whether an edit changes a rule for all moves or for a scope.
    fn is_on(&self, rule: Rule, scope: Scope) -> bool {
        self.has(rule, Scope::All) | self.has(rule, scope)
    }

    fn move_pieces(&self, next: &mut Board) {
        let Candidate { from, to, kind, promotion, .. } = *self.candidate;
        let us = self.board.side;
        next.remove(from);
        match (kind.castling_side(), self.mover) {
            (Some(side), _) => self.castle(next, side),
            (None, Some(piece_type)) => {
                let promoted = promotion.map(|own| self.promoted(own));
                next.put(to, us, promoted.unwrap_or(piece_type));
            }
            (None, None) => {}
        }
        let theirs = self.board.of_color(!us);
        let Some(victim) = self.board.victim(to).filter(|&victim| theirs.contains(victim)) else {
            return;
        };
        let is_piece_on_square =
            self.board.ep_square == Some(to) && !kind.is_pawn_move() && self.takes_target;
        if kind == Kind::EnPassant && !self.is_on(Rule::EpVictimStays, Scope::All)
            || is_piece_on_square && self.is_on(Rule::EpByPiece, Scope::All)
        {
            next.remove(victim);
        }
    }

    fn castle(&self, next: &mut Board, side: CastlingSide) {
        let us = self.board.side;
        let Some(squares) = self.board.castling_squares(side, self.candidate.to) else { return };
        let has_rook = self.board.of(us, PieceType::Rook).contains(squares.rook);
        if has_rook && !self.is_on(Rule::RookStays, side_scope(side)) {
            next.remove(squares.rook);
            next.put(squares.rook_target, us, PieceType::Rook);
        }
        next.put(squares.king_target, us, PieceType::King);
    }

    /// Returns the piece that a promotion puts on the board.
    fn promoted(&self, own: PieceType) -> PieceType {
        let is_on = |&&(scope, _, only): &&(Scope, PieceType, Option<PieceType>)| {
            only.is_none_or(|only| only == own) && self.has(Rule::PromotionBecomes, scope)
        };
        PROMOTED.iter().find(is_on).map_or(own, |&(_, piece_type, _)| piece_type)
    }

    /// Removes the castling rights that a move ends by the rules, unless an edit keeps them.
    fn keep_rights(&self, next: &mut Board) {
        let Candidate { from, to, kind, .. } = *self.candidate;
        let us = self.board.side;
        let mover = self.mover.map_or(Scope::All, piece_scope);
        for side in CastlingSide::ALL {
            let scope = side_scope(side);
            // The side that moves castles two plies later at the earliest.
            let own = &mut next.castling[us as usize][side as usize];
            let may_keep = own.is_some() && self.horizon >= 2;
            let is_moved = self.mover == Some(PieceType::King)
                && !(may_keep && self.is_on(Rule::RightKeptKing, Scope::All))
                || *own == Some(from) && !(may_keep && self.is_on(Rule::RightKeptRook, scope));
            if is_moved {
                *own = None;
            }
            let their = &mut next.castling[!us as usize][side as usize];
            let is_captured = *their == Some(to)
                && self.takes_target
                && !(self.is_on(Rule::RightKeptCapture, scope)
                    | self.has(Rule::RightKeptCapture, mover)
                    | kind.is_promotion() & self.has(Rule::RightKeptCapture, Scope::Promotions));
            if is_captured {
                *their = None;
            }
        }
    }

    /// Removes the castling rights that edits end although the rules keep them.
    fn lose_rights(&self, next: &mut Board) {
        let Candidate { from, to, .. } = *self.candidate;
        let us = self.board.side as usize;
        let them = 1 - us;
        let loses = |applies: bool, scope| applies && self.has(Rule::RightLost, scope);
        let captured = CastlingSide::ALL.into_iter().find(|&side| {
            self.takes_target && self.board.castling[them][side as usize] == Some(to)
        });
        let takes_rook =
            self.takes_target && self.board.of(!self.board.side, PieceType::Rook).contains(to);
        if self.horizon >= 2
            && self.board.castling[us] != [None; 2]
            && (loses(self.board.castling[us].contains(&Some(from)), Scope::Rook)
                | loses(self.mover == Some(PieceType::Rook), Scope::Orthogonal)
                | loses(self.board.checkers().any(), Scope::InCheck))
        {
            next.castling[us] = [None; 2];
        }
        if self.board.castling[them] == [None; 2] {
            return;
        }
        if loses(takes_rook, Scope::TakesRook)
            | loses(captured.is_some(), Scope::Capture)
            | loses(self.mover == Some(PieceType::King), Scope::King)
        {
            next.castling[them] = [None; 2];
        }
        if let Some(side) = captured.filter(|_| loses(true, Scope::Kingside)) {
            next.castling[them] = self.board.castling[them];
            next.castling[them][1 - side as usize] = None;
        }
    }

    fn ep_square(&self) -> Option<Square> {
        let Candidate { from, to, kind, .. } = *self.candidate;
        let behind = self.board.victim(to);
        let theirs = self.board.of(!self.board.side, PieceType::Pawn);
        // Without a pawn that can capture, only further edits use the square.
        let is_used = [-1, 1]
            .iter()
            .filter_map(|&files| to.offset(files, 0))
            .any(|square| theirs.contains(square))
            || matches!(to.file(), File::A | File::H);
        if kind == Kind::DoublePush {
            let file = Scope::FileA.after(from.file() as usize);
            return behind.filter(|_| !is_used || !self.is_on(Rule::EpNotSet, file));
        }
        let is_single =
            kind == Kind::Push && from.rank().relative_to(self.board.side) == Rank::Second;
        if is_single && is_used && self.is_on(Rule::EpSetBySingle, Scope::All) {
            return behind;
        }
        let keeps = |applies: bool, scope| applies && self.has(Rule::EpKept, scope);
        let is_capture = self.takes_target && self.board.occupied().contains(to);
        self.board.ep_square.filter(|_| {
            keeps(true, Scope::All)
                | keeps(is_capture, Scope::Capture)
                | keeps(!self.takes_target, Scope::Castling)
                | keeps(kind.is_promotion(), Scope::Promotions)
                | keeps(kind == Kind::King, Scope::King)
        })
    }
}
