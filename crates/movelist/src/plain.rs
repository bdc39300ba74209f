//! A list written one move at a time, in builds for whatever processor. Those for AVX-512 have
//! another way, in `arch`.

use core::ops::ControlFlow;

use tabiya_core::{Bitboard, Move, MoveKind, PieceType, Square};

use crate::{MoveList, MoveSink, PawnStep};

impl MoveSink for MoveList {
    #[inline]
    fn push(&mut self, mv: Move) -> ControlFlow<()> {
        self.push(mv);
        ControlFlow::Continue(())
    }

    #[inline]
    fn piece_moves(&mut self, _: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            self.push(Move::new(from, to));
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            self.push(Move::new(step.origin(to), to));
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        // Rare, and named often: compiled here, once, and no part of the generators.
        #[inline(never)]
        fn promote(list: &mut MoveList, step: PawnStep, targets: Bitboard) {
            for to in targets {
                for &kind in &MoveKind::PROMOTIONS {
                    list.push(Move::with_kind(step.origin(to), to, kind));
                }
            }
        }
        promote(self, step, targets);
        ControlFlow::Continue(())
    }
}
