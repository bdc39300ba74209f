//! File ranges: joined, the games in the whole file, each once.

use std::ops::{ControlFlow, Range};

use fastrand::Rng;
use tabiya_games::{GameFile, GameRange, GamesError, RangeRead, ReadEnd, ReadOptions, fold};

use crate::samples::{Folder, Game, games_of, gzip, plain_games, pzstd, random_text, zstd_frame};

/// Reads the texts of a range's games.
fn read_range(
    file: &GameFile,
    bytes: Range<u64>,
    start: Option<u64>,
    options: &ReadOptions<'_>,
) -> (Vec<Game>, Result<RangeRead, GamesError>) {
    let mut games = Vec::new();
    let collect = fold(Vec::new, |games, game| {
        games.push((game.range().start as u64, game.bytes().to_vec()));
    });
    let read = file.read_range(&GameRange { bytes, start }, options, &collect, |batch| {
        let start = batch.start.text_offset;
        games.extend(batch.value.into_iter().map(|(offset, game)| (start + offset, game)));
        ControlFlow::Continue(())
    });
    (games, read)
}

/// The games in a file that was read by ranges.
#[derive(Default)]
struct JoinedGames {
    games: Vec<Vec<u8>>,
    /// The number of ranges that were read again.
    repeated: usize,
    /// The number of ranges with damage.
    damaged: usize,
}

/// Reads a file by ranges of a given length.
fn join_ranges(file: &GameFile, len: u64, options: &ReadOptions<'_>) -> JoinedGames {
    let mut joined = JoinedGames::default();
    let mut next = 0;
    for start in (0..file.len()).step_by(len as usize) {
        let bytes = start..file.len().min(start + len);
        let (mut found, mut read) = read_range(file, bytes.clone(), None, options);
        if read.as_ref().is_ok_and(|read| read.start != Some(next)) {
            (found, read) = read_range(file, bytes, Some(next), options);
            joined.repeated += 1;
        }
        let read = read.expect("a file of games");
        assert_eq!((read.end, read.start), (ReadEnd::Complete, Some(next)));
        let is_damaged = read.damage.is_some();
        assert!(is_damaged || found.first().is_none_or(|&(start, _)| start == next));
        joined.damaged += usize::from(is_damaged);
        joined.games.extend(found.into_iter().map(|(_, game)| game));
        next = read.next.expect("a complete range");
    }
    joined
}

/// Returns the games in a whole file and the number of its damages.
fn read_whole(file: &GameFile) -> (Vec<Vec<u8>>, usize) {
    let mut games = Vec::new();
    let mut damages = 0;
    let collect = fold(Vec::new, |games, game| games.push(game.bytes().to_vec()));
    let end = file.read(&options(2, 1000), &collect, |batch| {
        games.extend(batch.value);
        damages += batch.damage.len();
        ControlFlow::Continue(())
    });
    assert_eq!(end.is_err(), damages > 0);
    (games, damages)
}

fn texts(text: &[u8]) -> Vec<Vec<u8>> {
    games_of(text).into_iter().map(|(_, game)| game).collect()
}

fn options(workers: usize, chunk_len: usize) -> ReadOptions<'static> {
    ReadOptions { workers, chunk_len, ..ReadOptions::default() }
}

#[test]
fn ranges_join_to_the_games_in_the_file() {
    let folder = Folder::new();
    let mut rng = Rng::with_seed(1);
    for round in 1..40 {
        let text = random_text(&mut rng, round);
        let expected = texts(&text);
        for len in [1, 10, 100, 1000] {
            for (workers, chunk_len) in [(1, 7), (2, 50)] {
                let options = options(workers, chunk_len);
                let file = folder.open(&text);
                let games = join_ranges(&file, len, &options).games;
                assert!(games == expected, "ranges of {len}: {:?}", text.escape_ascii());
                let file = folder.open(&pzstd(&text, chunk_len));
                let games = join_ranges(&file, len * 3, &options).games;
                assert!(games == expected, "ranges of {len}: {:?}", text.escape_ascii());
            }
        }
    }
}

#[test]
fn ordinary_game_ranges_are_not_read_again() {
    let folder = Folder::new();
    let text = plain_games(2000);
    let frames = pzstd(&text, 5000);
    for (bytes, len) in [(&text, 10_000), (&frames, 3000)] {
        let JoinedGames { games, repeated, .. } =
            join_ranges(&folder.open(bytes), len, &options(2, 4096));
        assert!(games == texts(&text));
        assert_eq!(repeated, 0);
    }
}

