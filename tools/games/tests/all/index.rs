//! Indexes: the games in a file by number, their tags and moves, and damage.

use std::ops::ControlFlow;

use fastrand::Rng;
use tabiya::Replay;
use tabiya::pgn::{RawGame, ReadErrorKind, Termination};
use tabiya_games::filter::TagFilter;
use tabiya_games::index::{GameIndex, IndexError, IndexOptions, IndexWriter, write_index};
use tabiya_games::{ReadEnd, ReadOptions, TextReader};

use crate::samples::{
    Folder, build, full_options, games_of, gzip, index_bytes, open_index, plain_games, pzstd,
    random_text, zstd_frame,
};

/// Reads all parts in an index.
fn read_all(index: &GameIndex) -> Result<(), IndexError> {
    for block in 0..index.block_count() {
        index.entries(block)?;
        index.moves(block)?;
    }
    Ok(())
}

/// Checks that an index yields the games in a text in any order, and their tags and moves.
fn check(folder: &Folder, bytes: &[u8], text: &[u8], rng: &mut Rng) {
    let file = folder.open(bytes);
    let index = build(folder, &file, 100);
    index.check_source(&file).expect("the same file");
    let expected = games_of(text);
    assert_eq!(index.games(), expected.len() as u64);
    let mut reader = TextReader::new(&file);
    let mut numbers: Vec<_> = (0..expected.len()).collect();
    numbers.extend((0..expected.len()).map(|_| rng.usize(..expected.len())));
    for number in numbers {
        let block = index.entries_of(number as u64).expect("a game of the index");
        let entry = block.entry(number as u64).expect("a game of the block");
        let (offset, game) = &expected[number];
        assert_eq!((entry.game(), entry.position().text_offset), (number as u64, *offset));
        assert!(index.text(&mut reader, &entry).expect("a game of the file") == *game);
        let game = RawGame::new(game);
        for name in ["Event", "White", "Result", "FEN"] {
            let tag = |name: &str| game.tag(name).map(|tag| tag.value().collect::<Vec<_>>());
            assert_eq!(entry.tag(name).map(Iterator::collect), tag(name), "{name} of {number}");
        }
    }
    let mut next = 0;
    for block in 0..index.block_count() {
        for stored in index.moves(block).expect("a block").games() {
            assert_eq!(stored.game, next);
            let game = RawGame::new(&expected[next as usize].1);
            let line = game.main_line();
            let start = line.as_ref().ok().map(|line| *line.position());
            assert_eq!(stored.start, start, "start of game {next}");
            let bits = line.into_iter().flatten().map_while(|mv| match mv {
                Ok(mv) => Some(mv.to_bits()),
                Err(error) => (error.fault == ReadErrorKind::NullMove).then_some(0),
            });
            let moves: Vec<_> = bits.collect();
            assert!(
                stored.moves.iter().map(|mv| u16::from_le_bytes(*mv)).eq(moves.iter().copied()),
                "game {next}"
            );
            if let Some(start) = start
                && !moves.contains(&0)
            {
                assert!(Replay::new(start, stored.moves).finish().is_ok(), "game {next}");
            }
            next += 1;
        }
    }
}

#[test]
fn index_yields_games_in_any_file() {
    let folder = Folder::new();
    let mut rng = Rng::with_seed(7);
    let mut texts = vec![plain_games(60)];
    texts.extend((0..10).map(|_| random_text(&mut rng, 30)));
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let starts = format!(
        "[FEN \"{fen}\"]\n\n1. e4 Kd7 *\n\n[FEN \"8\"]\n\n1. e4 *\n\n[Event \"\"]\n\n1. e4 Ke8 *\n\n\
         1. e4 -- 2. d4 -- *\n"
    );
    texts.push(starts.into_bytes());
    for text in texts.iter().filter(|text| !games_of(text).is_empty()) {
        let files =
            [text.clone(), gzip(text), zstd_frame(text, true), pzstd(text, 1000), pzstd(text, 50)];
        for bytes in &files {
            check(&folder, bytes, text, &mut rng);
        }
    }
}

#[test]
fn index_bytes_do_not_depend_on_threads_and_chunks() {
    let folder = Folder::new();
    let text = plain_games(5000);
    let file = folder.open(&text);
    let options = full_options();
    let index = |workers, chunk_len| {
        let read = ReadOptions { workers, chunk_len, ..ReadOptions::default() };
        index_bytes(&file, &options, &read)
    };
    let expected = index(1, 1 << 20);
    assert!(index(3, 1 << 20) == expected);
    assert!(index(2, 777) == expected);
    let opened = open_index(&folder, &expected).expect("an index as it was written");
    assert!(opened.block_count() > 1, "several blocks");
    let block = opened.entries_of(4999).expect("the last game");
    let entry = block.entry(4999).expect("the last game");
    assert_eq!(entry.tag("Event").map(|value| value.to_string()).as_deref(), Some("4999"));
}

