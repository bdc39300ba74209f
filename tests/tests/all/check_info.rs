//! Tests for check tests that outlive their board.

use tabiya::{Board, CheckInfo, Move};
use tabiya_tests::playouts::playout;

/// Keeps the data from every position in a game, and tests its moves after the game has ended.
#[test]
fn check_info_from_earlier_plies_tests_moves_in_its_position() {
    let mut checks = 0;
    for seed in 0..40 {
        let mut stack: Vec<(Board, CheckInfo)> = Vec::new();
        playout(Board::default(), 200, seed, |board| {
            stack.push((*board, board.generator().check_info()));
        });
        for (board, info) in stack {
            for mv in board.legal_moves() {
                let expected = board.after(mv).is_check();
                assert_eq!(info.gives_check(mv), expected, "{mv:?} in {board:?}");
                if mv.is_normal() {
                    let piece_type = board.piece_type_on(mv.from()).expect("a legal move");
                    let is_direct = info.check_squares(piece_type).contains(mv.to());
                    let may_discover = info.discoverers().contains(mv.from());
                    assert!(!is_direct || expected, "{mv:?} in {board:?}");
                    assert!(!expected || is_direct || may_discover, "{mv:?} in {board:?}");
                }
                checks += u32::from(expected);
            }
        }
    }
    assert!(checks > 1_000, "only {checks} checks");
}

#[test]
fn check_info_lives_longer_than_its_board() {
    let info = {
        let board: Board = "4k3/8/8/8/8/8/4B3/4RK2 w - - 0 1".parse().expect("a valid FEN");
        board.generator().check_info()
    };
    let copies = [info; 2];
    for info in copies {
        assert!(info.gives_check(Move::new(tabiya::Square::E2, tabiya::Square::D3)));
    }
}
