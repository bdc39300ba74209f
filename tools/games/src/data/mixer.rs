//! Games of several files in random order.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use tabiya::binpack::{Block, ChainWriter, Chains};
use tabiya::viriformat::{GAME_END, Game};

use super::plain::Lines;
use super::splitmix64;
use super::{Chunk, DataError, DataErrorKind, DataFormat, DataWriter};

/// The number of files into which one that is too large is divided.
const DIVISION: usize = 8;

/// A mixer that deals games at random into temporary files, and then writes each of these in random order. The order is
/// uniform, and one temporary file at a time is in memory.
///
/// A game is a chain in binpack, and a position in the format `plain`.
#[derive(Debug)]
pub struct Mixer<F> {
    options: MixOptions,
    create_file: F,
    random: Random,
    files: Vec<BufWriter<File>>,
    games: u64,
    ignored_bytes: u64,
}

/// The options for a [`Mixer`].
#[derive(Clone, Copy, Debug)]
pub struct MixOptions {
    /// The format of the files.
    pub format: DataFormat,
    /// The seed of the order.
    pub seed: u64,
    /// The greatest length of a temporary file in memory. Longer ones are divided; a single game may be longer.
    pub max_file_len: u64,
}

/// A mixer's state between chunks, from which it can go on with its temporary files.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "convert", derive(serde::Serialize, serde::Deserialize))]
pub struct MixerState {
    /// The lengths of the temporary files.
    pub lens: Vec<u64>,
    random: u64,
    games: u64,
    ignored_bytes: u64,
}

/// The games of a chunk.
#[derive(Debug)]
pub struct Games {
    chunk: Chunk,
    ranges: Vec<Range<usize>>,
    ignored_bytes: usize,
}

impl Games {
    /// Finds the games of a chunk, up to the first error, which is returned. The whole positions of a damaged game are a
    /// game.
    #[must_use]
    pub fn find(mut chunk: Chunk) -> (Self, Option<DataError>) {
        let mut ranges = Vec::new();
        let found = find_games(&chunk, &mut ranges);
        if found.is_err() {
            let start = ranges.last().map_or(0, |range| range.end);
            let whole = whole_positions(&chunk, start);
            let end = chunk.bytes.len();
            chunk.bytes.extend(whole);
            ranges.extend((end < chunk.bytes.len()).then_some(end..chunk.bytes.len()));
        }
        let ignored_bytes = *found.as_ref().unwrap_or(&0);
        (Self { chunk, ranges, ignored_bytes }, found.err())
    }
}

/// A generator of pseudorandom numbers.
#[derive(Debug)]
struct Random(u64);

impl Random {
    /// Returns a number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(splitmix64(self.0)) * limit as u128) >> 64) as usize
    }

    /// Writes a game to one of several files, behind its length.
    fn deal(&mut self, game: &[u8], files: &mut [BufWriter<File>]) -> io::Result<()> {
        let file = self.below(files.len());
        let file = &mut files[file];
        file.write_all(&u32::try_from(game.len()).map_err(io::Error::other)?.to_le_bytes())?;
        file.write_all(game)
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for index in (1..items.len()).rev() {
            items.swap(index, self.below(index + 1));
        }
    }
}

impl<F: FnMut() -> io::Result<File>> Mixer<F> {
    /// Creates a mixer for inputs in one format, which deals their games to temporary files. `create_file` returns a new one
    /// if they grow too long.
    ///
    /// # Panics
    ///
    /// Panics if there is no file.
    pub fn new(options: MixOptions, files: Vec<File>, create_file: F) -> Self {
        assert!(!files.is_empty(), "no file to deal games to");
        let files = files.into_iter().map(BufWriter::new).collect();
        let random = Random(splitmix64(options.seed));
        Self { options, create_file, random, files, games: 0, ignored_bytes: 0 }
    }

