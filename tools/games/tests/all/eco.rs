//! Openings by position: the table, and the opening for any game.

use std::collections::BTreeSet;

use fastrand::Rng;
use tabiya::pgn::RawGame;
use tabiya::{Move, Position, uci, variation};
use tabiya_games::eco::{self, Opening, OpeningFinder};

use crate::samples::random_games;

/// Returns the position after an opening's moves.
fn position_of(opening: &Opening) -> Position {
    let moves = moves_of(opening);
    moves.iter().fold(Position::START, |position, &mv| position.after(mv))
}

fn moves_of(opening: &Opening) -> Vec<Move> {
    let moves = variation::read(&Position::START, opening.moves).collect::<Result<_, _>>();
    moves.unwrap_or_else(|error| panic!("{opening}: {error}"))
}

#[test]
fn every_line_has_a_code_a_name_and_moves_to_its_own_position() {
    let openings = eco::openings();
    assert_eq!(openings.len(), 3_807);
    assert!(openings.is_sorted_by_key(|opening| opening.eco));
    for opening in openings {
        let Opening { eco, name, moves, .. } = opening;
        let code = eco.as_bytes();
        let is_code = matches!(code, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
        assert!(is_code, "{opening}");
        let is_plain = |c: char| !c.is_control() && !matches!(c, '"' | '\\');
        assert!(!name.is_empty() && name.trim() == *name && name.chars().all(is_plain), "{name}");
        assert_eq!(variation::display(&Position::START, &moves_of(opening)).to_string(), *moves);
        assert_eq!(eco::opening_at(&position_of(opening)), Some(opening), "{moves}");
        assert_eq!(eco::opening_of(&RawGame::new(moves)), Some(opening), "{moves}");
    }
    let codes: BTreeSet<_> = openings.iter().map(|opening| opening.eco).collect();
    assert_eq!(codes.len(), 500);
}

/// Each game with its opening.
#[test]
fn last_named_position_determines_opening() {
    for (text, expected) in [
        ("*", None),
        ("1. d4 *", Some("A40 Queen's Pawn Game")),
        (
            "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. h4 h5 *",
            Some("B90 Sicilian Defense: Najdorf Variation"),
        ),
        // Transpositions.
        ("1. Nf3 d5 2. d4 *", Some("D02 Queen's Pawn Game: Zukertort Variation")),
        ("1. c4 Nf6 2. d4 *", Some("A50 Indian Defense: Normal Variation")),
        ("1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *", Some("B00 King's Pawn Game")),
        // The square behind a pawn counts only if a capture there is legal.
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1\"]\n\n*",
            Some("B00 King's Pawn Game"),
        ),
        // Castling rights belong to a position.
        ("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 *", Some("C20 Bongcloud Attack")),
        // A null move and an error end the main line; variations do not count.
        ("1. e4 -- 2. d4 *", Some("B00 King's Pawn Game")),
        ("1. e4 e5 2. Nf9 Nf6 *", Some("C20 King's Pawn Game")),
        ("1. e4 (1. d4) e6 (1... c5 2. c3) *", Some("C00 French Defense")),
        // Chess960: another start, and the usual one.
        (
            "[Variant \"Chess960\"]\n[FEN \"bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1\"]\n\n1. e4 e5 *",
            None,
        ),
        (
            "[Variant \"Chess960\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\"]\n\n1. e4 e5 *",
            Some("C20 King's Pawn Game"),
        ),
        ("[FEN \"not a position\"]\n\n1. e4 *", None),
    ] {
        let found = eco::opening_of(&RawGame::new(text)).map(ToString::to_string);
        assert_eq!(found.as_deref(), expected, "{text}");
    }
}

/// Plays some plies at random after a part of an opening, often without irreversible moves.
fn random_line(rng: &mut Rng) -> Vec<Move> {
    let openings = eco::openings();
    let mut moves = moves_of(&openings[rng.usize(..openings.len())]);
    moves.truncate(rng.usize(..=moves.len()));
    let mut position = moves.iter().fold(Position::START, |position, &mv| position.after(mv));
    for _ in 0..rng.usize(..24) {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[rng.usize(..legal.len())];
        moves.push(mv);
        position.make_move(mv);
    }
    moves
}

/// Compares with the texts for all positions, one after the other.
#[test]
fn opening_equals_slow_search_in_all_positions() {
    let text = |position: &Position| {
        let fen = position.normalized().to_string();
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    };
    let table: Vec<_> =
        eco::openings().iter().map(|opening| (text(&position_of(opening)), opening)).collect();
    let slow = |positions: &[Position]| {
        let named = positions.iter().rev().find_map(|position| {
            let found = text(position);
            table.iter().find(|(other, _)| *other == found)
        });
        named.map(|(_, opening)| *opening)
    };
    let fast = |positions: &[Position]| {
        let mut finder = OpeningFinder::new();
        let _ = positions.iter().all(|position| finder.add(position));
        finder.opening()
    };
    let mut rng = Rng::with_seed(21);
    let mut named = 0;
    for _ in 0..300 {
        let moves = random_line(&mut rng);
        let mut positions = vec![Position::START];
        positions.extend(moves.iter().scan(Position::START, |position, &mv| {
            position.make_move(mv);
            Some(*position)
        }));
        let words: Vec<_> = moves
            .iter()
            .map(|&mv| uci::display(mv, uci::CastlingNotation::KingMove).to_string())
            .collect();
        let expected = slow(&positions);
        named += usize::from(expected.is_some());
        assert_eq!(fast(&positions), expected, "{words:?}");
        assert_eq!(eco::opening_of(&RawGame::new(&words.join(" "))), expected, "{words:?}");
    }
    assert!(named > 250);
    for positions in random_games(&mut rng, 60, 30).1 {
        assert_eq!(fast(&positions), slow(&positions), "{}", positions[0]);
    }
}
