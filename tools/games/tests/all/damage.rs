//! Damaged compressed files: whole games before and after the damage are read, and each damage is reported.

use std::ops::{ControlFlow, Range};

use tabiya::pgn::RawGame;
use tabiya_games::{Batch, GamesError, ReadOptions, fold, read_stream};

use crate::samples::{Folder, gzip, pzstd, zstd_frame};

/// Returns a game with a number, as text that compresses badly.
fn game(number: u64) -> Vec<u8> {
    let site = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let text = format!("[Event \"?\"]\n[Round \"{number}\"]\n[Site \"{site:x}\"]\n\n1. e4 *\n\n");
    text.into_bytes()
}

fn text(games: Range<u64>) -> Vec<u8> {
    games.flat_map(game).collect()
}

/// Returns a game's round, if it is equal to the one with this number but for white space at its
/// end.
fn round(found: &RawGame<'_>) -> Option<u64> {
    let round = found.tag("Round")?.value().to_string().parse().ok()?;
    (found.bytes().trim_ascii_end() == game(round).trim_ascii_end()).then_some(round)
}

/// Returns the rounds of the whole games in a file, read in parallel or as a stream, and the number
/// of damages. Both are the same however the work is divided.
fn read_as(bytes: &[u8], is_stream: bool) -> (Vec<u64>, usize) {
    let folder = Folder::new();
    let file = folder.open(bytes);
    let rounds = fold(Vec::new, |rounds: &mut Vec<u64>, game| rounds.extend(round(&game)));
    let mut results = Vec::new();
    for (workers, chunk_len) in [(1, 4 << 20), (2, 5000), (2, 1000), (1, 33)] {
        let options = ReadOptions { workers, chunk_len, ..ReadOptions::default() };
        let mut found = (Vec::new(), 0);
        let sink = |batch: Batch<Vec<u64>>| {
            found.0.extend(batch.value);
            found.1 += batch.damage.len();
            ControlFlow::Continue(())
        };
        let end = if is_stream {
            read_stream(bytes, &options, &rounds, sink)
        } else {
            file.read(&options, &rounds, sink)
        };
        assert_eq!(end.is_err(), found.1 > 0, "{end:?}");
        results.push(found);
    }
    assert!(results.iter().all(|found| *found == results[0]));
    results.swap_remove(0)
}

fn read(bytes: &[u8]) -> (Vec<u64>, usize) {
    let found = read_as(bytes, false);
    assert!(found == read_as(bytes, true));
    found
}

#[test]
fn bytes_after_a_member_or_frame_cost_no_game() {
    for encode in [gzip, |text: &[u8]| zstd_frame(text, true)] {
        let [first, second] = [text(0..40), text(40..60)].map(|text| encode(&text));
        let whole: Vec<_> = (0..60).collect();
        assert_eq!(read(&[&first[..], &second].concat()), (whole.clone(), 0));
        assert_eq!(read(&[&first[..], &second, b"garbage"].concat()), (whole.clone(), 1));
        assert_eq!(read(&[&first[..], b"garbage", &second].concat()), (whole.clone(), 1));
        assert_eq!(read(&[&first[..], b"\x1F\x8B(\xB5", &second, b"x"].concat()), (whole, 2));
    }
    // After a whole game, any game may begin.
    let members = [&b"[White \"A\"]\n\n1. e4 *\n"[..], b"[White \"B\"]\n\n1. e4 *\n", b"1. d4 *\n"];
    assert_eq!(stream_games(&members.map(gzip).join(&b"garbage"[..])).len(), 3);
    // Tapes are padded.
    let padded = [&gzip(&text(0..3))[..], &[0; 600]].concat();
    assert_eq!(read(&padded), (vec![0, 1, 2], 0));
}

