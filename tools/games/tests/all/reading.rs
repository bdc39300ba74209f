//! Reading in parallel: the same games as in one split text, for any chunks and threads.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use fastrand::Rng;
use tabiya_games::codec::Codec;
use tabiya_games::{GameFile, GamesError, ReadEnd, ReadOptions, TextPosition, fold, read_stream};

use crate::samples::{
    Folder, games_of, gzip, plain_games, pzstd, random_text, read_games, with_pzstd_header,
    zstd_frame,
};

fn options(workers: usize, chunk_len: usize) -> ReadOptions<'static> {
    ReadOptions { workers, chunk_len, ..ReadOptions::default() }
}

/// Checks that a file yields a text's games, for several worker counts.
fn check(file: &GameFile, text: &[u8], chunk_len: usize) {
    let expected = games_of(text);
    for workers in [1, 2, 3] {
        let (games, end) = read_games(file, &options(workers, chunk_len));
        let case =
            || format!("{workers} workers, chunks of {chunk_len}: {:?}", text.escape_ascii());
        assert!(matches!(end, Ok(ReadEnd::Complete)), "{end:?}, {}", case());
        assert!(games == expected, "{games:?}, {}", case());
    }
}

#[test]
fn games_equal_one_split_for_any_chunks() {
    let folder = Folder::new();
    let mut rng = Rng::with_seed(1);
    for _ in 0..40 {
        let parts = rng.usize(1..20);
        let text = random_text(&mut rng, parts);
        for chunk_len in [1, 2, 7, 40, 1000] {
            check(&folder.open(&text), &text, chunk_len);
            check(&folder.open(&pzstd(&text, chunk_len)), &text, 1);
        }
        check(&folder.open(&zstd_frame(&text, true)), &text, 7);
        check(&folder.open(&gzip(&text)), &text, 7);
    }
}

#[test]
fn comment_with_games_across_chunks_stays_one_game() {
    let folder = Folder::new();
    // A tag pair after an empty line would end the comment.
    let inner = String::from_utf8(plain_games(50)).expect("ASCII").replace(['{', '}'], "");
    let inner = inner.replace("\n\n[", "\n[");
    let text = format!("[Event \"A\"]\n\n1. e4 {{ {inner} }} e5 1-0\n\n[Event \"B\"]\n\n1. d4 *\n");
    assert_eq!(games_of(text.as_bytes()).len(), 2);
    let calls = AtomicUsize::new(0);
    let count = fold(
        || 0_u64,
        |games, _game| {
            *games += 1;
            calls.fetch_add(1, Ordering::Relaxed);
        },
    );
    let mut games = 0;
    let file = folder.open(text.as_bytes());
    let end = file.read(&options(2, 1000), &count, |batch| {
        games += batch.value;
        ControlFlow::Continue(())
    });
    assert!(end.is_ok(), "{end:?}");
    // Text in the comment was added as games, but is in no delivered result.
    assert_eq!(games, 2);
    assert!(calls.load(Ordering::Relaxed) > 2);
    for chunk_len in [64, 300, 1000, text.len() - 1] {
        check(&folder.open(text.as_bytes()), text.as_bytes(), chunk_len);
        check(&folder.open(&pzstd(text.as_bytes(), chunk_len)), text.as_bytes(), 1);
    }
}

#[test]
fn long_comment_in_many_tiny_frames_takes_linear_time() {
    let folder = Folder::new();
    // Each frame looks like a game, so that each one yields a guess to verify. If each frame rescanned
    // the text before, it would scan about 1 TB.
    let inner = b"\n[Event \"?\"]\n\n1. d4 *\n[".repeat(2);
    let open = b"1. e4 {";
    let middle = zstd_frame(&inner, false);
    let close = b"} e5 *\n\n1. d4 *\n";
    let count = 200_000;
    let mut bytes = with_pzstd_header(&zstd_frame(open, false));
    bytes.extend(with_pzstd_header(&middle).repeat(count));
    bytes.extend(with_pzstd_header(&zstd_frame(close, false)));
    let file = folder.open(&bytes);
    assert_eq!(file.frames().map(<[_]>::len), Some(count + 2));
    let text = [&open[..], &inner.repeat(count), &close[..]].concat();
    for workers in [1, 2] {
        let (games, end) = read_games(&file, &options(workers, 1));
        assert!(matches!(end, Ok(ReadEnd::Complete)), "{end:?}");
        assert!(games == games_of(&text), "{} games", games.len());
        assert_eq!(games.len(), 2);
    }
}

