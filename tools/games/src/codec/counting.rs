//! A reader that knows its offset.

use std::io::{self, BufRead, Read};

/// A reader that counts the bytes it yields.
#[derive(Debug)]
pub(crate) struct CountingReader<R> {
    reader: R,
    offset: u64,
}

impl<R> CountingReader<R> {
    /// Creates a reader whose first byte has an offset.
    pub(crate) const fn new(reader: R, offset: u64) -> Self {
        Self { reader, offset }
    }

    /// Returns the next byte's offset.
    pub(crate) const fn offset(&self) -> u64 {
        self.offset
    }
}

impl<R: BufRead> Read for CountingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.offset += read as u64;
        Ok(read)
    }
}

impl<R: BufRead> BufRead for CountingReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.reader.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.reader.consume(count);
        self.offset += count as u64;
    }
}
