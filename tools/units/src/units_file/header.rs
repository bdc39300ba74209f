//! The header in a units file.

use std::fmt;
use std::ops::Range;

use tabiya::{PackedPosition, Position};

use super::error::UnitsError;
use super::record::Record;
use crate::bytes::Fields;

/// A units file's first bytes.
const MAGIC: [u8; 8] = *b"TABUNITS";
/// The version of the units file format.
const FORMAT_VERSION: u32 = 1;
/// The header's size in bytes.
pub const HEADER_LEN: usize = 256;
/// The bytes of the content hash in the header.
const HASH_BYTES: Range<usize> = 40..72;
/// The maximum length of the root's FEN. No FEN is longer than 93 characters.
const FEN_LEN: usize = 150;
/// A checksum's size in bytes.
pub const CHECKSUM_LEN: usize = 4;

/// The maximum number of records per unit, which bounds a reader's memory.
pub const MAX_RECORDS_PER_UNIT: u32 = 100_000;
/// The maximum number of units in a file.
pub const MAX_UNITS: u64 = 100_000_000;

/// The SHA-256 of a units file's contents, which identifies the split.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ContentHash(pub [u8; 32]);

impl fmt::Display for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for ContentHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A units file's header.
///
/// A [`UnitsFile`](super::UnitsFile) reads it, a [`UnitsWriter`](super::UnitsWriter) writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The split tree's root, [normalized](Position::normalized).
    pub root: Position,
    /// The ply at which the tree is split.
    pub plies: u8,
    /// The number of records in each unit but the last, which may have fewer.
    pub records_per_unit: u32,
    /// The number of unique positions: the records in all units.
    pub positions: u64,
    /// The number of paths to the positions: the sum of their multiplicities. In a split, it is the
    /// root's perft count at [`plies`](Self::plies).
    pub paths: u128,
    /// The hash over the header and all records.
    pub content_hash: ContentHash,
}

impl Header {
    /// Returns the number of units.
    pub fn units(&self) -> u64 {
        self.positions.div_ceil(self.records_per_unit.into())
    }

    /// Returns how many records a unit has, which is 0 beyond the last unit.
    pub fn records_in(&self, unit: u64) -> usize {
        let before = unit.saturating_mul(self.records_per_unit.into());
        // At most `MAX_RECORDS_PER_UNIT`, which fits.
        self.positions.saturating_sub(before).min(self.records_per_unit.into()) as usize
    }

    /// Returns a unit's offset in the file.
    pub fn unit_offset(&self, unit: u64) -> u64 {
        let unit_len = self.records_per_unit as usize * Record::LEN + CHECKSUM_LEN;
        HEADER_LEN as u64 + unit * unit_len as u64
    }

    /// Returns the file size in bytes.
    pub fn file_len(&self) -> u64 {
        let checksums = self.units() * CHECKSUM_LEN as u64;
        HEADER_LEN as u64 + self.positions * Record::LEN as u64 + checksums
    }

    /// Returns the header's bytes.
    pub fn to_bytes(&self) -> [u8; HEADER_LEN] {
        let mut bytes = Vec::with_capacity(HEADER_LEN);
        bytes.extend(MAGIC);
        bytes.extend(FORMAT_VERSION.to_le_bytes());
        bytes.extend(self.records_per_unit.to_le_bytes());
        bytes.extend(self.positions.to_le_bytes());
        bytes.extend(self.paths.to_le_bytes());
        bytes.extend(self.content_hash.0);
        bytes.extend(PackedPosition::from(&self.root).to_bytes());
        let fen = self.root.to_string();
        bytes.extend([self.plies, fen.len() as u8]);
        bytes.extend(fen.into_bytes());
        bytes.resize(HEADER_LEN - CHECKSUM_LEN, 0);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes.try_into().unwrap_or([0; HEADER_LEN])
    }

    /// Returns the header bytes that the content hash covers, after all records.
    pub fn hashed_bytes(
        &self,
    ) -> [u8; HEADER_LEN - HASH_BYTES.end + HASH_BYTES.start - CHECKSUM_LEN] {
        let bytes = self.to_bytes();
        let end = HEADER_LEN - CHECKSUM_LEN;
        let hashed = [&bytes[..HASH_BYTES.start], &bytes[HASH_BYTES.end..end]].concat();
        hashed.try_into().unwrap_or([0; _])
    }

    /// Parses a header's bytes. Only what [`to_bytes`](Self::to_bytes) returns is valid.
    ///
    /// # Errors
    ///
    /// Returns a [`UnitsError`] if the bytes are invalid.
    pub fn from_bytes(bytes: &[u8; HEADER_LEN]) -> Result<Self, UnitsError> {
        let (checked, checksum) = bytes.split_at(HEADER_LEN - CHECKSUM_LEN);
        let mut fields = Fields(checked);
        if fields.array() != MAGIC {
            return Err(UnitsError::NotAUnitsFile);
        }
        let version = fields.u32();
        if version != FORMAT_VERSION {
            return Err(UnitsError::UnsupportedVersion {
                found: version,
                expected: FORMAT_VERSION,
            });
        }
        if crc32fast::hash(checked).to_le_bytes() != checksum {
            return Err(UnitsError::HeaderChecksum);
        }
        let records_per_unit = fields.u32();
        let positions = fields.u64();
        let paths = fields.u128();
        let content_hash = ContentHash(fields.array());
        let root = PackedPosition::from_bytes(fields.array());
        let plies = fields.u8();
        let invalid = |reason| UnitsError::InvalidHeader { reason };
        let root = root.unpack().map_err(|_| invalid("the packed root is no position"))?;
        let header = Self { root, plies, records_per_unit, positions, paths, content_hash };
        header.expect_valid().map_err(invalid)?;
        if header.to_bytes() != *bytes {
            return Err(invalid("root and FEN differ, or unused bytes are not zero"));
        }
        Ok(header)
    }

    /// Tests a header's invariants.
    ///
    /// # Errors
    ///
    /// Returns the violated invariant.
    pub fn expect_valid(&self) -> Result<(), &'static str> {
        if self.root.normalized() != self.root || self.root.to_string().len() > FEN_LEN {
            return Err("the root is not normalized");
        }
        if !(1..=MAX_RECORDS_PER_UNIT).contains(&self.records_per_unit) {
            return Err("records per unit are not 1 to 100000");
        }
        let max_positions = MAX_UNITS * u64::from(self.records_per_unit);
        if self.positions > max_positions {
            return Err("more than 100000000 units");
        }
        Ok(())
    }
}
