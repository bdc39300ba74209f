//! Phantom attacks: attacks that only an edit sees.

use tabiya::tables::{bishop_attacks, rook_attacks};
use tabiya::{PieceType, Square};

use super::super::changes::{ChangeSet, only};
use super::super::grammar::{Rule, Scope};
use super::board::wrapped;
use super::moves::{Candidate, Generator};
use super::pieces::{forward, piece_scope, wrap_rule};
use super::steps::STEPS;

/// The scopes for the phantom attacks that concern only king steps or castling.
const NARROW: [Scope; 6] =
    [Scope::All, Scope::Pushes, Scope::PawnCaptures, Scope::Pawn, Scope::Knight, Scope::Queen];

impl<E> Generator<'_, E> {
    /// Notes the edits that see an attack on a square where the rules see none. The king is on the
    /// square, or enters it as `rule` has it.
    pub(super) fn test_phantoms(
        &self,
        candidate: &mut Candidate,
        target: Square,
        rule: Option<Rule>,
    ) -> bool {
        let sees_narrow = |rule| NARROW.iter().any(|&scope| self.edits.sees(rule, scope));
        if !self.sees_phantoms && !rule.is_some_and(sees_narrow) {
            return true;
        }
        let captured = candidate.to;
        let mut phantoms = ChangeSet::EMPTY;
        self.for_each_phantom(target, rule, |attacker, seen_by| {
            if attacker != captured {
                phantoms = phantoms.union(&seen_by);
            }
        });
        candidate.omit(&phantoms, self.edits)
    }

    /// Calls a function with each piece that attacks a square only as edits have it, and these edits.
    pub(super) fn for_each_phantom(
        &self,
        target: Square,
        rule: Option<Rule>,
        mut call: impl FnMut(Square, ChangeSet),
    ) {
        let them = !self.us();
        let back = -forward(them);
        let narrow = |set: ChangeSet, scope| rule.map_or(set, |rule| set.with(rule, scope));
        let pawns = self.board.of(them, PieceType::Pawn);
        let front = target.offset(0, back).filter(|&square| pawns.contains(square));
        if let Some(pawn) = front {
            call(pawn, narrow(only(Rule::PushAttack, Scope::All), Scope::Pushes));
        }
        for files in [-1, 1] {
            let behind = target.offset(files, -back).filter(|&square| pawns.contains(square));
            if let Some(pawn) = behind {
                call(pawn, narrow(ChangeSet::EMPTY, Scope::PawnCaptures));
            }
        }
        for files in [-1, 1] {
            let like_pawn = target
                .offset(files, back)
                .filter(|&square| self.board.of_color(them).contains(square));
            if let Some(piece) = like_pawn {
                call(piece, narrow(ChangeSet::EMPTY, Scope::All));
            }
            if let Some((pawn, wraps)) =
                self.wrapped_attacker(target, PieceType::Pawn, (files, -back))
            {
                call(pawn, narrow(wraps, Scope::Pawn));
            }
        }
        for &step in &STEPS[8..] {
            if let Some((knight, wraps)) = self.wrapped_attacker(target, PieceType::Knight, step) {
                call(knight, narrow(wraps, Scope::Knight));
            }
        }
        for &step in &STEPS[..8] {
            if let Some((king, wraps)) = self.wrapped_attacker(target, PieceType::King, step) {
                call(king, wraps);
            }
        }
        if let Some(rule) = rule.filter(|&rule| self.edits.sees(rule, Scope::Queen)) {
            self.for_each_hidden_slider(target, |slider| call(slider, only(rule, Scope::Queen)));
        }
    }

    /// Returns the piece of a type that reaches a square by a step beyond the a-file or h-file, and
    /// the edits that allow the step.
    fn wrapped_attacker(
        &self,
        target: Square,
        piece_type: PieceType,
        step: (i8, i8),
    ) -> Option<(Square, ChangeSet)> {
        let attacker = wrapped(target, (-step.0, -step.1))?;
        let is_there = self.board.of(!self.us(), piece_type).contains(attacker);
        is_there.then(|| (attacker, only(wrap_rule(step.0), piece_scope(piece_type))))
    }

    /// Calls a function with each slider that would attack a square if the first piece on its line
    /// were absent, unless this is the king of the side to move.
    fn for_each_hidden_slider(&self, target: Square, call: impl FnMut(Square)) {
        let mut occupied = self.board.occupied();
        if let Some(king) = self.facts.king {
            occupied = occupied.without(king);
        }
        let first = (bishop_attacks(target, occupied) | rook_attacks(target, occupied)) & occupied;
        let seen = self.board.attackers(target, !self.us(), occupied);
        let hidden = self.board.attackers(target, !self.us(), occupied & !first) & !seen;
        hidden.iter().for_each(call);
    }
}