#[test]
fn ranges_inside_a_comment_are_read_again() {
    let folder = Folder::new();
    // A tag pair after an empty line would end the comment.
    let inner = String::from_utf8(plain_games(300)).expect("ASCII").replace(['{', '}'], "");
    let inner = inner.replace("\n\n[", "\n[");
    let text = format!("[Event \"A\"]\n\n1. e4 {{ {inner} }} e5 1-0\n\n[Event \"B\"]\n\n1. d4 *\n");
    for bytes in [text.clone().into_bytes(), pzstd(text.as_bytes(), 1000)] {
        let JoinedGames { games, repeated, .. } =
            join_ranges(&folder.open(&bytes), 2000, &options(1, 500));
        assert!(games == texts(text.as_bytes()));
        assert!(repeated > 0);
    }
}

#[test]
fn range_without_a_start_is_not_read() {
    let folder = Folder::new();
    let text = "1. e4 *\n".repeat(100);
    let (games, read) = read_range(&folder.open(text.as_bytes()), 8..80, None, &options(1, 100));
    let read = read.expect("a text");
    assert_eq!((games.len(), read.start, read.next), (0, None, None));
}

#[test]
fn stream_ranges_are_refused_unless_whole() {
    let folder = Folder::new();
    let text = plain_games(10);
    for bytes in [gzip(&text), zstd_frame(&text, true)] {
        let file = folder.open(&bytes);
        let (_, read) = read_range(&file, 0..10, None, &options(1, 100));
        assert!(matches!(read, Err(GamesError::NoSuchTextPosition { .. })), "{read:?}");
        let (games, read) = read_range(&file, 0..file.len(), None, &options(1, 100));
        assert_eq!(games, games_of(&text));
        assert_eq!(read.expect("the whole file").next, Some(0));
    }
}

/// Damage costs a range the same games as the whole file, wherever the range begins, and belongs to one range.
#[test]
fn damage_costs_ranges_and_the_whole_file_the_same_games() {
    let folder = Folder::new();
    let text = plain_games(150);
    let bytes = pzstd(&text, 700);
    let frames = folder.open(&bytes).frames().expect("a file of pzstd").to_vec();
    for (index, frame) in frames.iter().enumerate() {
        // The data, or the header, which the first frame needs.
        for place in [frame.data_offset() + u64::from(frame.len) / 2, frame.offset] {
            if index == 0 && place == frame.offset {
                continue;
            }
            let mut damaged = bytes.clone();
            damaged[place as usize] ^= 0xFF;
            let file = folder.open(&damaged);
            let (expected, damages) = read_whole(&file);
            assert_eq!(damages, 1);
            for len in [100, 1000, 5000] {
                let joined = join_ranges(&file, len, &options(2, 100));
                let place = format!("frame {index}, byte {place}, ranges of {len}");
                assert!(joined.games == expected, "{place}");
                assert_eq!(joined.damaged, 1, "{place}");
            }
        }
    }
}

#[test]
fn truncated_file_fails_in_the_last_range_alone() {
    let folder = Folder::new();
    let text = plain_games(1000);
    let bytes = pzstd(&text, text.len() / 4);
    let file = folder.open(&bytes[..bytes.len() - 10]);
    let frames = file.frames().expect("a file of pzstd").to_vec();
    let (before, read) = read_range(&file, 0..frames[2].offset, None, &options(2, 100));
    let next = read.expect("whole frames").next;
    let last = frames[2].offset..file.len();
    let (after, read) = read_range(&file, last, next, &options(2, 100));
    let damage = read.expect("frames before the damage").damage;
    assert!(matches!(damage, Some(GamesError::Truncated { .. })), "{damage:?}");
    let games: Vec<_> = before.into_iter().chain(after).map(|(_, game)| game).collect();
    assert!(games.len() > 700 && texts(&text).starts_with(&games), "{} games", games.len());
}

#[test]
fn game_longer_than_the_limit_after_a_range_is_an_error() {
    let folder = Folder::new();
    let text = format!("[Event \"a\"]\n\n1. e4 {{{}}} *\n\n1. d4 *", "x".repeat(100_000));
    let read = ReadOptions { max_game_len: 1000, ..options(1, 100) };
    let (games, result) = read_range(&folder.open(text.as_bytes()), 0..50, None, &read);
    assert!(matches!(result, Err(GamesError::GameTooLong { offset: 0, .. })), "{result:?}");
    assert!(games.is_empty());
}
