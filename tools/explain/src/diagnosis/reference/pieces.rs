//! Pawn, knight, king and slider candidates.

use tabiya::tables::{attacks, pawn_attacks, pawn_pushes, ray};
use tabiya::{Bitboard, Color, Piece, PieceType, Rank, Square};

use super::super::changes::{ChangeSet, all_or, only};
use super::super::grammar::{Rule, Scope};
use super::board::{Board, wrapped};
use super::kind::Kind;
use super::moves::{Candidate, Generator};
use super::steps::{STEPS, lines_scope, step_scope};

/// Returns a piece type's scope.
pub const fn piece_scope(piece_type: PieceType) -> Scope {
    Scope::Pawn.after(piece_type as usize)
}

/// Returns the direction in which a color's pawns move, in ranks.
pub const fn forward(color: Color) -> i8 {
    match color {
        Color::White => 1,
        Color::Black => -1,
    }
}

/// Returns the rule that a step beyond the a-file or h-file breaks.
pub const fn wrap_rule(files: i8) -> Rule {
    if files < 0 { Rule::WrapA } else { Rule::WrapH }
}

impl Board {
    /// Returns the square from which a capture en passant on a square removes the pawn.
    pub fn victim(&self, to: Square) -> Option<Square> {
        to.offset(0, -forward(self.side))
    }
}