#[test]
fn comment_without_end_costs_one_game_for_any_chunks() {
    let folder = Folder::new();
    let games = String::from_utf8(plain_games(40)).expect("ASCII");
    let text = games.replacen("3. Bb5", "{ 3. Bb5", 1);
    assert_eq!(games_of(text.as_bytes()).len(), 40);
    for chunk_len in [64, 300, 1000, text.len() - 1] {
        check(&folder.open(text.as_bytes()), text.as_bytes(), chunk_len);
        check(&folder.open(&pzstd(text.as_bytes(), chunk_len)), text.as_bytes(), 1);
    }
}

#[test]
fn empty_text_has_no_games() {
    let folder = Folder::new();
    for text in ["", "\n", "{ comment }"].map(str::as_bytes) {
        check(&folder.open(text), text, 1);
        check(&folder.open(&zstd_frame(text, true)), text, 1);
    }
}

#[test]
fn truncated_last_frame_yields_games_before_the_cut() {
    let folder = Folder::new();
    let text = plain_games(2000);
    let bytes = pzstd(&text, text.len() / 3);
    let file = folder.open(&bytes);
    let last = *file.frames().expect("a file of pzstd").last().expect("frames");
    for len in [bytes.len() - 1, last.offset as usize + 30, last.offset as usize + 5] {
        let file = folder.open(&bytes[..len]);
        for workers in [1, 2] {
            let (games, end) = read_games(&file, &options(workers, 1));
            let error = end.expect_err("a truncated file");
            assert!(
                matches!(error, GamesError::Truncated { codec: Codec::Zstd, offset } if offset == len as u64),
                "{error:?}"
            );
            assert!(games_of(&text).starts_with(&games));
            assert!(games.len() > 1300, "{} games before byte {len}", games.len());
        }
    }
    // The last block is lost with the last byte, the blocks before are not.
    let (games, _) = read_games(&folder.open(&bytes[..bytes.len() - 1]), &options(2, 1));
    assert!(games.len() > 1990, "{} games", games.len());
}

#[test]
fn damaged_frame_costs_no_game_elsewhere() {
    let folder = Folder::new();
    let text = plain_games(1000);
    let mut bytes = pzstd(&text, text.len() / 4);
    let frame = folder.open(&bytes).frames().expect("a file of pzstd")[2];
    bytes[frame.data_offset() as usize + 100] ^= 0xFF;
    for workers in [1, 2] {
        let (games, end) = read_games(&folder.open(&bytes), &options(workers, 1));
        let error = end.expect_err("a damaged frame");
        let GamesError::Damaged { codec: Codec::Zstd, offset, .. } = error else {
            panic!("{error:?}")
        };
        assert_eq!(offset, frame.data_offset());
        let all = games_of(&text);
        let before = games.iter().zip(&all).take_while(|(game, expected)| game == expected).count();
        assert!((490..=500).contains(&before), "{before} games");
        // The offsets after the damage lack its text.
        let after: Vec<_> = games[before..].iter().map(|(_, game)| game).collect();
        let expected: Vec<_> =
            all[all.len() - after.len()..].iter().map(|(_, game)| game).collect();
        assert!(after == expected);
        assert!(after.len() >= 248, "{} games", after.len());
    }
}

