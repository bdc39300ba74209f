//! Game index properties.

use std::ops::ControlFlow;
use std::path::Path;

use tabiya::pgn::{self, RawGame, ReadError, ReadErrorKind};
use tabiya::{Move, Position};
use tabiya_games::codec::Codec;
use tabiya_games::index::{GameIndex, IndexError, IndexOptions, write_index};
use tabiya_games::openings::{OpeningOptions, OpeningTable, Ratings};
use tabiya_games::search::{PositionSearch, Target};
use tabiya_games::{GameFile, ReadOptions, TextReader};

use super::assert_plain_message;

/// The tags in the indexes.
const TAGS: [&str; 3] = ["White", "Result", "WhiteElo"];

/// The depth of the opening tables in plies.
const PLIES: usize = 12;

/// Checks bytes as an index, as the sections of one, and as a game file.
///
/// The first byte selects the kind. Sections are a byte for the game count, two bytes for the
/// entries' length, the entries, and the moves. They are checked inside a file with valid
/// checksums, which a fuzzer would not find. Games are indexed: the index has the text's games,
/// tags and moves, and search and openings find the same in both.
///
/// # Panics
///
/// Panics if a property is violated.
pub fn check_index(bytes: &[u8]) {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    let folder = tempfile::tempdir().expect("a folder can be created");
    let path = folder.path().join("index");
    let write = |bytes: &[u8]| std::fs::write(&path, bytes).expect("the file can be written");
    match kind {
        0 => {
            write(bytes);
            check_file(&path);
        }
        1 => {
            let &[games, low, high, ref sections @ ..] = bytes else { return };
            let len = usize::from(u16::from_le_bytes([low, high])).min(sections.len());
            let (entries, moves) = sections.split_at(len);
            write(&file_with_sections(games.into(), entries, moves));
            check_file(&path);
        }
        _ => {
            let games = folder.path().join("games");
            std::fs::write(&games, bytes).expect("the file can be written");
            check_games_and_index(&games, &path, usize::from(kind));
        }
    }
}

/// Returns an index with one block, as the format's reference describes it.
fn file_with_sections(games: u32, entries: &[u8], moves: &[u8]) -> Vec<u8> {
    let mut file = b"TABINDEX\x01\0\0\0".to_vec();
    file.extend([entries, moves].concat());
    let offset = file.len() as u64;
    let mut directory = vec![1, TAGS.len() as u8];
    for tag in TAGS {
        directory.push(tag.len() as u8);
        directory.extend(tag.bytes());
    }
    directory.extend(games.to_le_bytes());
    for section in [entries, moves] {
        directory.extend((section.len() as u32).to_le_bytes());
        directory.extend(crc32fast::hash(section).to_le_bytes());
    }
    let mut trailer = u64::from(games).to_le_bytes().to_vec();
    trailer.extend([0; 8 + 16]);
    trailer.extend(offset.to_le_bytes());
    trailer.extend(crc32fast::hash(&directory).to_le_bytes());
    let checksum = crc32fast::hash(&trailer);
    [file, directory, trailer, checksum.to_le_bytes().to_vec()].concat()
}

/// Checks that a file is rejected, or that all of it can be used.
fn check_file(path: &Path) {
    if let Err(error) = GameIndex::open(path).and_then(|index| use_index(&index)) {
        assert_plain_message(&error);
    }
}

/// Reads all parts of an index. Returns how many plies its games have.
fn use_index(index: &GameIndex) -> Result<usize, IndexError> {
    let search = PositionSearch::new(Target::Material("KvK".parse().expect("material")));
    let mut plies = 0;
    let mut next = 0;
    for block in 0..index.block_count() {
        let entries = index.entries(block)?;
        for entry in entries.entries() {
            assert_eq!(entry.game(), next);
            next += 1;
            assert!(entry.position().text_offset.checked_add(entry.len()).is_some());
            let values = TAGS.iter().filter_map(|name| entry.tag(name));
            let len: usize = values.map(Iterator::count).sum();
            let _ = (len, entry.result(), Ratings::of_tags(|name| entry.tag(name)));
        }
        if !index.has_moves() {
            continue;
        }
        let mut table = table();
        for (entry, game) in entries.entries().zip(index.moves(block)?.games()) {
            assert_eq!(game.game, entry.game());
            plies += game.moves.len();
            search.find_stored(&game)?;
            table.add_stored(&game, entry.result(), Ratings::default())?;
        }
    }
    assert_eq!(next, index.games());
    Ok(plies)
}

