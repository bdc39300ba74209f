//! Codecs: members and frames, truncation, damage, limits.

use std::io::{self, Read};

use tabiya_games::codec::{Codec, Decoder, MAX_WINDOW_LEN};
use tabiya_games::{GameFile, GamesError, ReadOptions};

use crate::samples::{
    Folder, games_of, gzip, plain_games, pzstd, read_games, with_pzstd_header, zstd_frame,
};

/// Decodes a stream in chunks, up to an error.
fn decode(bytes: &[u8], chunk_len: usize) -> (Vec<u8>, Result<(), GamesError>) {
    let mut text = Vec::new();
    let mut decoder = match Decoder::new(bytes) {
        Ok(decoder) => decoder,
        Err(error) => return (text, Err(error)),
    };
    loop {
        let mut chunk = Vec::new();
        let result = decoder.read_chunk(&mut chunk, chunk_len);
        text.extend_from_slice(&chunk);
        if result.is_err() || chunk.len() < chunk_len {
            return (text, result);
        }
    }
}

#[test]
fn decoder_reads_all_members_and_frames() {
    let text = plain_games(200);
    let (start, end) = text.split_at(3001);
    let skippable = b"\x5A\x2A\x4D\x18\x03\x00\x00\x00abc";
    let files = [
        text.clone(),
        gzip(&text),
        [gzip(start), gzip(b""), gzip(end)].concat(),
        zstd_frame(&text, true),
        [&skippable[..], &zstd_frame(start, false), skippable, &zstd_frame(end, true)].concat(),
        pzstd(&text, 1000),
    ];
    for (number, bytes) in files.iter().enumerate() {
        for chunk_len in [1, 7, 100, 1 << 20] {
            let (decoded, result) = decode(bytes, chunk_len);
            assert!(result.is_ok(), "file {number}: {result:?}");
            assert!(decoded == text, "file {number}, chunks of {chunk_len} bytes");
        }
    }
}

/// A reader that yields one byte per call, and interrupts every second call.
struct Interrupted<'a> {
    bytes: &'a [u8],
    calls: usize,
}

impl Read for Interrupted<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.calls += 1;
        if self.calls.is_multiple_of(2) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = buffer.len().min(1);
        self.bytes.read(&mut buffer[..len])
    }
}

#[test]
fn decoder_interrupted_reads_are_repeated() {
    let text = plain_games(20);
    for bytes in [text.clone(), gzip(&text), zstd_frame(&text, true)] {
        let mut decoder =
            Decoder::new(Interrupted { bytes: &bytes, calls: 0 }).expect("a known codec");
        let mut decoded = Vec::new();
        let result = decoder.read_chunk(&mut decoded, usize::MAX);
        assert!(result.is_ok(), "{}: {result:?}", decoder.codec());
        assert!(decoded == text, "{}", decoder.codec());
    }
}

#[test]
fn decoder_truncated_stream_yields_start_and_offset() {
    let text = plain_games(200);
    for (codec, bytes) in [(Codec::Gzip, gzip(&text)), (Codec::Zstd, zstd_frame(&text, true))] {
        for len in [10, bytes.len() / 2, bytes.len() - 1] {
            let (decoded, result) = decode(&bytes[..len], 100);
            assert!(text.starts_with(&decoded), "{codec}, {len} bytes");
            let error = result.expect_err("a truncated stream");
            let GamesError::Truncated { codec: found, offset } = error else {
                panic!("{codec}, {len} bytes: {error:?}")
            };
            assert_eq!((found, offset), (codec, len as u64));
        }
    }
}

#[test]
fn decoder_damaged_stream_is_an_error_with_offset() {
    let text = plain_games(1500);
    for (codec, frame) in [(Codec::Gzip, gzip(&text)), (Codec::Zstd, zstd_frame(&text, true))] {
        let (decoded, result) = decode(&[&frame[..], b"<html>not a frame</html>"].concat(), 100);
        assert!(decoded == text);
        let error = result.expect_err("bytes after the frame");
        let GamesError::Damaged { codec: found, offset, .. } = error else {
            panic!("{codec}: {error:?}")
        };
        assert_eq!(found, codec);
        assert!(offset >= frame.len() as u64 && offset <= frame.len() as u64 + 24, "{offset}");
        for index in (4..frame.len()).step_by(97) {
            let mut damaged = frame.clone();
            damaged[index] ^= 0x55;
            // Header flags may be without effect.
            let (decoded, result) = decode(&damaged, 1 << 20);
            assert!(result.is_err() || decoded == text, "{codec}, byte {index}");
            // The text before damage does not depend on the buffers.
            for chunk_len in [17, 5000] {
                let (again, _) = decode(&damaged, chunk_len);
                assert!(again == decoded, "{codec}, byte {index}, chunks of {chunk_len}");
            }
        }
    }
}