/// The damage before a game that is too long is reported, too.
#[test]
fn damage_before_another_error_is_delivered() {
    let long = format!("[Event \"?\"]\n\n1. e4 {{ {} }} *\n", "long ".repeat(1000));
    let bytes = [&gzip(&text(0..3))[..], b"garbage", &gzip(long.as_bytes())].concat();
    let options = ReadOptions { max_game_len: 2000, ..ReadOptions::default() };
    let mut damages = 0;
    let count = fold(|| (), |(), _game| ());
    let end = read_stream(&bytes[..], &options, &count, |batch| {
        damages += batch.damage.len();
        ControlFlow::Continue(())
    });
    assert!(matches!(end, Err(GamesError::GameTooLong { .. })), "{end:?}");
    assert_eq!(damages, 1);
}

#[test]
fn many_damages_are_all_delivered() {
    let member = gzip(b"1. e4 *\n\n");
    let bytes = [&member[..], b"x"].concat().repeat(2500);
    let mut games = 0;
    let mut damages = 0;
    let count = fold(|| 0, |games, _game| *games += 1);
    let end = read_stream(&bytes[..], &ReadOptions::default(), &count, |batch| {
        games += batch.value;
        damages += batch.damage.len();
        ControlFlow::Continue(())
    });
    assert!(end.is_err());
    assert_eq!((games, damages), (2500, 2500));
}

#[test]
fn truncated_stream_yields_its_whole_games() {
    for encode in [gzip, |text: &[u8]| zstd_frame(text, true)] {
        let bytes = encode(&text(0..300));
        let (games, damages) = read(&bytes[..bytes.len() - 9]);
        assert_eq!(damages, 1);
        assert!(games.iter().copied().eq(0..games.len() as u64));
        assert!(games.len() >= 298 || encode(b"")[0] == 0x28, "{} games", games.len());
        // The members before are whole.
        let (games, damages) =
            read(&[&gzip(&text(0..50))[..], &gzip(&text(50..90))[..20]].concat());
        assert_eq!((games, damages), ((0..50).collect(), 1));
    }
}

#[test]
fn damaged_frame_or_member_costs_its_games_only() {
    let parts = [text(0..400), text(400..800), text(800..1200)];
    for encode in
        [gzip, |text: &[u8]| zstd_frame(text, true), |text: &[u8]| pzstd(text, usize::MAX)]
    {
        let encoded = parts.each_ref().map(|text| encode(text));
        for place in [40, encoded[1].len() / 2, encoded[1].len() - 3] {
            let mut damaged = encoded.clone();
            damaged[1][place] ^= 0xFF;
            for is_stream in [false, true] {
                let (games, damages) = read_as(&damaged.concat(), is_stream);
                assert!(damages >= 1, "byte {place}");
                assert!(games.iter().copied().take(400).eq(0..400), "byte {place}");
                let after = &games[games.len() - 400..];
                assert!(after.iter().copied().eq(800..1200), "byte {place}: {:?}", &after[..3]);
            }
        }
    }
}

/// A file is not taken for text because its magic number has a wrong byte.
#[test]
fn wrong_magic_number_costs_the_first_frame_only() {
    for encode in [gzip, |text: &[u8]| zstd_frame(text, true)] {
        let first = encode(&text(0..5));
        let second = encode(&text(5..9));
        let magic_len = if first[0] == 0x1F { 2 } else { 4 };
        for place in 0..magic_len {
            for bit in 0..8 {
                let mut damaged = first.clone();
                damaged[place] ^= 1 << bit;
                let (games, damages) = read(&[&damaged[..], &second].concat());
                assert_eq!((&games[..], damages), (&[5, 6, 7, 8][..], 1), "{place}, {bit}");
            }
        }
    }
    // The frame behind the first skippable one is intact.
    for place in 0..4 {
        let mut damaged = pzstd(&text(0..9), usize::MAX);
        damaged[place] ^= 0x80;
        assert_eq!(read(&damaged), ((0..9).collect(), 1), "{place}");
    }
}

