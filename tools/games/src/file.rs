//! A regular file that threads read at any offset.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// A regular file with a known length, read by offset. Several threads can read it without
/// disturbing each other.
#[derive(Debug)]
pub(crate) struct SharedFile {
    file: Inner,
    len: u64,
}

impl SharedFile {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or is not a regular file. A pipe has no offsets.
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        let metadata = std::fs::metadata(path)?;
        if !metadata.is_file() {
            return Err(io::Error::new(ErrorKind::InvalidInput, "not a regular file"));
        }
        let file = File::open(path)?;
        let len = file.metadata()?.len();
        Ok(Self { file: Inner::new(file), len })
    }

    /// Returns the length when the file was opened.
    pub(crate) const fn len(&self) -> u64 {
        self.len
    }

    /// Reads bytes at an offset until the buffer is full or the file ends, and returns their
    /// number.
    pub(crate) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let mut read = 0;
        while read < buffer.len() {
            match self.file.read_at(&mut buffer[read..], offset + read as u64) {
                Ok(0) => break,
                Ok(count) => read += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(read)
    }

    /// Replaces a buffer's contents by the bytes in a range, or by fewer if the file ends.
    pub(crate) fn read_range(
        &self,
        buffer: &mut Vec<u8>,
        offset: u64,
        len: usize,
    ) -> io::Result<()> {
        buffer.resize(len, 0);
        let read = self.read_at(buffer, offset)?;
        buffer.truncate(read);
        Ok(())
    }
}

/// A reader for a range in a [`SharedFile`].
#[derive(Debug)]
pub(crate) struct RangeReader<'a> {
    file: &'a SharedFile,
    position: u64,
    end: u64,
}

impl<'a> RangeReader<'a> {
    /// Creates a reader for the bytes from `start` to `end`.
    pub(crate) const fn new(file: &'a SharedFile, start: u64, end: u64) -> Self {
        Self { file, position: start, end }
    }
}

impl Read for RangeReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.end.saturating_sub(self.position)).unwrap_or(usize::MAX);
        let len = buffer.len().min(left);
        let read = self.file.read_at(&mut buffer[..len], self.position)?;
        self.position += read as u64;
        Ok(read)
    }
}

#[cfg(unix)]
use unix::Inner;

#[cfg(not(unix))]
use portable::Inner;

#[cfg(unix)]
mod unix {
    use std::fs::File;
    use std::io;
    use std::os::unix::fs::FileExt;

    /// A file that is read by `pread`.
    #[derive(Debug)]
    pub(super) struct Inner(File);

    impl Inner {
        pub(super) const fn new(file: File) -> Self {
            Self(file)
        }

        pub(super) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
            self.0.read_at(buffer, offset)
        }
    }
}

#[cfg(any(test, not(unix)))]
mod portable {
    use std::fs::File;
    use std::io::{self, Read, Seek, SeekFrom};
    use std::sync::{Mutex, PoisonError};

    /// A file that is read after a seek, by one thread at a time.
    #[derive(Debug)]
    pub(super) struct Inner(Mutex<File>);

    impl Inner {
        pub(super) const fn new(file: File) -> Self {
            Self(Mutex::new(file))
        }

        pub(super) fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
            let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            file.seek(SeekFrom::Start(offset))?;
            file.read(buffer)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn portable_reads_equal_system_reads() {
        let folder = tempfile::tempdir().expect("a folder can be created");
        let path = folder.path().join("file");
        fs::write(&path, b"0123456789").expect("the folder can be written to");
        let file = SharedFile::open(&path).expect("the file exists");
        let portable = portable::Inner::new(File::open(&path).expect("the file exists"));
        for (offset, len) in [(7, 3), (0, 4), (8, 2), (10, 4), (99, 1)] {
            let mut a = vec![0; len];
            let mut b = vec![0; len];
            let read = file.read_at(&mut a, offset).expect("the file can be read");
            assert_eq!(read, portable.read_at(&mut b, offset).expect("the file can be read"));
            assert_eq!(a, b);
        }
        let mut text = String::new();
        RangeReader::new(&file, 3, 8).read_to_string(&mut text).expect("the file can be read");
        assert_eq!(text, "34567");
    }

    #[test]
    fn folder_is_refused() {
        let error = SharedFile::open(Path::new(".")).expect_err("not a file");
        assert_eq!(error.to_string(), "not a regular file");
    }
}
