//! Writing an index.

use std::io::Write;
use std::ops::ControlFlow;

use tabiya::pgn::{ROSTER, RawGame, Termination};

use super::entries::EntryWriter;
use super::error::IndexError;
use super::format::{BlockInfo, Directory, Fingerprint, MAGIC, Section, Trailer};
use super::version::FORMAT_VERSION;
use super::{MAX_GAME_LEN, MAX_TAGS, moves};
use crate::codec::Codec;
use crate::read::{GameFold, ReadEnd, ReadOptions, TextPosition};
use crate::result::result;
use crate::{Batch, GameFile};

/// The maximum number of games of a block.
const BLOCK_GAMES: u32 = 4096;

/// The length of a block after which it ends, also with fewer games.
const BLOCK_LEN: usize = 1 << 20;

/// Options of [`write_index`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct IndexOptions<'a> {
    /// The names of the tags in the index: those of [`ROSTER`](tabiya::pgn::ROSTER) unless changed.
    pub tags: &'a [&'a str],
    /// The choice whether the index contains the moves of the main lines.
    pub has_moves: bool,
}

impl IndexOptions<'_> {
    /// The options of an index with the seven tags of the roster.
    pub const ROSTER: IndexOptions<'static> = IndexOptions { tags: &ROSTER, has_moves: false };
}

impl Default for IndexOptions<'_> {
    fn default() -> Self {
        Self::ROSTER
    }
}

/// Reads all games of a file in parallel and writes their index.
///
/// The bytes are the same for any number of workers. Beside the memory of reading, a block of the index
/// and 20 bytes per block are in memory. The function `progress` receives each batch of games, whose value
/// is empty. If it returns [`Break`](ControlFlow::Break), or if the flag of the options is set, the index
/// is incomplete, and reading it is an error.
///
/// # Errors
///
/// Returns an error if the games cannot be read, if the index cannot be written, if the tags are too many,
/// or if a game is longer than [`MAX_GAME_LEN`].
pub fn write_index(
    file: &GameFile,
    output: impl Write,
    options: &IndexOptions<'_>,
    read: &ReadOptions<'_>,
    mut progress: impl FnMut(&Batch<()>) -> ControlFlow<()>,
) -> Result<ReadEnd, IndexError> {
    if options.tags.len() > MAX_TAGS {
        return Err(IndexError::TooManyTags);
    }
    let source = file.fingerprint()?;
    let mut writer = IndexWriter::new(output, options)?;
    let mut result = Ok(());
    let is_plain = file.codec() == Codec::Plain;
    let end = file.read(read, &Scan(options), |batch| {
        let Batch { value, games, start, len, compressed_end } = batch;
        // In a plain file, the position shall not depend on the chunks.
        let position = match is_plain {
            true => TextPosition { compressed: 0, within: start.offset, offset: start.offset },
            false => start,
        };
        result = writer.add_games(position, &value);
        match result {
            Ok(()) => progress(&Batch { value: (), games, start, len, compressed_end }),
            Err(_) => ControlFlow::Break(()),
        }
    })?;
    result?;
    if end == ReadEnd::Complete {
        writer.finish(source)?;
    }
    Ok(end)
}

/// The fold that collects the entries of games.
struct Scan<'a>(&'a IndexOptions<'a>);

/// The games of a batch.
#[derive(Debug, Default)]
struct ScannedGames {
    games: Vec<ScannedGame>,
    /// The values of the tags of all games, one after the other.
    values: Vec<u8>,
    /// The lengths of the values, for each game and each tag.
    lens: Vec<Option<usize>>,
    moves: Vec<u8>,
}

/// A game of a batch.
#[derive(Debug)]
struct ScannedGame {
    start: usize,
    len: usize,
    result: Termination,
    /// The end of the moves of the game.
    moves_end: usize,
}

