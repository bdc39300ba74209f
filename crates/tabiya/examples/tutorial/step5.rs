//! Step 5: quiescence search and move ordering.

use std::cmp::Reverse;

use tabiya::prelude::*;
use tabiya::{MoveFilter, MoveList};

use super::step3::evaluate;
use super::step4::{MATE, Moves, Window};

/// Sorts a given move first, then the captures by the captured piece, the most valuable first.
pub fn order(board: &Board, first: Option<Move>, moves: &mut [Move]) {
    moves.sort_by_key(|&mv| Reverse((Some(mv) == first, board.captured_piece(mv))));
}

/// Returns the score after captures and promotions that lose no material; in check, after all
/// moves.
pub fn quiesce(board: &Board, window: Window, mut moves: Moves<'_>) -> i32 {
    let (mut alpha, beta) = window;
    let generator = board.generator();
    let mut filter = MoveFilter::ALL;
    if !generator.is_check() {
        alpha = alpha.max(evaluate(board)); // stand pat
        filter = MoveFilter::NOISY;
    }
    if alpha >= beta || moves.remaining() < MoveList::CAPACITY {
        return alpha;
    }
    generator.moves_into(&filter, &mut moves);
    if generator.is_check() && moves.is_empty() {
        return -MATE;
    }
    order(board, None, &mut moves);
    while let Some(mv) = moves.next_move() {
        if generator.is_check() || board.see_ge(mv, 0) {
            alpha = alpha.max(-quiesce(&board.after(mv), (-beta, -alpha), moves.next_ply()));
        }
        if alpha >= beta {
            break;
        }
    }
    alpha
}

#[test]
fn quiescence_declines_defended_pawn() {
    use super::step4::{INFINITY, search};

    let board = Board::from_fen("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1").expect("a valid FEN");
    let mut stack = tabiya::MoveStack::new();
    let window = (-INFINITY, INFINITY);
    let (_, greedy) = search(&board, 1, window, stack.frame());
    assert_eq!(greedy, Some(Move::new(Square::D1, Square::D5)));
    assert_eq!(quiesce(&board, window, stack.frame()), evaluate(&board));
    let after = board.after(greedy.expect("the queen captures the pawn"));
    assert!(-quiesce(&after, window, stack.frame()) < evaluate(&board) - 700);
}

#[test]
fn quiescence_wins_undefended_pawn_and_sees_mate() {
    let window = (-2 * MATE, 2 * MATE);
    let mut stack = tabiya::MoveStack::new();
    let board = Board::from_fen("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1").expect("a valid FEN");
    assert!(quiesce(&board, window, stack.frame()) > evaluate(&board) + 100);
    // The rook captures on the back rank and mates.
    let board = Board::from_fen("3r2k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1").expect("a valid FEN");
    assert_eq!(quiesce(&board, window, stack.frame()), MATE);
}