#[test]
fn index_without_games_is_read() {
    let folder = Folder::new();
    let file = folder.open(b"{ no game }\n");
    let index = build(&folder, &file, 100);
    assert_eq!((index.games(), index.block_count()), (0, 0));
    let error = index.entries_of(0).expect_err("no games");
    assert_eq!(error.to_string(), "game 0: not in the index; expected a number below 0");
}

#[test]
fn index_filter_equals_game_filter() {
    let folder = Folder::new();
    let text: String = (0..50)
        .map(|game| {
            let elo = 2000 + game * 10;
            format!("[White \"\\\"{game}\\\"\"]\n[WhiteElo \"{elo}\"]\n[Result \"1-0\"]\n\n1-0\n\n")
        })
        .collect();
    let file = folder.open(text.as_bytes());
    let index = build(&folder, &file, 100);
    for filter in ["WhiteElo >= 2400", "not (White = \"\\\"7\\\"\") and Result = 1-0", "Black"] {
        let filter: TagFilter = filter.parse().expect("a filter");
        index.check_filter(&filter).expect("tags of the index");
        let block = index.entries_of(0).expect("a block");
        let found = block.entries().filter(|entry| entry.satisfies(&filter));
        let games = games_of(text.as_bytes());
        let expected =
            (0..games.len()).filter(|&game| filter.matches(&RawGame::new(&games[game].1)));
        assert!(found.map(|entry| entry.game() as usize).eq(expected), "{filter:?}");
    }
    let error = index.check_filter(&"White or ECO".parse().expect("a filter"));
    let message = error.expect_err("a tag that the index lacks").to_string();
    assert_eq!(message, "tag \"ECO\": not in the index; expected a tag that was indexed");
}

#[cfg(feature = "eco")]
#[test]
fn index_and_text_have_equal_openings() {
    let folder = Folder::new();
    let text = [&plain_games(30)[..], b"[FEN \"x\"]\n\n1. e4 *\n\n1. e4 Nf9 *\n"].concat();
    let file = folder.open(&text);
    let index = build(&folder, &file, 100);
    let games = games_of(&text);
    for filter in ["@eco in C60..C99", "not @opening", "@eco = B00 or Event = 3", "Event > 20"] {
        let filter: TagFilter = filter.parse().expect("a filter");
        index.check_filter(&filter).expect("an index with moves");
        let block = index.entries_of(0).expect("a block");
        let moves = index.moves(0).expect("moves");
        let found = block.entries().zip(moves.games()).map(|(entry, moves)| {
            entry.satisfies_with_moves(&filter, &moves).expect("legal moves")
        });
        let expected = games.iter().map(|(_, game)| filter.matches(&RawGame::new(game)));
        assert!(found.eq(expected), "{filter:?}");
    }
    let bytes = index_bytes(&file, &IndexOptions::ROSTER, &ReadOptions::default());
    let index = open_index(&folder, &bytes).expect("an index without moves");
    let error = index.check_filter(&"@eco".parse().expect("a filter"));
    assert!(matches!(error, Err(IndexError::NoMoves)), "{error:?}");
}

#[test]
fn result_is_known_marker_else_tag() {
    let folder = Folder::new();
    let text = "[Result \"1-0\"]\n\n*\n\n[Result \"1-0\"]\n\n0-1\n\n[Result \"?\"]\n\n1. e4 (1. d4 1-0) 0-1\n\n1. e4 1/2-1/2\n\n\
                [Event \"x\"]\n\n1. e4\n";
    let index = build(&folder, &folder.open(text.as_bytes()), 1000);
    let block = index.entries_of(0).expect("a block");
    let results: Vec<_> = block.entries().map(|entry| entry.result()).collect();
    let expected = [
        Termination::WhiteWins,
        Termination::BlackWins,
        Termination::BlackWins,
        Termination::Draw,
        Termination::Unfinished,
    ];
    assert_eq!(results, expected);
}

#[test]
fn damaged_or_truncated_index_is_an_error() {
    let folder = Folder::new();
    let file = folder.open(&plain_games(6));
    let bytes = index_bytes(&file, &full_options(), &ReadOptions::default());
    assert!(open_index(&folder, &bytes).and_then(|index| read_all(&index)).is_ok());
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0x21;
        let result = open_index(&folder, &damaged).and_then(|index| read_all(&index));
        assert!(result.is_err(), "byte {index}");
        let truncated = open_index(&folder, &bytes[..index]).and_then(|index| read_all(&index));
        assert!(truncated.is_err(), "{index} bytes");
    }
    let error = open_index(&folder, b"[Event \"x\"]").expect_err("games");
    assert_eq!(error.to_string(), "not an index of games; expected `TABINDEX` at the start");
}

