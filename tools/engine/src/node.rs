//! Search nodes: a board and its incremental evaluation.

use tabiya::prelude::*;
use tabiya::{AnyGenerator, Generator, Side};

use crate::evaluation::{PieceSquareSums, evaluate};

/// A search position, which the search copies instead of unmaking moves.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) board: Board,
    sums: PieceSquareSums,
}

impl Node {
    pub(crate) fn new(board: Board) -> Self {
        Self { board, sums: PieceSquareSums::new(&board) }
    }

    /// Returns the child node after a legal move, with the evaluation updated by the move's
    /// observer.
    pub(crate) fn after_move(&self, generator: &AnyGenerator<'_>, mv: Move) -> Self {
        let mut sums = self.sums;
        let board = generator.make_observed(mv, &mut sums);
        Self { board, sums }
    }

    /// Returns the child node after a legal move by `S`, the side to move.
    pub(crate) fn after_move_as<S: Side>(&self, generator: &Generator<'_, S>, mv: Move) -> Self {
        let mut sums = self.sums;
        let board = generator.make_observed(mv, &mut sums);
        Self { board, sums }
    }

    /// Returns the child node after a null move, or `None` in check.
    pub(crate) fn after_null_move(&self, generator: &AnyGenerator<'_>) -> Option<Self> {
        generator.null_move().map(|board| Self { board, ..*self })
    }

    /// Returns the static evaluation for the side to move, in centipawns.
    pub(crate) fn evaluation(&self) -> i32 {
        evaluate(&self.board, self.sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asserts that the incremental sums are correct after every move, and that the evaluation is
    /// symmetric in the colors.
    #[track_caller]
    fn assert_incremental_sums(fen: &str, color_flipped: &str) {
        let nodes = [fen, color_flipped].map(|fen| Node::new(Board::from_fen(fen).expect(fen)));
        let [node, flipped] = nodes;
        assert_eq!(node.evaluation(), flipped.evaluation(), "{fen} and {color_flipped}");
        for mv in node.board.legal_moves() {
            let after = node.after_move(&node.board.generator(), mv);
            assert_eq!(after.sums, PieceSquareSums::new(&after.board), "{mv:?} in {fen}");
        }
    }

    #[test]
    fn sums_after_move_equal_sums_from_scratch() {
        assert_incremental_sums(
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 0 1",
        );
        assert_incremental_sums(
            "n3k3/1P6/8/3pP3/8/8/8/4K3 w - d6 0 1",
            "4k3/8/8/8/3Pp3/8/1p6/N3K3 b - d3 0 1",
        );
        assert_incremental_sums("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "5kr1/8/8/8/8/8/8/4K3 b g - 0 1");
    }
}
