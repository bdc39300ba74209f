//! Properties of games with arbitrary legal moves.

use std::collections::BTreeSet;

use tabiya::{
    Bitboard, Board, Color, CorrectionKeys, Move, MoveFilter, MoveList, PieceType, Position,
    pseudo_legal, san,
};

use super::position::checkers_and_pins_agree_with_attacks;
use super::{assert_position_invariants, position_and_rest};

/// A game's maximum ply count.
const MAX_PLIES: usize = 300;

/// Checks a game's properties:
///
/// - keys, checkers and pins after each move equal those computed from scratch;
/// - unmaking the moves restores each board;
/// - in the last position, all methods that generate moves agree, and exactly the generated moves
///   are legal.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_moves(bytes: &[u8]) {
    let (start, choices) = position_and_rest(bytes);
    let mut board = Board::from(start);
    let mut made = Vec::new();
    for &choice in choices.iter().take(MAX_PLIES) {
        let moves = board.legal_moves();
        assert_eq!(moves.len(), board.legal_move_count(), "{board:?}");
        let Some(mv) = select_move(&moves, choice) else { break };
        let before = board;
        let undo = board.make_move_undoable(mv, &mut ());
        assert_eq!(board, before.after(mv), "{mv:?} in {before:?}");
        assert_eq!(before.key_after(mv), board.key(), "{mv:?} in {before:?}");
        assert_eq!(board.key(), board.computed_key(), "{mv:?} in {before:?}");
        assert_eq!(before.gives_check(mv), board.is_check(), "{mv:?} in {before:?}");
        let info = before.generator().check_info();
        assert_eq!(info.gives_check(mv), board.is_check(), "{mv:?} in {before:?}");
        pawn_and_material_keys_are_consistent(&before, mv, &board);
        checkers_and_pins_agree_with_attacks(&board.position());
        made.push((before, mv, undo));
    }
    assert_position_invariants(&board.position());
    stages_add_up_to_legal_moves(&board);
    exactly_generated_moves_are_legal(&board.position());
    generator_methods_agree(&board);
    while let Some((before, mv, undo)) = made.pop() {
        board.unmake_move(undo, &mut ());
        assert_eq!(board, before, "{mv:?} unmade");
    }
}

/// Checks that a move changes the pawn key only with pawns, and the material key only with material.
fn pawn_and_material_keys_are_consistent(before: &Board, mv: Move, after: &Board) {
    let pawns =
        |board: &Board| Color::ALL.map(|color| board.colored_pieces(color, PieceType::Pawn));
    let is_same = CorrectionKeys::from(before).pawns == CorrectionKeys::from(after).pawns;
    assert_eq!(is_same, pawns(before) == pawns(after), "{mv:?} in {before:?}");
    let is_same = before.material_key() == after.material_key();
    assert_eq!(is_same, !before.is_capture(mv) && !mv.is_promotion(), "{mv:?} in {before:?}");
}

/// Checks that noisy and quiet moves add up to the legal moves, as do pseudo-legal moves that can be made.
fn stages_add_up_to_legal_moves(board: &Board) {
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable();
        moves
    };
    let moves = sorted(board.legal_moves().to_vec());
    let stages = board
        .generator()
        .moves(&MoveFilter::NOISY)
        .into_iter()
        .chain(board.generator().moves(&MoveFilter::QUIETS));
    assert_eq!(sorted(stages.collect()), moves, "{board:?}");
    let captures = moves.iter().copied().filter(|&mv| board.is_capture(mv));
    assert_eq!(
        sorted(board.generator().moves(&MoveFilter::CAPTURES).to_vec()),
        captures.collect::<Vec<_>>(),
        "{board:?}"
    );
    let generator = board.generator();
    let info = generator.check_info();
    let mut quiets = MoveList::new();
    generator.quiets_into(&mut quiets);
    let mut quiet_checks = MoveList::new();
    generator.quiet_checks_into(&info, &mut quiet_checks);
    quiets.retain(|mv| board.after(mv).is_check());
    assert_eq!(quiet_checks, quiets, "{board:?}");
    let can_be_made = |&mv: &Move| pseudo_legal::try_make(&mut { *board }, mv).is_ok();
    let made = pseudo_legal::moves(board).into_iter().filter(can_be_made);
    assert_eq!(sorted(made.collect()), moves, "{board:?}");
}

