//! Writing units files.

use std::io::{Seek, SeekFrom, Write};

use sha2::{Digest, Sha256};
use tabiya::Position;

use super::error::UnitsError;
use super::header::{ContentHash, HEADER_LEN, Header};
use super::reader::unit_checksum;
use super::record::Record;

/// A writer for a units file, which a [`UnitsFile`](super::UnitsFile) reads.
///
/// The header is written last. Without it, a reader refuses the file.
///
/// ```
/// use std::io::Cursor;
/// use tabiya::Position;
/// use tabiya::perft::split;
/// use tabiya_units::units_file::{Record, UnitsFile, UnitsWriter};
///
/// let mut records: Vec<_> = split(&Position::START, 2)
///     .iter()
///     .map(|subtree| Record::new(&subtree.position, subtree.multiplicity as u32))
///     .collect();
/// records.sort_unstable_by_key(|record| record.position);
///
/// let mut writer = UnitsWriter::begin(Cursor::new(Vec::new()), &Position::START, 2, 100)?;
/// for record in &records {
///     writer.write(&record.position, record.multiplicity.into())?;
/// }
/// let (file, header) = writer.finish()?;
/// assert_eq!((header.units(), header.paths), (4, 400));
///
/// let mut units = UnitsFile::new(file)?;
/// assert_eq!(units.read_records(3)?, records[300..]);
/// units.verify(|_| ())?;
/// # Ok::<(), tabiya_units::units_file::UnitsError>(())
/// ```
#[derive(Debug)]
pub struct UnitsWriter<W> {
    out: W,
    header: Header,
    hash: Sha256,
    /// The records in the unit that is not yet written.
    records: Vec<u8>,
    last: Option<[u8; 24]>,
}

impl<W: Write + Seek> UnitsWriter<W> {
    /// Begins the file for a tree that is split at a ply.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or if `records_per_unit` is not between 1
    /// and 100,000.
    pub fn begin(
        mut out: W,
        root: &Position,
        plies: u8,
        records_per_unit: u32,
    ) -> Result<Self, UnitsError> {
        let positions = 0;
        let paths = 0;
        let content_hash = ContentHash::default();
        let root = root.normalized();
        let header = Header { root, plies, records_per_unit, positions, paths, content_hash };
        header.expect_valid().map_err(|reason| UnitsError::InvalidHeader { reason })?;
        out.write_all(&[0; HEADER_LEN])?;
        Ok(Self { out, header, hash: Sha256::new(), records: Vec::new(), last: None })
    }

    /// Writes a position, packed without clocks and normalized, and its multiplicity.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, if the positions are not in strictly
    /// ascending order, or if the multiplicity exceeds 32 bits.
    pub fn write(&mut self, position: &[u8; 24], multiplicity: u64) -> Result<(), UnitsError> {
        let record = Record {
            position: *position,
            multiplicity: u32::try_from(multiplicity)
                .map_err(|_| UnitsError::Multiplicity { found: multiplicity })?,
        };
        if self.last.is_some_and(|last| last >= *position) {
            let unit = self.header.positions / u64::from(self.header.records_per_unit);
            return Err(UnitsError::Order { unit, index: self.records.len() / Record::LEN });
        }
        self.last = Some(*position);
        self.records.extend(record.to_bytes());
        self.header.positions += 1;
        self.header.paths += u128::from(multiplicity);
        if self.records.len() == self.header.records_per_unit as usize * Record::LEN {
            self.write_unit()?;
        }
        Ok(())
    }

    /// Writes a unit's records, and their checksum.
    fn write_unit(&mut self) -> Result<(), UnitsError> {
        let unit = self.header.units() - 1;
        self.hash.update(&self.records);
        self.records.extend(unit_checksum(unit, &self.records).to_le_bytes());
        self.out.write_all(&self.records)?;
        self.records.clear();
        Ok(())
    }

    /// Writes the last unit and the header, and returns the header.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or if there are more units than a reader
    /// accepts.
    pub fn finish(mut self) -> Result<(W, Header), UnitsError> {
        if !self.records.is_empty() {
            self.write_unit()?;
        }
        self.header.expect_valid().map_err(|reason| UnitsError::InvalidHeader { reason })?;
        self.hash.update(self.header.hashed_bytes());
        self.header.content_hash = ContentHash(self.hash.finalize().into());
        self.out.seek(SeekFrom::Start(0))?;
        self.out.write_all(&self.header.to_bytes())?;
        self.out.flush()?;
        Ok((self.out, self.header))
    }
}