#[test]
fn changed_file_makes_index_stale() {
    let folder = Folder::new();
    let text = plain_games(30);
    let index = build(&folder, &folder.open(&text), 1000);
    let mut same_len = text.clone();
    same_len[8] ^= 1;
    for changed in [&text[..text.len() - 1], &same_len] {
        let result = index.check_source(&folder.open(changed));
        assert!(matches!(result, Err(IndexError::Stale)), "{result:?}");
    }
    let short = folder.open(&text[..100]);
    let block = index.entries_of(29).expect("the last game");
    let entry = block.entry(29).expect("the last game");
    let result = index.text(&mut TextReader::new(&short), &entry);
    assert!(matches!(result, Err(IndexError::Stale)), "{result:?}");
}

#[test]
fn index_without_moves_has_none() {
    let folder = Folder::new();
    let file = folder.open(&plain_games(3));
    let bytes = index_bytes(&file, &IndexOptions::ROSTER, &ReadOptions::default());
    let index = open_index(&folder, &bytes).expect("an index");
    assert!(matches!(index.moves(0), Err(IndexError::NoMoves)));
    assert_eq!(index.tags().len(), 7);
}

#[test]
fn long_values_do_not_exceed_a_block() {
    let folder = Folder::new();
    let values = ["a", "b", "c"].map(|letter| letter.repeat(1 << 20));
    let text: String = values.iter().map(|value| format!("[Event \"{value}\"]\n\n*\n\n")).collect();
    let index = build(&folder, &folder.open(text.as_bytes()), 1 << 22);
    assert_eq!((index.games(), index.block_count()), (3, 3));
    let block = index.entries_of(2).expect("the last game");
    let value = block.entry(2).and_then(|entry| entry.tag("Event")).expect("a tag");
    assert!(value.is(&values[2]));
}

#[test]
fn stopped_index_is_incomplete() {
    let folder = Folder::new();
    let file = folder.open(&plain_games(100));
    let mut bytes = Vec::new();
    let read = ReadOptions { chunk_len: 500, ..ReadOptions::default() };
    let end = write_index(&file, &mut bytes, &full_options(), &read, |_| ControlFlow::Break(()));
    assert!(matches!(end, Ok(ReadEnd::Stopped)), "{end:?}");
    assert!(open_index(&folder, &bytes).is_err());
}

#[test]
fn index_that_was_stopped_and_resumed_equals_others() {
    let folder = Folder::new();
    let text = plain_games(20_000);
    for bytes in [text.clone(), gzip(&text), zstd_frame(&text, true), pzstd(&text, 300_000)] {
        let file = folder.open(&bytes);
        let options = full_options();
        let expected = index_bytes(&file, &options, &ReadOptions::default());
        for (workers, chunk_len) in [(1, 300_000), (2, 500_000), (2, 1 << 20)] {
            let read = ReadOptions { workers, chunk_len, ..ReadOptions::default() };
            let mut writer = IndexWriter::new(&file, Vec::new(), options).expect("a writer");
            let mut stops = 0;
            loop {
                let blocks = writer.state().blocks.len();
                let end = writer.write(&read, |_, writer| match writer.state().blocks.len() {
                    len if len > blocks => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                });
                match end.expect("the file has games") {
                    ReadEnd::Complete => break,
                    end => assert_eq!(end, ReadEnd::Stopped),
                }
                let (state, output) = writer.into_parts();
                assert_eq!(state.written_len(), output.len() as u64);
                writer = IndexWriter::resume(&file, output, options, state).expect("a writer");
                stops += 1;
            }
            assert!(stops > 1, "{workers} workers, {chunk_len}");
            assert_eq!(writer.games(), 20_000);
            let index = writer.finish().expect("a vector");
            assert!(index == expected, "{workers} workers, {chunk_len}: other bytes");
        }
    }
}

#[test]
fn blocks_are_delivered_in_order_for_any_threads() {
    let folder = Folder::new();
    let file = folder.open(&plain_games(20_000));
    let index = build(&folder, &file, 1 << 20);
    for workers in [1, 2, 3] {
        let options = ReadOptions { workers, ..ReadOptions::default() };
        let mut plies = Vec::new();
        let count = |block| Ok(index.moves(block)?.games().map(|game| game.moves.len()).sum());
        let end = index.map_blocks(&options, count, |sum: usize| {
            plies.push(sum);
            ControlFlow::Continue(())
        });
        assert!(matches!(end, Ok(ReadEnd::Complete)), "{end:?}");
        let expected: Vec<_> = (0..index.block_count()).map(count).collect();
        assert!(plies.iter().eq(expected.iter().flatten()), "{workers} workers");
        let mut calls = 0;
        let end = index.map_blocks(&options, count, |_| {
            calls += 1;
            ControlFlow::Break(())
        });
        assert!(matches!(end, Ok(ReadEnd::Stopped)), "{end:?}");
        assert_eq!(calls, 1);
    }
}
