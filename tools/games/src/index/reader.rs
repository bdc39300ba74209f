//! Reading an index.

use std::path::Path;

use super::entries::{EntryBlock, IndexEntry};
use super::error::IndexError;
use super::format::{BlockInfo, Directory, HEAD_LEN, MAGIC, Section, TRAILER_LEN, Trailer};
use super::moves::MovesBlock;
use super::version::FORMAT_VERSION;
use crate::eco::OpeningField;
use crate::file::SharedFile;
use crate::filter::TagFilter;
use crate::{GameFile, TextReader};

/// An index for a game file. Its blocks stay in the index file until they are read.
///
/// Each part has a checksum. Bytes that someone wrote on purpose are checked, too: they yield an
/// error or an index with games that do not exist, and need memory in proportion to their number.
#[derive(Debug)]
pub struct GameIndex {
    file: SharedFile,
    trailer: Trailer,
    has_moves: bool,
    tags: Vec<String>,
    blocks: Vec<Block>,
}

/// A block's place.
#[derive(Debug)]
struct Block {
    /// The first game's number.
    first: u64,
    offset: u64,
    info: BlockInfo,
}

impl GameIndex {
    /// Opens an index.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not an index.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, IndexError> {
        let file = SharedFile::open(path.as_ref())?;
        let mut head = Vec::new();
        file.read_range(&mut head, 0, HEAD_LEN)?;
        let version = head.strip_prefix(&MAGIC).ok_or(IndexError::NotAnIndex)?;
        match version.try_into().map(u32::from_le_bytes) {
            Ok(FORMAT_VERSION) => {}
            Ok(found) => return Err(IndexError::UnsupportedVersion { found }),
            Err(_) => return Err(IndexError::NotAnIndex),
        }
        let end = file.len().saturating_sub(TRAILER_LEN as u64).max(HEAD_LEN as u64);
        let mut bytes = Vec::new();
        file.read_range(&mut bytes, end, TRAILER_LEN)?;
        let trailer = Trailer::from_bytes(&bytes)?;
        let damaged = || IndexError::Damaged { part: "directory" };
        let len = end.checked_sub(trailer.directory).ok_or_else(damaged)?;
        file.read_range(
            &mut bytes,
            trailer.directory,
            usize::try_from(len).map_err(|_| damaged())?,
        )?;
        if bytes.len() as u64 != len || crc32fast::hash(&bytes) != trailer.directory_checksum {
            return Err(damaged());
        }
        let directory = Directory::from_bytes(&bytes).ok_or_else(damaged)?;
        let blocks = place_blocks(&directory.blocks, &trailer).ok_or_else(damaged)?;
        let Directory { has_moves, tags, .. } = directory;
        Ok(Self { file, trailer, has_moves, tags, blocks })
    }

    /// Returns the number of games.
    pub const fn games(&self) -> u64 {
        self.trailer.games
    }

    /// Returns the number of blocks, which is the number of work units for several threads.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Returns the tag names.
    pub fn tags(&self) -> &[String] {
        &self.tags
    }

    /// Returns `true` if the index contains the games' moves.
    pub const fn has_moves(&self) -> bool {
        self.has_moves
    }

    /// Checks that a game file is the one that was indexed: by its length and a hash over the first
    /// and the last 64 KiB. Other changes that keep the length go unnoticed.
    ///
    /// # Errors
    ///
    /// Returns [`IndexError::Stale`] for another file, or an error if the file cannot be read.
    pub fn check_source(&self, file: &GameFile) -> Result<(), IndexError> {
        if file.fingerprint()? == self.trailer.source { Ok(()) } else { Err(IndexError::Stale) }
    }

    /// Reads a block's entries.
    ///
    /// # Errors
    ///
    /// Returns an error if the block cannot be read.
    ///
    /// # Panics
    ///
    /// Panics if the index has no such block.
    pub fn entries(&self, block: usize) -> Result<EntryBlock<'_>, IndexError> {
        let Block { first, offset, info } = &self.blocks[block];
        let damaged = IndexError::Damaged { part: "entries" };
        let Some(bytes) = self.read_section(*offset, info.entries)? else { return Err(damaged) };
        EntryBlock::parse(&self.tags, *first, info.games as usize, bytes).ok_or(damaged)
    }

    /// Reads the entry block that contains a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the block cannot be read, or if the index does not have the game.
    pub fn entries_of(&self, game: u64) -> Result<EntryBlock<'_>, IndexError> {
        if game >= self.games() {
            return Err(IndexError::NoSuchGame { game, games: self.games() });
        }
        let after = self.blocks.partition_point(|block| block.first <= game);
        self.entries(after - 1)
    }

    /// Reads the moves in a block's games.
    ///
    /// # Errors
    ///
    /// Returns an error if the block cannot be read, or if the index has no moves.
    ///
    /// # Panics
    ///
    /// Panics if the index has no such block.
    pub fn moves(&self, block: usize) -> Result<MovesBlock, IndexError> {
        let Block { first, offset, info } = &self.blocks[block];
        if !self.has_moves {
            return Err(IndexError::NoMoves);
        }
        let damaged = IndexError::Damaged { part: "moves" };
        let offset = offset + u64::from(info.entries.len);
        let Some(bytes) = self.read_section(offset, info.moves)? else { return Err(damaged) };
        MovesBlock::parse(*first, info.games as usize, bytes).ok_or(damaged)
    }

    /// Returns a game's text.
    ///
    /// # Errors
    ///
    /// Returns an error if the game file cannot be read, or [`IndexError::Stale`] if it ends before the
    /// game does.
    pub fn text(
        &self,
        reader: &mut TextReader<'_>,
        entry: &IndexEntry<'_>,
    ) -> Result<Vec<u8>, IndexError> {
        let text = reader.read(entry.position(), entry.len())?;
        if text.len() as u64 == entry.len() { Ok(text) } else { Err(IndexError::Stale) }
    }

    /// Checks that the index has all tags in a filter, and the moves if it needs them.
    ///
    /// # Errors
    ///
    /// Returns [`IndexError::NoSuchTag`] for the first tag that the index lacks, or [`IndexError::NoMoves`] if the
    /// filter needs moves that it lacks.
    pub fn check_filter(&self, filter: &TagFilter) -> Result<(), IndexError> {
        if filter.reads_moves() && !self.has_moves {
            return Err(IndexError::NoMoves);
        }
        let is_missing = |name: &&[u8]| {
            let is_name = |tag: &String| tag.as_bytes().eq_ignore_ascii_case(name);
            OpeningField::from_any_case(name).is_none() && !self.tags.iter().any(is_name)
        };
        match filter.names().find(is_missing) {
            Some(name) => {
                Err(IndexError::NoSuchTag { name: String::from_utf8_lossy(name).into_owned() })
            }
            None => Ok(()),
        }
    }

    /// Reads a block's section. Returns `None` if its bytes do not match the checksum.
    fn read_section(&self, offset: u64, section: Section) -> Result<Option<Vec<u8>>, IndexError> {
        let mut bytes = Vec::new();
        self.file.read_range(&mut bytes, offset, section.len as usize)?;
        Ok((Section::of(&bytes) == Some(section)).then_some(bytes))
    }
}

/// Returns the places of the blocks, which fill the file up to the directory.
fn place_blocks(infos: &[BlockInfo], trailer: &Trailer) -> Option<Vec<Block>> {
    let mut first = 0_u64;
    let mut offset = HEAD_LEN as u64;
    let mut blocks = Vec::with_capacity(infos.len());
    for &info in infos {
        blocks.push(Block { first, offset, info });
        first = first.checked_add(info.games.into())?;
        offset = offset.checked_add(u64::from(info.entries.len) + u64::from(info.moves.len))?;
    }
    (first == trailer.games && offset == trailer.directory).then_some(blocks)
}