#[test]
fn frame_that_decodes_to_much_text_is_read_in_pieces() {
    let folder = Folder::new();
    // 65 MiB of text in few bytes.
    let mut game = b"1. e4 *".to_vec();
    game.resize(1 << 16, b'\n');
    let text = [&game.repeat(1040)[..], b"1. d4 *\n1. c4 *"].concat();
    let (start, end) = text.split_at(text.len() - 3);
    let frames = [start, end].map(|text| with_pzstd_header(&zstd_frame(text, false)));
    let file = folder.open(&frames.concat());
    assert!(file.len() < 100_000);
    let (games, end) = read_games(&file, &options(2, 1));
    assert!(end.is_ok(), "{end:?}");
    assert!(games == games_of(&text));
}

#[test]
fn game_above_limit_is_an_error() {
    let folder = Folder::new();
    let long = format!("1. d4 {{ {} }} *\n", "long ".repeat(1000));
    let text = format!("1. e4 *\n{long}1. c4 *");
    let file = folder.open(text.as_bytes());
    let (games, end) = read_games(&file, &ReadOptions { max_game_len: 4000, ..options(2, 100) });
    let error = end.expect_err("a long game");
    assert!(matches!(error, GamesError::GameTooLong { offset: 8, limit: 4000 }), "{error:?}");
    assert_eq!(games.len(), 1);
    let (games, _) = read_games(&file, &ReadOptions { max_game_len: 6000, ..options(2, 100) });
    assert_eq!(games.len(), 3);
}

#[test]
fn game_above_carry_and_verified_chunk_limit_is_an_error() {
    let folder = Folder::new();
    let comment = "long ".repeat(600);
    let long = format!("[Event \"B\"]\n\n1. d4 {{ {comment} }} *\n\n");
    let short = "[Event \"A\"]\n\n1. e4 *\n\n";
    let text = [short, &long, short, short, short].concat();
    // Two thirds of the game are in the first chunk, and the second chunk starts a game, too.
    let file = folder.open(text.as_bytes());
    let chunk_len = short.len() + long.len() * 2 / 3;
    for (max_game_len, count) in [(long.len(), 5), (long.len() - 1, 1)] {
        for workers in [1, 2] {
            let options = ReadOptions { max_game_len, ..options(workers, chunk_len) };
            let (games, end) = read_games(&file, &options);
            assert_eq!(games, games_of(text.as_bytes())[..count]);
            let offset = short.len() as u64;
            match end {
                Ok(end) => assert_eq!((end, count), (ReadEnd::Complete, 5)),
                Err(GamesError::GameTooLong { offset: found, limit }) => {
                    assert_eq!((found, limit, count), (offset, max_game_len, 1));
                }
                Err(error) => panic!("{error:?}"),
            }
        }
    }
}

#[test]
fn reading_resumes_after_any_batch() {
    let folder = Folder::new();
    let text = plain_games(300);
    let expected = games_of(&text);
    let files =
        [text.clone(), pzstd(&text, 500), pzstd(&text, 40), zstd_frame(&text, true), gzip(&text)];
    for bytes in files {
        let file = folder.open(&bytes);
        let mut ends = Vec::new();
        let count = fold(|| (), |(), _game| ());
        let options = options(2, 700);
        let read = |end: TextPosition, games: u64| {
            let mut next = games as usize;
            let result = file.read_from(
                end,
                &options,
                &fold(Vec::new, |games: &mut Vec<Vec<u8>>, game| games.push(game.bytes().to_vec())),
                |batch| {
                    assert_eq!(batch.start.text_offset, expected[next].0);
                    for game in batch.value {
                        assert_eq!(game, expected[next].1);
                        next += 1;
                    }
                    ControlFlow::Continue(())
                },
            );
            assert!(result.is_ok(), "{result:?}");
            assert_eq!(next, expected.len(), "from {end:?}");
        };
        let mut games = 0;
        file.read(&options, &count, |batch| {
            games += batch.games;
            ends.push((batch.end(), games));
            ControlFlow::Continue(())
        })
        .expect("a whole file");
        assert!(ends.len() > 20);
        for (end, games) in ends {
            read(end, games);
        }
    }
}

