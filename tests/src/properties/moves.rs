//! What must hold of any game, whichever moves are chosen.

use std::collections::BTreeSet;

use tabiya::{Bitboard, Board, Color, Move, MoveFilter, MoveList, PieceType, Position, san};

use super::position::attackers_are_those_of_each_piece;
use super::{is_sound, position_and_rest};

/// The plies of a game that is played.
const PLIES: usize = 300;

/// Along any game, what is kept is what is computed anew; taken back move by move, it is the
/// game it was; and of all values, those that the generator names are legal.
///
/// # Panics
///
/// If anything of that does not hold.
pub fn check_moves(bytes: &[u8]) {
    let (start, choices) = position_and_rest(bytes);
    let mut board = Board::from(start);
    let mut made = Vec::new();
    for &choice in choices.iter().take(PLIES) {
        let moves = board.legal_moves();
        assert_eq!(moves.len(), board.legal_move_count(), "{board:?}");
        let Some(mv) = chosen(&moves, choice) else { break };
        let before = board;
        let undo = board.make_move_undoable(mv);
        assert_eq!(board, before.after(mv), "{mv} in {before:?}");
        assert_eq!(before.key_after(mv), board.key(), "{mv} in {before:?}");
        assert_eq!(board.key(), board.computed_key(), "{mv} in {before:?}");
        assert_eq!(before.gives_check(mv), board.is_check(), "{mv} in {before:?}");
        assert_eq!(before.check_info().gives_check(mv), board.is_check(), "{mv} in {before:?}");
        keys_follow_their_pieces(&before, mv, &board);
        attackers_are_those_of_each_piece(&board.position());
        made.push((before, mv, undo));
    }
    is_sound(&board.position());
    parts_are_the_whole(&board);
    legality_is_membership(&board.position());
    generator_agrees(&board);
    while let Some((before, mv, undo)) = made.pop() {
        board.unmake_move(mv, undo);
        assert_eq!(board, before, "{mv} taken back");
    }
}

/// The keys of pawns and of material change with these and with nothing else.
fn keys_follow_their_pieces(before: &Board, mv: Move, after: &Board) {
    let pawns =
        |board: &Board| Color::ALL.map(|color| board.colored_pieces(color, PieceType::Pawn));
    let is_same = before.pawn_key() == after.pawn_key();
    assert_eq!(is_same, pawns(before) == pawns(after), "{mv} in {before:?}");
    let is_same = before.material_key() == after.material_key();
    assert_eq!(is_same, !before.is_capture(mv) && !mv.is_promotion(), "{mv} in {before:?}");
}

/// The moves that are asked for in parts are the legal moves, and so are the pseudo-legal
/// ones that can be made.
fn parts_are_the_whole(board: &Board) {
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable();
        moves
    };
    let moves = sorted(board.legal_moves().to_vec());
    let parts = board.legal_noisy().into_iter().chain(board.legal_quiets());
    assert_eq!(sorted(parts.collect()), moves, "{board:?}");
    let captures = moves.iter().copied().filter(|&mv| board.is_capture(mv));
    assert_eq!(sorted(board.legal_captures().to_vec()), captures.collect::<Vec<_>>(), "{board:?}");
    let can_be_made = |&mv: &Move| { *board }.try_make_pseudo_legal(mv).is_ok();
    let made = board.pseudo_legal_moves().into_iter().filter(can_be_made);
    assert_eq!(sorted(made.collect()), moves, "{board:?}");
}

/// A generator yields the same moves by every method, in whatever order its methods are called, and
/// its filters select the moves that they describe.
fn generator_agrees(board: &Board) {
    let moves = board.legal_moves();
    let us = board.side_to_move();
    let generator = board.generator();
    // Quiet moves first: they compute the attacked squares without those of captures.
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
    assert_eq!(generator.pinned(), board.pinned(), "{board:?}");

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
        let (mut list, mut vec) = (MoveList::new(), Vec::new());
        generator.moves_into(&filter, &mut list);
        let _ = board.generate_filtered(&filter, &mut vec);
        assert_eq!(list.as_ref(), vec, "{filter:?} in {board:?}");
        assert_eq!(generator.count_moves(&filter), list.len(), "{filter:?} in {board:?}");
        list.sort_unstable();
        expected.sort_unstable();
        assert_eq!(list, expected, "{filter:?} in {board:?}");
    }
}

/// Of all values that a move can have, those are legal that the generator names, and
/// likewise pseudo-legal; of the others, each of a share that the position chooses is
/// illegal for a reason.
fn legality_is_membership(position: &Position) {
    const SHARE: u16 = 31;
    let moves = position.legal_moves();
    let info = position.check_info();
    let generator = position.generator();
    let pseudo: BTreeSet<_> = position.pseudo_legal_moves().into_iter().collect();
    let asked = (position.computed_key() % u64::from(SHARE)) as u16;
    let legal = (0..=u16::MAX).filter_map(Move::from_bits).filter(|&mv| {
        let is_legal = position.is_legal(mv);
        assert_eq!(generator.is_legal(mv), is_legal, "{mv:?} in {position:?}");
        if is_legal || mv.to_bits() % SHARE == asked {
            // Of an illegal move the answers mean nothing; still, there are some.
            let _ = (position.see(mv), position.gives_check(mv), position.move_info(mv));
            let _ = info.gives_check(mv);
            assert!(!san::display(position, mv).is_empty(), "{mv:?} in {position:?}");
            assert_eq!(position.why_illegal(mv).is_ok(), is_legal, "{mv:?} in {position:?}");
            assert_eq!(
                position.is_pseudo_legal(mv),
                pseudo.contains(&mv),
                "{mv:?} in {position:?}"
            );
        }
        is_legal
    });
    let mut legal: Vec<_> = legal.collect();
    let mut named = moves.to_vec();
    legal.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, legal, "{position:?}");
}

/// The positions at both ends of a game.
pub(super) fn ends(bytes: &[u8]) -> [Position; 2] {
    let (start, choices) = position_and_rest(bytes);
    let mut position = start;
    for &choice in choices.iter().take(PLIES) {
        let Some(mv) = chosen(&position.legal_moves(), choice) else { break };
        position.make_move(mv);
    }
    [start, position]
}

/// The move that a byte stands for; `None` if there is none.
fn chosen(moves: &[Move], choice: u8) -> Option<Move> {
    moves.get(usize::from(choice) % moves.len().max(1)).copied()
}
