//! Units file samples: some of the records, as a separate units file.

use std::io::{BufWriter, Read, Seek};
use std::path::Path;
use tabiya::PackedPosition;

use super::error::UnitsError;
use super::header::Header;
use super::reader::UnitsFile;
use super::writer::UnitsWriter;
use crate::files::NewFile;

/// The number of records that are in memory at a time.
const BLOCK_LEN: usize = 1 << 15;

impl<R: Read + Seek> UnitsFile<R> {
    /// Writes some records, by their index in the file, as a units file with the same root and ply.
    /// Returns its header, whose [`paths`](Header::paths) are the sample's.
    ///
    /// An error leaves the path as it was.
    ///
    /// # Errors
    ///
    /// Returns a [`UnitsError`] if the indices are not in strictly ascending order, if
    /// `records_per_unit` is not between 1 and 100,000, if the new file cannot be written, or as
    /// [`read_subtrees`](Self::read_subtrees) does.
    ///
    /// ```
    /// use tabiya::Position;
    /// use tabiya_units::split::Split;
    /// use tabiya_units::units_file::UnitsFile;
    ///
    /// let folder = tempfile::tempdir()?;
    /// let [path, sample] = ["three.units", "sample.units"].map(|name| folder.path().join(name));
    /// Split::new(Position::START, 3).write(&path)?;
    ///
    /// let header = UnitsFile::open(&path)?.write_sample(&[0, 1, 5_361], 2, &sample)?;
    /// assert_eq!((header.positions, header.units()), (3, 2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_sample(
        &mut self,
        indices: &[u64],
        records_per_unit: u32,
        path: &Path,
    ) -> Result<Header, UnitsError> {
        for (&before, &index) in indices.iter().zip(indices.iter().skip(1)) {
            if before >= index {
                return Err(UnitsError::IndexOrder { index, before });
            }
        }
        let mut file = NewFile::create(path)?;
        let out = BufWriter::with_capacity(1 << 18, file.file());
        let Header { root, plies, .. } = self.header();
        let mut writer = UnitsWriter::begin(out, root, *plies, records_per_unit)?;
        for block in indices.chunks(BLOCK_LEN) {
            for subtree in self.read_subtrees(block)? {
                // A record's multiplicity has 32 bits.
                let multiplicity = subtree.multiplicity as u64;
                writer.write(
                    PackedPosition::from(&subtree.position).position_bytes(),
                    multiplicity,
                )?;
            }
        }
        let (_, header) = writer.finish()?;
        file.commit()?;
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io::Cursor;

    use tabiya::Position;

    use super::super::units_file_of;
    use super::*;

    #[test]
    fn sample_holds_the_records_at_the_indices() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let path = folder.path().join("sample.units");
        let kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let root = Position::from_fen(kiwipete).expect(kiwipete);
        let (bytes, header) = units_file_of(&root, 3, 1_000);
        let mut file = UnitsFile::new(Cursor::new(&bytes)).expect("the file is whole");
        // More than a block of records, the last one among them.
        let indices: Vec<_> = (0..header.positions).filter(|index| index % 7 != 1).collect();
        assert!(indices.len() > BLOCK_LEN);
        let written = file.write_sample(&indices, 50, &path).expect("the folder can be written to");

        let mut sample = UnitsFile::open(&path).expect("the sample is whole");
        sample.verify(|_| ()).expect("the sample is valid");
        assert_eq!(sample.header(), &written);
        assert_eq!((written.root, written.plies, written.records_per_unit), (root, 3, 50));
        let subtrees = file.read_subtrees(&indices).expect("the file is whole");
        assert_eq!(written.positions, subtrees.len() as u64);
        assert_eq!(
            written.paths,
            subtrees.iter().map(|subtree| subtree.multiplicity).sum::<u128>()
        );
        let all: Vec<_> = (0..written.positions).collect();
        assert_eq!(sample.read_subtrees(&all).expect("the sample is whole"), subtrees);
    }

    #[test]
    fn sample_with_all_records_is_the_file() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let path = folder.path().join("sample.units");
        let (bytes, header) = units_file_of(&Position::START, 2, 150);
        let mut file = UnitsFile::new(Cursor::new(&bytes)).expect("the file is whole");
        let indices: Vec<_> = (0..header.positions).collect();
        let written = file.write_sample(&indices, 150, &path);
        assert_eq!(written.expect("the folder can be written to"), header);
        assert!(fs::read(&path).expect("the sample exists") == bytes);
    }

    #[test]
    fn failed_sample_leaves_old_file() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let path = folder.path().join("sample.units");
        fs::write(&path, "old").expect("the folder can be written to");
        let (bytes, _) = units_file_of(&Position::START, 2, 150);
        let mut file = UnitsFile::new(Cursor::new(&bytes)).expect("the file is whole");
        for (indices, records_per_unit, reason) in [
            (&[0, 3, 3][..], 100, "record 3: after record 3; expected ascending indices"),
            (&[3, 2], 100, "record 2: after record 3; expected ascending indices"),
            (&[0, 400], 100, "record 400: not in the file"),
            (&[0], 0, "records per unit"),
        ] {
            let error = file.write_sample(indices, records_per_unit, &path).expect_err(reason);
            assert!(error.to_string().contains(reason), "{error}");
            assert_eq!(fs::read_to_string(&path).expect("the old file"), "old");
        }
        assert_eq!(fs::read_dir(folder.path()).expect("the folder exists").count(), 1);
    }
}
