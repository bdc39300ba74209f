//! Reading units files: single units, or all of them with verification.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;

use sha2::{Digest, Sha256};
use tabiya::perft::Subtree;

use super::error::UnitsError;
use super::header::{CHECKSUM_LEN, ContentHash, HEADER_LEN, Header};
use super::record::Record;
use crate::files;

/// A reader for a units file.
#[derive(Debug)]
pub struct UnitsFile<R> {
    header: Header,
    reader: R,
}

impl UnitsFile<File> {
    /// Opens a units file and reads its header. Symbolic links are followed.
    ///
    /// # Errors
    ///
    /// Returns an error if the path is not a regular file, or as [`new`](Self::new) does.
    pub fn open(path: &Path) -> Result<Self, UnitsError> {
        Self::new(files::open_regular(path)?)
    }
}

impl<R: Read + Seek> UnitsFile<R> {
    /// Reads a units file's header.
    ///
    /// # Errors
    ///
    /// Returns a [`UnitsError`] if the file cannot be read, if the header is invalid, or if the
    /// file size is not the one that the header implies.
    pub fn new(mut reader: R) -> Result<Self, UnitsError> {
        let found = reader.seek(SeekFrom::End(0))?;
        reader.rewind()?;
        let mut start = Vec::with_capacity(HEADER_LEN);
        reader.by_ref().take(HEADER_LEN as u64).read_to_end(&mut start)?;
        let mut bytes = [0; HEADER_LEN];
        bytes[..start.len()].copy_from_slice(&start);
        let header = match Header::from_bytes(&bytes) {
            Err(UnitsError::UnsupportedVersion { .. } | UnitsError::HeaderChecksum)
                if start.len() < HEADER_LEN =>
            {
                return Err(UnitsError::Length { found, expected: HEADER_LEN as u64 });
            }
            header => header?,
        };
        let expected = header.file_len();
        if found != expected {
            return Err(UnitsError::Length { found, expected });
        }
        Ok(Self { header, reader })
    }

    /// Returns the header.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Reads a unit's records. Only their checksum is verified.
    ///
    /// # Errors
    ///
    /// Returns a [`UnitsError`] if there is no such unit, if it cannot be read, or if its checksum
    /// does not match.
    pub fn read_records(&mut self, unit: u64) -> Result<Vec<Record>, UnitsError> {
        let units = self.header.units();
        if unit >= units {
            return Err(UnitsError::NoSuchUnit { unit, units });
        }
        let mut bytes = vec![0; self.header.records_in(unit) * Record::LEN + CHECKSUM_LEN];
        self.reader.seek(SeekFrom::Start(self.header.unit_offset(unit)))?;
        self.reader.read_exact(&mut bytes)?;
        let (records, checksum) = bytes.split_at(bytes.len() - CHECKSUM_LEN);
        if unit_checksum(unit, records).to_le_bytes() != checksum {
            return Err(UnitsError::UnitChecksum { unit });
        }
        let (records, _) = records.as_chunks::<{ Record::LEN }>();
        Ok(records.iter().map(|&bytes| Record::from_bytes(bytes)).collect())
    }

    /// Reads the positions and the multiplicities of some records, by their index in the file. Reads
    /// each unit once, as a whole, so that its checksum is verified.
    ///
    /// # Errors
    ///
    /// Returns a [`UnitsError`] if there is no such record, or as [`read_unit`](Self::read_unit)
    /// does.
    pub fn read_subtrees(&mut self, indices: &[u64]) -> Result<Vec<Subtree>, UnitsError> {
        let Header { positions: records, records_per_unit, .. } = self.header;
        let records_per_unit = u64::from(records_per_unit);
        let mut order: Vec<_> = (0..indices.len()).collect();
        order.sort_unstable_by_key(|&slot| indices[slot]);
        let mut subtrees = vec![None; indices.len()];
        let mut current = (None, Vec::new());
        for slot in order {
            let index = indices[slot];
            if index >= records {
                return Err(UnitsError::NoSuchRecord { index, records });
            }
            let unit = index / records_per_unit;
            if current.0 != Some(unit) {
                current = (Some(unit), self.read_records(unit)?);
            }
            let index = (index % records_per_unit) as usize;
            let subtree = current.1[index].subtree();
            subtrees[slot] =
                Some(subtree.map_err(|error| UnitsError::Record { unit, index, error })?);
        }
        Ok(subtrees.into_iter().flatten().collect())
    }

    /// Reads a unit's positions and their multiplicities.
    ///
    /// # Errors
    ///
    /// Returns an error as [`read_records`](Self::read_records) does, or if a record is invalid.
    pub fn read_unit(&mut self, unit: u64) -> Result<Vec<Subtree>, UnitsError> {
        let records = self.read_records(unit)?;
        let subtree = |(index, record): (usize, &Record)| {
            record.subtree().map_err(|error| UnitsError::Record { unit, index, error })
        };
        records.iter().enumerate().map(subtree).collect()
    }

    /// Verifies the whole file: checksums, records, their strict order, the sum of their
    /// multiplicities and the content hash. Calls `advanced` after each unit.
    ///
    /// # Errors
    ///
    /// Returns a [`UnitsError`] with the first problem.
    pub fn verify(&mut self, mut advanced: impl FnMut(u64)) -> Result<(), UnitsError> {
        let mut paths: u128 = 0;
        let mut hash = Sha256::new();
        let mut last: Option<[u8; 24]> = None;
        for unit in 0..self.header.units() {
            for (index, record) in self.read_records(unit)?.into_iter().enumerate() {
                let subtree = record.subtree();
                subtree.map_err(|error| UnitsError::Record { unit, index, error })?;
                if last.is_some_and(|last| last >= record.position) {
                    return Err(UnitsError::Order { unit, index });
                }
                last = Some(record.position);
                paths += u128::from(record.multiplicity);
                hash.update(record.to_bytes());
            }
            advanced(unit);
        }
        let expected = self.header.paths;
        if paths != expected {
            return Err(UnitsError::Paths { found: paths, expected });
        }
        hash.update(self.header.hashed_bytes());
        if ContentHash(hash.finalize().into()) != self.header.content_hash {
            return Err(UnitsError::ContentHash);
        }
        Ok(())
    }
}

/// Returns a unit's checksum: the CRC-32 over its number and its records.
pub fn unit_checksum(unit: u64, records: &[u8]) -> u32 {
    let mut checksum = crc32fast::Hasher::new();
    checksum.update(&unit.to_le_bytes());
    checksum.update(records);
    checksum.finalize()
}
