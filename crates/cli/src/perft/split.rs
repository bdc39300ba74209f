//! `--split`: the units file of the unique positions some plies below a root.

use std::io::{BufWriter, ErrorKind, Write};
use std::path::Path;

use tabiya::Position;

use super::files::{NewFile, path_context};
use super::levels::Levels;
use super::unique::{ResourceLimits, enumeration_error, new_levels, thread_pool};
use super::units::{Header, UnitsError, UnitsWriter};
use crate::verdict::{self, Verdict};

/// A split of a tree into units.
pub struct Split {
    /// The root of the tree.
    pub root: Position,
    /// The ply of the split.
    pub plies: u8,
    /// The number of positions per unit.
    pub records_per_unit: u32,
}

impl Split {
    /// Writes the units file. An interrupted or failed split leaves the path as it was.
    ///
    /// # Errors
    ///
    /// Returns an error if the disk fails, if a multiplicity exceeds 32 bits, or if the output
    /// cannot be written.
    pub fn write(
        &self,
        path: &Path,
        limits: ResourceLimits,
        out: &mut dyn Write,
    ) -> verdict::Result {
        let pool = thread_pool(limits.threads)?;
        let mut levels = new_levels(&self.root, limits);
        // An unwritable path is an error before the enumeration, not after it.
        let mut file = NewFile::create(path).map_err(path_context(path))?;
        let descended = (0..self.plies).try_for_each(|_| pool.install(|| levels.descend()));
        let header = match descended {
            Ok(()) => self.write_levels(&mut levels, &mut file),
            Err(error) if error.kind() == ErrorKind::Interrupted => Err(UnitsError::Io(error)),
            Err(error) => return Err(enumeration_error(error).into()),
        };
        let header = match header {
            Err(UnitsError::Io(error)) if error.kind() == ErrorKind::Interrupted => {
                writeln!(out, "Interrupted: {} is not written", path.display())?;
                return Ok(Verdict::Interrupted);
            }
            header => header.map_err(path_context(path))?,
        };
        file.commit().map_err(path_context(path))?;
        let Header { positions, sequences, .. } = header;
        let (units, path) = (header.units(), path.display());
        writeln!(
            out,
            "wrote {positions} unique positions ({sequences} paths) in {units} units to {path}"
        )?;
        Ok(Verdict::Success)
    }

    fn write_levels(&self, levels: &mut Levels, file: &mut NewFile) -> Result<Header, UnitsError> {
        let out = BufWriter::with_capacity(1 << 18, file.file());
        let mut writer = UnitsWriter::begin(out, &self.root, self.plies, self.records_per_unit)?;
        let mut failure = None;
        levels
            .for_each(|position, multiplicity| {
                writer.write(position, multiplicity).map_err(|error| {
                    let message = error.to_string();
                    failure = Some(error);
                    std::io::Error::other(message)
                })
            })
            .map_err(|error| failure.take().unwrap_or(UnitsError::Io(error)))?;
        let (_, header) = writer.finish()?;
        Ok(header)
    }
}
