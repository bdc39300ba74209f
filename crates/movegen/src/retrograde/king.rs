//! Retractions of king moves and castling.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Side, Square};
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
        let Some(to) = (self.context.kings & self.movers).first() else {
            return ControlFlow::Continue(());
        };
        let origins = self.origins(PieceType::King, to, king_attacks(to) & self.empty);
        let captured = self.captured_on(to);
        if (origins.quiet | origins.capturing).any() {
            self.push_king(to, origins, captured, sink)?;
        }
        const TARGET_FILES: Bitboard = Bitboard(0x4444_4444_4444_4444);
        if (S::FIRST_RANK & TARGET_FILES).contains(to) {
            return self.generate_castling(to, sink);
        }
        ControlFlow::Continue(())
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
        let leapers = context.knights | context.pawns;
        let is_attacked = |from: &Square| context.attackers(*from, vacated).any();
        let all = origins.quiet | origins.capturing;
        // Without another check, the captured piece may give any.
        let attacked: Bitboard = all.into_iter().filter(is_attacked).collect();
        let Origins { quiet, capturing } = origins;
        let safe = Origins { quiet: quiet - attacked, capturing: capturing - attacked };
        sink.push_piece_retractions(PieceType::King, to, safe, captured)?;
        for from in attacked {
            // The captured piece blocks lines through the target, and may attack the king.
            let others = context.attackers(from, context.occupied);
            let near = pseudo_attacks(from);
            let is_possible_capture = |piece: &PieceType| {
                let attackers = match piece {
                    PieceType::Pawn => pawn_attacks(S::COLOR, from),
                    PieceType::Bishop => near.diagonal,
                    PieceType::Rook => near.orthogonal,
                    PieceType::Queen => near.diagonal | near.orthogonal,
                    // The squares are adjacent.
                    PieceType::Knight | PieceType::King => Bitboard::EMPTY,
                };
                let leapers = if *piece == PieceType::Pawn { leapers.with(to) } else { leapers };
                let checkers = others | attackers & to.bitboard();
                is_possible_check(checkers, leapers, from)
            };
            let captured = if capturing.contains(from) { captured } else { PieceTypes::EMPTY };
            let captured = captured.into_iter().filter(is_possible_capture).collect();
            let checkers = context.attackers(from, vacated);
            let is_quiet = quiet.contains(from) && is_possible_check(checkers, leapers, from);
            sink.push_move_retractions(Move::new(from, to), is_quiet, captured)?;
        }
        ControlFlow::Continue(())
    }

    /// Generates the retractions of castling, each with the right that it needs.
    #[cold]
    #[inline(never)]
    fn generate_castling<T: RetractionSink + ?Sized>(
        &self,
        king_to: Square,
        sink: &mut T,
    ) -> ControlFlow<T::Break> {
        let options = &self.options.castling;
        let rooks = options.rook_squares(S::COLOR);
        let kings = S::FIRST_RANK.into_iter();
        for king in kings.filter(|king| options.allows_king(S::COLOR, king.file())) {
            for rook in rooks.without(king) {
                let mv = Move::with_kind(king, rook, MoveKind::Castling);
                if self.is_castling(mv, king_to) {
                    sink.push_retraction(Retraction::new(mv, None))?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Tests whether castling can have led to the position.
    fn is_castling(&self, mv: Move, king_to: Square) -> bool {
        let Some((to, rook_to)) = mv.castling_targets() else { return false };
        let our_rooks = self.context.orthogonal_sliders - self.context.diagonal_sliders;
        if to != king_to || !(our_rooks & self.context.them).contains(rook_to) {
            return false;
        }
        let king = mv.from();
        let rook = mv.to();
        let vacated = self.context.occupied.without(king_to).without(rook_to);
        let needed = castling_empty(S::COLOR, king.file(), rook.file()).with(king).with(rook);
        let before = self.state_before_castling(mv);
        let opponent = SideContext::<S::Them>::new(&before);
        needed.is_disjoint(vacated)
            && !king_attacks(king).contains(self.context.king)
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
