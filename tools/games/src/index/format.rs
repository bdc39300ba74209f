//! The parts in an index file: variable-length integers, the block list, the trailer.

use super::error::IndexError;

/// The first bytes in an index.
pub(super) const MAGIC: [u8; 8] = *b"TABINDEX";

/// The length of the magic number and the version.
pub(super) const HEAD_LEN: usize = 12;

/// The trailer's length.
pub(super) const TRAILER_LEN: usize = 48;

/// The length of a block in the block list.
const BLOCK_INFO_LEN: usize = 20;

/// Appends an integer: seven bits per byte from the lowest up, the highest bit set if more follow.
pub(super) fn push_varint(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}

/// A reader for a part's fields. Each method returns `None` if the bytes are too few or invalid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a>(pub(super) &'a [u8]);

impl<'a> Fields<'a> {
    /// Returns the next variable-length integer.
    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut value = 0_u64;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.u8()?;
            let bits = u64::from(byte & 0x7F);
            if bits.leading_zeros() < shift {
                return None;
            }
            value |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(value);
            }
        }
        None
    }

    /// Returns the next variable-length integer, if the rest of the part has that many bytes.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.varint()?).ok()?;
        (count <= self.0.len()).then_some(count)
    }

    /// Returns the next bytes.
    pub(super) fn bytes(&mut self, len: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    /// Returns the next bytes as an array.
    pub(super) fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*bytes)
    }

    pub(super) fn u8(&mut self) -> Option<u8> {
        self.array().map(u8::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Option<u64> {
        self.array().map(u64::from_le_bytes)
    }
}

/// The length and the checksum for a block's section.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) len: u32,
    pub(super) checksum: u32,
}

impl Section {
    /// Returns the section for some bytes, or `None` if they are too many.
    pub(super) fn of(bytes: &[u8]) -> Option<Self> {
        Some(Self { len: u32::try_from(bytes.len()).ok()?, checksum: crc32fast::hash(bytes) })
    }
}

/// A block in the block list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BlockInfo {
    /// The number of games.
    pub(super) games: u32,
    pub(super) entries: Section,
    /// The moves section, which is empty in an index without moves.
    pub(super) moves: Section,
}

impl BlockInfo {
    /// Returns the fields in their order in the directory.
    pub(super) const fn fields(self) -> [u32; 5] {
        let Self { games, entries, moves } = self;
        [games, entries.len, entries.checksum, moves.len, moves.checksum]
    }

    /// Returns the block with such fields.
    pub(super) const fn from_fields(fields: [u32; 5]) -> Self {
        let [games, entries_len, entries_checksum, moves_len, moves_checksum] = fields;
        Self {
            games,
            entries: Section { len: entries_len, checksum: entries_checksum },
            moves: Section { len: moves_len, checksum: moves_checksum },
        }
    }
}

/// An index's directory: its tags and its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Directory {
    pub(super) has_moves: bool,
    pub(super) tags: Vec<String>,
    pub(super) blocks: Vec<BlockInfo>,
}

impl Directory {
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![u8::from(self.has_moves)];
        push_varint(&mut bytes, self.tags.len() as u64);
        for tag in &self.tags {
            push_varint(&mut bytes, tag.len() as u64);
            bytes.extend_from_slice(tag.as_bytes());
        }
        for block in &self.blocks {
            for field in block.fields() {
                bytes.extend_from_slice(&field.to_le_bytes());
            }
        }
        bytes
    }

    /// Parses a directory. Returns `None` if the bytes are invalid.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut fields = Fields(bytes);
        let has_moves = match fields.u8()? {
            0 => false,
            1 => true,
            _ => return None,
        };
        let mut tags = Vec::new();
        for _ in 0..fields.count().filter(|&count| count <= super::MAX_TAGS)? {
            let len = fields.count()?;
            tags.push(String::from_utf8(fields.bytes(len)?.to_vec()).ok()?);
        }
        let mut blocks = Vec::with_capacity(fields.0.len() / BLOCK_INFO_LEN);
        while !fields.0.is_empty() {
            let mut values = [0; 5];
            for value in &mut values {
                *value = fields.u32()?;
            }
            let block = BlockInfo::from_fields(values);
            let BlockInfo { games, entries, moves } = block;
            // A game has at least one byte per section.
            if games == 0 || games > entries.len || has_moves && games > moves.len {
                return None;
            }
            blocks.push(block);
        }
        Some(Self { has_moves, tags, blocks })
    }
}

/// A game file's identity: its length, and a hash over its start and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint {
    pub(crate) len: u64,
    pub(crate) hash: [u8; 16],
}

/// The last bytes in an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Trailer {
    /// The offset of the directory, which ends at the trailer.
    pub(super) directory: u64,
    pub(super) directory_checksum: u32,
    /// The number of games in all blocks.
    pub(super) games: u64,
    pub(super) source: Fingerprint,
}

impl Trailer {
    pub(super) fn to_bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(TRAILER_LEN);
        bytes.extend_from_slice(&self.games.to_le_bytes());
        bytes.extend_from_slice(&self.source.len.to_le_bytes());
        bytes.extend_from_slice(&self.source.hash);
        bytes.extend_from_slice(&self.directory.to_le_bytes());
        bytes.extend_from_slice(&self.directory_checksum.to_le_bytes());
        bytes.extend_from_slice(&crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    /// Parses a trailer.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes differ from the ones in a trailer.
    pub(super) fn from_bytes(bytes: &[u8]) -> Result<Self, IndexError> {
        let parse = || {
            let (checked, checksum) = bytes.split_last_chunk::<4>()?;
            let is_valid = crc32fast::hash(checked).to_le_bytes() == *checksum;
            let mut fields = Fields(is_valid.then_some(checked)?);
            let games = fields.u64()?;
            let source = Fingerprint { len: fields.u64()?, hash: fields.array()? };
            let directory = fields.u64()?;
            let directory_checksum = fields.u32()?;
            Some(Self { directory, directory_checksum, games, source })
        };
        parse().ok_or(IndexError::Damaged { part: "trailer" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varint_round_trips_and_rejects_overflow() {
        for value in [0, 1, 127, 128, 300, 1 << 32, u64::MAX - 1, u64::MAX] {
            let mut bytes = Vec::new();
            push_varint(&mut bytes, value);
            let mut fields = Fields(&bytes);
            assert_eq!((fields.varint(), fields.0), (Some(value), &[][..]), "{value}");
            assert_eq!(Fields(&bytes[..bytes.len() - 1]).varint(), None, "{value}");
        }
        let too_large = [&[0xFF; 9][..], &[0x02]].concat();
        assert_eq!(Fields(&too_large).varint(), None);
        assert_eq!(Fields(&[0x80; 11]).varint(), None);
    }
}