impl GameFold for Scan<'_> {
    type Output = ScannedGames;

    fn start(&self) -> ScannedGames {
        ScannedGames::default()
    }

    fn add(&self, output: &mut ScannedGames, game: RawGame<'_>) {
        let tags = self.0.tags;
        let mut values: [Option<&[u8]>; MAX_TAGS] = [None; MAX_TAGS];
        for tag in game.tags() {
            let index = tags.iter().position(|name| name.as_bytes() == tag.name());
            if let Some(value @ None) = index.map(|index| &mut values[index]) {
                *value = Some(tag.raw_value());
            }
        }
        for value in &values[..tags.len()] {
            output.lens.push(value.map(<[u8]>::len));
            output.values.extend_from_slice(value.unwrap_or_default());
        }
        if self.0.has_moves {
            moves::push_game(&mut output.moves, &game);
        }
        let range = game.range();
        output.games.push(ScannedGame {
            start: range.start,
            len: range.len(),
            result: result(&game),
            moves_end: output.moves.len(),
        });
    }
}

/// A writer of an index, block by block.
struct IndexWriter<W> {
    output: W,
    directory: Directory,
    entries: EntryWriter,
    moves: Vec<u8>,
    /// The number of games of the block.
    games: u32,
    /// The number of bytes that were written.
    written: u64,
}

impl<W: Write> IndexWriter<W> {
    fn new(mut output: W, options: &IndexOptions<'_>) -> Result<Self, IndexError> {
        let head = [&MAGIC[..], &FORMAT_VERSION.to_le_bytes()].concat();
        output.write_all(&head)?;
        let tags = options.tags.iter().map(|&tag| tag.to_owned()).collect();
        let directory = Directory { has_moves: options.has_moves, tags, blocks: Vec::new() };
        let (entries, written) = (EntryWriter::default(), head.len() as u64);
        Ok(Self { output, directory, entries, moves: Vec::new(), games: 0, written })
    }

    fn add_games(&mut self, start: TextPosition, batch: &ScannedGames) -> Result<(), IndexError> {
        let tags = self.directory.tags.len();
        let (mut values, mut moves_start) = (&batch.values[..], 0);
        for (index, game) in batch.games.iter().enumerate() {
            let position = start.advanced(game.start as u64);
            let len = game.len as u64;
            if len > MAX_GAME_LEN {
                return Err(IndexError::GameTooLong { offset: position.offset });
            }
            let lens = &batch.lens[index * tags..][..tags];
            let texts = lens.iter().map(|len| {
                let (text, rest) = values.split_at((*len)?);
                values = rest;
                Some(text)
            });
            self.entries.add(position, len, game.result, texts);
            self.moves.extend_from_slice(&batch.moves[moves_start..game.moves_end]);
            moves_start = game.moves_end;
            self.games += 1;
            if self.games == BLOCK_GAMES || self.entries.len() + self.moves.len() > BLOCK_LEN {
                self.write_block()?;
            }
        }
        Ok(())
    }

    fn write_block(&mut self) -> Result<(), IndexError> {
        let entries = std::mem::take(&mut self.entries).into_bytes();
        let moves = std::mem::take(&mut self.moves);
        self.output.write_all(&entries)?;
        self.output.write_all(&moves)?;
        self.written += (entries.len() + moves.len()) as u64;
        // A block is shorter than two games of the maximum length.
        let section = |bytes| Section::of(bytes).ok_or(IndexError::Damaged { part: "block" });
        let (entries, moves) = (section(&entries)?, section(&moves)?);
        self.directory.blocks.push(BlockInfo { games: self.games, entries, moves });
        self.games = 0;
        Ok(())
    }

    fn finish(mut self, source: Fingerprint) -> Result<(), IndexError> {
        if self.games > 0 {
            self.write_block()?;
        }
        let directory = self.directory.to_bytes();
        self.output.write_all(&directory)?;
        let trailer = Trailer {
            directory: self.written,
            directory_checksum: crc32fast::hash(&directory),
            games: self.directory.blocks.iter().map(|block| u64::from(block.games)).sum(),
            source,
        };
        self.output.write_all(&trailer.to_bytes())?;
        self.output.flush()?;
        Ok(())
    }
}