impl<E> Generator<'_, E> {
    fn is_own(&self, square: Square) -> bool {
        self.board.of_color(self.us()).contains(square)
    }

    fn is_enemy(&self, square: Square) -> bool {
        self.board.of_color(!self.us()).contains(square)
    }

    /// Visits the moves by all pieces of a type other than pawns.
    pub(super) fn visit_pieces(&mut self, piece_type: PieceType) -> Result<(), E> {
        let kind = Kind::of_piece(piece_type);
        let scope = piece_scope(piece_type);
        for from in self.board.of(self.us(), piece_type) {
            if piece_type != PieceType::King
                && self.count_moves(from, |generator| generator.targets(from, piece_type), kind)
            {
                continue;
            }
            for (index, &step) in STEPS.iter().enumerate() {
                if moves_along(piece_type, index) {
                    self.visit_line(Candidate::new(from, from, kind), step, piece_type)?;
                }
            }
            for to in self.extra_targets(from, piece_type) {
                let mut candidate = Candidate::new(from, to, kind);
                if candidate.violate(&only(Rule::ExtraPattern, scope), self.edits) {
                    self.submit(&mut candidate)?;
                }
            }
        }
        Ok(())
    }

    /// Returns a knight's or slider's targets by the rules and what active edits add to them.
    fn targets(&self, from: Square, piece_type: PieceType) -> Bitboard {
        let reach = self.edits.reach(Kind::of_piece(piece_type));
        let [own, enemy] = [self.us(), !self.us()].map(|color| self.board.of_color(color));
        let blockers =
            self.board.occupied() & !when(reach.passes_own, own) & !when(reach.passes_enemy, enemy);
        let mut targets = attacks(Piece::new(self.us(), piece_type), from, blockers);
        let open_line = reach.passes_along.map_or(Bitboard::EMPTY, |along| ray(from, along));
        if targets.intersects(open_line) {
            targets |= open_line;
        }
        targets & !when(!reach.takes_own, own)
    }

    /// Returns the squares to which a piece moves like another one by an edit.
    fn extra_targets(&self, from: Square, piece_type: PieceType) -> Bitboard {
        if !self.edits.sees(Rule::ExtraPattern, piece_scope(piece_type)) {
            return Bitboard::EMPTY;
        }
        let [regular, extra] = [piece_type, extra_pattern(piece_type)].map(|piece_type| {
            attacks(Piece::new(self.us(), piece_type), from, self.board.occupied())
        });
        extra & !regular & !self.board.of_color(self.us())
    }

    /// Visits a piece's moves along a step, also behind pieces and beyond the board's edge if edits
    /// allow it. The conditions that they violate gather in `conditions`.
    fn visit_line(
        &mut self,
        mut conditions: Candidate,
        step: (i8, i8),
        piece_type: PieceType,
    ) -> Result<(), E> {
        let scope = piece_scope(piece_type);
        let regular =
            attacks(Piece::new(self.us(), piece_type), conditions.from, self.board.occupied());
        let is_slider = !matches!(piece_type, PieceType::Knight | PieceType::King);
        let mut square = conditions.from;
        let mut has_wrapped = false;
        loop {
            let inside = square.offset(step.0, step.1);
            if inside.is_none() {
                let wraps = only(wrap_rule(step.0), scope);
                let may_wrap = step.0 != 0 && !has_wrapped && wraps.intersects(&self.edits.seen);
                if !may_wrap || !conditions.violate(&wraps, self.edits) {
                    return Ok(());
                }
                has_wrapped = true;
            }
            let Some(to) = inside.or_else(|| wrapped(square, step)) else { return Ok(()) };
            let mut candidate = Candidate { to, ..conditions.clone() };
            // A slider that wraps may reach a square that it attacks anyway.
            let is_new = to != conditions.from && (!has_wrapped || !regular.contains(to));
            let own = || all_or(Rule::OwnCapture, scope);
            if is_new && (!self.is_own(to) || candidate.violate(&own(), self.edits)) {
                self.submit(&mut candidate)?;
            }
            square = to;
            if !is_slider {
                return Ok(());
            }
            if to != conditions.from && self.board.occupied().contains(to) {
                let rule = if self.is_own(to) { Rule::ThroughOwn } else { Rule::ThroughEnemy };
                let passes = all_or(rule, scope).with(Rule::ThroughAny, step_scope(step));
                if !conditions.violate(&passes, self.edits) {
                    return Ok(());
                }
            }
        }
    }

    pub(super) fn visit_pawns(&mut self) -> Result<(), E> {
        let us = self.us();
        let seventh = Bitboard::from_rank(Rank::Seventh.relative_to(us));
        let pawns = self.board.of(us, PieceType::Pawn);
        let touches_pawns = [Kind::Push, Kind::DoublePush, Kind::PawnCapture]
            .into_iter()
            .any(|kind| self.edits.touches(kind));
        for from in pawns {
            let is_special =
                touches_pawns || seventh.contains(from) || self.board.ep_square.is_some();
            let targets = |generator: &Self| generator.pawn_targets(from);
            if !is_special && self.count_moves(from, targets, Kind::Push) {
                continue;
            }
            self.visit_pushes(from, forward(us))?;
            self.visit_captures(from, forward(us))?;
            if self.edits.sees(Rule::BackwardPawn, Scope::Pushes)
                || self.edits.sees(Rule::BackwardPawn, Scope::PawnCaptures)
            {
                self.visit_backward(from, -forward(us))?;
            }
        }
        Ok(())
    }

    /// Returns a pawn's targets by the rules and what active edits add to them, without en passant
    /// captures.
    fn pawn_targets(&self, from: Square) -> Bitboard {
        let us = self.us();
        let front = from.offset(0, forward(us)).map_or(Bitboard::EMPTY, Square::bitboard);
        let is_blocked = self.board.occupied().intersects(front);
        let pushes = if is_blocked {
            Bitboard::EMPTY
        } else {
            pawn_pushes(us, from) & !self.board.occupied()
        };
        let takes_own = self.edits.reach(Kind::PawnCapture).takes_own;
        let victims = self.board.of_color(!us) | when(takes_own, self.board.of_color(us));
        pushes | pawn_attacks(us, from) & victims
    }

    /// Submits a pawn move if a condition holds, or if an edit drops the condition.
    fn submit_if(
        &mut self,
        mut candidate: Candidate,
        holds: bool,
        waivers: &ChangeSet,
    ) -> Result<(), E> {
        if candidate.require(holds, waivers, self.edits) {
            self.submit_pawn_move(candidate)
        } else {
            Ok(())
        }
    }

    fn visit_pushes(&mut self, from: Square, ranks: i8) -> Result<(), E> {
        let Some(crossed) = from.offset(0, ranks) else { return Ok(()) };
        let scope = if self.is_own(crossed) { Scope::Pawn } else { Scope::All };
        let is_empty = !self.board.occupied().contains(crossed);
        self.submit_if(
            Candidate::new(from, crossed, Kind::Push),
            is_empty,
            &only(Rule::PushCaptures, scope),
        )?;
        let rank = from.rank().relative_to(self.us());
        let is_late = rank == Rank::Seventh || rank == Rank::Sixth;
        let Some(to) = crossed.offset(0, ranks).filter(|&to| !is_late && !self.is_own(to)) else {
            return Ok(());
        };
        let third = if rank == Rank::Third { Scope::Rank } else { Scope::All };
        let color = if self.is_own(crossed) { Scope::Quiet } else { Scope::Capture };
        let conditions = [
            (rank == Rank::Second, all_or(Rule::DoublePushRank, third)),
            (is_empty, all_or(Rule::DoublePushOver, color)),
            (!self.is_enemy(to), only(Rule::DoublePushCaptures, Scope::All)),
        ];
        let mut double = Candidate::new(from, to, Kind::DoublePush);
        if conditions.iter().all(|(holds, waivers)| double.require(*holds, waivers, self.edits)) {
            self.submit(&mut double)?;
        }
        Ok(())
    }

    fn visit_captures(&mut self, from: Square, ranks: i8) -> Result<(), E> {
        for files in [-1, 1] {
            let inside = from.offset(files, ranks);
            let Some(to) = inside.or_else(|| wrapped(from, (files, ranks))) else { continue };
            let mut candidate = Candidate::new(from, to, Kind::PawnCapture);
            let is_ep = Some(to) == self.board.ep_square;
            let wraps = only(wrap_rule(files), if is_ep { Scope::EnPassant } else { Scope::Pawn });
            if !candidate.require(inside.is_some(), &wraps, self.edits) {
                continue;
            }
            if self.board.occupied().contains(to) {
                self.submit_if(
                    candidate,
                    self.is_enemy(to),
                    &all_or(Rule::OwnCapture, Scope::Pawn),
                )?;
            } else {
                self.visit_empty_target(candidate, files)?;
            }
        }
        Ok(())
    }

    /// Visits a pawn's diagonal moves to an empty square: en passant, and what edits allow.
    fn visit_empty_target(&mut self, candidate: Candidate, files: i8) -> Result<(), E> {
        let Candidate { from, to, .. } = candidate;
        let theirs = self.board.of(!self.us(), PieceType::Pawn);
        let has_victim = self.board.victim(to).is_some_and(|victim| theirs.contains(victim));
        let waivers = match sentinel(to) {
            Some(rule) if self.board.ep_square.is_none() => only(rule, Scope::All),
            _ if has_victim && from.rank().relative_to(self.us()) == Rank::Fifth => {
                only(Rule::EpAnyPawn, Scope::All)
            }
            _ => ChangeSet::EMPTY,
        };
        let is_regular = self.board.ep_square == Some(to) && has_victim;
        let mut en_passant = Candidate { kind: Kind::EnPassant, ..candidate.clone() };
        if en_passant.require(is_regular, &waivers, self.edits) {
            self.submit(&mut en_passant)?;
        }
        let direction = if files < 0 { Scope::West } else { Scope::East };
        let quiet =
            if is_regular { ChangeSet::EMPTY } else { all_or(Rule::CapturesNothing, direction) };
        self.submit_if(candidate, false, &quiet)
    }

    /// Tests whether a pawn on `from` that belongs to the side to move captures en passant on `to`.
    pub(super) fn captures_en_passant(&self, from: Square, to: Square) -> bool {
        self.board.ep_square == Some(to)
            && (pawn_attacks(self.us(), from) & to.bitboard()).any()
            && self.board.of(self.us(), PieceType::Pawn).contains(from)
    }

    fn visit_backward(&mut self, from: Square, ranks: i8) -> Result<(), E> {
        for files in [-1, 0, 1] {
            let Some(to) = from.offset(files, ranks) else { continue };
            let kind = if files == 0 { Kind::Push } else { Kind::PawnCapture };
            let is_possible =
                if files == 0 { !self.board.occupied().contains(to) } else { self.is_enemy(to) };
            let mut candidate = Candidate::new(from, to, kind);
            if is_possible && candidate.violate(&only(Rule::BackwardPawn, kind.scope()), self.edits)
            {
                self.submit(&mut candidate)?;
            }
        }
        Ok(())
    }

    /// Submits a pawn move, or the promotions if the target is on the last rank.
    fn submit_pawn_move(&mut self, mut candidate: Candidate) -> Result<(), E> {
        if !matches!(candidate.to.rank(), Rank::First | Rank::Eighth) {
            return self.submit(&mut candidate);
        }
        let kind = match candidate.kind {
            Kind::Push => Kind::PushPromotion,
            _ => Kind::CapturePromotion,
        };
        for piece_type in PieceType::ALL {
            let mut promotion =
                Candidate { kind, promotion: Some(piece_type), ..candidate.clone() };
            let is_regular = !matches!(piece_type, PieceType::Pawn | PieceType::King);
            let not_promoted = only(Rule::NotPromoted, Scope::All);
            let mut also = only(Rule::PromotionPiece, piece_scope(piece_type));
            if piece_type == PieceType::Pawn {
                also = also.union(&not_promoted);
            }
            if (!is_regular || promotion.omit(&not_promoted, self.edits))
                && promotion.require(is_regular, &also, self.edits)
            {
                self.submit(&mut promotion)?;
            }
        }
        Ok(())
    }
}

