//! Step 4: negamax with alpha-beta.

use tabiya::Frame;
use tabiya::prelude::*;

use super::step3::evaluate;

/// More than any evaluation. The score of a mate is at least this.
pub const MATE: i32 = 30_000;

/// More than any score.
pub const INFINITY: i32 = 2 * MATE;

/// Alpha and beta.
pub type Window = (i32, i32);

/// A score and, if the search found one, the best move.
pub type Best = (i32, Option<Move>);

/// The moves of one ply, in a stack for all plies.
pub type Moves<'a> = Frame<'a, 4096>;

/// Returns the score of a board for the side to move, and the best move.
pub fn search(board: &Board, depth: i32, window: Window, mut moves: Moves<'_>) -> Best {
    board.legal_moves_into(&mut moves);
    if moves.is_empty() {
        return (if board.is_check() { -MATE - depth } else { 0 }, None);
    }
    if depth == 0 {
        return (evaluate(board), None);
    }
    let ((mut alpha, beta), mut best) = (window, None);
    while let Some(mv) = moves.next_move() {
        let after = board.after(mv);
        let (reply, _) = search(&after, depth - 1, (-beta, -alpha), moves.next_ply());
        if -reply > alpha {
            (alpha, best) = (-reply, Some(mv));
        }
        if alpha >= beta {
            break;
        }
    }
    (alpha, best)
}

#[test]
fn mate_in_two_is_found() {
    let board = Board::from_fen("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1").expect("a valid FEN");
    let mut stack = tabiya::MoveStack::new();
    let (score, best) = search(&board, 3, (-INFINITY, INFINITY), stack.frame());
    assert_eq!(score, MATE);
    assert_eq!(best, Some(Move::new(Square::A1, Square::A6)));
}