#[test]
fn any_game_text_is_read_by_position() {
    let folder = Folder::new();
    let text = plain_games(100);
    for bytes in
        [text.clone(), pzstd(&text, 500), pzstd(&text, 20), zstd_frame(&text, true), gzip(&text)]
    {
        let file = folder.open(&bytes);
        let ranges = fold(Vec::new, |ranges, game| ranges.push(game.range()));
        let mut count = 0;
        file.read(&options(2, 700), &ranges, |batch| {
            for range in batch.value {
                let position = batch.start.advanced(range.start as u64);
                let game = file.read_text(position, range.len()).expect("a valid position");
                assert_eq!(&text[position.text_offset as usize..][..range.len()], game);
                count += 1;
            }
            ControlFlow::Continue(())
        })
        .expect("a whole file");
        assert_eq!(count, 100);
    }
}

#[test]
fn position_between_frames_is_an_error() {
    let folder = Folder::new();
    let position = TextPosition { frame_offset: 5, offset_in_frame: 0, text_offset: 0 };
    let text = plain_games(10);
    for bytes in [pzstd(&text, 100), gzip(&text), zstd_frame(&text, true)] {
        let error = folder.open(&bytes).read_text(position, 10).expect_err("no frame");
        assert!(matches!(error, GamesError::NoSuchTextPosition { offset: 5 }), "{error:?}");
    }
}

#[test]
fn position_with_any_fields_is_refused_or_yields_text() {
    let folder = Folder::new();
    let text = plain_games(10);
    let values = [0, 1, u64::MAX / 2, u64::MAX - 1, u64::MAX];
    for bytes in [text.clone(), pzstd(&text, 100), gzip(&text), zstd_frame(&text, true)] {
        let file = folder.open(&bytes);
        for (index, workers) in (0..125).flat_map(|index| [(index, 1), (index, 2)]) {
            let [frame, in_frame, in_text] = [index / 25, index / 5 % 5, index % 5];
            let position = TextPosition {
                frame_offset: values[frame],
                offset_in_frame: values[in_frame],
                text_offset: values[in_text],
            };
            let mut games = 0;
            let count = fold(|| (), |(), _game| ());
            let end = file.read_from(position, &options(workers, 7), &count, |batch| {
                games += batch.games;
                assert!(batch.end().text_offset >= batch.start.text_offset);
                ControlFlow::Continue(())
            });
            let is_refused = matches!(end, Err(GamesError::NoSuchTextPosition { .. }));
            assert_eq!(is_refused, end.is_err(), "{position:?}: {end:?}");
            assert_eq!(is_refused, file.read_text(position, 10).is_err(), "{position:?}");
            let is_in_text = frame <= 1 && in_frame <= 1 && !is_refused;
            assert_eq!(games > 0, is_in_text, "{position:?}: {games} games");
        }
    }
}

