//! Writing an index, also with interruptions.

use std::io::Write;
use std::ops::ControlFlow;

use super::entries::EntryWriter;
use super::error::IndexError;
use super::format::{BlockInfo, Directory, Fingerprint, HEAD_LEN, MAGIC, Section, Trailer};
use super::scan::{IndexOptions, Scan, ScannedGames};
use super::version::FORMAT_VERSION;
use super::{MAX_GAME_LEN, MAX_TAGS};
use crate::codec::Codec;
use crate::findings::FindingCounts;
use crate::read::{ReadEnd, ReadOptions, TextPosition};
use crate::{Batch, GameFile};

/// The maximum number of games in a block.
const BLOCK_GAMES: u32 = 4096;

/// The length at which a block ends, also with fewer games.
const BLOCK_LEN: usize = 1 << 20;

/// Reads all games in a file in parallel and writes their index.
///
/// The function `progress` receives each game batch, whose value is empty. If it returns
/// [`Break`](ControlFlow::Break), or if the flag in the options is set, the index is incomplete,
/// and reading it is an error. An [`IndexWriter`] can go on then.
///
/// # Errors
///
/// Returns an error like [`IndexWriter::write`].
pub fn write_index(
    file: &GameFile,
    output: impl Write,
    options: &IndexOptions<'_>,
    read: &ReadOptions<'_>,
    mut progress: impl FnMut(&Batch<()>) -> ControlFlow<()>,
) -> Result<ReadEnd, IndexError> {
    let mut writer = IndexWriter::new(file, output, *options)?;
    let end = writer.write(read, |batch, _| progress(batch))?;
    if end == ReadEnd::Complete {
        writer.finish()?;
    }
    Ok(end)
}

/// The state for an index that is not complete, from which [`IndexWriter::resume`] goes on.
///
/// A program may save the fields. Values that do not come from a writer lead to an index that is
/// damaged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct IndexState {
    /// The place in the text where the first game starts that is not in a block.
    pub position: TextPosition,
    /// The blocks: the number of games, then the length and the checksum for the entries, and the
    /// same two for the moves.
    pub blocks: Vec<[u32; 5]>,
    /// The findings in the blocks' games.
    pub findings: FindingCounts,
}

impl IndexState {
    /// Returns the number of index bytes that were written.
    ///
    /// ```
    /// use tabiya_games::index::IndexState;
    ///
    /// let mut state = IndexState::default();
    /// assert_eq!(state.written_len(), 12);
    /// state.blocks.push([1, 30, 0, 20, 0]);
    /// assert_eq!(state.written_len(), 62);
    /// ```
    #[must_use]
    pub fn written_len(&self) -> u64 {
        let sections = self.blocks.iter().flat_map(|&[_, entries, _, moves, _]| [entries, moves]);
        HEAD_LEN as u64 + sections.map(u64::from).sum::<u64>()
    }
}

/// An index writer, which can go on after an interruption.
///
/// The bytes are the same for any number of workers and interruptions. Beside the memory for
/// reading, an index block and 20 bytes per block are in memory.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabiya_games::index::{IndexOptions, IndexWriter};
/// use tabiya_games::{GameFile, ReadEnd, ReadOptions};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("games.pgn");
/// std::fs::write(&path, "1. e4 *\n".repeat(10_000))?;
/// let (file, options) = (GameFile::open(&path)?, IndexOptions::default());
///
/// let mut read = ReadOptions::default();
/// read.chunk_len = 1000;
/// let mut writer = IndexWriter::new(&file, Vec::new(), options)?;
/// let mut batches = 0;
/// let end = writer.write(&read, |_, _| {
///     batches += 1;
///     if batches < 50 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// })?;
/// assert_eq!(end, ReadEnd::Stopped);
///
/// let (state, output) = writer.into_parts();
/// assert_eq!(state.written_len(), output.len() as u64);
/// let mut writer = IndexWriter::resume(&file, output, options, state)?;
/// writer.write(&read, |_, _| ControlFlow::Continue(()))?;
/// assert_eq!(writer.games(), 10_000);
/// let index = writer.finish()?;
/// # Ok::<(), tabiya_games::index::IndexError>(())
/// ```
#[derive(Debug)]
pub struct IndexWriter<'a, W> {
    file: &'a GameFile,
    options: IndexOptions<'a>,
    source: Fingerprint,
    output: W,
    state: IndexState,
    entries: EntryWriter,
    moves: Vec<u8>,
    /// The number of games in the block that is not written yet.
    games: u32,
    /// The findings in these games.
    findings: FindingCounts,
}

impl<'a, W: Write> IndexWriter<'a, W> {
    /// Begins a file's index.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, if the output cannot be written, or if the tags are
    /// too many.
    pub fn new(
        file: &'a GameFile,
        mut output: W,
        options: IndexOptions<'a>,
    ) -> Result<Self, IndexError> {
        check_tags(&options)?;
        output.write_all(&MAGIC)?;
        output.write_all(&FORMAT_VERSION.to_le_bytes())?;
        Self::resume(file, output, options, IndexState::default())
    }

    /// Goes on with an index for the same file and options.
    ///
    /// `output` appends to the first [`IndexState::written_len`] bytes that were written.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if the tags are too many.
    pub fn resume(
        file: &'a GameFile,
        output: W,
        options: IndexOptions<'a>,
        state: IndexState,
    ) -> Result<Self, IndexError> {
        check_tags(&options)?;
        let entries = EntryWriter::default();
        let moves = Vec::new();
        let source = file.fingerprint()?;
        let findings = FindingCounts::default();
        Ok(Self { file, options, source, output, state, entries, moves, games: 0, findings })
    }