/// Returns a set if a condition holds, otherwise the empty one.
const fn when(holds: bool, set: Bitboard) -> Bitboard {
    if holds { set } else { Bitboard::EMPTY }
}

/// Returns the rule by which a corner stands for the absent en passant square.
const fn sentinel(square: Square) -> Option<Rule> {
    match square {
        Square::A1 => Some(Rule::EpA1),
        Square::H1 => Some(Rule::EpH1),
        Square::A8 => Some(Rule::EpA8),
        Square::H8 => Some(Rule::EpH8),
        _ => None,
    }
}

/// Returns the piece like which a piece also moves by an edit.
const fn extra_pattern(piece_type: PieceType) -> PieceType {
    match piece_type {
        PieceType::Knight => PieceType::King,
        PieceType::Bishop => PieceType::Rook,
        PieceType::Rook => PieceType::Bishop,
        _ => PieceType::Knight,
    }
}

/// Tests whether a piece moves along the step with an index in [`STEPS`].
fn moves_along(piece_type: PieceType, index: usize) -> bool {
    match piece_type {
        PieceType::Knight => index >= 8,
        PieceType::Bishop => index < 8 && index % 2 == 1,
        PieceType::Rook => index < 8 && index.is_multiple_of(2),
        _ => index < 8,
    }
}

/// Returns the edits by which a piece does not attack in a direction.
pub fn lost_pattern(kind: Kind, scope: Option<Scope>) -> ChangeSet {
    match (kind, scope) {
        (Kind::Knight, Some(scope)) => only(Rule::KnightPattern, scope),
        (Kind::Bishop, Some(scope)) => only(Rule::BishopPattern, scope),
        (Kind::Rook, Some(scope)) => only(Rule::RookPattern, scope),
        (Kind::Queen, Some(scope)) => {
            only(Rule::QueenPattern, lines_scope(scope)).with(Rule::QueenPattern, scope)
        }
        _ => ChangeSet::EMPTY,
    }
}