    /// Writes the temporary files to the disk, and returns the state from which the mixer can go on.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub fn save(&mut self) -> io::Result<MixerState> {
        let Self { games, ignored_bytes, .. } = *self;
        let mut lens = Vec::new();
        for file in &mut self.files {
            file.flush()?;
            file.get_ref().sync_data()?;
            lens.push(file.stream_position()?);
        }
        Ok(MixerState { lens, random: self.random.0, games, ignored_bytes })
    }

    /// Goes on from a state. The temporary files must be those of the mixer that saved it; what was written to them
    /// afterwards is removed.
    ///
    /// # Errors
    ///
    /// Returns an error if the state has another number of files, or if one is shorter than before or cannot be written.
    pub fn resume(&mut self, state: &MixerState) -> io::Result<()> {
        if state.lens.len() != self.files.len() {
            return Err(io::ErrorKind::InvalidData.into());
        }
        for (file, &len) in self.files.iter_mut().zip(&state.lens) {
            if file.get_ref().metadata()?.len() < len {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            file.get_ref().set_len(len)?;
            file.seek(SeekFrom::Start(len))?;
        }
        self.random = Random(state.random);
        self.games = state.games;
        self.ignored_bytes = state.ignored_bytes;
        Ok(())
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Returns the number of bytes behind the chains of blocks, which readers ignore.
    #[must_use]
    pub const fn ignored_bytes(&self) -> u64 {
        self.ignored_bytes
    }

    /// Deals games.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub fn add(&mut self, games: &Games) -> io::Result<()> {
        let bytes = &games.chunk.bytes;
        for range in &games.ranges {
            let game = &bytes[range.clone()];
            // The last line of a text may have no end.
            if self.options.format == DataFormat::Plain && !game.ends_with(b"\n") {
                self.random.deal(&[game, b"\n"].concat(), &mut self.files)?;
            } else {
                self.random.deal(game, &mut self.files)?;
            }
        }
        self.games += games.ranges.len() as u64;
        self.ignored_bytes += games.ignored_bytes as u64;
        Ok(())
    }

    /// Writes the games to a number of parts, in random order: `write` receives the index of a part, and its next bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be used, or the error of `write`.
    pub fn finish(
        mut self,
        parts: usize,
        mut write: impl FnMut(usize, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let format = self.options.format;
        let mut writers: Vec<_> = (0..parts).map(|_| DataWriter::new(format)).collect();
        let mut next_parts = (0..parts).cycle();
        let mut out = Vec::new();
        while let Some(file) = self.files.pop() {
            let mut file = file.into_inner()?;
            file.rewind()?;
            let len = file.metadata()?.len();
            if len > self.options.max_file_len && self.divide(&file)? {
                continue;
            }
            let mut bytes = Vec::with_capacity(usize::try_from(len).map_err(io::Error::other)?);
            file.read_to_end(&mut bytes)?;
            let mut games = stored_games(&bytes);
            self.random.shuffle(&mut games);
            for (game, part) in games.into_iter().zip(&mut next_parts) {
                let chains = Chains { bytes: bytes[game].to_vec(), starts: vec![0] };
                writers[part].write(&chains, &mut out);
                write(part, &out)?;
                out.clear();
            }
        }
        for (part, writer) in writers.into_iter().enumerate() {
            writer.finish(&mut out);
            write(part, &out)?;
            out.clear();
        }
        Ok(())
    }

    /// Deals the games of a file into new ones. Returns `false` if it has a single game.
    fn divide(&mut self, file: &File) -> io::Result<bool> {
        let files = (0..DIVISION).map(|_| (self.create_file)().map(BufWriter::new));
        let mut files = files.collect::<io::Result<Vec<_>>>()?;
        let mut reader = io::BufReader::new(file);
        let mut game = Vec::new();
        let mut games = 0;
        let mut left = file.metadata()?.len();
        while left > 0 {
            let mut len = [0; 4];
            reader.read_exact(&mut len)?;
            game.resize(u32::from_le_bytes(len) as usize, 0);
            reader.read_exact(&mut game)?;
            self.random.deal(&game, &mut files)?;
            games += 1;
            left -= (len.len() + game.len()) as u64;
        }
        if games < 2 {
            let mut file = file;
            file.rewind()?;
            return Ok(false);
        }
        self.files.extend(files);
        Ok(true)
    }
}

/// Returns the ranges of games, each behind its length.
fn stored_games(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut games = Vec::new();
    let mut end = 0;
    while let Some(len) = bytes.get(end..).and_then(<[u8]>::first_chunk) {
        let start = end + len.len();
        end = start + u32::from_le_bytes(*len) as usize;
        games.push(start..end);
    }
    games
}

/// Appends the ranges of the games in a chunk, up to the first error. Returns the number of bytes that readers ignore.
fn find_games(chunk: &Chunk, games: &mut Vec<Range<usize>>) -> Result<usize, DataError> {
    match chunk.format {
        DataFormat::Binpack => {
            let mut entries = chunk.block().entries();
            let mut start = 0;
            while let Some(entry) = entries.next() {
                entry?;
                if entries.is_chain_start() {
                    games.push(start..entries.chain_start());
                    start = entries.chain_start();
                }
            }
            return Ok(entries.rest().len());
        }
        DataFormat::Viriformat => {
            let mut rest = chunk.bytes.as_slice();
            while !rest.is_empty() {
                let start = chunk.bytes.len() - rest.len();
                let at = |rest: &[u8], error| DataError {
                    offset: chunk.end() - rest.len() as u64,
                    kind: DataErrorKind::Viriformat(error),
                };
                let mut game = Game::read(rest).map_err(|error| at(rest, error))?;
                let end = game.try_for_each(|step| step.map(drop));
                rest = game.rest();
                end.map_err(|error| at(rest, error))?;
                games.push(start..chunk.bytes.len() - rest.len());
            }
        }
        _ => {
            let mut lines = Lines::new(&chunk.bytes);
            while let Some(entry) = lines.read() {
                entry.map_err(|error| error.behind(chunk.offset))?;
                games.push(lines.last());
            }
        }
    }
    Ok(0)
}

/// Returns the whole positions of a damaged game as a game.
fn whole_positions(chunk: &Chunk, start: usize) -> Vec<u8> {
    let bytes = &chunk.bytes[start..];
    match chunk.format {
        DataFormat::Binpack => {
            let mut entries = Block { payload: bytes, ..chunk.block() }.entries();
            let mut chain = ChainWriter::new();
            while let Some(Ok(entry)) = entries.next() {
                // An entry of a file can be written.
                let _ = chain.push(entry);
            }
            chain.finish().bytes
        }
        DataFormat::Viriformat => {
            let Ok(mut game) = Game::read(bytes) else { return Vec::new() };
            let moves = game.by_ref().filter(Result::is_ok).count();
            let whole = &bytes[..bytes.len() - game.rest().len()];
            if moves > 0 { [whole, &GAME_END].concat() } else { Vec::new() }
        }
        _ => Vec::new(),
    }
}
