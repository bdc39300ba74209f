//! Tests for known bugs in other move generators.

use tabiya::{
    Board, EnPassantErrorKind, FenError, History, Move, MoveKind, Outcome, Position, Square, uci,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Tests whether a move is legal, by `is_legal` and by generation, which must agree.
fn is_legal(fen: &str, from: Square, to: Square, kind: MoveKind) -> bool {
    let position = position(fen);
    let mv = Move::with_kind(from, to, kind);
    let is_generated = position.legal_moves().contains(&mv);
    assert_eq!(position.is_legal(mv), is_generated, "{mv:?} in {fen}");
    is_generated
}

#[test]
fn ep_capture_with_discovered_check_is_illegal() {
    let kind = MoveKind::EnPassant;
    // Along the rank, which both pawns leave; and along the captured pawn's diagonal.
    assert!(!is_legal("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", Square::E5, Square::D6, kind));
    assert!(!is_legal("8/8/b7/1Pp5/8/3K4/8/7k w - c6 0 1", Square::B5, Square::C6, kind));
    // The capturing pawn is pinned along the capture's direction, which is legal.
    assert!(is_legal("4k3/8/2b5/3pP3/8/8/8/4K3 w - d6 0 1", Square::E5, Square::D6, kind));
}

#[test]
fn fen_with_impossible_ep_square_is_rejected() {
    let rows = [
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", EnPassantErrorKind::NoPawn),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1", EnPassantErrorKind::WrongRank),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", EnPassantErrorKind::Occupied),
        ("3k4/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", EnPassantErrorKind::OriginOccupied),
    ];
    for (fen, expected) in rows {
        match Position::from_fen(fen) {
            Err(FenError::EnPassant { fault, .. }) => assert_eq!(fault, expected, "{fen}"),
            other => panic!("{fen}: {other:?}"),
        }
    }
}

#[test]
fn threefold_repetition_ignores_ep_square_without_capture() {
    // After a2-a4 no capture on a3 is possible, so the position after the double push recurs.
    let mut board = Board::default();
    let mut keys = vec![board.key()];
    for text in ["a2a4", "g8f6", "g1f3", "f6g8", "f3g1", "g8f6", "g1f3", "f6g8", "f3g1"] {
        board.make_move(uci::parse(&board, text).expect(text));
        keys.push(board.key());
    }
    assert!(History::new(&keys).is_threefold(board.halfmove_clock()), "{keys:x?}");
}

#[test]
fn castling_out_of_through_or_into_check_is_illegal() {
    let kind = MoveKind::Castling;
    let rows = [
        ("k7/8/8/8/8/8/4r3/4K2R w K - 0 1", false), // out of check
        ("k7/8/8/8/8/8/5r2/4K2R w K - 0 1", false), // through check
        ("k7/8/8/8/8/8/6r1/4K2R w K - 0 1", false), // into check
        ("k7/8/8/8/8/8/7r/4K2R w K - 0 1", true),   // the rook alone is attacked
    ];
    for (fen, expected) in rows {
        assert_eq!(is_legal(fen, Square::E1, Square::H1, kind), expected, "{fen}");
    }
    // Queenside castling is legal with b1 attacked, since only the rook crosses b1.
    let fen = "7k/8/8/8/8/8/1r6/R3K3 w Q - 0 1";
    assert!(is_legal(fen, Square::E1, Square::A1, kind));
}

#[test]
fn chess960_castling_to_rook_square_is_made_and_unmade() {
    let before = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let mv = Move::with_kind(Square::F1, Square::G1, MoveKind::Castling);
    assert!(before.is_legal(mv));
    let mut after = before;
    let undo = after.make_move_undoable(mv, &mut ());
    assert_eq!(after.to_string(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    after.unmake_move(undo, &mut ());
    assert_eq!(after, before);
}

#[test]
fn chess960_castling_with_rook_that_blocks_check_is_illegal() {
    let fen = "4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1";
    assert!(!is_legal(fen, Square::E1, Square::B1, MoveKind::Castling));
    let fen = "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1";
    assert!(is_legal(fen, Square::E1, Square::B1, MoveKind::Castling));
}

#[test]
fn checkmate_precedes_seventy_five_move_rule() {
    let checkmate = position("R6k/6pp/8/8/8/8/8/K7 b - - 150 200");
    assert!(matches!(checkmate.outcome(), Some(Outcome::Checkmate { .. })));
    assert!(!checkmate.is_fifty_move_draw());
    let check = position("R6k/6p1/7p/8/8/8/8/K7 b - - 150 200");
    assert_eq!(check.outcome(), Some(Outcome::SeventyFiveMoves));
}

#[test]
fn clocks_stop_at_their_maximum() {
    let mut board = Board::from(position("4k3/8/8/8/8/8/8/4K2R b - - 65535 65535"));
    let before = board;
    let mv = Move::new(Square::E8, Square::D8);
    let undo = board.make_move_undoable(mv, &mut ());
    assert_eq!((board.halfmove_clock(), board.fullmove_number()), (65_535, 65_535));
    board.unmake_move(undo, &mut ());
    assert_eq!(board, before);
    assert!(Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 65536 1").is_err());
    assert!(Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 65536").is_err());
}

// For moves lost between masks, see `legality::stages_of_one_generator_in_any_order_yield_each_move_once`.
