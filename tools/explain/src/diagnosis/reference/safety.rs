//! The test whether a move leaves the king attacked, and the edits that drop it.

use core::cmp::Ordering;

use tabiya::{Bitboard, PieceType, Square};

use super::super::changes::{ChangeSet, all_or, only};
use super::super::grammar::{Rule, Scope};
use super::board::{direction, is_between};
use super::kind::Kind;
use super::moves::{Candidate, Generator};
use super::pieces::{lost_pattern, piece_scope};
use super::steps::direction_scope;

impl<E> Generator<'_, E> {
    /// Tests whether a candidate leaves the king safe, or which edits drop the test.
    pub(super) fn test_safety(&self, candidate: &mut Candidate) -> bool {
        let Some(king) = self.facts.king else { return true };
        if candidate.kind == Kind::King && candidate.from == king {
            return self.test_king_step(candidate);
        }
        let is_exposed = self.facts.checkers.any()
            || self.facts.pinned.contains(candidate.from)
            || candidate.kind == Kind::EnPassant;
        (!is_exposed || self.test_exposed_king(candidate, king))
            && (!self.has_king_phantoms || self.test_phantoms(candidate, king, None))
    }

    /// Returns the pieces that attack the king after another piece has moved, without the victim of
    /// a capture en passant, or with it.
    fn attackers_after(&self, candidate: &Candidate, king: Square, keeps_victim: bool) -> Bitboard {
        let mut removed = Bitboard::EMPTY;
        if candidate.kind == Kind::EnPassant && !keeps_victim {
            removed = self.board.victim(candidate.to).map_or(removed, Square::bitboard);
        }
        let occupied = self.board.occupied().without(candidate.from).with(candidate.to) & !removed;
        self.board.attackers(king, !self.us(), occupied).without(candidate.to)
    }

    fn test_exposed_king(&self, candidate: &mut Candidate, king: Square) -> bool {
        let attackers = self.attackers_after(candidate, king, false);
        let mut remaining = attackers;
        let mut with_victim = attackers;
        let stays = only(Rule::EpVictimStays, Scope::All).with(Rule::EpVictimTested, Scope::All);
        let sees_victim = self.edits.seen.intersects(&stays);
        if candidate.kind == Kind::EnPassant && sees_victim {
            with_victim = self.attackers_after(candidate, king, true);
            if self.edits.active.intersects(&stays) {
                remaining = with_victim;
            } else if attackers.is_empty()
                && with_victim.any()
                && !candidate.omit(&stays, self.edits)
            {
                return false;
            }
        }
        remaining.iter().all(|attacker| {
            let mut waivers = self.attack_waivers(candidate, attacker);
            let kept = with_victim.is_empty() && candidate.kind == Kind::EnPassant;
            waivers = waivers.union(&if kept { stays } else { ChangeSet::EMPTY });
            waivers = waivers.union(&if self.facts.checkers.contains(attacker) {
                self.check_waivers(candidate, attacker, remaining)
            } else {
                self.pin_waivers(candidate, attacker, king)
            });
            candidate.violate(&waivers, self.edits)
        })
    }

    /// Returns the edits that ignore an attack on the king after a move, whatever its kind.
    fn attack_waivers(&self, candidate: &Candidate, attacker: Square) -> ChangeSet {
        let kind = candidate.kind;
        let target = if kind == Kind::King { Some(candidate.to) } else { self.facts.king };
        let mut waivers = self.ignored(attacker, target.unwrap_or(attacker));
        waivers = waivers.union(&all_or(Rule::NotTested, kind.scope()));
        if kind.is_promotion() && candidate.promotion != Some(PieceType::Queen) {
            waivers = waivers.with(Rule::NotTested, Scope::Underpromotion);
        }
        waivers
    }

    /// Returns the edits by which an attacker does not attack a square at all.
    pub(super) fn ignored(&self, attacker: Square, target: Square) -> ChangeSet {
        let Some(piece_type) = self.board.type_on(attacker) else { return ChangeSet::EMPTY };
        let mut waivers = only(Rule::AttackIgnored, piece_scope(piece_type));
        let kind = Kind::of_piece(piece_type);
        let step = direction_scope(attacker, target);
        let step_rule = match piece_type {
            PieceType::Pawn => Rule::PawnAttackIgnored,
            PieceType::Knight => Rule::KnightAttackIgnored,
            _ => Rule::KingAttackIgnored,
        };
        let file_step = match (piece_type, (target.file() as u8).cmp(&(attacker.file() as u8))) {
            (PieceType::Pawn, Ordering::Greater) => Some(Scope::East),
            (PieceType::Pawn, _) => Some(Scope::West),
            _ => step,
        };
        if piece_type != PieceType::Pawn {
            waivers = waivers.union(&lost_pattern(kind, step));
        }
        waivers = file_step.map_or(waivers, |scope| waivers.with(step_rule, scope));
        let is_slider = matches!(kind, Kind::Bishop | Kind::Rook | Kind::Queen);
        let seen_from = direction_scope(target, attacker).filter(|_| is_slider);
        seen_from.map_or(waivers, |scope| waivers.with(Rule::LineIgnored, scope))
    }

    /// Returns the edits that ignore a check which a move leaves.
    fn check_waivers(
        &self,
        candidate: &Candidate,
        attacker: Square,
        remaining: Bitboard,
    ) -> ChangeSet {
        let scope = self.board.type_on(attacker).map_or(Scope::All, piece_scope);
        let mut waivers = all_or(Rule::CheckIgnored, scope);
        let count = self.facts.checkers.len();
        if count >= 2 && (remaining & self.facts.checkers).len() < count {
            waivers = waivers.with(Rule::DoubleCheckBlocked, Scope::All);
        }
        if candidate.kind == Kind::EnPassant {
            return waivers.with(Rule::EpInCheck, Scope::All);
        }
        let victim =
            self.board.victim(candidate.to).filter(|_| self.board.ep_square == Some(candidate.to));
        if victim == Some(attacker) {
            waivers = waivers.with(Rule::EpEvasion, Scope::All);
        }
        let mover =
            if candidate.kind == Kind::DoublePush { Scope::Pushes } else { candidate.kind.scope() };
        waivers.with(Rule::FreeInCheck, mover)
    }

    /// Returns the edits that ignore a pin, or that a capture en passant exposes the king.
    fn pin_waivers(&self, candidate: &Candidate, attacker: Square, king: Square) -> ChangeSet {
        let Candidate { from, to, kind, .. } = *candidate;
        let line = line_scope(king, attacker);
        let is_pin = is_between(king, from, attacker);
        let victim = self.board.victim(to).filter(|_| kind == Kind::EnPassant);
        if victim.is_some_and(|victim| is_between(king, victim, attacker)) {
            let rule = if is_pin { Rule::EpExposesRank } else { Rule::EpExposesKing };
            return only(rule, Scope::All);
        }
        let piece = self.board.type_on(from).map_or(Scope::All, piece_scope);
        let mut waivers = all_or(Rule::PinIgnored, kind.scope());
        let straight = if line == Scope::Diagonal { Scope::Diagonal } else { Scope::Orthogonal };
        for scope in [piece, line, straight] {
            waivers = waivers.with(Rule::PinIgnored, scope);
        }
        if self.facts.checkers.any() {
            waivers = waivers.with(Rule::PinIgnored, Scope::InCheck);
        }
        if kind == Kind::EnPassant {
            waivers = waivers.union(&all_or(Rule::EpCapturerPin, line));
        }
        let pinner = self.board.type_on(attacker).map_or(Scope::All, piece_scope);
        waivers.with(Rule::PinnerIgnored, pinner)
    }

    fn test_king_step(&self, candidate: &mut Candidate) -> bool {
        let Candidate { from, to, .. } = *candidate;
        let occupied = self.board.occupied().without(from).with(to);
        let attackers = self.board.attackers(to, !self.us(), occupied).without(to);
        let is_capture = self.board.occupied().contains(to);
        let is_safe = attackers.iter().all(|attacker| {
            let mut waivers = self.attack_waivers(candidate, attacker);
            let scope = self.board.type_on(attacker).map_or(Scope::All, piece_scope);
            waivers = waivers.with(Rule::KingIgnoresAttack, scope);
            if is_capture {
                waivers = waivers.with(Rule::KingCapturesProtected, Scope::All);
            }
            if self.facts.checkers.contains(attacker) && is_between(attacker, from, to) {
                waivers = waivers.with(Rule::KingStepsBackAlongRay, Scope::All);
            }
            if self.facts.checkers.any() {
                waivers = waivers.with(Rule::KingEvasionNotTested, Scope::All);
            }
            waivers = waivers.union(&self.pinned_attack(attacker, Scope::King));
            candidate.violate(&waivers, self.edits)
        });
        is_safe && self.test_phantoms(candidate, to, Some(Rule::KingPhantom))
    }

    /// Returns the edit that ignores attacks by pinned pieces, if the attacker is one.
    pub(super) fn pinned_attack(&self, attacker: Square, context: Scope) -> ChangeSet {
        let is_pinned = self.edits.sees(Rule::PinnedAttackerIgnored, context)
            && self.board.pinned(!self.us()).contains(attacker);
        if is_pinned { only(Rule::PinnedAttackerIgnored, context) } else { ChangeSet::EMPTY }
    }
}

/// Returns the scope for the line through two squares.
fn line_scope(a: Square, b: Square) -> Scope {
    match direction(a, b).map(tabiya::Direction::step) {
        Some((0, _)) => Scope::File,
        Some((_, 0)) => Scope::Rank,
        _ => Scope::Diagonal,
    }
}
