//! A sink of one's own: it keeps captures and promotions, set by set, and never looks at
//! the quiet moves.

use std::convert::Infallible;
use std::ops::ControlFlow;

use tabiya::{Bitboard, Board, Frame, Move, MoveSink, PawnStep, PieceType, Square};

/// Hands on to a frame what changes the material.
pub struct Captures<'a, 'b, const N: usize> {
    prey: Bitboard,
    moves: &'a mut Frame<'b, N>,
}

impl<'a, 'b, const N: usize> Captures<'a, 'b, N> {
    /// For the captures on `board`, which go to `moves`.
    pub fn of(board: &Board, moves: &'a mut Frame<'b, N>) -> Self {
        Self { prey: board.colors(!board.side_to_move()), moves }
    }
}

impl<const N: usize> MoveSink for Captures<'_, '_, N> {
    type Break = Infallible;

    /// Only castling comes here: it has no method of its own below, and it captures nothing.
    fn push_move(&mut self, _: Move) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    fn push_piece_moves(
        &mut self,
        kind: PieceType,
        from: Square,
        targets: Bitboard,
    ) -> ControlFlow<Infallible> {
        self.moves.push_piece_moves(kind, from, targets & self.prey)
    }

    fn push_pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        if step.is_capture() {
            self.moves.push_pawn_moves(step, targets)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn push_promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<Infallible> {
        self.moves.push_promotions(step, targets)
    }

    fn push_en_passant(&mut self, from: Square, to: Square) -> ControlFlow<Infallible> {
        self.moves.push_en_passant(from, to)
    }
}
