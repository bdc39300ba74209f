//! One move at a time: is it legal, has what is not a reason, what does it do; and moves by
//! stages.

use std::collections::HashSet;
use std::ops::ControlFlow;

use tabiya::{Board, Move, MoveFilter, MoveList, PieceType};
use tabiya_tests::parallel::for_each_board;
use tabiya_tests::random::SplitMix;

/// Every value that a table can hand back.
fn every_move() -> Vec<Move> {
    (0..=u16::MAX).filter_map(Move::from_bits).collect()
}

#[test]
fn a_value_is_legal_if_the_generator_names_it() {
    let every_move = every_move();
    for_each_board(20_000, 1, |board| {
        let legal: HashSet<_> = board.legal_moves().into_iter().collect();
        let pseudo: HashSet<_> = board.pseudo_legal_moves().into_iter().collect();
        assert!(legal.is_subset(&pseudo), "{board:?}");
        let (mut found, mut found_pseudo) = (0, 0);
        for &mv in &every_move {
            if board.is_legal(mv) {
                assert!(legal.contains(&mv), "{mv:?} in {board:?}");
                found += 1;
            }
            if board.is_pseudo_legal(mv) {
                assert!(pseudo.contains(&mv), "{mv:?} in {board:?}");
                found_pseudo += 1;
            }
        }
        assert_eq!((found, found_pseudo), (legal.len(), pseudo.len()), "{board:?}");
    });
}

#[test]
fn a_reason_is_given_for_what_is_illegal_and_nothing_else() {
    let every_move = every_move();
    for_each_board(400, 2, |board| {
        for &mv in &every_move {
            let reason = board.why_illegal(mv);
            assert_eq!(reason.is_ok(), board.is_legal(mv), "{mv:?} in {board:?}: {reason:?}");
        }
    });
}

#[test]
fn what_a_move_does_shows_on_the_board_after_it() {
    for_each_board(60_000, 3, |board| {
        let info = board.check_info();
        for mv in board.legal_moves() {
            let after = board.after(mv);
            assert_eq!(board.gives_check(mv), after.is_check(), "{mv:?} in {board:?}");
            assert_eq!(info.gives_check(mv), after.is_check(), "{mv:?} in {board:?}");
            let taken = board.occupied().len() - after.occupied().len();
            assert_eq!(board.is_capture(mv), taken == 1, "{mv:?} in {board:?}");
            assert_eq!(board.captured(mv).is_some(), taken == 1, "{mv:?} in {board:?}");
            let quiet = taken == 0 && mv.promotion().is_none();
            assert_eq!(board.is_quiet(mv), quiet, "{mv:?} in {board:?}");
            let info = board.move_info(mv).expect("a piece moves");
            assert_eq!(Some(info.moved), board.moved(mv), "{mv:?} in {board:?}");
            assert_eq!(info.captured, board.captured(mv), "{mv:?} in {board:?}");
            if let Some(captured) = info.captured {
                let them = !board.side_to_move();
                let (before, now) =
                    (board.colored_pieces(them, captured), after.colored_pieces(them, captured));
                assert_eq!(before.len(), now.len() + 1, "{mv:?} in {board:?}");
            }
        }
    });
}

/// Returns the moves that a filter selects, sorted. They are the same by value, for a sink, and for a
/// generator that is kept.
#[track_caller]
fn filtered(board: &Board, filter: &MoveFilter) -> Vec<Move> {
    let mut list = MoveList::new();
    board.moves_into(filter, &mut list);
    let mut passed = MoveList::new();
    let ControlFlow::Continue(()) = board.generate_filtered(filter, &mut passed);
    assert_eq!(passed, list, "{filter:?} in {board:?}");
    let generator = board.generator();
    let mut again = MoveList::new();
    generator.moves_into(filter, &mut again);
    assert_eq!(again, list, "{filter:?} in {board:?}");
    let mut again = MoveList::new();
    let ControlFlow::Continue(()) = generator.generate_filtered(filter, &mut again);
    assert_eq!(again, list, "{filter:?} in {board:?}");
    let counts = [board.count_moves(filter), generator.count_moves(filter)];
    assert_eq!(counts, [list.len(); 2], "{filter:?} in {board:?}");
    let mut moves = list.to_vec();
    moves.sort_unstable();
    moves
}

