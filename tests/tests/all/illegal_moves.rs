//! Tests for the reasons why moves are illegal, with a position for each.

use std::collections::HashSet;
use std::mem::{Discriminant, discriminant};

use tabiya::{IllegalMove, Move, MoveKind, Position};

/// A position, an illegal move with its kind, and the error's message.
const ILLEGAL_MOVES: [(&str, &str, MoveKind, &str); 28] = [
    (START, "e4e5", MoveKind::Normal, "no piece on e4"),
    (START, "e7e5", MoveKind::Normal, "the black pawn on e7 is the opponent's"),
    (START, "a1a2", MoveKind::Normal, "the white pawn on a2 occupies the target"),
    (START, "a1a4", MoveKind::Normal, "the white pawn on a2 blocks the white rook on a1"),
    (START, "c1e3", MoveKind::Normal, "the white pawn on d2 blocks the white bishop on c1"),
    (START, "d1d3", MoveKind::Normal, "the white pawn on d2 blocks the white queen on d1"),
    (START, "c1c5", MoveKind::Normal, "the white bishop on c1 cannot move to c5"),
    (START, "e2d3", MoveKind::Normal, "the white pawn on e2 has no piece to capture on d3"),
    (START, "e2e5", MoveKind::Normal, "the white pawn on e2 cannot move to e5"),
    (START, "g1g3", MoveKind::Normal, "the white knight on g1 cannot move to g3"),
    (START, "e2e4", MoveKind::PromoteToQueen, "no pawn promotes on e4"),
    (START, "e2d3", MoveKind::EnPassant, "no pawn can be captured en passant on d3"),
    (START, "e1h1", MoveKind::Castling, "the white bishop on f1 blocks castling"),
    (START, "e1a2", MoveKind::Castling, "no castling right with a rook on a2"),
    (
        "4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1",
        "e1h1",
        MoveKind::Castling,
        "no castling right with a rook on h1",
    ),
    (
        "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
        "e1h1",
        MoveKind::Castling,
        "the king cannot castle while the black rook on e2 gives check",
    ),
    (
        "4k3/8/8/8/8/8/5r2/R3K2R w KQ - 0 1",
        "e1h1",
        MoveKind::Castling,
        "the black rook on f2 attacks f1 on the path of the castling king",
    ),
    (
        "4k3/8/8/8/8/8/8/qR2K3 w B - 0 1",
        "e1b1",
        MoveKind::Castling,
        "castling exposes the king to the black queen on a1",
    ),
    (
        "4k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8",
        MoveKind::Normal,
        "a pawn move to a8 requires a promotion piece",
    ),
    (
        "r3k3/P7/8/8/8/8/8/4K3 w - - 0 1",
        "a7a8",
        MoveKind::PromoteToQueen,
        "the black rook on a8 blocks the white pawn on a7",
    ),
    (
        "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1",
        "e2d3",
        MoveKind::Normal,
        "the white bishop on e2 is pinned by the black rook on e8",
    ),
    (
        "4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1",
        "d1d4",
        MoveKind::Normal,
        "the move does not evade the check by the black rook on e8",
    ),
    (
        "4r1k1/8/8/8/8/3n4/8/3QK3 w - - 0 1",
        "d1d3",
        MoveKind::Normal,
        "only the king can evade the double check by the black knight on d3 and the black rook on e8",
    ),
    (
        "4r1k1/8/8/8/8/8/8/4K3 w - - 0 1",
        "e1e2",
        MoveKind::Normal,
        "the black rook on e8 attacks e2",
    ),
    (
        "8/8/8/K2pP2q/8/8/8/7k w - d6 0 1",
        "e5d6",
        MoveKind::EnPassant,
        "the capture en passant leaves the king in check from the black queen on h5",
    ),
    (
        "7k/8/8/8/8/8/8/K6Q b - - 0 1",
        "h8h1",
        MoveKind::Normal,
        "the black king on h8 cannot move to h1",
    ),
    (START, "a1e8", MoveKind::Normal, "the king on e8 cannot be captured"),
    (
        "3rk3/8/8/8/8/4p3/8/4K3 w - - 0 1",
        "e1d2",
        MoveKind::Normal,
        "the black pawn on e3 attacks d2",
    ),
];

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn why_illegal_returns_reason_with_message() {
    let mut reasons: HashSet<Discriminant<IllegalMove>> = HashSet::new();
    for (fen, text, kind, message) in ILLEGAL_MOVES {
        let position = Position::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        let square = |index: usize| text[index..index + 2].parse().expect("a square");
        let mv = Move::with_kind(square(0), square(2), kind);
        let error = position.why_illegal(mv).expect_err(text);
        assert_eq!(error.to_string(), message, "{text} in {fen}");
        reasons.insert(discriminant(&error));
        assert!({ position }.try_make_move(mv).is_err());
    }
    assert!(reasons.len() >= 18, "only {} reasons", reasons.len());
}
