//! Memory safety on boards on which illegal moves were made.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tabiya::{Board, Move, MoveCounter, MoveFilter, MoveList, PackedPosition, pseudo_legal, san};
use tabiya_suites::suite_counts::available_perfts;

use super::position_and_rest;

/// Makes moves that may be illegal, and calls the board's queries after each.
///
/// The results are unspecified, and queries may panic. This check must run under `AddressSanitizer`
/// or Miri, which report memory safety violations. The check catches all panics from the board.
pub fn check_unchecked_moves(bytes: &[u8]) {
    let (start, moves) = position_and_rest(bytes);
    let mut board = Board::from(start);
    for pair in moves.chunks_exact(2).take(64) {
        let Some(mv) = Move::from_bits(u16::from_le_bytes([pair[0], pair[1]])) else { continue };
        // A panic may leave the board partly updated. The queries run nevertheless.
        let _ = catch_unwind(AssertUnwindSafe(|| board.make_move_unchecked(mv)));
        let _ = catch_unwind(|| run_queries(&board));
    }
}

/// Generates moves by stages, and with filters that depend on the board.
fn run_generator(board: &Board) {
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

/// Calls a board's queries, and makes and unmakes moves.
fn run_queries(board: &Board) {
    let moves = board.legal_moves();
    let _ = catch_unwind(|| run_generator(board));
    let _ = catch_unwind(|| {
        let mut copy = *board;
        let Some(undo) = copy.make_null_move(&mut ()) else { return };
        let _ = catch_unwind(|| run_generator(&copy));
        copy.unmake_null_move(undo, &mut ());
    });
    let _ = catch_unwind(|| (board.legal_move_count(), board.outcome(), board.is_check()));
    let _ = catch_unwind(|| {
        (
            pseudo_legal::moves(board),
            board.generator().moves(&MoveFilter::NOISY),
            board.attack_map(board.side_to_move()),
        )
    });
    let _ = catch_unwind(|| {
        (PackedPosition::from(board), board.fen().to_string(), board.computed_key())
    });
    for perft in available_perfts() {
        let _ = catch_unwind(|| perft.count(board, 2));
    }
    for (&mv, &other) in moves.iter().zip(&Board::default().legal_moves()).take(8) {
        let _ = catch_unwind(|| board.generator().check_info().gives_check(mv));
        let _ = catch_unwind(|| (board.see(mv), board.gives_check(mv), san::display(board, mv)));
        let _ = catch_unwind(|| {
            let mut copy = *board;
            copy.make_move_unchecked(mv);
            // The record is another board's, since `make_move_undoable` asserts legality in debug
            // builds.
            copy.unmake_move(Board::default().make_move_undoable(other, &mut ()), &mut ());
            run_generator(&copy);
        });
    }
}
