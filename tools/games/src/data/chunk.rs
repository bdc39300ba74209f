//! Chunks of a file, which end between games.

use std::io::Read;
use std::iter::FusedIterator;

use tabiya::binpack::{Block, HEADER_LEN, MAX_CHAIN_LEN, block_len};

use super::plain;
use super::{DataError, DataErrorKind, DataFormat};
use crate::codec::Decoder;

/// The length of a chunk, to which an incomplete game may be added.
const CHUNK_LEN: usize = 1 << 20;

/// The greatest length of a game, which a chunk has to hold.
const MAX_GAME_LEN: usize = 4 << 20;

/// Consecutive games of a file.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub(super) format: DataFormat,
    pub(super) bytes: Vec<u8>,
    pub(super) offset: u64,
    /// `true` if the chunk begins a block.
    pub(super) begins_block: bool,
    /// The number of bytes in the block behind the chunk.
    pub(super) left_in_block: usize,
    /// `true` if the file ends too early.
    pub(super) is_cut: bool,
}

impl Chunk {
    /// Returns the number of bytes.
    #[must_use]
    pub const fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Tests whether there are no bytes, as in an empty block.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Returns the offset behind the chunk in the decompressed file.
    #[must_use]
    pub const fn end(&self) -> u64 {
        self.offset + self.bytes.len() as u64
    }

    /// Returns the number of bytes in the block behind the chunk.
    #[must_use]
    pub const fn left_in_block(&self) -> usize {
        self.left_in_block
    }

    /// Returns the bytes as part of a block.
    pub(super) fn block(&self) -> Block<'_> {
        Block { payload: &self.bytes, offset: self.offset, is_cut: self.is_cut }
    }
}

/// A reader that divides a file, plain or compressed, into chunks. After an error, the iterator ends.
#[derive(Debug)]
pub struct Chunks<R: Read> {
    format: DataFormat,
    decoder: Decoder<R>,
    /// The offset of the next chunk.
    offset: u64,
    /// The bytes of the next chunk that were read.
    carry: Vec<u8>,
    /// The number of bytes in the block behind them.
    left_in_block: usize,
    is_at_end: bool,
    /// The error that ends the file, behind the last chunk.
    error: Option<DataError>,
}

impl<R: Read> Chunks<R> {
    /// Opens a file in a format.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if the format has no moves.
    pub fn new(format: DataFormat, reader: R) -> Result<Self, DataError> {
        let at_start = |kind| DataError { offset: 0, kind };
        if !format.has_moves() {
            return Err(at_start(DataErrorKind::NoMoves(format)));
        }
        let decoder = Decoder::for_data(reader);
        let decoder = decoder.map_err(|error| at_start(DataErrorKind::Read(error)))?;
        let carry = Vec::new();
        Ok(Self {
            format,
            decoder,
            offset: 0,
            carry,
            left_in_block: 0,
            is_at_end: false,
            error: None,
        })
    }

    /// Goes on at an offset in the decompressed file, where a chunk ended before.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read up to there.
    pub fn skip_to(&mut self, offset: u64, left_in_block: usize) -> Result<(), DataError> {
        let result = self.decoder.skip(offset);
        result.map_err(|error| DataError { offset, kind: DataErrorKind::Read(error) })?;
        self.offset = offset;
        self.left_in_block = left_in_block;
        Ok(())
    }

    /// Returns the number of compressed bytes that were read.
    #[must_use]
    pub fn compressed_offset(&self) -> u64 {
        self.decoder.compressed_offset()
    }

    /// Reads the next chunk, or `None` at the end of the file.
    fn read(&mut self) -> Result<Option<Chunk>, DataError> {
        if self.is_at_end {
            return self.error.take().map_or(Ok(None), Err);
        }
        let begins_block =
            self.format == DataFormat::Binpack && self.left_in_block + self.carry.len() == 0;
        if begins_block && !self.read_header()? {
            return Ok(None);
        }
        let mut len = CHUNK_LEN + if self.left_in_block > 0 { MAX_CHAIN_LEN } else { 0 };
        loop {
            self.fill(len);
            let is_last = self.is_at_end || self.is_whole_block();
            let end = if is_last { self.carry.len() } else { self.games_end() };
            if end > 0 || is_last {
                return match self.take(end, begins_block) {
                    None => self.error.take().map_or(Ok(None), Err),
                    chunk => Ok(chunk),
                };
            }
            if len > MAX_GAME_LEN {
                return Err(self.error(DataErrorKind::TooLong { limit: MAX_GAME_LEN }));
            }
            len *= 2;
        }
    }

