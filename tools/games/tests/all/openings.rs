//! Openings: equal to counts over all positions, however they are divided into tables.

use std::collections::HashSet;
use std::ops::ControlFlow;

use fastrand::Rng;
use tabiya::pgn::{RawGame, Termination};
use tabiya::{PackedPosition, Position, uci};
use tabiya_games::openings::{
    Continuation, Counts, OpeningOptions, OpeningTable, PositionCounts, Ratings, Scope,
};
use tabiya_games::{ReadOptions, fold};

use crate::samples::{Folder, build, games_of, random_games};

fn with_plies(plies: usize, scope: Scope) -> OpeningOptions {
    let mut options = OpeningOptions::default();
    (options.plies, options.scope) = (plies, scope);
    options
}

/// Counts the games in a text in one table.
fn table_of(text: &[u8], options: OpeningOptions) -> OpeningTable {
    let mut table = OpeningTable::new(options);
    for (_, game) in games_of(text) {
        table.add(&RawGame::new(&game));
    }
    table
}

/// Returns all positions in a table.
fn positions_of(table: OpeningTable) -> Vec<(Position, PositionCounts)> {
    table.into_positions(0)
}

#[test]
fn counts_equal_all_game_counts() {
    let mut rng = Rng::with_seed(11);
    let (text, positions) = random_games(&mut rng, 300, 12);
    let games = games_of(&text);
    let plies = 8;
    let table = table_of(&text, with_plies(plies, Scope::All));
    let all: HashSet<Position> = positions
        .iter()
        .flat_map(|game| game.iter().take(plies))
        .map(Position::normalized)
        .collect();
    for position in &all {
        let found = table.position(position);
        let mut expected = PositionCounts::default();
        let mut ended = 0;
        for (game, positions) in games.iter().zip(&positions) {
            let same = |other: &Position| other.normalized() == *position;
            let Some(ply) = positions.iter().take(plies).position(same) else { continue };
            let text = std::str::from_utf8(&game.1).expect("ASCII");
            let result = text.trim().rsplit([' ', '\n']).next().expect("a result");
            match Termination::from_ascii(result).expect("a result") {
                Termination::WhiteWins => expected.total.white_wins += 1,
                Termination::BlackWins => expected.total.black_wins += 1,
                Termination::Draw => expected.total.draws += 1,
                Termination::BothLose | Termination::Unfinished => expected.total.unfinished += 1,
            }
            ended += u64::from(ply + 1 == positions.len());
        }
        let without_ratings = |counts: Counts| {
            [counts.white_wins, counts.draws, counts.black_wins, counts.unfinished]
        };
        let expected = without_ratings(expected.total);
        assert_eq!(without_ratings(found.total), expected, "{position}");
        assert_eq!(found.ends.games(), ended, "{position}");
        let moves: u64 = found.moves.iter().map(|(_, counts)| counts.games()).sum();
        assert_eq!(moves + ended, found.total.games(), "{position}");
        assert!(found.moves.is_sorted_by_key(|(_, counts)| u64::MAX - counts.games()));
    }
    let listed = positions_of(table.clone());
    assert_eq!(listed.len(), all.len());
    for (position, counts) in listed {
        assert_eq!(counts, table.position(&position), "{position}");
    }
}

#[test]
fn counts_do_not_depend_on_division() {
    let folder = Folder::new();
    let mut rng = Rng::with_seed(5);
    let (text, positions) = random_games(&mut rng, 200, 30);
    let options = with_plies(20, Scope::All);
    let expected = positions_of(table_of(&text, options));
    let file = folder.open(&text);
    for workers in [1, 2, 3] {
        let read = ReadOptions { workers, chunk_len: 700, ..ReadOptions::default() };
        let count = fold(|| OpeningTable::new(options), |table, game| table.add(&game));
        let mut table = OpeningTable::new(options);
        file.read(&read, &count, |batch| {
            table.merge(batch.value).expect("few positions");
            ControlFlow::Continue(())
        })
        .expect("games");
        assert!(positions_of(table) == expected, "{workers} workers");
    }

    let index = build(&folder, &file, 700);
    let mut table = OpeningTable::new(options);
    for block in 0..index.block_count() {
        let entries = index.entries(block);
        let moves = index.moves(block);
        let entries = entries.expect("a block");
        let moves = moves.expect("a block");
        for (entry, game) in entries.entries().zip(moves.games()) {
            let ratings = Ratings::of_tags(|name| entry.tag(name));
            table.add_stored(&game, entry.result(), ratings).expect("legal moves");
        }
    }
    assert!(positions_of(table) == expected, "from the index");

    let part = |index| {
        let scope = Scope::Part { index, count: 3 };
        positions_of(table_of(&text, with_plies(20, scope)))
    };
    let mut parts: Vec<_> = (0..3).flat_map(part).collect();
    assert!(part(0).len() < expected.len() / 2, "a part has fewer positions");
    parts.sort_by_key(|(position, counts)| {
        (u64::MAX - counts.total.games(), *PackedPosition::from(position).position_bytes())
    });
    assert!(parts == expected, "from three parts");

    for (position, counts) in expected.iter().step_by(50) {
        let scope = Scope::One(*position);
        let table = table_of(&text, with_plies(20, scope));
        assert_eq!(table.position(position), *counts, "{position}");
    }
    assert!(positions.iter().any(|game| game.len() > 20));
}