#[test]
fn stages_are_parts_of_the_whole() {
    for_each_board(30_000, 4, |board| {
        let mut all = board.legal_moves().to_vec();
        all.sort_unstable();
        let those = |keep: &dyn Fn(Move) -> bool| -> Vec<_> {
            all.iter().copied().filter(|&mv| keep(mv)).collect()
        };
        assert_eq!(filtered(board, &MoveFilter::ALL), all, "{board:?}");
        assert_eq!(filtered(board, &MoveFilter::NONE), [], "{board:?}");
        let captures = those(&|mv| board.is_capture(mv));
        assert_eq!(filtered(board, &MoveFilter::CAPTURES), captures, "{board:?}");
        let quiets = those(&|mv| board.is_quiet(mv));
        assert_eq!(filtered(board, &MoveFilter::QUIETS), quiets, "{board:?}");
        let noisy = those(&|mv| !board.is_quiet(mv));
        assert_eq!(filtered(board, &MoveFilter::NOISY), noisy, "{board:?}");
        let promotions = those(&|mv| mv.promotion().is_some());
        assert_eq!(filtered(board, &MoveFilter::PROMOTIONS), promotions, "{board:?}");
        let promotions = those(&|mv| mv.promotion().is_some() && !board.is_capture(mv));
        assert_eq!(filtered(board, &MoveFilter::QUIET_PROMOTIONS), promotions, "{board:?}");
        let evasions = those(&|_| board.is_check());
        assert_eq!(filtered(board, &MoveFilter::EVASIONS), evasions, "{board:?}");
        for piece_type in PieceType::ALL {
            let moves = those(&|mv| board.moved(mv) == Some(piece_type));
            let filter = MoveFilter::ALL.from_squares(board.pieces(piece_type));
            assert_eq!(filtered(board, &filter), moves, "{piece_type} in {board:?}");
        }
        assert_eq!(board.legal_captures().len(), captures.len());
        assert_eq!(board.legal_noisy().len(), noisy.len());
        assert_eq!(board.legal_quiets().len(), quiets.len());
    });
}

/// Masks narrow each kind of move, not only all of them.
#[test]
fn masks_narrow_every_filter() {
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
        let (from, to) = (random.squares(), random.squares());
        for filter in filters {
            let mut expected = filtered(board, &filter);
            expected.retain(|mv| from.contains(mv.from()) && to.contains(mv.to()));
            let narrowed = filter.from_squares(from).to_squares(to);
            assert_eq!(filtered(board, &narrowed), expected, "{board:?} from {from} to {to}");
        }
    });
}

/// One generator serves stage after stage, in any order, and no move is lost or listed twice.
#[test]
fn no_move_is_lost_between_the_stages_of_a_generator() {
    for_each_board(2_000, 5, |board| {
        let mut all = board.legal_moves().to_vec();
        all.sort_unstable();
        let generator = board.generator();
        let knights = board.pieces(PieceType::Knight);
        let (of_knights, others) =
            (MoveFilter::ALL.from_squares(knights), MoveFilter::ALL.from_squares(!knights));
        let partitions = [
            [of_knights, others],
            [others, of_knights],
            [MoveFilter::QUIETS, MoveFilter::NOISY],
            [MoveFilter::NOISY, MoveFilter::QUIETS],
        ];
        for filters in partitions {
            let mut parts = MoveList::new();
            for filter in &filters {
                generator.moves_into(filter, &mut parts);
            }
            parts.sort_unstable();
            assert_eq!(*parts, all, "{filters:?} in {board:?}");
        }
    });
}
