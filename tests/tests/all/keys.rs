//! Keys: kept, foretold and computed anew, they agree; and each ignores what it should.
//! Checkers and pins agree with what they mean, on the same boards.

use std::num::NonZeroU16;

use tabiya::{Bitboard, Board, MoveKind, PieceType, Position, Square};
use tabiya_tests::parallel::for_each_board;

/// The pieces that give check, and those whose removal would let another one do so.
fn checkers_and_pinned(board: &Board) -> (Bitboard, Bitboard) {
    let (us, them) = (board.side_to_move(), board.colors(!board.side_to_move()));
    let checks = |occupied| board.attackers_to(board.king(us), occupied) & them;
    let checkers = checks(board.occupied());
    let shields = |square: &Square| (checks(board.occupied().without(*square)) - checkers).any();
    (checkers, board.colors(us).into_iter().filter(shields).collect())
}

#[test]
fn kept_and_computed_agree_on_a_million_boards() {
    for_each_board(1_000_000, 1, |board| {
        assert_eq!(board.key(), board.computed_key(), "{board:?}");
        let found = (board.checkers(), board.pinned());
        assert_eq!(found, checkers_and_pinned(board), "{board:?}");
        assert_eq!(Board::from(board.position()), *board, "{board:?}");
    });
}

/// Clocks are no part of the key, and of the en passant square only what is legal: a normalized board
/// keeps its key.
#[test]
fn normalized_board_keeps_a_correct_key() {
    for_each_board(100_000, 5, |board| {
        let normalized = board.normalized();
        assert_eq!(normalized.key(), board.key(), "{board:?}");
        assert_eq!(normalized.key(), normalized.computed_key(), "{board:?}");
        assert_eq!(normalized.position(), board.position().normalized(), "{board:?}");
        assert_eq!(normalized, Board::from(normalized.position()), "{board:?}");
        let with_clocks = board.with_clocks(7, NonZeroU16::MAX);
        assert_eq!(with_clocks.key(), with_clocks.computed_key(), "{board:?}");
        assert_eq!(with_clocks.normalized(), normalized, "{board:?}");
    });
}

#[test]
fn the_key_after_a_move_is_foretold() {
    for_each_board(80_000, 2, |board| {
        for mv in board.legal_moves() {
            let after = board.after(mv);
            assert_eq!(board.key_after(mv), after.key(), "{mv} in {board:?}");
            assert_eq!(after.key(), after.computed_key(), "{mv} in {board:?}");
        }
    });
}

#[test]
fn pawns_and_material_have_keys_of_their_own() {
    for_each_board(80_000, 3, |board| {
        for mv in board.legal_moves() {
            let after = board.after(mv);
            let Some(info) = board.move_info(mv) else { panic!("{mv} in {board:?}") };
            let kinds = [Some(info.moved), info.captured];
            let touches_pawns = kinds.contains(&Some(PieceType::Pawn));
            let same_pawns = board.pawn_key() == after.pawn_key();
            assert_eq!(same_pawns, !touches_pawns, "{mv} in {board:?}");
            let is_promotion = info.mv.promotion().is_some();
            let same_material = board.material_key() == after.material_key();
            let is_quiet = info.captured.is_none() && !is_promotion;
            assert_eq!(same_material, is_quiet, "{mv} in {board:?}");
        }
    });
}

#[test]
fn keys_of_nothing_are_zero() {
    let bare = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(bare.pawn_key(), 0);
    let crowded = position("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    assert_eq!(crowded.pawn_key(), Position::START.pawn_key());
    assert_ne!(crowded.material_key(), bare.material_key());
    assert_ne!(crowded.material_key(), Position::START.material_key());
}

/// The book's key and ours differ where a pawn stands beside but no capture is legal, and
/// nowhere else: by one number, that of the file.
#[test]
fn book_keys_count_pawns_that_may_not_take() {
    for_each_board(100_000, 4, |board| {
        assert_eq!(board.polyglot_key(), board.position().polyglot_key(), "{board:?}");
        let takes_en_passant = |mv: &tabiya::Move| mv.kind() == MoveKind::EnPassant;
        let pseudo = board.pseudo_legal_moves().iter().any(takes_en_passant);
        let legal = board.legal_moves().iter().any(takes_en_passant);
        assert_eq!(board.polyglot_key() == board.key(), pseudo == legal, "{board:?}");
    });
    for (fen, differ) in [
        ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", true), // both shields would go
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true), // pinned on the file
        ("k7/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false), // may take
        ("k7/8/8/3p4/8/8/8/4K3 w - d6 0 1", false), // no pawn beside
        ("k7/8/8/3p3P/8/8/8/4K3 w - d6 0 1", false),
        ("4r2k/8/8/3pPp2/8/8/8/4K3 w - f6 0 1", true),
    ] {
        let with_ep = position(fen);
        assert_eq!(with_ep.polyglot_key() != with_ep.computed_key(), differ, "{fen}");
        let without = fen.replace(" d6 ", " - ").replace(" f6 ", " - ");
        let change = with_ep.polyglot_key() ^ position(&without).polyglot_key();
        let beside = fen.contains("pP");
        assert_eq!(change != 0, beside, "{fen}");
        if let (true, Some(square)) = (beside, with_ep.ep_square()) {
            assert_eq!(change, tabiya::tables::keys::en_passant(square.file()), "{fen}");
        }
    }
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
