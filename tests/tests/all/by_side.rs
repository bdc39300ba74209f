//! Tests that functions generic over the side to move agree with those that branch on it.

use tabiya::{
    Black, Board, Color, Move, MoveFilter, MoveList, Piece, Position, Side, Square, White,
    pseudo_legal,
};
use tabiya_tests::playouts::for_each_board;

const FILTERS: [MoveFilter; 8] = [
    MoveFilter::ALL,
    MoveFilter::NONE,
    MoveFilter::CAPTURES,
    MoveFilter::QUIETS,
    MoveFilter::QUIET_PROMOTIONS,
    MoveFilter::PROMOTIONS,
    MoveFilter::NOISY,
    MoveFilter::EVASIONS,
];

/// Runs the check for the side to move on random boards.
fn for_each_board_by_side(boards: u64, seed: u64, white: fn(&Board), black: fn(&Board)) {
    for_each_board(boards, seed, |board| match board.side_to_move() {
        Color::White => white(board),
        Color::Black => black(board),
    });
}

#[test]
fn generator_as_agrees_with_board() {
    fn check<S: Side>(board: &Board) {
        let generator = board.generator_as::<S>();
        let checks = (generator.checkers(), generator.pinned(), generator.is_check());
        assert_eq!(
            checks,
            (board.checkers(), board.generator().pinned(), board.is_check()),
            "{board:?}"
        );
        let any = board.generator();
        assert_eq!(checks, (any.checkers(), any.pinned(), any.is_check()), "{board:?}");
        assert_eq!(generator.check_mask(), any.check_mask(), "{board:?}");

        let mut legal = board.legal_moves();
        let mut list = MoveList::new();
        generator.legal_moves_into(&mut list);
        assert_eq!((generator.legal_moves(), list), (legal.clone(), legal.clone()), "{board:?}");
        assert_eq!(any.legal_moves(), legal, "{board:?}");
        assert_eq!(generator.legal_move_count(), legal.len(), "{board:?}");
        assert_eq!(any.legal_move_count(), legal.len(), "{board:?}");
        let mut list = MoveList::new();
        assert!(generator.generate_moves(&mut list).is_continue());
        list.sort_unstable();
        legal.sort_unstable();
        assert_eq!(list, legal, "{board:?}");
        for filter in &FILTERS {
            let mut by_type = MoveList::new();
            let mut by_value = MoveList::new();
            generator.moves_into(filter, &mut by_type);
            board.generator().moves_into(filter, &mut by_value);
            assert_eq!(by_type, by_value, "{filter:?} in {board:?}");
            assert_eq!(generator.count_moves(filter), by_value.len(), "{filter:?} in {board:?}");
        }
    }
    for_each_board_by_side(40_000, 1, check::<White>, check::<Black>);
}

/// The check mask contains the targets of legal evasions, except king moves and en passant
/// captures. Without a check it contains all squares.
#[test]
fn check_mask_contains_exactly_evasion_targets() {
    for_each_board(40_000, 2, |board| {
        let generator = board.generator();
        let king = board.king(board.side_to_move());
        let mask = generator.check_mask();
        for mv in pseudo_legal::moves(board) {
            if mv.from() == king || mv.is_en_passant() {
                continue;
            }
            let expected = mask.contains(mv.to()) && !breaks_pin(board, king, mv);
            assert_eq!(board.is_legal(mv), expected, "{mv:?} in {board:?}");
        }
        assert_eq!(mask == tabiya::Bitboard::FULL, !board.is_check(), "{board:?}");
    });
}

/// Tests whether a pinned piece leaves the line on which it is pinned.
fn breaks_pin(board: &Board, king: Square, mv: Move) -> bool {
    board.generator().pinned().contains(mv.from())
        && !tabiya::tables::aligned(king, mv.from(), mv.to())
}

#[test]
fn board_and_generators_agree_whether_any_move_value_is_legal() {
    fn check<S: Side>(board: &Board) {
        let by_type = board.generator_as::<S>();
        let any = board.generator();
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let expected = board.is_legal(mv);
            assert_eq!(by_type.is_legal(mv), expected, "{mv:?} in {board:?}");
            assert_eq!(any.is_legal(mv), expected, "{mv:?} in {board:?}");
        }
    }
    for_each_board_by_side(4_000, 3, check::<White>, check::<Black>);
}

#[test]
fn generators_agree_with_boards_about_every_legal_move() {
    /// An observer that records changes in their order; the flag is `true` for placed pieces.
    #[derive(Debug, Default, PartialEq, Eq)]
    struct ChangeRecorder(Vec<(bool, Piece, Square)>);

    impl tabiya::MakeObserver for ChangeRecorder {
        fn removed(&mut self, piece: Piece, square: Square) {
            self.0.push((false, piece, square));
        }

        fn placed(&mut self, piece: Piece, square: Square) {
            self.0.push((true, piece, square));
        }
    }

    fn check<S: Side>(board: &Board) {
        let generator = board.generator_as::<S>();
        let any = board.generator();
        assert_eq!([generator.has_legal_move(), any.has_legal_move()], [board.has_legal_move(); 2]);
        assert_eq!([generator.null_move(), any.null_move()], [board.null_move(); 2], "{board:?}");
        let info = generator.check_info();
        for mv in generator.legal_moves() {
            let mut by_value = ChangeRecorder::default();
            let mut expected = *board;
            expected.make_move_observed(mv, &mut by_value);
            let made = [generator.make(mv), any.make(mv), any.make_observed(mv, &mut ())];
            assert_eq!(made, [expected; 3], "{mv:?} in {board:?}");
            let mut by_type = ChangeRecorder::default();
            let after = generator.make_observed(mv, &mut by_type);
            assert_eq!((after, by_type), (expected, by_value), "{mv:?} in {board:?}");
            let position = board.position();
            let after = position.generator_as::<S>().make(mv);
            assert_eq!(after, Position::from(expected), "{mv:?} in {board:?}");
            let keys = [generator.key_after(mv), any.key_after(mv)];
            assert_eq!(keys, [expected.key(); 2], "{mv:?} in {board:?}");
            let gains = [generator.see_ge(mv, 0), any.see_ge(mv, 0)];
            assert_eq!(gains, [board.see_ge(mv, 0); 2], "{mv:?} in {board:?}");
            let checks = [generator.gives_check(mv), info.gives_check(mv)];
            assert_eq!(checks, [expected.is_check(); 2], "{mv:?} in {board:?}");
        }
    }
    for_each_board_by_side(40_000, 4, check::<White>, check::<Black>);
}

#[cfg(debug_assertions)]
mod in_debug_builds {
    use super::*;

    #[test]
    #[should_panic(expected = "the side to move of")]
    fn generator_as_wrong_side_panics() {
        let _ = Board::default().generator_as::<Black>();
    }

    #[test]
    #[should_panic(expected = "illegal Move(e2e5 Normal) on")]
    fn making_illegal_move_by_generator_panics() {
        let _ = Board::default().generator_as::<White>().make(Move::new(Square::E2, Square::E5));
    }
}