/// Checks that all generator methods yield the same moves in any call order, and that filters
/// select the moves that they describe.
fn generator_methods_agree(board: &Board) {
    let moves = board.legal_moves();
    let us = board.side_to_move();
    let generator = board.generator();
    // Quiet moves come first, because they compute the attacked squares without those for captures.
    let mut staged = MoveList::new();
    generator.quiets_into(&mut staged);
    generator.noisy_into(&mut staged);
    staged.sort_unstable();
    let mut expected = moves.clone();
    expected.sort_unstable();
    assert_eq!(staged, expected, "{board:?}");
    assert_eq!(generator.legal_moves(), moves, "{board:?}");
    assert_eq!(generator.legal_move_count(), moves.len(), "{board:?}");
    assert_eq!(generator.checkers(), board.checkers(), "{board:?}");

    let king = board.king(us).bitboard();
    let half = Bitboard(0xaa55_aa55_aa55_aa55);
    let is_promotion = |mv: Move| mv.promotion().is_some();
    let filters: [(MoveFilter, &dyn Fn(Move) -> bool); 9] = [
        (MoveFilter::NONE, &|_| false),
        (MoveFilter::CAPTURES, &|mv| board.is_capture(mv)),
        (MoveFilter::QUIETS, &|mv| board.is_quiet(mv)),
        (MoveFilter::PROMOTIONS, &is_promotion),
        (MoveFilter::QUIET_PROMOTIONS, &|mv| is_promotion(mv) && !board.is_capture(mv)),
        (MoveFilter::NOISY, &|mv| !board.is_quiet(mv)),
        (MoveFilter::EVASIONS, &|_| board.is_check()),
        (MoveFilter::CAPTURES.from_squares(!king), &|mv| {
            board.is_capture(mv) && !king.contains(mv.from())
        }),
        (MoveFilter::ALL.from_squares(half).to_squares(!half), &|mv| {
            half.contains(mv.from()) && !half.contains(mv.to())
        }),
    ];
    for (filter, selects) in filters {
        let mut expected: MoveList = moves.iter().copied().filter(|&mv| selects(mv)).collect();
        let mut list = MoveList::new();
        let mut vec = Vec::new();
        generator.moves_into(&filter, &mut list);
        let _ = board.generator().generate_filtered(&filter, &mut vec);
        assert_eq!(generator.count_moves(&filter), list.len(), "{filter:?} in {board:?}");
        list.sort_unstable();
        vec.sort_unstable();
        expected.sort_unstable();
        assert_eq!(list.as_ref(), vec, "{filter:?} in {board:?}");
        assert_eq!(list, expected, "{filter:?} in {board:?}");
    }
}

/// Checks that exactly the generated moves are legal or pseudo-legal, among all [`Move`] values.
///
/// The position's key selects a sample from these values, on which all queries are called.
fn exactly_generated_moves_are_legal(position: &Position) {
    const STRIDE: u16 = 31;
    let moves = position.legal_moves();
    let info = position.generator().check_info();
    let generator = position.generator();
    let pseudo: BTreeSet<_> = pseudo_legal::moves(position).into_iter().collect();
    let remainder = (position.computed_key() % u64::from(STRIDE)) as u16;
    let legal = (0..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| {
        let is_legal = position.is_legal(mv);
        assert_eq!(generator.is_legal(mv), is_legal, "{mv:?} in {position:?}");
        if is_legal || mv.to_bits() % STRIDE == remainder {
            // The results for illegal moves are unspecified, but the queries must return.
            let _ = (position.see(mv), position.gives_check(mv), position.captured_piece(mv));
            let _ = info.gives_check(mv);
            assert!(!san::display(position, mv).is_empty(), "{mv:?} in {position:?}");
            assert_eq!(position.why_illegal(mv).is_ok(), is_legal, "{mv:?} in {position:?}");
            assert_eq!(
                pseudo_legal::is_pseudo_legal(position, mv),
                pseudo.contains(&mv),
                "{mv:?} in {position:?}"
            );
        }
        is_legal
    });
    let mut legal: Vec<_> = legal.collect();
    let mut generated = moves.to_vec();
    legal.sort_unstable();
    generated.sort_unstable();
    assert_eq!(generated, legal, "{position:?}");
}

/// Returns a game's first and last position.
pub fn first_and_last_position(bytes: &[u8]) -> [Position; 2] {
    let (start, choices) = position_and_rest(bytes);
    let mut position = start;
    for &choice in choices.iter().take(MAX_PLIES) {
        let Some(mv) = select_move(&position.legal_moves(), choice) else { break };
        position.make_move(mv);
    }
    [start, position]
}

/// Returns the move that a byte selects, or `None` if there are no moves.
fn select_move(moves: &[Move], choice: u8) -> Option<Move> {
    moves.get(usize::from(choice) % moves.len().max(1)).copied()
}