fn table() -> OpeningTable {
    let mut options = OpeningOptions::default();
    options.plies = PLIES;
    OpeningTable::new(options)
}

/// Checks that a file's index has its games.
fn check_games_and_index(games: &Path, path: &Path, chunk_len: usize) {
    let Ok(file) = GameFile::open(games) else { return };
    let mut options = IndexOptions::default();
    (options.tags, options.has_moves) = (&TAGS, true);
    let output = std::fs::File::create(path).expect("the file can be created");
    let read = ReadOptions { workers: 2, chunk_len, ..ReadOptions::default() };
    match write_index(&file, output, &options, &read, |_| ControlFlow::Continue(())) {
        Ok(_) => {}
        Err(error) => return assert_plain_message(&error),
    }
    let index = GameIndex::open(path).expect("an index that was written");
    index.check_source(&file).expect("the same file");
    use_index(&index).expect("an index that was written");
    if file.codec() != Codec::Plain {
        return;
    }
    let text = std::fs::read(games).expect("the file can be read");
    let games: Vec<_> = pgn::games(&text).collect();
    assert_eq!(index.games(), games.len() as u64);
    let mut from_text = table();
    let mut from_index = table();
    let mut reader = TextReader::new(&file);
    for block in 0..index.block_count() {
        let entries = index.entries(block);
        let moves = index.moves(block);
        let entries = entries.expect("a block");
        let moves = moves.expect("a block");
        for (entry, stored) in entries.entries().zip(moves.games()) {
            let game = &games[entry.game() as usize];
            assert_eq!(entry.position().text_offset, game.range().start as u64);
            assert_eq!(index.text(&mut reader, &entry).expect("a game"), game.bytes());
            for name in TAGS {
                let value = game.tag(name).map(|tag| tag.value().collect::<Vec<_>>());
                assert_eq!(entry.tag(name).map(Iterator::collect), value, "{name}");
            }
            check_search(game, &stored);
            from_text.add(game);
            // The index lacks Black's rating.
            let ratings = Ratings::of_game(game);
            from_index.add_stored(&stored, entry.result(), ratings).expect("legal moves");
        }
    }
    assert!(from_text.into_positions(0) == from_index.into_positions(0));
}

/// Checks that a search for positions in a game finds the same in its text, in the index and by
/// testing all positions.
fn check_search(game: &RawGame<'_>, stored: &tabiya_games::index::StoredGame<'_>) {
    let positions: Vec<Position> = game.main_line().map_or_else(
        |_| Vec::new(),
        |mut line| {
            let mut positions = vec![*line.position()];
            let is_made = |mv: Result<_, ReadError>| {
                mv.map_or_else(|error| error.fault == ReadErrorKind::NullMove, |_: Move| true)
            };
            while line.next().is_some_and(is_made) {
                positions.push(*line.position());
            }
            positions
        },
    );
    for position in positions.iter().step_by(7) {
        let fen = position.to_string();
        let board = fen.split(' ').next().unwrap_or_default();
        let pattern = board.replace(['n', 'R', 'p'], "?").parse().expect("a pattern");
        for target in [Target::Position(*position), Target::Pattern(pattern)] {
            let search = PositionSearch::new(target);
            let expected = positions.iter().position(|position| target.matches(position));
            assert_eq!(search.find(game), expected, "{target:?}");
            assert_eq!(search.find_stored(stored).expect("legal moves"), expected, "{target:?}");
        }
    }
}
