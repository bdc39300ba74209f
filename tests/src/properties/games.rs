//! Game file properties.

use std::ops::ControlFlow;

use tabiya::pgn;
use tabiya_games::codec::{Codec, Decoder};
use tabiya_games::dedupe::GameKey;
use tabiya_games::filter::TagFilter;
use tabiya_games::{Batch, GameFile, GamesError, ReadEnd, ReadOptions, fold, read_stream};

use super::account::check_account;
use super::assert_plain_message;

/// A game's offset and text.
type Game = (u64, Vec<u8>);

/// The games before an error, and the error.
type Outcome = (Vec<Game>, Option<String>);

/// The largest text that is checked as games.
const MAX_TEXT_LEN: usize = 1 << 16;

/// Checks the bytes after the first one as a game file, and as a filter.
///
/// The games equal those from one split over the decoded text, for one thread and for two. The
/// first byte is the chunk length.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_games(bytes: &[u8]) {
    let Some((&chunk_len, bytes)) = bytes.split_first() else { return };
    check_filter(bytes);
    let options = ReadOptions { chunk_len: usize::from(chunk_len) + 1, ..ReadOptions::default() };
    let mut text = Vec::new();
    let mut decode = || Decoder::new(bytes)?.read_chunk(&mut text, MAX_TEXT_LEN);
    let result = decode();
    if text.len() == MAX_TEXT_LEN {
        return;
    }
    let expected: Vec<Game> =
        pgn::games(&text).map(|game| (game.range().start as u64, game.bytes().to_vec())).collect();
    if let Err(error) = &result {
        assert_plain_message(error);
    }
    let [one, two] = [1, 2].map(|workers| {
        let options = ReadOptions { workers, ..options };
        outcome(|sink| read_stream(bytes, &options, &collect(), sink))
    });
    assert_eq!(one, two, "one worker and two");
    assert_eq!(one.1.is_some(), result.is_err(), "{result:?}, {:?}", one.1);
    match &result {
        Ok(()) => assert_eq!(one.0, expected),
        // The last game before an error may not be certain. Reading goes on after damage.
        Err(_) => {
            let certain = pgn::games_in_part(&text).count();
            assert!(one.0.starts_with(&expected[..certain]), "{:?}, expected {expected:?}", one.0);
        }
    }
    pgn::games(&text).for_each(|game| check_account(&game));
    if Codec::detect(bytes).is_ok_and(|codec| codec == Codec::Zstd) {
        check_frames(bytes, &options, &one);
    }
}

/// Checks that a file's frames yield the same games as its stream.
fn check_frames(bytes: &[u8], options: &ReadOptions<'_>, stream: &Outcome) {
    let file = tempfile::NamedTempFile::new().expect("a file can be created");
    std::fs::write(file.path(), bytes).expect("the file can be written");
    let file = GameFile::open(file.path()).expect("Zstandard data");
    let [one, two] = [1, 2].map(|workers| {
        let options = ReadOptions { workers, ..*options };
        outcome(|sink| file.read(&options, &collect(), sink))
    });
    assert_eq!(one, two, "one worker and two");
    // The lengths before the frames are checked, and a damaged frame yields no text.
    if one.1.is_none() && stream.1.is_none() {
        assert_eq!(&one, stream);
    }
}

fn collect() -> impl tabiya_games::GameFold<Output = Vec<Game>> {
    fold(Vec::new, |games: &mut Vec<Game>, game| {
        // Both keys accept any game.
        let _ = (GameKey::of_text(&game), GameKey::of_moves(&game));
        games.push((game.range().start as u64, game.bytes().to_vec()));
    })
}

/// Reads all games with a function that is called with the batch receiver.
fn outcome(
    read: impl FnOnce(
        &mut dyn FnMut(Batch<Vec<Game>>) -> ControlFlow<()>,
    ) -> Result<ReadEnd, GamesError>,
) -> Outcome {
    let mut games = Vec::new();
    let end = read(&mut |batch| {
        let start = batch.start.text_offset;
        games.extend(batch.value.into_iter().map(|(offset, game)| (start + offset, game)));
        ControlFlow::Continue(())
    });
    (games, end.err().map(|error| error.to_string()))
}

/// Checks that bytes are a filter or rejected with a plain message.
fn check_filter(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match text.parse::<TagFilter>() {
        Ok(filter) => {
            let game = pgn::RawGame::new("[White \"A\"]\n[WhiteElo \"2400\"]\n[Date \"?\"]\n\n*");
            // The parentheses may exceed the maximum depth.
            if let Ok(negated) = format!("not ({text})").parse::<TagFilter>() {
                assert_ne!(filter.matches(&game), negated.matches(&game), "{text}");
            }
        }
        Err(error) => assert_plain_message(&error),
    }
}
