//! Games of several files in random order.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, Write};
use std::ops::Range;

use tabiya::binpack::{Block, ChainWriter, Chains};
use tabiya::viriformat::Game;

use super::mix;
use super::plain::Lines;
use super::{Chunk, DataError, DataErrorKind, DataFormat, DataWriter};

/// A mixer that deals games at random into temporary files, and then writes each of these in random order. The order is
/// uniform, and one temporary file at a time is in memory.
///
/// A game is a chain in binpack, and a position in the format `plain`.
#[derive(Debug)]
pub struct Mixer {
    format: DataFormat,
    random: Random,
    files: Vec<BufWriter<File>>,
    games: u64,
}

/// The games of a chunk.
#[derive(Debug)]
pub struct Games {
    chunk: Chunk,
    ranges: Vec<Range<usize>>,
}

impl Games {
    /// Finds the games of a chunk, up to the first error, which is returned.
    #[must_use]
    pub fn find(format: DataFormat, mut chunk: Chunk) -> (Self, Option<DataError>) {
        let mut ranges = Vec::new();
        let error = find_games(format, &chunk, &mut ranges).err();
        if error.is_some() && format == DataFormat::Binpack {
            let start = ranges.last().map_or(0, |range| range.end);
            let whole = whole_entries(&chunk, start);
            let end = chunk.bytes.len();
            chunk.bytes.extend(whole.bytes);
            ranges.extend((!whole.starts.is_empty()).then_some(end..chunk.bytes.len()));
        }
        (Self { chunk, ranges }, error)
    }
}

/// A generator of pseudorandom numbers.
#[derive(Debug)]
struct Random(u64);

impl Random {
    /// Returns a number below `limit`.
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(1);
        ((u128::from(mix(self.0)) * limit as u128) >> 64) as usize
    }
}

impl Mixer {
    /// Creates a mixer for files in one format, with empty temporary files.
    #[must_use]
    pub fn new(format: DataFormat, seed: u64, files: Vec<File>) -> Self {
        let files = files.into_iter().map(BufWriter::new).collect();
        Self { format, random: Random(mix(seed)), files, games: 0 }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Deals games.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub fn add(&mut self, games: &Games) -> io::Result<()> {
        for game in &games.ranges {
            let bytes = &games.chunk.bytes[game.clone()];
            let file = self.random.below(self.files.len());
            let file = &mut self.files[file];
            // The last line of a text may have no end.
            let is_text = self.format == DataFormat::Plain;
            let end = if is_text && !bytes.ends_with(b"\n") { &b"\n"[..] } else { b"" };
            let len = u32::try_from(bytes.len() + end.len()).map_err(io::Error::other)?;
            file.write_all(&len.to_le_bytes())?;
            file.write_all(bytes)?;
            file.write_all(end)?;
            self.games += 1;
        }
        Ok(())
    }

    /// Writes the games to a number of parts, in random order: `write` receives the index of a part, and its next bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read, or the error of `write`.
    pub fn finish(
        self,
        parts: usize,
        mut write: impl FnMut(usize, &[u8]) -> io::Result<()>,
    ) -> io::Result<()> {
        let Self { format, mut random, files, .. } = self;
        let mut writers: Vec<_> = (0..parts).map(|_| DataWriter::new(format)).collect();
        let mut next_part = 0;
        let mut out = Vec::new();
        for file in files {
            let mut file = file.into_inner()?;
            file.rewind()?;
            let len = usize::try_from(file.metadata()?.len()).map_err(io::Error::other)?;
            let mut bytes = Vec::with_capacity(len);
            file.read_to_end(&mut bytes)?;
            let mut games = stored_games(&bytes);
            for index in (1..games.len()).rev() {
                games.swap(index, random.below(index + 1));
            }
            for game in games {
                let chains = Chains { bytes: bytes[game].to_vec(), starts: vec![0] };
                writers[next_part].write(&chains, &mut out);
                write(next_part, &out)?;
                out.clear();
                next_part = (next_part + 1) % parts;
            }
        }
        for (part, writer) in writers.into_iter().enumerate() {
            writer.finish(&mut out);
            write(part, &out)?;
            out.clear();
        }
        Ok(())
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

/// Appends the ranges of the games in a chunk, up to the first error.
fn find_games(
    format: DataFormat,
    chunk: &Chunk,
    games: &mut Vec<Range<usize>>,
) -> Result<(), DataError> {
    match format {
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
        }
        DataFormat::Viriformat => {
            let mut rest = chunk.bytes.as_slice();
            while !rest.is_empty() {
                let start = chunk.bytes.len() - rest.len();
                let error = |error| DataError {
                    offset: chunk.offset + start as u64,
                    kind: DataErrorKind::Viriformat(error),
                };
                let mut game = Game::read(rest).map_err(error)?;
                game.try_for_each(|step| step.map(drop)).map_err(error)?;
                rest = game.rest();
                games.push(start..chunk.bytes.len() - rest.len());
            }
        }
        _ => {
            let mut lines = Lines::new(&chunk.bytes);
            while let Some(entry) = lines.read() {
                let at =
                    |error: DataError| DataError { offset: chunk.offset + error.offset, ..error };
                entry.map_err(at)?;
                games.push(lines.last());
            }
        }
    }
    Ok(())
}

/// Returns the whole entries of a damaged chain as a chain.
fn whole_entries(chunk: &Chunk, start: usize) -> Chains {
    let block = chunk.block();
    let mut entries = Block { payload: &block.payload[start..], ..block }.entries();
    let mut chain = ChainWriter::new();
    while let Some(Ok(entry)) = entries.next() {
        // An entry of a file can be written.
        let _ = chain.push(entry);
    }
    chain.finish()
}
