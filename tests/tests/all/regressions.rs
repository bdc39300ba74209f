//! Known failures of other move generators, each by its name, so that they never become
//! ours.

use tabiya::{
    Board, EnPassantErrorKind, FenError, History, Move, MoveKind, Outcome, Position, Square, uci,
};

fn position(fen: &str) -> Position {
    Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Whether a move is legal, by the test of one move and by the generator, which must agree.
fn is_legal(fen: &str, from: Square, to: Square, kind: MoveKind) -> bool {
    let position = position(fen);
    let mv = Move::with_kind(from, to, kind);
    let listed = position.legal_moves().contains(&mv);
    assert_eq!(position.is_legal(mv), listed, "{mv:?} in {fen}");
    listed
}

#[test]
fn en_passant_that_uncovers_a_check() {
    let kind = MoveKind::EnPassant;
    // Along the rank, where both pawns leave; and along the captured pawn's diagonal.
    assert!(!is_legal("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", Square::E5, Square::D6, kind));
    assert!(!is_legal("8/8/b7/1Pp5/8/3K4/8/7k w - c6 0 1", Square::B5, Square::C6, kind));
    // The capturing pawn is pinned on the diagonal it captures along, and may.
    assert!(is_legal("4k3/8/2b5/3pP3/8/8/8/4K3 w - d6 0 1", Square::E5, Square::D6, kind));
}

#[test]
fn impossible_en_passant_in_a_fen() {
    let refused = [
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", EnPassantErrorKind::NoPawn),
        ("4k3/8/8/4p3/8/8/8/4K3 w - e3 0 1", EnPassantErrorKind::WrongRank),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6 0 1", EnPassantErrorKind::Occupied),
        ("3k4/4n3/8/4p3/8/8/8/4K3 w - e6 0 1", EnPassantErrorKind::OriginOccupied),
    ];
    for (fen, expected) in refused {
        match Position::from_fen(fen) {
            Err(FenError::EnPassant { fault, .. }) => assert_eq!(fault, expected, "{fen}"),
            other => panic!("{fen}: {other:?}"),
        }
    }
}

#[test]
fn en_passant_in_the_key_does_not_break_repetition() {
    // After a2-a4 nobody can capture on a3: the same position comes back, and counts.
    let mut board = Board::default();
    let mut keys = vec![board.key()];
    for text in ["a2a4", "g8f6", "g1f3", "f6g8", "f3g1", "g8f6", "g1f3", "f6g8", "f3g1"] {
        board.make_move(uci::parse(&board, text).expect(text));
        keys.push(board.key());
    }
    assert!(History::new(&keys).is_threefold(board.halfmove_clock()), "{keys:x?}");
}

#[test]
fn castling_out_of_check_and_through_check() {
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
    // Long castling across an attacked b1 harms the rook alone.
    let fen = "7k/8/8/8/8/8/1r6/R3K3 w Q - 0 1";
    assert!(is_legal(fen, Square::E1, Square::A1, kind));
}

#[test]
fn a_chess960_king_that_lands_on_its_rooks_square() {
    let before = position("4k3/8/8/8/8/8/8/5KR1 w G - 0 1");
    let mv = Move::with_kind(Square::F1, Square::G1, MoveKind::Castling);
    assert!(before.is_legal(mv));
    let mut after = before;
    let undo = after.make_move_undoable(mv);
    assert_eq!(after.to_string(), "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    after.unmake_move(mv, undo);
    assert_eq!(after, before);
}

#[test]
fn a_rook_that_shields_the_king_does_not_castle() {
    let fen = "4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1";
    assert!(!is_legal(fen, Square::E1, Square::B1, MoveKind::Castling));
    let fen = "4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1";
    assert!(is_legal(fen, Square::E1, Square::B1, MoveKind::Castling));
}

#[test]
fn mate_comes_before_the_draw_by_moves() {
    let mated = position("R6k/6pp/8/8/8/8/8/K7 b - - 150 200");
    assert!(matches!(mated.outcome(), Some(Outcome::Checkmate { .. })));
    assert!(!mated.is_fifty_moves() && !mated.is_seventy_five_moves());
    let alive = position("R6k/6p1/7p/8/8/8/8/K7 b - - 150 200");
    assert_eq!(alive.outcome(), Some(Outcome::SeventyFiveMoves));
}

#[test]
fn counters_stop_at_their_limits() {
    let mut board = Board::from(position("4k3/8/8/8/8/8/8/4K2R b - - 65535 65535"));
    let before = board;
    let mv = Move::new(Square::E8, Square::D8);
    let undo = board.make_move_undoable(mv);
    assert_eq!((board.halfmove_clock(), board.fullmove_number()), (65_535, 65_535));
    board.unmake_move(mv, undo);
    assert_eq!(board, before);
    assert!(Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 65536 1").is_err());
    assert!(Position::from_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 65536").is_err());
}

// Moves lost after a mask: `legality::no_move_is_lost_after_a_mask`.
