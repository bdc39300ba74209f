//! Tests for moves that are tested when made: they equal the legal moves.

use alloc::string::ToString;

use tabiya::{Bitboard, Color, Move, MoveKind, Piece, Position, Square};

use super::super::{Derivation, DerivationError, StepValue};

/// Positions with pins, checks, en passant, promotions and castling.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
    "4k3/8/8/8/1b5r/2N5/3P4/4K3 w - - 0 1",
    "4k3/8/8/8/7b/8/3n4/R3K2r w Q - 0 1",
];

#[test]
fn moves_tested_when_made_are_the_legal_moves() {
    let mut random = fastrand::Rng::with_seed(6);
    let mut illegal = 0;
    for fen in POSITIONS {
        for _ in 0..10 {
            let mut position = Position::from_fen(fen).expect(fen);
            for _ in 0..60 {
                illegal += check_moves(&position);
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                position.make_move(moves[random.usize(..moves.len())]);
            }
        }
    }
    assert!(illegal > 1000, "{illegal} illegal moves");
}

/// Compares the derived moves from all squares with the legal moves. Returns how many pseudo-legal
/// moves are illegal.
fn check_moves(position: &Position) -> usize {
    let mut illegal = 0;
    let legal = position.legal_moves();
    for square in Square::ALL {
        let is_own = position.piece_on(square).map(Piece::color) == Some(position.side_to_move());
        let Ok(derivation) = Derivation::moves(position, square) else {
            assert!(!is_own, "{square} in {}", position.fen());
            continue;
        };
        assert!(is_own, "{square} in {}", position.fen());
        let is_listed = |mv: &&Move| mv.from() == square && mv.kind() != MoveKind::Castling;
        let expected: Bitboard = legal.iter().filter(is_listed).map(|mv| mv.to()).collect();
        assert_eq!(derivation.result, expected, "{square} in {}", position.fen());
        let values = &derivation.steps.last().expect("the last step tests").values;
        for value in values {
            if let StepValue::Move { to, captured, attackers } = *value {
                illegal += usize::from(!attackers.is_empty());
                assert!(attackers.is_subset(position.colors(!position.side_to_move())));
                let is_capture = legal
                    .iter()
                    .find(|mv| mv.from() == square && mv.to() == to)
                    .map(|&mv| position.is_capture(mv));
                assert!(is_capture.is_none_or(|is| is == captured.is_some()), "{square}{to}");
            }
        }
    }
    illegal
}

#[test]
fn opponent_move_is_an_error() {
    for (square, side, text) in [
        (Square::E4, Color::White, "square: no piece to move on e4; expected a white piece"),
        (Square::E7, Color::White, "square: no piece to move on e7; expected a white piece"),
    ] {
        let error = Derivation::moves(&Position::START, square).expect_err("no move");
        assert_eq!(error, DerivationError::NoPiece { square, side });
        assert_eq!(error.to_string(), text);
    }
}
