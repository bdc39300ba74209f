//! Tests for single moves on random boards (legality, reasons, captures and checks), and for move
//! filters.

use std::collections::HashSet;
use std::ops::ControlFlow;

use tabiya::{Board, Move, MoveFilter, MoveList, PieceType, pseudo_legal};
use tabiya_suites::random::SplitMix;
use tabiya_tests::playouts::for_each_board;

/// Returns every [`Move`] value, as a hash table may contain it.
fn every_move() -> Vec<Move> {
    (0..=u16::MAX).filter_map(Move::from_bits).collect()
}

#[test]
fn is_legal_and_is_pseudo_legal_accept_exactly_generated_moves() {
    let every_move = every_move();
    for_each_board(20_000, 1, |board| {
        let legal: HashSet<_> = board.legal_moves().into_iter().collect();
        let pseudo: HashSet<_> = pseudo_legal::moves(board).into_iter().collect();
        assert!(legal.is_subset(&pseudo), "{board:?}");
        let mut legal_count = 0;
        let mut pseudo_count = 0;
        for &mv in &every_move {
            if board.is_legal(mv) {
                assert!(legal.contains(&mv), "{mv:?} in {board:?}");
                legal_count += 1;
            }
            if pseudo_legal::is_pseudo_legal(board, mv) {
                assert!(pseudo.contains(&mv), "{mv:?} in {board:?}");
                pseudo_count += 1;
            }
        }
        assert_eq!((legal_count, pseudo_count), (legal.len(), pseudo.len()), "{board:?}");
    });
}

#[test]
fn why_illegal_returns_reason_for_illegal_moves_only() {
    let every_move = every_move();
    for_each_board(400, 2, |board| {
        for &mv in &every_move {
            let reason = board.why_illegal(mv);
            assert_eq!(reason.is_ok(), board.is_legal(mv), "{mv:?} in {board:?}: {reason:?}");
        }
    });
}

#[test]
fn move_queries_agree_with_board_after_move() {
    for_each_board(60_000, 3, |board| {
        let info = board.generator().check_info();
        for mv in board.legal_moves() {
            let after = board.after(mv);
            assert_eq!(board.gives_check(mv), after.is_check(), "{mv:?} in {board:?}");
            assert_eq!(info.gives_check(mv), after.is_check(), "{mv:?} in {board:?}");
            let captured = board.occupied().len() - after.occupied().len();
            assert_eq!(board.is_capture(mv), captured == 1, "{mv:?} in {board:?}");
            assert_eq!(board.captured_piece(mv).is_some(), captured == 1, "{mv:?} in {board:?}");
            let is_quiet = captured == 0 && mv.promotion().is_none();
            assert_eq!(board.is_quiet(mv), is_quiet, "{mv:?} in {board:?}");
            let info = board.generator().move_info(mv);
            assert_eq!(Some(info.moved), board.piece_type_on(mv.from()), "{mv:?} in {board:?}");
            assert_eq!(info.captured, board.captured_piece(mv), "{mv:?} in {board:?}");
            if let Some(captured) = info.captured {
                let them = !board.side_to_move();
                let count = |board: &Board| board.colored_pieces(them, captured).len();
                assert_eq!(count(board), count(&after) + 1, "{mv:?} in {board:?}");
            }
        }
    });
}

/// Returns the sorted moves that a filter selects. Checks that a board and a generator yield the same moves
/// to a list and to a sink.
#[track_caller]
fn filtered(board: &Board, filter: &MoveFilter) -> Vec<Move> {
    let mut list = MoveList::new();
    board.generator().moves_into(filter, &mut list);
    let [mut by_sink, mut by_generator_sink] = [const { MoveList::new() }; 2];
    let ControlFlow::Continue(()) = board.generator().generate_filtered(filter, &mut by_sink);
    let generator = board.generator();
    let ControlFlow::Continue(()) = generator.generate_filtered(filter, &mut by_generator_sink);
    assert_eq!(by_sink, by_generator_sink, "{filter:?} in {board:?}");
    let mut by_generator = MoveList::new();
    generator.moves_into(filter, &mut by_generator);
    assert_eq!(by_generator, list, "{filter:?} in {board:?}");
    let counts = [board.generator().count_moves(filter), generator.count_moves(filter)];
    assert_eq!(counts, [list.len(); 2], "{filter:?} in {board:?}");
    let mut moves = list.to_vec();
    moves.sort_unstable();
    by_sink.sort_unstable();
    assert_eq!(*by_sink, moves, "{filter:?} in {board:?}");
    moves
}

