//! Search: equal to a plain test on all positions, in texts and in indexes.

use std::ops::ControlFlow;

use fastrand::Rng;
use tabiya::pgn::RawGame;
use tabiya::{Color, File, PieceType, Position, Rank, Square};
use tabiya_games::ReadOptions;
use tabiya_games::search::{Material, Pattern, PositionSearch, Target};

use crate::samples::{Folder, build, games_of, random_games};

/// Returns a pattern for a position in which random squares have wildcards.
fn random_pattern(rng: &mut Rng, position: &Position) -> Pattern {
    let mut text = String::new();
    let share = rng.f32();
    for rank in Rank::ALL.into_iter().rev() {
        for file in File::ALL {
            let piece = position.piece_on(Square::new(file, rank));
            let exact = piece.map_or('.', |piece| piece.to_char());
            let of_color = match piece.map(|piece| piece.color()) {
                Some(Color::White) => 'A',
                Some(Color::Black) => 'a',
                None => '.',
            };
            let any_piece = if piece.is_some() { '!' } else { '.' };
            let choice = [exact, of_color, any_piece][rng.usize(..3)];
            text.push(if rng.f32() < share { choice } else { '?' });
        }
        if rank != Rank::First {
            text.push('/');
        }
    }
    text.parse().expect("a pattern")
}

/// Returns a position's material.
fn material(position: &Position) -> Material {
    let side = |color| {
        let types = PieceType::ALL.into_iter().rev();
        types
            .map(|piece_type| {
                let count = position.colored_pieces(color, piece_type).len();
                piece_type.of(Color::White).to_char().to_string().repeat(count)
            })
            .collect::<String>()
    };
    format!("{}v{}", side(Color::White), side(Color::Black)).parse().expect("material")
}

/// Returns targets, most of which are found.
fn targets(rng: &mut Rng, games: &[Vec<Position>]) -> Vec<Target> {
    let mut targets = Vec::new();
    for _ in 0..40 {
        let game = &games[rng.usize(..games.len())];
        let position = game[rng.usize(..game.len())];
        targets.push(Target::Position(position));
        targets.push(Target::Pattern(random_pattern(rng, &position)));
        targets.push(Target::Material(material(&position)));
    }
    targets
}

#[test]
fn search_equals_test_on_all_positions() {
    let folder = Folder::new();
    let mut rng = Rng::with_seed(3);
    let (text, positions) = random_games(&mut rng, 150, 120);
    let games = games_of(&text);
    assert_eq!(games.len(), positions.len());
    let index = build(&folder, &folder.open(&text), 1000);
    let mut total = 0;
    for target in targets(&mut rng, &positions) {
        for plies in [0..=usize::MAX, 5..=40, 0..=0] {
            let search = PositionSearch::new(target).with_plies(plies.clone());
            let expected: Vec<_> = positions
                .iter()
                .map(|game| {
                    let mut plies = (0..game.len()).filter(|ply| plies.contains(ply));
                    plies.find(|&ply| target.matches(&game[ply]))
                })
                .collect();
            total += expected.iter().flatten().count();
            let found: Vec<_> =
                games.iter().map(|(_, game)| search.find(&RawGame::new(game))).collect();
            assert_eq!(found, expected, "{target:?}, plies {plies:?}");
            for workers in [1, 2] {
                let options = ReadOptions { workers, ..ReadOptions::default() };
                let mut found = Vec::new();
                let find = |block| {
                    let block = index.moves(block)?;
                    block
                        .games()
                        .map(|game| search.find_stored(&game))
                        .collect::<Result<Vec<_>, _>>()
                };
                let end = index.map_blocks(&options, find, |plies| {
                    found.extend(plies);
                    ControlFlow::Continue(())
                });
                assert!(end.is_ok(), "{end:?}");
                assert_eq!(found, expected, "{target:?} in the index");
            }
        }
    }
    assert!(total > 1000, "{total} positions found");
}

#[test]
fn position_search_follows_repetition_rule() {
    let game = RawGame::new("1. e4 e5 2. Ke2 Ke7 3. Ke1 Ke8 *");
    let find = |fen: &str| {
        let position = Position::from_fen(fen).expect("a position");
        PositionSearch::new(Target::Position(position)).find(&game)
    };
    let board = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(find(&format!("{board} w KQkq - 0 1")), Some(2));
    assert_eq!(find(&format!("{board} w - - 9 40")), Some(6), "castling rights differ");
    assert_eq!(find(&format!("{board} b KQkq - 0 1")), None, "the side to move differs");
    let pattern = Target::Pattern(board.parse().expect("a pattern"));
    assert_eq!(PositionSearch::new(pattern).find(&game), Some(2));
    assert_eq!(PositionSearch::new(pattern).with_plies(3..=9).find(&game), Some(6));
}

#[test]
fn search_ends_before_illegal_move() {
    let target = Target::Pattern("*/*/*/*/????P*/*/*/*".parse().expect("a pattern"));
    let search = PositionSearch::new(target);
    assert_eq!(search.find(&RawGame::new("1. d4 Ke4 2. e4 *")), None);
    assert_eq!(search.find(&RawGame::new("[FEN \"8\"]\n\n1. e4 *")), None);
    assert_eq!(search.find(&RawGame::new("1. d4 -- 2. e4 *")), Some(3), "after a null move");
}