#[test]
fn transpositions_share_counts_and_ratings_belong_to_the_side_to_move() {
    let text = "[WhiteElo \"2500\"]\n[BlackElo \"2000\"]\n\n1. d4 d5 2. c4 e6 1-0\n\n\
                [WhiteElo \"2301\"]\n[BlackElo \"?\"]\n\n1. c4 d5 2. d4 c6 0-1\n\n\
                [WhiteElo \"0\"]\n[BlackElo \"1800\"]\n\n1. d4 d5 2. c4 1/2-1/2\n";
    let table = table_of(text.as_bytes(), OpeningOptions::default());
    let fen = "rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";
    let position = Position::from_fen(fen).expect("a position");
    let counts = table.position(&position);
    assert_eq!((counts.total.games(), counts.ends.games(), counts.moves.len()), (3, 1, 2));
    assert_eq!(counts.total.score(), Some(0.5));
    assert_eq!(counts.total.average_rating(), Some(1900.0), "Black is to move");
    let start = table.position(&Position::START);
    assert_eq!(start.total.average_rating(), Some(2400.5), "White is to move");
    let d4 = uci::parse(&Position::START, "d2d4").expect("a move");
    assert_eq!(start.moves[0].0, d4);
    assert_eq!(start.moves[0].1.rated, 1);
}

#[test]
fn null_move_has_separate_counts() {
    let text = b"1. e4 -- 2. d4 1-0\n\n1. e4 c5 0-1\n\n1. e4 *\n";
    let table = table_of(text, OpeningOptions::default());
    let count = |board: &str| {
        let position = Position::from_fen(board).expect("a position");
        let counts = table.position(&position);
        let moves: u64 = counts.moves.iter().map(|(_, counts)| counts.games()).sum();
        let parts = [moves, counts.null_moves.games(), counts.ends.games()];
        assert_eq!(parts.iter().sum::<u64>(), counts.total.games());
        parts
    };
    let board = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
    assert_eq!(count(&format!("{board} b KQkq - 0 1")), [1, 1, 1]);
    assert_eq!(count(&format!("{board} w KQkq - 1 2")), [1, 0, 0], "after the null move");
    let position = Position::from_fen(format!("{board} b KQkq - 0 1")).expect("a position");
    let counts = table.position(&position);
    let listed = positions_of(table);
    let listed = listed.iter().find(|(other, _)| other.same_position(&position));
    assert_eq!(listed.map(|(_, counts)| counts), Some(&counts));
    let mut copy = OpeningTable::new(OpeningOptions::default());
    for (mv, counts) in &counts.moves {
        copy.add_counts(&position, Continuation::Move(*mv), *counts);
    }
    copy.add_counts(&position, Continuation::NullMove, counts.null_moves);
    copy.add_counts(&position, Continuation::End, counts.ends);
    assert_eq!(copy.position(&position), counts);
}

#[test]
fn table_above_limit_is_an_error() {
    let (text, _) = random_games(&mut Rng::with_seed(1), 50, 30);
    let mut options = OpeningOptions::default();
    options.max_entries = 100;
    let result = OpeningTable::new(options).merge(table_of(&text, options));
    let message = result.expect_err("many positions").to_string();
    let expected = "too many positions; expected at most 100 pairs of a position and a move";
    assert_eq!(message, expected);
}

#[test]
fn position_without_games_has_zeros() {
    let table = table_of(b"1. e4 *", OpeningOptions::default());
    let fen = "4k3/8/8/8/8/8/8/4K3 w - - 0 1";
    let counts = table.position(&Position::from_fen(fen).expect("a position"));
    assert_eq!(counts, PositionCounts::default());
    assert_eq!(counts.total.score(), None);
    assert_eq!(counts.total.average_rating(), None);
}