#[test]
fn filters_select_legal_moves_by_predicate() {
    for_each_board(30_000, 4, |board| {
        let mut all = board.legal_moves().to_vec();
        all.sort_unstable();
        let select = |predicate: &dyn Fn(Move) -> bool| -> Vec<_> {
            all.iter().copied().filter(|&mv| predicate(mv)).collect()
        };
        assert_eq!(filtered(board, &MoveFilter::ALL), all, "{board:?}");
        assert_eq!(filtered(board, &MoveFilter::NONE), [], "{board:?}");
        let captures = select(&|mv| board.is_capture(mv));
        assert_eq!(filtered(board, &MoveFilter::CAPTURES), captures, "{board:?}");
        let quiets = select(&|mv| board.is_quiet(mv));
        assert_eq!(filtered(board, &MoveFilter::QUIETS), quiets, "{board:?}");
        let noisy = select(&|mv| !board.is_quiet(mv));
        assert_eq!(filtered(board, &MoveFilter::NOISY), noisy, "{board:?}");
        let promotions = select(&|mv| mv.promotion().is_some());
        assert_eq!(filtered(board, &MoveFilter::PROMOTIONS), promotions, "{board:?}");
        let promotions = select(&|mv| mv.promotion().is_some() && !board.is_capture(mv));
        assert_eq!(filtered(board, &MoveFilter::QUIET_PROMOTIONS), promotions, "{board:?}");
        let evasions = select(&|_| board.is_check());
        assert_eq!(filtered(board, &MoveFilter::EVASIONS), evasions, "{board:?}");
        for piece_type in PieceType::ALL {
            let moves = select(&|mv| board.piece_type_on(mv.from()) == Some(piece_type));
            let filter = MoveFilter::ALL.from_squares(board.pieces(piece_type));
            assert_eq!(filtered(board, &filter), moves, "{piece_type} in {board:?}");
        }
        assert_eq!(board.generator().moves(&MoveFilter::CAPTURES).len(), captures.len());
        assert_eq!(board.generator().moves(&MoveFilter::NOISY).len(), noisy.len());
        assert_eq!(board.generator().moves(&MoveFilter::QUIETS).len(), quiets.len());
    });
}

#[test]
fn square_masks_restrict_every_filter() {
    let filters = [
        MoveFilter::CAPTURES,
        MoveFilter::QUIETS,
        MoveFilter::QUIET_PROMOTIONS,
        MoveFilter::PROMOTIONS,
        MoveFilter::NOISY,
        MoveFilter::EVASIONS,
    ];
    for_each_board(10_000, 6, |board| {
        let mut random = SplitMix(board.key());
        let from = random.squares();
        let to = random.squares();
        for filter in filters {
            let mut expected = filtered(board, &filter);
            expected.retain(|mv| from.contains(mv.from()) && to.contains(mv.to()));
            let masked = filter.from_squares(from).to_squares(to);
            assert_eq!(filtered(board, &masked), expected, "{board:?} from {from} to {to}");
        }
    });
}

#[test]
fn stages_of_one_generator_in_any_order_yield_each_move_once() {
    for_each_board(2_000, 5, |board| {
        let mut all = board.legal_moves().to_vec();
        all.sort_unstable();
        let generator = board.generator();
        let knights = board.pieces(PieceType::Knight);
        let knight_moves = MoveFilter::ALL.from_squares(knights);
        let other_moves = MoveFilter::ALL.from_squares(!knights);
        let partitions = [
            [knight_moves, other_moves],
            [other_moves, knight_moves],
            [MoveFilter::QUIETS, MoveFilter::NOISY],
            [MoveFilter::NOISY, MoveFilter::QUIETS],
        ];
        for filters in partitions {
            let mut moves = MoveList::new();
            for filter in &filters {
                generator.moves_into(filter, &mut moves);
            }
            moves.sort_unstable();
            assert_eq!(*moves, all, "{filters:?} in {board:?}");
        }
    });
}
