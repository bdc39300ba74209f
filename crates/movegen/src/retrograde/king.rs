//! Retractions of king moves and castling.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, CastlingSide, Move, MoveKind, PieceType, Side, Square};
use tabiya_tables::{castling_empty, king_attacks, pawn_attacks, pseudo_attacks};

use super::piece_types::PieceTypes;
use super::retraction::Retraction;
use super::sets::RetractionSets;
use super::sink::{Origins, RetractionSink};
use crate::Position;
use crate::fen::is_possible_check;
use crate::generate::LegalitySets;
use crate::key::NoKey;
use crate::make::relocate_king_and_rook;
use crate::side_context::SideContext;
use crate::state::State;

impl<S: Side> RetractionSets<'_, S> {
    /// Generates the retractions of the king's steps and of castling.
    #[inline(always)]
    pub(super) fn generate_king<T: RetractionSink + ?Sized>(
        &self,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let Some(to) = self.moved_king() else { return ControlFlow::Continue(()) };
        let origins = self.origins(PieceType::King, to, king_attacks(to) & self.empty);
        let captured = self.captured_on(to);
        if (origins.quiet | origins.capturing).any() {
            self.push_king(to, origins, captured, sink)?;
        }
        self.generate_castling(to, sink)
    }

    /// Pushes the origins on which the king may have been in the check that it left.
    #[inline]
    fn push_king<T: RetractionSink + ?Sized>(
        &self,
        to: Square,
        origins: Origins,
        captured: PieceTypes,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        if self.options.allows_impossible_checks {
            return sink.push_piece_retractions(PieceType::King, to, origins, captured);
        }
        let context = SideContext::<S>::new(self.state);
        let vacated = context.occupied.without(to);
        let attackers = |from, occupied| context.attackers(from, occupied);
        let is_attacked = |from: &Square| attackers(*from, vacated).any();
        // The captured piece alone may give any check.
        let attacked: Bitboard =
            (origins.quiet | origins.capturing).into_iter().filter(is_attacked).collect();
        let safe =
            Origins { quiet: origins.quiet - attacked, capturing: origins.capturing - attacked };
        sink.push_piece_retractions(PieceType::King, to, safe, captured)?;
        for from in attacked {
            let is_possible =
                |checkers: Bitboard, leapers: Bitboard| is_possible_check(checkers, leapers, from);
            let leapers = context.knights | context.pawns;
            let one = from.bitboard();
            let quiet = is_possible(attackers(from, vacated), leapers);
            // The captured piece blocks lines through the target, and may attack the king.
            let others = attackers(from, context.occupied);
            let from_squares = pseudo_attacks(from);
            let is_possible_capture = |piece_type: &PieceType| {
                let attacks = match piece_type {
                    PieceType::Pawn => pawn_attacks(S::COLOR, from),
                    PieceType::Bishop => from_squares.diagonal,
                    PieceType::Rook => from_squares.orthogonal,
                    PieceType::Queen => from_squares.diagonal | from_squares.orthogonal,
                    // The squares are adjacent.
                    PieceType::Knight | PieceType::King => Bitboard::EMPTY,
                };
                let is_leaper = matches!(piece_type, PieceType::Pawn | PieceType::Knight);
                let target = if is_leaper { leapers.with(to) } else { leapers };
                is_possible(others | attacks & to.bitboard(), target)
            };
            let captured = captured.into_iter().filter(is_possible_capture).collect();
            let quiet = if quiet { origins.quiet & one } else { Bitboard::EMPTY };
            let origins = Origins { quiet, capturing: origins.capturing & one };
            sink.push_piece_retractions(PieceType::King, to, origins, captured)?;
        }
        ControlFlow::Continue(())
    }

    /// Generates the retractions of castling, each with the right that it needs.
    #[inline]
    fn generate_castling<T: RetractionSink + ?Sized>(
        &self,
        king_to: Square,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let rooks = self.options.castling.rook_squares(S::COLOR);
        let is_on_target = |side: &CastlingSide| {
            let rook_to = Square::new(side.rook_destination(), Self::back_rank());
            king_to == Square::new(side.king_destination(), Self::back_rank())
                && self.state.placement.piece_on(rook_to) == Some(PieceType::Rook.of(S::COLOR))
        };
        let sides = [CastlingSide::KingSide, CastlingSide::QueenSide];
        match sides.into_iter().find(is_on_target) {
            Some(side) if rooks.any() => self.generate_castling_of(side, king_to, sink),
            _ => ControlFlow::Continue(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn generate_castling_of<T: RetractionSink + ?Sized>(
        &self,
        side: CastlingSide,
        king_to: Square,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let options = &self.options.castling;
        let kings = S::FIRST_RANK.into_iter();
        for king in kings.filter(|king| options.allows_king(S::COLOR, king.file())) {
            for rook in options.rook_squares(S::COLOR).without(king) {
                let mv = Move::with_kind(king, rook, MoveKind::Castling);
                if mv.castling_side() == Some(side) && self.is_castling(mv, king_to) {
                    sink.push_retraction(Retraction::new(mv, None))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Tests whether castling can have led to the position.
    fn is_castling(&self, mv: Move, king_to: Square) -> bool {
        let king = mv.from();
        let rook = mv.to();
        let Some(targets) = mv.castling_targets() else { return false };
        let vacated = self.context.occupied.without(king_to).without(targets.1);
        let needed = castling_empty(S::COLOR, king.file(), rook.file()).with(king).with(rook);
        if !needed.is_disjoint(vacated) {
            return false;
        }
        let before = self.state_before_castling(mv);
        let kings_apart = !king_attacks(king).contains(self.context.king);
        let opponent = SideContext::<S::Them>::new(&before);
        kings_apart
            && opponent.checkers_and_pinned().0.is_empty()
            && LegalitySets::<S>::new(&before).may_castle_with(rook)
    }

    /// Returns the state before castling, with the right to castle with the rook.
    pub(super) fn state_before_castling(&self, mv: Move) -> State {
        let mut before = *self.state;
        if let Some(targets) = mv.castling_targets() {
            relocate_king_and_rook::<S, _>(&mut before, targets, (mv.from(), mv.to()), &mut ());
        }
        before.castling_rooks |= mv.to().bitboard();
        before.state_word = before.state_word.with_side_to_move(S::COLOR);
        before
    }
}

/// Returns a state as a position.
pub(super) const fn position_of(state: State) -> Position {
    Position { state, key: NoKey }
}
