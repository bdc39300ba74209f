//! Tests for keys on random boards: incremental updates, `key_after`, pawn, material and Polyglot
//! keys. Checkers and pins are tested on the same boards.

use std::num::NonZeroU16;

use tabiya::{
    Bitboard, Board, CorrectionKeys, MoveKind, PieceType, Position, Square, pseudo_legal,
};
use tabiya_tests::playouts::for_each_board;

/// Returns the checkers, and the pinned pieces: those whose removal adds a checker.
fn checkers_and_pinned(board: &Board) -> (Bitboard, Bitboard) {
    let us = board.side_to_move();
    let them = board.colors(!board.side_to_move());
    let checks = |occupied| board.attackers_to(board.king(us), occupied) & them;
    let checkers = checks(board.occupied());
    let is_pinned = |square: &Square| (checks(board.occupied().without(*square)) - checkers).any();
    (checkers, board.colors(us).into_iter().filter(is_pinned).collect())
}

#[test]
fn key_checkers_and_pins_agree_with_computation_from_scratch() {
    for_each_board(1_000_000, 1, |board| {
        assert_eq!(board.key(), board.computed_key(), "{board:?}");
        let found = (board.checkers(), board.generator().pinned());
        assert_eq!(found, checkers_and_pinned(board), "{board:?}");
        assert_eq!(Board::from(board.position()), *board, "{board:?}");
    });
}

/// The key ignores the clocks, and an en passant square without a legal capture.
#[test]
fn normalized_board_key_is_unchanged_and_correct() {
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
fn key_after_equals_next_board_key() {
    for_each_board(80_000, 2, |board| {
        for mv in board.legal_moves() {
            let after = board.after(mv);
            assert_eq!(board.key_after(mv), after.key(), "{mv:?} in {board:?}");
            assert_eq!(after.key(), after.computed_key(), "{mv:?} in {board:?}");
        }
    });
}

#[test]
fn pawn_key_and_material_key_change_with_their_pieces_only() {
    for_each_board(80_000, 3, |board| {
        for mv in board.legal_moves() {
            let after = board.after(mv);
            let info = board.generator().move_info(mv);
            let piece_types = [Some(info.moved), info.captured];
            let changes_pawns = piece_types.contains(&Some(PieceType::Pawn));
            let is_same_pawn_key =
                CorrectionKeys::from(board).pawns == CorrectionKeys::from(&after).pawns;
            assert_eq!(is_same_pawn_key, !changes_pawns, "{mv:?} in {board:?}");
            let is_promotion = info.mv.promotion().is_some();
            let is_same_material_key = board.material_key() == after.material_key();
            let is_quiet = info.captured.is_none() && !is_promotion;
            assert_eq!(is_same_material_key, is_quiet, "{mv:?} in {board:?}");
        }
    });
}

#[test]
fn pawn_key_without_pawns_is_zero_and_ignores_other_pieces() {
    let kings = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(CorrectionKeys::from(&kings).pawns, 0);
    let kings_and_pawns = position("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1");
    assert_eq!(
        CorrectionKeys::from(&kings_and_pawns).pawns,
        CorrectionKeys::from(&Position::START).pawns
    );
    assert_ne!(kings_and_pawns.material_key(), kings.material_key());
    assert_ne!(kings_and_pawns.material_key(), Position::START.material_key());
}

/// The keys differ by the en passant file's key if a capture is pseudo-legal, but not legal.
#[test]
fn polyglot_key_differs_from_key_for_illegal_ep_capture_only() {
    for_each_board(100_000, 4, |board| {
        assert_eq!(board.polyglot_key(), board.position().polyglot_key(), "{board:?}");
        let is_ep_capture = |mv: &tabiya::Move| mv.kind() == MoveKind::EnPassant;
        let is_pseudo_legal = pseudo_legal::moves(board).iter().any(is_ep_capture);
        let is_legal = board.legal_moves().iter().any(is_ep_capture);
        let is_same_key = board.polyglot_key() == board.key();
        assert_eq!(is_same_key, is_pseudo_legal == is_legal, "{board:?}");
    });
    for (fen, differ) in [
        ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", true), // both pawns leave the rank of the king
        ("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1", true), // pinned on the file
        ("k7/8/8/3pP3/8/8/8/4K3 w - d6 0 1", false), // legal
        ("k7/8/8/3p4/8/8/8/4K3 w - d6 0 1", false), // no adjacent pawn
        ("k7/8/8/3p3P/8/8/8/4K3 w - d6 0 1", false),
        ("4r2k/8/8/3pPp2/8/8/8/4K3 w - f6 0 1", true),
    ] {
        let with_ep = position(fen);
        assert_eq!(with_ep.polyglot_key() != with_ep.computed_key(), differ, "{fen}");
        let without = fen.replace(" d6 ", " - ").replace(" f6 ", " - ");
        let change = with_ep.polyglot_key() ^ position(&without).polyglot_key();
        let is_pseudo_legal = fen.contains("pP");
        assert_eq!(change != 0, is_pseudo_legal, "{fen}");
        if let (true, Some(square)) = (is_pseudo_legal, with_ep.ep_square()) {
            assert_eq!(change, tabiya::tables::keys::en_passant(square.file()), "{fen}");
        }
    }
}

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}