/// Damage to any byte, also to a length that then reaches into the next frame or member.
#[test]
fn any_damaged_byte_costs_one_frame_only() {
    let parts = [text(0..5), text(5..9), text(9..12)];
    for encode in
        [gzip, |text: &[u8]| zstd_frame(text, true), |text: &[u8]| pzstd(text, usize::MAX)]
    {
        let encoded = parts.each_ref().map(|text| encode(text));
        for place in 0..encoded[1].len() {
            for bit in [0, 2, 7] {
                let mut damaged = encoded.clone();
                damaged[1][place] ^= 1 << bit;
                for is_stream in [false, true] {
                    let (games, _) = read_as(&damaged.concat(), is_stream);
                    let is_found = |game| games.contains(&game);
                    let name = format!("bit {bit} of byte {place}: {games:?}");
                    assert!((0..5).chain(9..12).all(is_found), "{name}");
                }
            }
        }
    }
}

/// A frame or member that divides no game begins with one, whatever its first tag is.
#[test]
fn first_game_after_damage_needs_no_event() {
    let fen = "[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n";
    for tags in ["", "[White \"A\"]\n\n", &format!("\u{FEFF}{fen}")] {
        let games = [format!("{tags}1. Kd1 *"), format!("{tags}1. Kd2 *")];
        for encode in [gzip, |text: &[u8]| zstd_frame(text, true)] {
            let member = encode(games.join("\n\n").as_bytes());
            for place in 0..member.len() {
                let mut damaged = member.clone();
                damaged[place] ^= 1;
                let found = stream_games(&[&damaged[..], &member].concat());
                assert!(found.ends_with(&games), "byte {place}: {found:?}");
            }
        }
    }
}

/// `pzstd` frames and `bgzip` members divide games: one that begins with a tag pair may lack
/// others.
#[test]
fn first_game_after_damage_is_whole() {
    let [first, second] = ["[Event \"?\"]\n", "[White \"A\"]\n\n1. e4 *\n\n"].map(str::as_bytes);
    let with_extra_field = |text: &[u8]| {
        let mut member = gzip(text);
        member[3] |= 4;
        member.splice(10..10, [2, 0, 0, 0]);
        member
    };
    for encode in [with_extra_field, |text: &[u8]| pzstd(text, usize::MAX)] {
        let mut damaged = encode(first);
        assert_eq!(stream_games(&[&damaged[..], &encode(second)].concat()).len(), 1);
        *damaged.last_mut().expect("a byte") ^= 1;
        assert_eq!(stream_games(&[&damaged[..], &encode(second)].concat()).len(), 0);
    }
}

/// Returns the texts of the games in a stream.
fn stream_games(bytes: &[u8]) -> Vec<String> {
    let texts = fold(Vec::new, |texts: &mut Vec<_>, game| {
        texts.push(String::from_utf8_lossy(game.bytes()).trim().to_owned());
    });
    let mut games = Vec::new();
    let _ = read_stream(bytes, &ReadOptions::default(), &texts, |batch| {
        games.extend(batch.value);
        ControlFlow::Continue(())
    });
    games
}

#[test]
fn damage_costs_only_games_that_cross_it() {
    // The frames divide games.
    let text = text(0..1000);
    let bytes = pzstd(&text, 4001);
    let folder = Folder::new();
    let frames = folder.open(&bytes).frames().expect("a file of pzstd").to_vec();
    let mut damaged = bytes;
    for index in [3, 7] {
        damaged[frames[index].data_offset() as usize + 50] ^= 0xFF;
    }
    // A header is no header anymore.
    damaged[frames[11].offset as usize] ^= 0xFF;
    let (games, damages) = read_as(&damaged, false);
    assert_eq!(damages, 3);
    let lost_text = 3 * 4001;
    let max_lost = lost_text / game(100).len() + 3 * 2;
    assert!(games.len() >= 1000 - max_lost, "{} games", games.len());
    assert!(games.is_sorted_by(|one, other| one < other));
}
