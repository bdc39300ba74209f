//! One move at a time: is it legal, has what is not a reason, what does it do; and moves by
//! stages.

use std::collections::HashSet;
use std::ops::ControlFlow;

use tabiya::{Bitboard, Move, MoveList, PieceType};
use tabiya_tests::walk::on_boards;

/// Every value that a table can hand back.
fn every_move() -> Vec<Move> {
    (0..=u16::MAX).filter_map(Move::from_bits).collect()
}

#[test]
fn a_value_is_legal_if_the_generator_names_it() {
    let every_move = every_move();
    on_boards(20_000, 1, |board| {
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
    on_boards(400, 2, |board| {
        for &mv in &every_move {
            let reason = board.why_illegal(mv);
            assert_eq!(reason.is_ok(), board.is_legal(mv), "{mv:?} in {board:?}: {reason:?}");
        }
    });
}

#[test]
fn what_a_move_does_shows_on_the_board_after_it() {
    on_boards(60_000, 3, |board| {
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
            let record = board.record(mv).expect("a piece moves");
            assert_eq!(Some(record.moved), board.moved(mv), "{mv:?} in {board:?}");
            assert_eq!(record.captured, board.captured(mv), "{mv:?} in {board:?}");
            if let Some(captured) = record.captured {
                let them = !board.side_to_move();
                let (before, now) =
                    (board.colored_pieces(them, captured), after.colored_pieces(them, captured));
                assert_eq!(before.len(), now.len() + 1, "{mv:?} in {board:?}");
            }
        }
    });
}

/// The moves that a generator of some of them names, sorted.
fn named(generate: impl FnOnce(&mut MoveList) -> ControlFlow<()>) -> Vec<Move> {
    let mut list = MoveList::new();
    assert!(generate(&mut list).is_continue());
    let mut moves = list.to_vec();
    moves.sort_unstable();
    moves
}

#[test]
fn stages_are_parts_of_the_whole() {
    on_boards(30_000, 4, |board| {
        let mut all = board.legal_moves().to_vec();
        all.sort_unstable();
        let those = |keep: &dyn Fn(Move) -> bool| -> Vec<_> {
            all.iter().copied().filter(|&mv| keep(mv)).collect()
        };
        let captures = those(&|mv| board.is_capture(mv));
        assert_eq!(named(|sink| board.generate_captures(sink)), captures, "{board:?}");
        let quiets = those(&|mv| board.is_quiet(mv));
        assert_eq!(named(|sink| board.generate_quiets(sink)), quiets, "{board:?}");
        let noisy = those(&|mv| !board.is_quiet(mv));
        assert_eq!(named(|sink| board.generate_noisy(sink)), noisy, "{board:?}");
        let promotions = those(&|mv| mv.promotion().is_some() && !board.is_capture(mv));
        assert_eq!(named(|sink| board.generate_quiet_promotions(sink)), promotions, "{board:?}");
        let evasions = those(&|_| board.is_check());
        assert_eq!(named(|sink| board.generate_evasions(sink)), evasions, "{board:?}");
        for piece_type in PieceType::ALL {
            let moves = those(&|mv| board.moved(mv) == Some(piece_type));
            let found = named(|sink| board.generate_moves_of(piece_type, sink));
            assert_eq!(found, moves, "{piece_type} in {board:?}");
        }
        assert_eq!(board.legal_captures().len(), captures.len());
        assert_eq!(board.legal_noisy().len(), noisy.len());
        assert_eq!(board.legal_quiets().len(), quiets.len());
    });
}

/// A mask asked for first takes nothing from what is asked for after it.
#[test]
fn no_move_is_lost_after_a_mask() {
    on_boards(2_000, 5, |board| {
        let knights = board.pieces(PieceType::Knight);
        let mut list = MoveList::new();
        let _ = board.generate_moves_within(knights, Bitboard::FULL, &mut list);
        let _ = board.generate_moves_within(!knights, Bitboard::FULL, &mut list);
        let mut all = board.legal_moves().to_vec();
        let mut parts = list.to_vec();
        all.sort_unstable();
        parts.sort_unstable();
        assert_eq!(parts, all, "{board:?}");
    });
}
