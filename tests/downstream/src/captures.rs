//! A sink of one's own: it keeps captures and promotions, set by set, and never looks at
//! the quiet moves.

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
    /// Only what has no method of its own below comes here, and none of it matters.
    fn push(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn piece_moves(&mut self, kind: PieceType, from: Square, targets: Bitboard) -> ControlFlow<()> {
        self.moves.piece_moves(kind, from, targets & self.prey)
    }

    fn pawn_moves(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        if step.is_capture() {
            self.moves.pawn_moves(step, targets)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn promotions(&mut self, step: PawnStep, targets: Bitboard) -> ControlFlow<()> {
        self.moves.promotions(step, targets)
    }

    fn en_passant(&mut self, from: Square, to: Square) -> ControlFlow<()> {
        self.moves.en_passant(from, to)
    }
}