#[test]
fn decoder_damaged_block_yields_all_blocks_before() {
    let block = |kind: u32, is_last: u32, data: &[u8]| {
        let header = is_last | kind << 1 | (data.len() as u32) << 3;
        [&header.to_le_bytes()[..3], data].concat()
    };
    let raw = 0;
    let reserved = 3;
    let blocks = [block(raw, 0, b"1. e4 *"), block(raw, 0, b"1. d4 *"), block(reserved, 1, b"")];
    let frame = [&b"\x28\xB5\x2F\xFD\x00\x58"[..], &blocks.concat()].concat();
    for chunk_len in [1, 3, 7, 100] {
        let (text, result) = decode(&frame, chunk_len);
        assert!(matches!(result, Err(GamesError::Damaged { .. })), "{result:?}");
        assert_eq!(text, b"1. e4 *1. d4 *", "chunks of {chunk_len} bytes");
    }
}

#[test]
fn decoder_window_above_limit_is_an_error() {
    // The window descriptor holds the exponent minus 10 in its upper five bits.
    let frame = |exponent: u8| {
        let descriptor = (exponent - 10) << 3;
        let last_raw_block = [1 | 3 << 3, 0, 0];
        [&b"\x28\xB5\x2F\xFD\x00"[..], &[descriptor], &last_raw_block, b"1-0"].concat()
    };
    assert_eq!(MAX_WINDOW_LEN, 1 << 27);
    let (text, result) = decode(&frame(27), 100);
    assert!(result.is_ok(), "{result:?}");
    assert_eq!(text, b"1-0");
    for exponent in [28, 31, 41] {
        let error = decode(&frame(exponent), 100).1.expect_err("a large window");
        assert!(matches!(error, GamesError::WindowTooLarge { .. }), "{exponent}: {error:?}");
    }
}

#[test]
fn frames_are_listed_without_decoding() {
    let folder = Folder::new();
    let text = plain_games(100);
    let file = folder.open(&pzstd(&text, 1000));
    let frames = file.frames().expect("a file of pzstd");
    assert_eq!(frames.len(), text.len().div_ceil(1000));
    assert_eq!(frames.last().expect("frames").end(), file.len());
    for other in [zstd_frame(&text, true), gzip(&text), text.clone()] {
        assert_eq!(folder.open(&other).frames(), None);
    }
}

#[test]
fn frame_with_other_length_is_damage_after_whole_games() {
    let folder = Folder::new();
    let text = plain_games(100);
    let [first, second] = [&text[..1000], &text[1000..]].map(|text| zstd_frame(text, false));
    let two_frames = with_pzstd_header(&[&second[..], &second].concat());
    let bytes = [with_pzstd_header(&first), two_frames].concat();
    let (games, end) = read_games(&folder.open(&bytes), &ReadOptions::default());
    let offset = first.len() as u64 + 24;
    let error = end.expect_err("two frames");
    assert!(
        matches!(error, GamesError::Damaged { codec: Codec::Zstd, offset: found, .. } if found == offset),
        "{error:?}"
    );
    let whole =
        games_of(&text).into_iter().filter(|(start, game)| start + game.len() as u64 <= 1000);
    let whole: Vec<_> = whole.collect();
    // The last game's end is uncertain until text follows.
    assert!(games == whole || games == whole[..whole.len() - 1]);
    assert!(games.len() > 5);
}

#[test]
fn pzstd_program_writes_frames_that_are_found() {
    let folder = Folder::new();
    let text = plain_games(100_000);
    let path = folder.write(&text);
    let mut command = std::process::Command::new("pzstd");
    let status = command.args(["-q", "-1", "-p", "2"]).arg(&path).status();
    if !status.is_ok_and(|status| status.success()) {
        assert!(std::env::var_os("TABIYA_REQUIRE_TOOLS").is_none(), "pzstd is not installed");
        eprintln!("skipped: pzstd is not installed");
        return;
    }
    let file = GameFile::open(path.with_extension("zst")).expect("a file of games");
    assert!(file.frames().is_some_and(|frames| frames.len() > 1), "{:?}", file.frames());
    let (games, end) = read_games(&file, &ReadOptions { workers: 2, ..ReadOptions::default() });
    assert!(end.is_ok(), "{end:?}");
    assert!(games == games_of(&text));
}
