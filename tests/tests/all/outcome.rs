//! Tests for outcomes, insufficient material and attack maps, on selected positions and on random
//! boards.

use std::sync::atomic::{AtomicU32, Ordering};

use tabiya::tables::king_attacks;
use tabiya::{Bitboard, Board, Color, MoveKind, Outcome, Piece, PieceType, Position, Square, uci};
use tabiya_suites::data;
use tabiya_suites::suite::read_text;
use tabiya_tests::playouts::for_each_board;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Compares the outcome as text, or `-` if the game is not over.
#[track_caller]
fn check_outcome(fen: &str, expected: &str) {
    let text = position(fen).outcome().map_or("-".to_owned(), |outcome| outcome.to_string());
    assert_eq!(text, expected, "{fen}");
}

#[test]
fn selected_position_outcomes_follow_rules() {
    check_outcome("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "-");
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    check_outcome(mate, "Black wins by checkmate");
    check_outcome("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "White wins by checkmate");
    check_outcome("k7/8/1Q6/8/8/8/8/7K b - - 0 1", "draw by stalemate");
    check_outcome("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "draw by insufficient material");
    check_outcome("4k3/8/8/8/8/8/8/R3K3 w - - 149 99", "-");
    check_outcome("4k3/8/8/8/8/8/8/R3K3 w - - 150 99", "draw by the seventy-five-move rule");
    // Stalemate precedes insufficient material.
    check_outcome("k7/8/K7/8/8/6B1/8/8 b - - 0 1", "draw by stalemate");
    // Insufficient material precedes the seventy-five-move rule.
    check_outcome("4k3/8/8/8/8/8/8/4KB2 w - - 150 99", "draw by insufficient material");
}

#[test]
fn checkmate_precedes_move_count_rules() {
    for clock in [98, 99, 100, 148, 149, 150, 65_534, 65_535] {
        let mut board = Board::from(position(&format!("4k3/8/4K3/8/8/8/8/R7 w - - {clock} 40000")));
        let mv = uci::parse(&board, "a1a8").unwrap_or_else(|error| panic!("{board}: {error}"));
        board.make_move(mv);
        let mate = Outcome::Checkmate { winner: Color::White };
        assert_eq!(board.outcome(), Some(mate), "{board}");
        assert!(board.is_checkmate() && !board.has_legal_move(), "{board}");
        assert!(!board.is_fifty_move_draw(), "{board}");
    }
}

#[test]
fn stalemate_precedes_move_count_rules() {
    for clock in [99, 100, 149, 150, 65_535] {
        let stalemate = position(&format!("k7/8/1Q6/8/8/8/8/7K b - - {clock} 40000"));
        assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate), "{stalemate}");
        assert!(!stalemate.has_legal_move(), "{stalemate}");
        // A search needs the position's score, which is a draw by either rule.
        assert_eq!(stalemate.is_fifty_move_draw(), clock >= 100, "{stalemate}");
    }
}

#[test]
fn move_count_rules_apply_from_100_and_150_plies() {
    let rows = [
        (0, false, false),
        (99, false, false),
        (100, true, false),
        (149, true, false),
        (150, true, true),
        (65_534, true, true),
        (65_535, true, true),
    ];
    for (clock, fifty, seventy_five) in rows {
        let position = position(&format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 65535"));
        assert_eq!(position.is_fifty_move_draw(), fifty, "{position}");
        let expected = seventy_five.then_some(Outcome::SeventyFiveMoves);
        assert_eq!(position.outcome(), expected, "{position}");
    }
    // The clock stays at its maximum until a pawn move resets it.
    let mut board = Board::from(position("4k3/8/8/8/8/8/P7/R3K3 w - - 65535 65535"));
    for (text, clock, is_over) in
        [("a1b1", 65_535, true), ("e8e7", 65_535, true), ("a2a3", 0, false)]
    {
        let mv = uci::parse(&board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        board.make_move(mv);
        assert_eq!(board.halfmove_clock(), clock, "{text}");
        assert_eq!(board.outcome().is_some(), is_over, "{text}");
    }
}

/// In check, the test depends on an evasion's existence.
#[test]
fn fifty_move_draw_in_check_requires_evasion() {
    let check = position("4k3/8/8/8/7b/8/8/4K3 w - - 100 90");
    assert!(check.is_check() && check.is_fifty_move_draw());
    for_each_board(20_000, 5, |board| {
        let late = board.with_clocks(100, std::num::NonZeroU16::MIN);
        assert_eq!(late.is_fifty_move_draw(), !late.is_checkmate(), "{board:?}");
        let early = board.with_clocks(99, std::num::NonZeroU16::MIN);
        assert!(!early.is_fifty_move_draw(), "{board:?}");
    });
}

#[test]
fn mate_or_stalemate_has_no_legal_move() {
    for (fen, is_over) in [
        ("k7/8/1Q6/8/8/8/8/7K b - - 0 1", true),
        ("k7/1Q6/1K6/8/8/8/8/8 b - - 0 1", true),
        ("k7/1Q6/8/8/8/8/8/7K b - - 0 1", false),
    ] {
        let board = position(fen);
        assert_eq!(board.has_legal_move(), !is_over);
    }
}

#[test]
fn outcome_winner_and_result_are_consistent() {
    let rows = [
        (Outcome::Checkmate { winner: Color::White }, Some(Color::White), "1-0"),
        (Outcome::Checkmate { winner: Color::Black }, Some(Color::Black), "0-1"),
        (Outcome::Stalemate, None, "1/2-1/2"),
        (Outcome::InsufficientMaterial, None, "1/2-1/2"),
        (Outcome::SeventyFiveMoves, None, "1/2-1/2"),
    ];
    for (outcome, winner, result) in rows {
        assert_eq!(outcome.winner(), winner, "{outcome}");
        assert_eq!(outcome.result(), result, "{outcome}");
    }
}

#[test]
fn insufficient_material_agrees_with_python_chess() {
    let table =
        read_text(&data("insufficient_material.tsv")).unwrap_or_else(|error| panic!("{error:#}"));
    let mut rows = 0;
    for line in table.lines() {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_else(|| panic!("{line}: missing cell"));
        let position = position(cell());
        let expected_by_color = Color::ALL.map(|color| (color, cell() == "true"));
        for (color, expected) in expected_by_color {
            assert_eq!(position.has_insufficient_material(color), expected, "{line}: {color}");
        }
        let expected = expected_by_color.iter().all(|&(_, is_insufficient)| is_insufficient);
        assert_eq!(position.is_insufficient_material(), expected, "{line}");
        rows += 1;
    }
    assert!(rows >= 60, "only {rows} rows");
}

#[test]
fn checkmate_and_stalemate_are_boards_without_legal_moves() {
    let mates = AtomicU32::new(0);
    let stalemates = AtomicU32::new(0);
    for_each_board(80_000, 1, |board| {
        let is_over = board.legal_moves().is_empty();
        assert_eq!(board.has_legal_move(), !is_over, "{board:?}");
        assert_eq!(board.is_checkmate(), is_over && board.is_check(), "{board:?}");
        assert_eq!(board.is_stalemate(), is_over && !board.is_check(), "{board:?}");
        let outcome = board.outcome();
        assert_eq!(matches!(outcome, Some(Outcome::Checkmate { .. })), board.is_checkmate());
        assert_eq!(outcome == Some(Outcome::Stalemate), board.is_stalemate(), "{board:?}");
        mates.fetch_add(board.is_checkmate().into(), Ordering::Relaxed);
        stalemates.fetch_add(board.is_stalemate().into(), Ordering::Relaxed);
    });
    let counts = [mates, stalemates].map(AtomicU32::into_inner);
    assert!(counts.iter().all(|&count| count > 0), "{counts:?} checkmates and stalemates");
}

#[test]
fn attack_maps_threats_and_attackers_agree_with_piece_attacks() {
    for_each_board(40_000, 2, |board| {
        let attacks = Square::ALL.map(|square| board.attacks_from(square));
        let maps = Color::ALL
            .map(|color| PieceType::ALL.map(|piece_type| board.attack_map_by(color, piece_type)));
        for target in Square::ALL {
            let attackers = board.attackers_to(target, board.occupied());
            for color in Color::ALL {
                let is_attacked = !attackers.is_disjoint(board.colors(color));
                assert_eq!(
                    board.attack_map(color).contains(target),
                    is_attacked,
                    "{target}: {board:?}"
                );
                let is_threatened =
                    is_attacked && board.piece_on(target).map(Piece::color) == Some(!color);
                assert_eq!(
                    (board.attack_map(color) & board.colors(!color)).contains(target),
                    is_threatened,
                    "{target}: {board:?}"
                );
            }
            for color in Color::ALL {
                let attackers = attackers & board.colors(color);
                for (map, piece_type) in maps[color.index()].into_iter().zip(PieceType::ALL) {
                    let is_attacked = !attackers.is_disjoint(board.pieces(piece_type));
                    assert_eq!(map.contains(target), is_attacked, "{target}: {board:?}");
                }
            }
            let attacks_target = |square: &Square| attacks[square.index()].contains(target);
            let expected: Bitboard = Square::ALL.into_iter().filter(attacks_target).collect();
            assert_eq!(attackers, expected, "{target}: {board:?}");
        }
    });
}

#[test]
fn king_targets_are_squares_outside_danger() {
    for_each_board(80_000, 3, |board| {
        let us = board.side_to_move();
        let king = board.king(us);
        let legal = board.legal_moves();
        let moves = legal.iter().filter(|mv| mv.from() == king && mv.kind() != MoveKind::Castling);
        let targets: Bitboard = moves.map(|mv| mv.to()).collect();
        let safe = king_attacks(king) - board.colors(us) - board.generator().danger();
        assert_eq!(safe, targets, "{board:?}");
        assert_eq!(board.generator().danger().contains(king), board.is_check(), "{board:?}");
    });
}