    /// Tests whether the bytes are the rest of a block.
    fn is_whole_block(&self) -> bool {
        self.format == DataFormat::Binpack && self.left_in_block == 0
    }

    fn error(&self, kind: DataErrorKind) -> DataError {
        DataError { offset: self.offset, kind }
    }

    /// Reads the header of a block. Returns `false` at the end of the file.
    fn read_header(&mut self) -> Result<bool, DataError> {
        let mut header = Vec::new();
        let read = self.decoder.read_chunk(&mut header, HEADER_LEN);
        read.map_err(|error| self.error(DataErrorKind::Read(error)))?;
        let header = match <[u8; HEADER_LEN]>::try_from(header) {
            Ok(header) => header,
            Err(rest) if rest.is_empty() => return Ok(false),
            Err(_) => return Err(self.error(DataErrorKind::Truncated)),
        };
        let len = block_len(&header);
        self.left_in_block = len.map_err(|kind| self.error(DataErrorKind::Binpack(kind)))?;
        self.offset += HEADER_LEN as u64;
        Ok(true)
    }

    /// Reads up to a length, but not beyond the block.
    fn fill(&mut self, len: usize) {
        let before = self.carry.len();
        let len = match self.format {
            DataFormat::Binpack => len.min(before + self.left_in_block),
            _ => len,
        };
        let read = self.decoder.read_chunk(&mut self.carry, len);
        self.is_at_end = read.is_err() || self.carry.len() < len;
        let end = self.offset + self.carry.len() as u64;
        self.error =
            read.err().map(|error| DataError { offset: end, kind: DataErrorKind::Read(error) });
        self.left_in_block = self.left_in_block.saturating_sub(self.carry.len() - before);
    }

    /// Returns the number of bytes up to the last game that is certainly whole.
    fn games_end(&self) -> usize {
        let bytes = &self.carry;
        match self.format {
            DataFormat::Binpack => {
                let mut entries = Block { payload: bytes, offset: 0, is_cut: false }.entries();
                while !entries.is_chain_start() || entries.rest().len() > MAX_CHAIN_LEN {
                    // The decoder of the chunk finds the error again.
                    if !matches!(entries.next(), Some(Ok(_))) {
                        return bytes.len();
                    }
                }
                entries.chain_start()
            }
            DataFormat::Viriformat => viriformat_games_end(bytes),
            _ => plain::games_end(bytes),
        }
    }

    fn take(&mut self, end: usize, begins_block: bool) -> Option<Chunk> {
        let rest = self.carry.split_off(end);
        let bytes = std::mem::replace(&mut self.carry, rest);
        let is_cut = self.is_at_end && (self.left_in_block > 0 || self.error.is_some());
        let left_in_block = self.left_in_block + self.carry.len();
        let offset = self.offset;
        let format = self.format;
        let chunk = Chunk { format, bytes, offset, begins_block, left_in_block, is_cut };
        self.offset = chunk.end();
        (begins_block || is_cut || !chunk.bytes.is_empty()).then_some(chunk)
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = Result<Chunk, DataError>;

    fn next(&mut self) -> Option<Self::Item> {
        let chunk = self.read();
        self.is_at_end |= chunk.is_err();
        chunk.transpose()
    }
}

impl<R: Read> FusedIterator for Chunks<R> {}

/// Returns the number of bytes up to the last whole game.
fn viriformat_games_end(bytes: &[u8]) -> usize {
    const START_LEN: usize = tabiya::viriformat::Entry::LEN;
    let mut end = 0;
    loop {
        let Some(moves) = bytes.get(end + START_LEN..) else { return end };
        let steps = moves.as_chunks::<4>().0;
        match steps.iter().position(|step| *step == tabiya::viriformat::GAME_END) {
            Some(index) => end += START_LEN + 4 * (index + 1),
            None => return end,
        }
    }
}
