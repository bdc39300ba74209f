//! Step 3: an evaluation of material and squares.

use tabiya::prelude::*;

/// The material of each piece type, its bonus per rank and per step from the edge.
const WEIGHTS: [[i32; 3]; PieceType::COUNT] =
    [[100, 5, 5], [320, 0, 10], [330, 0, 8], [500, 2, 2], [900, 0, 3], [0, -10, 0]];

/// Returns the value of a white piece on a square, in centipawns.
fn value(piece_type: PieceType, square: Square) -> i32 {
    let [file, rank] = [square.file().index() as i32, square.rank().index() as i32];
    let [material, per_rank, per_step] = WEIGHTS[piece_type.index()];
    material + per_rank * rank + per_step * (file.min(7 - file) + rank.min(7 - rank))
}

/// Returns the sum of the values of a player's pieces.
fn total(board: &Board, color: Color) -> i32 {
    let values = |piece_type| {
        let squares = board.colored_pieces(color, piece_type).into_iter();
        squares.map(move |square| value(piece_type, square.relative_to(color)))
    };
    PieceType::ALL.into_iter().flat_map(values).sum()
}

/// Returns the score for the side to move, in centipawns.
pub fn evaluate(board: &Board) -> i32 {
    total(board, board.side_to_move()) - total(board, !board.side_to_move())
}

#[test]
fn evaluation_prefers_center_and_material() {
    let after = |moves| evaluate(&super::step2::play(Board::default(), moves).expect(moves).0);
    assert_eq!(after(""), 0);
    assert!(after("g1f3 g8h6") > 0); // White to move: the better knight
    assert!(after("e2e4 d7d5 e4d5") < -100); // Black to move: a pawn less
}
