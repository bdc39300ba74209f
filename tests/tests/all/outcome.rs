//! How games end, and who attacks what: hand-picked positions, python-chess's verdicts, and
//! the boards of random games asked another way.

use std::sync::atomic::{AtomicU32, Ordering};

use tabiya::tables::king_attacks;
use tabiya::{Bitboard, Board, Color, MoveKind, Outcome, Position, Square, uci};
use tabiya_tests::data;
use tabiya_tests::parallel::for_each_board;
use tabiya_tests::suite::read_text;

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Compares the end of the game, in words, with what is expected; `-` if it goes on.
#[track_caller]
fn check_outcome(fen: &str, expected: &str) {
    let words = position(fen).outcome().map_or("-".to_owned(), |outcome| outcome.to_string());
    assert_eq!(words, expected, "{fen}");
}

#[test]
fn games_end_by_the_rules() {
    check_outcome("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "-");
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
    check_outcome(mate, "Black wins by checkmate");
    check_outcome("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "White wins by checkmate");
    check_outcome("k7/8/1Q6/8/8/8/8/7K b - - 0 1", "draw by stalemate");
    check_outcome("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "draw by insufficient material");
    check_outcome("4k3/8/8/8/8/8/8/R3K3 w - - 149 99", "-");
    check_outcome("4k3/8/8/8/8/8/8/R3K3 w - - 150 99", "draw by the seventy-five-move rule");
    // Stalemate is told before the material that could not have mated.
    check_outcome("k7/8/K7/8/8/6B1/8/8 b - - 0 1", "draw by stalemate");
    // Material before the count.
    check_outcome("4k3/8/8/8/8/8/8/4KB2 w - - 150 99", "draw by insufficient material");
}

#[test]
fn mate_comes_before_the_counts_of_moves() {
    for clock in [98, 99, 100, 148, 149, 150, 65_534, 65_535] {
        let mut board = Board::from(position(&format!("4k3/8/4K3/8/8/8/8/R7 w - - {clock} 40000")));
        let mv = uci::parse(&board, "a1a8").unwrap_or_else(|error| panic!("{board}: {error}"));
        board.make_move(mv);
        let mate = Outcome::Checkmate { winner: Color::White };
        assert_eq!(board.outcome(), Some(mate), "{board}");
        assert!(board.is_checkmate() && !board.has_legal_move(), "{board}");
        assert!(!board.is_fifty_moves() && !board.is_seventy_five_moves(), "{board}");
    }
}

#[test]
fn stalemate_comes_before_the_counts_of_moves() {
    for clock in [99, 100, 149, 150, 65_535] {
        let stalemate = position(&format!("k7/8/1Q6/8/8/8/8/7K b - - {clock} 40000"));
        assert_eq!(stalemate.outcome(), Some(Outcome::Stalemate), "{stalemate}");
        assert!(!stalemate.is_fifty_moves() && !stalemate.is_seventy_five_moves(), "{stalemate}");
    }
}

#[test]
fn the_counts_of_moves_hold_to_their_limits() {
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
        assert_eq!(position.is_fifty_moves(), fifty, "{position}");
        assert_eq!(position.is_seventy_five_moves(), seventy_five, "{position}");
        let drawn = seventy_five.then_some(Outcome::SeventyFiveMoves);
        assert_eq!(position.outcome(), drawn, "{position}");
    }
    // The clock stops where it cannot count on, and starts afresh.
    let mut board = Board::from(position("4k3/8/8/8/8/8/P7/R3K3 w - - 65535 65535"));
    for (text, clock, over) in [("a1b1", 65_535, true), ("e8e7", 65_535, true), ("a2a3", 0, false)]
    {
        let mv = uci::parse(&board, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        board.make_move(mv);
        assert_eq!(board.halfmove_clock(), clock, "{text}");
        assert_eq!(board.is_seventy_five_moves(), over, "{text}");
    }
}

#[test]
fn outcomes_have_winners_and_results() {
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
fn insufficient_material_is_judged_as_by_python_chess() {
    let table =
        read_text(&data("insufficient_material.tsv")).unwrap_or_else(|error| panic!("{error:#}"));
    let mut rows = 0;
    for line in table.lines() {
        let mut cells = line.split('\t');
        let mut cell = || cells.next().unwrap_or_else(|| panic!("{line}: a cell is missing"));
        let position = position(cell());
        let verdicts = Color::ALL.map(|color| (color, cell() == "true"));
        for (color, expected) in verdicts {
            assert_eq!(position.has_insufficient_material(color), expected, "{line}: {color}");
        }
        let neither = verdicts.iter().all(|&(_, insufficient)| insufficient);
        assert_eq!(position.is_insufficient_material(), neither, "{line}");
        rows += 1;
    }
    assert!(rows >= 60, "only {rows} rows");
}

#[test]
fn mate_and_stalemate_are_lists_without_a_move() {
    let (mates, stalemates) = (AtomicU32::new(0), AtomicU32::new(0));
    for_each_board(80_000, 1, |board| {
        let stuck = board.legal_moves().is_empty();
        assert_eq!(board.has_legal_move(), !stuck, "{board:?}");
        assert_eq!(board.is_checkmate(), stuck && board.is_check(), "{board:?}");
        assert_eq!(board.is_stalemate(), stuck && !board.is_check(), "{board:?}");
        let outcome = board.outcome();
        assert_eq!(matches!(outcome, Some(Outcome::Checkmate { .. })), board.is_checkmate());
        assert_eq!(outcome == Some(Outcome::Stalemate), board.is_stalemate(), "{board:?}");
        mates.fetch_add(board.is_checkmate().into(), Ordering::Relaxed);
        stalemates.fetch_add(board.is_stalemate().into(), Ordering::Relaxed);
    });
    let found = [mates, stalemates].map(AtomicU32::into_inner);
    assert!(found.iter().all(|&count| count > 0), "{found:?} mates and stalemates");
}

#[test]
fn attack_maps_are_the_squares_with_attackers() {
    for_each_board(40_000, 2, |board| {
        let attacks = Square::ALL.map(|square| board.attacks_from(square));
        for target in Square::ALL {
            let attackers = board.attackers_to(target, board.occupied());
            for color in Color::ALL {
                let attacked = !attackers.is_disjoint(board.colors(color));
                assert_eq!(
                    board.attack_map(color).contains(target),
                    attacked,
                    "{target}: {board:?}"
                );
                let threatened = attacked && board.color_on(target) == Some(!color);
                assert_eq!(
                    board.threats(color).contains(target),
                    threatened,
                    "{target}: {board:?}"
                );
            }
            let reaching = |square: &Square| attacks[square.index()].contains(target);
            let from: Bitboard = Square::ALL.into_iter().filter(reaching).collect();
            assert_eq!(from, attackers, "{target}: {board:?}");
        }
    });
}

#[test]
fn the_king_steps_where_there_is_no_danger() {
    for_each_board(80_000, 3, |board| {
        let us = board.side_to_move();
        let king = board.king(us);
        let legal = board.legal_moves();
        let steps = legal.iter().filter(|mv| mv.from() == king && mv.kind() != MoveKind::Castling);
        let steps: Bitboard = steps.map(|mv| mv.to()).collect();
        let safe = king_attacks(king) - board.colors(us) - board.danger();
        assert_eq!(safe, steps, "{board:?}");
        assert_eq!(board.danger().contains(king), board.is_check(), "{board:?}");
    });
}
