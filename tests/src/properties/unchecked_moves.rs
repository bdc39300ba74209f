//! What must hold even where the rules are broken: memory.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tabiya::{Board, Move, MoveCounter, MoveFilter, MoveList, Square, san};

use super::position_and_rest;
use crate::count::perfts;

/// Moves of any kind are made, legal or not, and the board is asked for everything. It may
/// answer nonsense, and it may panic; what watches over memory, under which this runs, must
/// find nothing.
///
/// # Panics
///
/// Never: it is the sanitizer, or Miri, that ends the program.
pub fn check_unchecked_moves(bytes: &[u8]) {
    let (start, moves) = position_and_rest(bytes);
    let mut board = Board::from(start);
    for pair in moves.chunks_exact(2).take(64) {
        let Some(mv) = Move::from_bits(u16::from_le_bytes([pair[0], pair[1]])) else { continue };
        // A panic may leave the board half made; it is asked all the same.
        let _ = catch_unwind(AssertUnwindSafe(|| board.make_move_unchecked(mv)));
        let _ = catch_unwind(|| ask(&board));
    }
}

/// Generates by stages, and for squares that depend on the board.
fn ask_generator(board: &Board) {
    let generator = board.generator();
    let mut list = MoveList::new();
    generator.noisy_into(&mut list);
    generator.quiets_into(&mut list);
    for filter in [MoveFilter::EVASIONS, MoveFilter::ALL.from_squares(board.checkers())] {
        let _ = generator.count_moves(&filter);
        let ControlFlow::Continue(()) =
            generator.generate_filtered(&filter, &mut MoveCounter::new());
    }
    let legal = list.iter().filter(|&&mv| generator.is_legal(mv) && generator.gives_check(mv));
    let _ = legal.count();
}

fn ask(board: &Board) {
    let moves = board.legal_moves();
    // The record of another move: making one that asserts its legality would leave none.
    let undo = Board::default().make_move_undoable(Move::new(Square::E2, Square::E4));
    let _ = catch_unwind(|| ask_generator(board));
    let _ = catch_unwind(|| {
        let mut copy = *board;
        let Some(undo) = copy.make_null_move() else { return };
        let _ = catch_unwind(|| ask_generator(&copy));
        copy.unmake_null_move(undo);
    });
    let _ = catch_unwind(|| (board.legal_move_count(), board.outcome(), board.is_check()));
    let _ = catch_unwind(|| {
        (board.pseudo_legal_moves(), board.legal_noisy(), board.threats(board.side_to_move()))
    });
    let _ = catch_unwind(|| (board.pack(), board.fen().to_string(), board.computed_key()));
    for perft in perfts() {
        let _ = catch_unwind(|| perft.count(board, 2));
    }
    for &mv in moves.iter().take(8) {
        let _ = catch_unwind(|| board.check_info().gives_check(mv));
        let _ = catch_unwind(|| (board.see(mv), board.gives_check(mv), san::display(board, mv)));
        let _ = catch_unwind(|| {
            let mut copy = *board;
            copy.make_move_unchecked(mv);
            copy.unmake_move(mv, undo);
            ask_generator(&copy);
        });
    }
}