#[test]
fn sink_break_stops_and_delivers_no_more() {
    let folder = Folder::new();
    let text = plain_games(1000);
    for workers in [1, 2] {
        let mut batches = 0;
        let end = folder.open(&pzstd(&text, 1000)).read(
            &options(workers, 1),
            &fold(|| (), |(), _game| ()),
            |_batch| {
                batches += 1;
                if batches == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!((end.expect("a whole file"), batches), (ReadEnd::Stopped, 5));
    }
}

#[test]
fn cancel_flag_stops_between_games() {
    let folder = Folder::new();
    let text = plain_games(1000);
    for workers in [1, 2] {
        let cancel = AtomicBool::new(false);
        let games = AtomicUsize::new(0);
        let count = fold(
            || (),
            |(), _game| {
                if games.fetch_add(1, Ordering::Relaxed) == 99 {
                    cancel.store(true, Ordering::Relaxed);
                }
            },
        );
        let options = ReadOptions { cancel: Some(&cancel), ..options(workers, 1 << 20) };
        let end = folder.open(&text).read(&options, &count, |_batch| ControlFlow::Continue(()));
        assert_eq!(end.expect("a whole file"), ReadEnd::Canceled);
        assert_eq!(games.load(Ordering::Relaxed), 100, "{workers} workers");
    }
}

#[test]
fn fold_or_sink_panic_ends_all_threads() {
    let folder = Folder::new();
    let file = folder.open(&pzstd(&plain_games(1000), 1000));
    for workers in [1, 2, 4] {
        let in_fold = catch_unwind(AssertUnwindSafe(|| {
            let panics = fold(|| (), |(), game| assert!(game.range().start < 500, "in the fold"));
            let _ = file.read(&options(workers, 1), &panics, |_batch| ControlFlow::Continue(()));
        }));
        assert!(in_fold.is_err());
        let in_sink = catch_unwind(AssertUnwindSafe(|| {
            let none = fold(|| (), |(), _game| ());
            let _ = file.read(&options(workers, 1), &none, |_batch| panic!("in the sink"));
        }));
        assert!(in_sink.is_err());
    }
}

#[test]
fn fold_panic_delivers_first_games_and_its_payload() {
    let folder = Folder::new();
    let text = plain_games(1000);
    let expected = games_of(&text);
    let last = &expected[500].1;
    // The chunks end within games, and a part must not be delivered as a game.
    for bytes in [text.clone(), pzstd(&text, 700), gzip(&text)] {
        let file = folder.open(&bytes);
        for workers in [1, 2, 4] {
            let collect = fold(Vec::new, |games: &mut Vec<Vec<u8>>, game| {
                if game.bytes() == last {
                    std::panic::panic_any(12345_u32);
                }
                games.push(game.bytes().to_vec());
            });
            let mut games = Vec::new();
            let payload = catch_unwind(AssertUnwindSafe(|| {
                let _ = file.read(&options(workers, 700), &collect, |batch| {
                    games.extend(batch.value);
                    ControlFlow::Continue(())
                });
            }));
            let payload = payload.expect_err("a panic in the fold");
            assert_eq!(payload.downcast_ref(), Some(&12345_u32), "{workers} workers");
            assert!(games.len() <= 500, "{} games", games.len());
            assert!(games.iter().eq(expected[..games.len()].iter().map(|game| &game.1)));
        }
    }
}

#[test]
fn workers_read_ahead_no_further_than_the_window() {
    let folder = Folder::new();
    let text = plain_games(2000);
    let file = folder.open(&text);
    let folded = AtomicUsize::new(0);
    let count = fold(|| folded.fetch_add(1, Ordering::Relaxed), |_index, _game| ());
    let workers = 2;
    let chunks_ahead = 3;
    let options = ReadOptions { chunks_ahead, ..options(workers, 1000) };
    let mut batches = 0;
    file.read(&options, &count, |_batch| {
        std::thread::sleep(std::time::Duration::from_millis(1));
        batches += 1;
        // Each chunk begins a batch, and so do the games across chunks.
        assert!(folded.load(Ordering::Relaxed) <= batches + 1 + workers + chunks_ahead);
        ControlFlow::Continue(())
    })
    .expect("a whole file");
    assert!(batches > 100);
}

#[test]
fn stream_yields_the_same_games_as_the_file() {
    let text = plain_games(500);
    for bytes in [text.clone(), gzip(&text), pzstd(&text, 1000)] {
        for workers in [1, 3] {
            let collect =
                fold(Vec::new, |games: &mut Vec<Vec<u8>>, game| games.push(game.bytes().to_vec()));
            let mut games = Vec::new();
            let mut progress = 0;
            let end = read_stream(&bytes[..], &options(workers, 999), &collect, |batch| {
                games.extend(batch.value);
                progress = batch.compressed_end;
                ControlFlow::Continue(())
            });
            assert_eq!(end.expect("a whole stream"), ReadEnd::Complete);
            assert!(games.into_iter().eq(games_of(&text).into_iter().map(|game| game.1)));
            assert_eq!(progress, bytes.len() as u64);
        }
    }
}
