//! Tests for the rules of chess, with a position for each case.

use tabiya::uci::UciMove;
use tabiya::{Board, FenOptions, Move, MoveKind, Position, Square, pseudo_legal};

fn read(fen: &str) -> Position {
    FenOptions::new()
        .allow_impossible_checks(true)
        .read(fen.as_bytes())
        .unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Compares the legal move count, and checks that `moves` are legal or, after a `!`, illegal.
///
/// Castling is the king capturing its rook.
#[track_caller]
fn check(fen: &str, count: usize, moves: &str) {
    let legal: Vec<_> =
        read(fen).legal_moves().iter().map(|&mv| UciMove::from(mv).to_string()).collect();
    assert_eq!(legal.len(), count, "{fen}: found {legal:?}");
    for text in moves.split_whitespace() {
        let (mv, expected) = match text.strip_prefix('!') {
            Some(mv) => (mv, false),
            None => (text, true),
        };
        let is_legal = legal.iter().any(|legal| legal == mv);
        assert_eq!(is_legal, expected, "{mv} in {fen}: found {legal:?}");
    }
}

/// Makes legal moves in sequence, and compares the FEN with the en passant square after any double
/// push.
#[track_caller]
fn check_made(fen: &str, moves: &str, expected: &str) {
    let mut board = Board::from(read(fen));
    for text in moves.split_whitespace() {
        let mv =
            board.legal_moves().iter().copied().find(|&mv| UciMove::from(mv).to_string() == text);
        board.make_move(mv.unwrap_or_else(|| panic!("{text} is not legal in {board}")));
    }
    let found = board.fen().en_passant(tabiya::EnPassantStyle::Always).to_string();
    assert_eq!(found, expected, "{moves} in {fen}");
    assert_eq!(board.key(), board.computed_key(), "{moves} in {fen}");
}

#[test]
fn ep_capture_that_leaves_king_in_check_is_illegal() {
    // Both pawns leave the rank.
    check("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", 6, "!e5d6 e5e6");
    check("8/8/8/8/k2Pp2Q/8/8/7K b - d3 0 1", 6, "!e4d3 e4e3");
    // The capturing pawn is pinned along a diagonal, along the file, along the capture's direction.
    check("4k3/b7/8/2Pp4/8/8/8/6K1 w - d6 0 2", 5, "!c5d6 !c5c6");
    check("k3r3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", 6, "!e5d6 e5e6");
    check("4k3/2b5/8/3pP3/8/6K1/8/8 w - d6 0 1", 9, "e5d6 !e5e6");
    // The captured pawn blocks a check.
    check("4k3/7b/8/4Pp2/8/3K4/8/8 w - f6 0 1", 8, "!e5f6 e5e6");
    check("6bk/8/8/3pP3/8/1K6/8/8 w - d6 0 1", 8, "!e5d6 e5e6");
}

#[test]
fn ep_capture_in_check_is_legal_if_it_evades() {
    // It captures the checking pawn.
    check("8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", 9, "e4d3 !e4e3");
    // It blocks the checker, in a composed position.
    check("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", 6, "e4d3 !e4e3");
    // It does not evade the discovered check.
    check("8/8/8/8/3Pp3/8/k6R/4K3 b - d3 0 1", 4, "!e4d3 !e4e3");
}

#[test]
fn king_move_to_attacked_square_is_illegal() {
    check("4k3/8/8/8/r3K3/8/8/8 w - - 0 1", 6, "!e4d4 !e4f4 e4f3");
    check("k7/8/8/8/8/2b5/8/4K3 w - - 0 1", 4, "!e1d2 e1f2 e1d1 e1f1");
    check("k7/6b1/8/8/3K4/8/8/8 w - - 0 1", 6, "!d4c3 !d4e5");
    // The king cannot capture a protected piece.
    check("4k3/8/8/8/8/2b5/3r4/4K3 w - - 0 1", 1, "!e1d2 e1f1");
    check("4k3/8/8/8/8/8/3r4/4K3 w - - 0 1", 2, "e1d2 e1f1");
}

#[test]
fn double_check_allows_king_moves_only() {
    check("k3r3/8/8/8/8/5n2/3P2P1/4K2R w K - 0 1", 3, "e1d1 e1f1 e1f2 !g2f3 !e1h1");
    check("4k3/8/8/8/8/5n2/3P2P1/4K2R w K - 0 1", 5, "e1d1 e1f2 g2f3 e1f1 !d2d4 e1e2");
}

#[test]
fn castling_requires_rights_empty_squares_and_safe_king_path() {
    check("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 26, "e1h1 e1a1");
    // Through check, into check, out of check.
    check("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", 23, "!e1h1 e1a1");
    check("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 23, "e1h1 !e1a1");
    check("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", 25, "!e1h1 e1a1");
    check("2r1k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", 25, "e1h1 !e1a1");
    check("4k3/4r3/8/8/8/8/8/R3K2R w KQ - 0 1", 4, "!e1h1 !e1a1");
    check("4k3/8/8/8/8/8/6p1/R3K2R w KQ - 0 1", 24, "!e1h1 e1a1");
    // b1 and the rooks may be attacked.
    check("1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 16, "e1a1");
    check("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", 26, "e1a1 e1h1");
    // b1 must be empty.
    check("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1", 15, "!e1a1");
    check("4k3/8/8/8/8/8/8/R3K1NR w K - 0 1", 25, "!e1h1");
    // The rook is on its square, but the right is lost.
    check("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", 25, "e1h1 !e1a1");
}

#[test]
fn castling_in_chess960_is_generated_and_made() {
    // The rook blocks a check to the king's target.
    check("4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1", 8, "!e1b1");
    check("4k3/8/8/8/8/8/8/1R2K3 w Q - 0 1", 16, "e1b1");
    // The king moves to the rook's square; only the rook moves; only the king moves.
    check("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", 13, "f1g1");
    check("4k3/8/8/8/8/8/8/6KR w K - 0 1", 12, "g1h1");
    check("4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", 15, "e1d1");
    check_made("4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check_made("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check_made("4k3/8/8/8/8/8/8/3RK3 w Q - 0 1", "e1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    check_made("3rk3/8/8/8/8/8/8/4K3 b q - 0 1", "e8d8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2");
    // King and rook move across several files.
    check_made("4k3/8/8/8/8/8/8/1K1R4 w K - 0 1", "b1d1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1");
    check_made("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1");
    // The king's or the rook's target is occupied.
    check("4k3/8/8/8/8/8/8/RK1N4 w Q - 0 1", 15, "!b1a1");
    check("4k3/8/8/8/8/8/8/RKN5 w Q - 0 1", 14, "!b1a1");
}

#[test]
fn promotions_to_four_piece_types_are_generated_and_made() {
    check("8/P6k/8/8/8/8/8/K7 w - - 0 1", 7, "a7a8q a7a8r a7a8b a7a8n !a7a8");
    check("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", 11, "a7b8q a7b8r a7b8b a7b8n a7a8n");
    check("k7/8/8/8/8/8/p7/1N5K b - - 0 1", 11, "a2b1q a2b1r a2b1b a2b1n a2a1q");
    // The pawn before promotion gives check, and the bishop that could capture it is pinned.
    check("k7/8/8/8/8/8/1p6/K1B4r w - - 0 1", 3, "a1a2 a1b1 a1b2");
    check_made("1n5k/P7/8/8/8/8/8/K7 w - - 9 1", "a7b8n", "1N5k/8/8/8/8/8/8/K7 b - - 0 1");
}

#[test]
fn positions_with_most_and_without_legal_moves_are_counted() {
    check("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", 218, "");
    let ends = [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", true),
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", true),
        ("6rk/5Npp/8/8/8/8/8/6K1 b - - 0 1", true),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", false),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", false),
        ("5bnr/4p1pq/4Qpkr/7p/7P/4P3/PPPP1PP1/RNB1KBNR b KQ - 2 10", false),
    ];
    for (fen, is_check) in ends {
        check(fen, 0, "");
        assert_eq!(read(fen).is_check(), is_check, "{fen}");
    }
}

#[test]
fn castling_rights_are_lost_when_king_or_rook_moves_or_rook_is_captured() {
    const FEN: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    check_made(FEN, "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 1");
    check_made(FEN, "h1h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1");
    check_made(FEN, "a1b1", "r3k2r/8/8/8/8/8/8/1R2K2R b Kkq - 1 1");
    check_made(FEN, "h1g1", "r3k2r/8/8/8/8/8/8/R3K1R1 b Qkq - 1 1");
    check_made(FEN, "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 1 1");
    check_made(FEN, "e1h1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1");
    check_made(FEN, "e1h1 e8a8", "2kr3r/8/8/8/8/8/8/R4RK1 w - - 2 2");
    check_made(FEN, "e1e2 e8e7 e2e1 e7e8", "r3k2r/8/8/8/8/8/8/R3K2R w - - 4 3");
    check_made(FEN, "h1g1 a8b8 g1h1 b8a8", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 4 3");
    // A promotion captures the rook.
    check_made("r3k3/1P6/8/8/8/8/8/4K3 w q - 3 1", "b7a8q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    // A wing's outer rook moves, and the inner rook keeps its right.
    check_made("4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "h1h2", "4k3/8/8/8/8/8/7R/4KR2 b K - 1 1");
}

#[test]
fn double_push_sets_ep_square_until_next_move() {
    const FEN: &str = "4k3/3p4/8/4P3/8/8/8/4K3 b - - 5 7";
    check_made(FEN, "d7d5", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 8");
    check_made(FEN, "d7d5 e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 8");
    check_made(FEN, "d7d5 e1e2", "4k3/8/8/3pP3/8/8/4K3/8 b - - 1 8");
    check_made(FEN, "d7d6 e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 8");
    // The square is set even without a possible capture.
    check_made("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a4", "4k3/8/8/8/P7/8/8/4K3 b - a3 0 1");
}

#[test]
fn clocks_count_reset_and_stop_at_their_maximum() {
    check_made("4k3/8/8/8/8/8/8/4K3 w - - 7 9", "e1e2 e8e7", "8/4k3/8/8/8/8/4K3/8 w - - 9 10");
    check_made("4k3/8/8/8/8/4p3/8/4KR2 w - - 7 9", "f1f3 e8e7 f3e3", {
        "8/4k3/8/8/8/4R3/8/4K3 b - - 0 10"
    });
    check_made(
        "4k3/8/8/8/8/8/8/4K3 w - - 65534 65534",
        "e1e2 e8e7 e2e1 e7e8 e1e2",
        "4k3/8/8/8/8/8/4K3/8 b - - 65535 65535",
    );
    check_made("4k3/8/8/8/8/8/P7/4K3 w - - 65535 9", "a2a3", "4k3/8/8/8/8/P7/8/4K3 b - - 0 9");
}

/// The test visits every [`Move`] value.
#[test]
fn legality_queries_and_try_make_move_accept_exactly_generated_moves() {
    let fens = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "4k3/8/8/8/8/8/8/qR2K3 w Q - 0 1",
        "4k3/8/8/8/8/8/8/5KR1 w K - 0 1",
    ];
    for fen in fens {
        let position = read(fen);
        let legal = position.legal_moves();
        let pseudo_legal = pseudo_legal::moves(&position);
        for mv in (0..=u16::MAX).filter_map(Move::from_bits) {
            let expected = pseudo_legal.contains(&mv);
            assert_eq!(pseudo_legal::is_pseudo_legal(&position, mv), expected, "{mv:?} in {fen}");
            let expected = legal.contains(&mv);
            assert_eq!(position.is_legal(mv), expected, "{mv:?} in {fen}");
            let mut board = Board::from(position);
            assert_eq!(board.try_make_move(mv).is_ok(), expected, "{mv:?} in {fen}");
            assert_eq!(board.position() == position, !expected, "{mv:?} in {fen}");
        }
    }
}

#[test]
fn try_make_move_makes_legal_move_and_rejects_illegal_move() {
    let legal = Move::new(Square::E2, Square::E4);
    let illegal = Move::new(Square::E2, Square::E5);
    let mut position = Position::START;
    let mut board = Board::default();
    assert!(position.try_make_move(illegal).is_err() && board.try_make_move(illegal).is_err());
    assert_eq!((position, board), (Position::START, Board::default()));
    assert_eq!((position.try_make_move(legal), board.try_make_move(legal)), (Ok(()), Ok(())));
    assert_eq!(position, board.position());
    assert_eq!(board, Board::default().after(legal));
    assert_eq!(position, Position::START.after(legal));
}

#[test]
fn normalized_removes_clocks_and_unusable_ep_square() {
    for (fen, expected) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 7 9", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"),
        ("4k3/8/8/3p1P2/8/8/8/4K3 w - d6 0 9", "4k3/8/8/3p1P2/8/8/8/4K3 w - - 0 1"),
        ("8/8/8/K2pP2q/8/8/8/7k w - d6 0 1", "8/8/8/K2pP2q/8/8/8/7k w - - 0 1"),
    ] {
        let position = read(fen);
        let expected = read(expected);
        assert_eq!(position.normalized(), expected, "{fen}");
        assert!(position.same_position(&expected), "{fen}");
        assert_eq!(position.normalized().ep_square(), expected.ep_square(), "{fen}");
    }
}

#[test]
fn move_info_returns_moved_and_captured_piece() {
    use tabiya::PieceType::{King, Knight, Pawn, Rook};
    let rows = [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", MoveKind::EnPassant, Pawn, Some(Pawn)),
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", MoveKind::Castling, King, None),
        ("1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8r", MoveKind::PromoteToRook, Pawn, Some(Knight)),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", MoveKind::Normal, Rook, Some(Rook)),
    ];
    for (fen, text, kind, moved, captured) in rows {
        let position = read(fen);
        let moves = position.legal_moves();
        let mv =
            moves.iter().copied().find(|&mv| UciMove::from(mv).to_string() == text).expect(fen);
        assert_eq!(mv.kind(), kind, "{text} in {fen}");
        let info = position.generator().move_info(mv);
        assert_eq!((info.moved, info.captured), (moved, captured), "{text} in {fen}");
    }
}