    /// Reads the games that are not in the index yet, in parallel.
    ///
    /// The function `progress` receives each game batch, whose value is empty, and the writer. If
    /// it returns [`Break`](ControlFlow::Break), or if the flag in the options is set, reading
    /// stops.
    ///
    /// # Errors
    ///
    /// Returns an error if the games cannot be read, if the index cannot be written, or if a game is longer
    /// than [`MAX_GAME_LEN`].
    pub fn write(
        &mut self,
        read: &ReadOptions<'_>,
        mut progress: impl FnMut(&Batch<()>, &mut Self) -> ControlFlow<()>,
    ) -> Result<ReadEnd, IndexError> {
        let file = self.file;
        let options = self.options;
        let start = self.state.position;
        // The games after the last block are read again.
        self.entries = EntryWriter::default();
        self.moves.clear();
        self.games = 0;
        self.findings = FindingCounts::default();
        let is_plain = file.codec() == Codec::Plain;
        let mut result = Ok(());
        let end = file.read_from(start, read, &Scan(options), |batch| {
            let Batch { value, games, start, len, compressed_end, damage } = batch;
            // In a plain file, the position shall not depend on the chunks.
            let position = if is_plain {
                TextPosition {
                    frame_offset: 0,
                    offset_in_frame: start.text_offset,
                    text_offset: start.text_offset,
                }
            } else {
                start
            };
            result = self.add_games(position, &value);
            match result {
                Ok(()) => {
                    let value = ();
                    let batch = Batch { value, games, start, len, compressed_end, damage };
                    progress(&batch, self)
                }
                Err(_) => ControlFlow::Break(()),
            }
        })?;
        result.map(|()| end)
    }

    /// Returns the number of games so far, also those that are not in a block.
    pub fn games(&self) -> u64 {
        let written = self.state.blocks.iter().map(|&[games, ..]| u64::from(games));
        written.sum::<u64>() + u64::from(self.games)
    }

    /// Returns the finding counts so far: an index contains the moves before an error.
    pub fn findings(&self) -> FindingCounts {
        let mut counts = self.state.findings;
        counts += self.findings;
        counts
    }

    /// Returns the state. Its bytes were written to the output, which may not be flushed.
    pub const fn state(&self) -> &IndexState {
        &self.state
    }

    /// Returns the output.
    pub const fn output_mut(&mut self) -> &mut W {
        &mut self.output
    }

    /// Returns the state and the output. The games after the last block are lost.
    pub fn into_parts(self) -> (IndexState, W) {
        (self.state, self.output)
    }

    /// Completes the index and returns the output, which is flushed.
    ///
    /// # Errors
    ///
    /// Returns an error if the output cannot be written.
    pub fn finish(mut self) -> Result<W, IndexError> {
        if self.games > 0 {
            self.write_block()?;
        }
        let games = self.games();
        let tags = self.options.tags.iter().map(|&tag| tag.to_owned()).collect();
        let blocks = self.state.blocks.iter().copied().map(BlockInfo::from_fields).collect();
        let directory = Directory { has_moves: self.options.has_moves, tags, blocks }.to_bytes();
        self.output.write_all(&directory)?;
        let trailer = Trailer {
            directory: self.state.written_len(),
            directory_checksum: crc32fast::hash(&directory),
            games,
            source: self.source,
        };
        self.output.write_all(&trailer.to_bytes())?;
        self.output.flush()?;
        Ok(self.output)
    }

    fn add_games(&mut self, start: TextPosition, batch: &ScannedGames) -> Result<(), IndexError> {
        let tags = self.options.tags.len();
        let mut values = &batch.values[..];
        let mut moves_start = 0;
        for (index, game) in batch.games.iter().enumerate() {
            let position = start.advanced(game.start as u64);
            let len = game.len as u64;
            if len > MAX_GAME_LEN {
                return Err(IndexError::GameTooLong { offset: position.text_offset });
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
            if let Some(counts) = &game.findings {
                self.findings += **counts;
            }
            if self.games == BLOCK_GAMES || self.entries.len() + self.moves.len() > BLOCK_LEN {
                self.write_block()?;
            }
        }
        Ok(())
    }

    /// Writes the games that were added as a block.
    fn write_block(&mut self) -> Result<(), IndexError> {
        let end = self.entries.end();
        let entries = std::mem::take(&mut self.entries).into_bytes();
        let moves = std::mem::take(&mut self.moves);
        self.output.write_all(&entries)?;
        self.output.write_all(&moves)?;
        // A block is shorter than two games with the maximum length.
        let section = |bytes| Section::of(bytes).ok_or(IndexError::Damaged { part: "block" });
        let entries = section(&entries)?;
        let moves = section(&moves)?;
        self.state.blocks.push(BlockInfo { games: self.games, entries, moves }.fields());
        self.state.position = end;
        self.games = 0;
        self.state.findings += std::mem::take(&mut self.findings);
        Ok(())
    }
}

const fn check_tags(options: &IndexOptions<'_>) -> Result<(), IndexError> {
    if options.tags.len() > MAX_TAGS { Err(IndexError::TooManyTags) } else { Ok(()) }
}
