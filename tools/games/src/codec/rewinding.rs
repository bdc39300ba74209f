//! A reader that goes back after damage.

use std::io::{self, BufRead, Read};

use super::counting::CountingReader;

/// The number of bytes that a reader can go back: more than the longest Zstandard block.
const KEPT_LEN: usize = 1 << 18;

/// The number of bytes that may be read again, beside one for each byte in the stream: time stays
/// linear.
const MIN_REPEATED_LEN: u64 = 1 << 20;

/// A reader that keeps its last bytes, also some that are to be read yet.
///
/// A wrong length makes a decoder take the start of the next frame or member for data. Once the
/// damage shows, the search for that start goes back to it.
#[derive(Debug)]
pub(super) struct RewindingReader<R> {
    reader: CountingReader<R>,
    /// The reader's last bytes.
    kept: Vec<u8>,
    /// The index of the next byte among them, or their number.
    next: usize,
    /// The number of bytes that were read again.
    repeated: u64,
}

impl<R: BufRead> RewindingReader<R> {
    pub(super) const fn new(reader: CountingReader<R>) -> Self {
        Self { reader, kept: Vec::new(), next: 0, repeated: 0 }
    }

    /// Forgets the bytes before the next one, which are right.
    pub(super) fn forget(&mut self) {
        self.kept.drain(..self.next);
        self.next = 0;
    }

    /// Goes back to the first byte that was not forgotten, unless too many bytes were read again.
    pub(super) fn rewind(&mut self) {
        let repeated = self.repeated + self.next as u64;
        if repeated <= self.reader.offset() + MIN_REPEATED_LEN {
            self.repeated = repeated;
            self.next = 0;
        }
    }

    /// Returns the next bytes, fewer at the end of the stream.
    pub(super) fn peek(&mut self, len: usize) -> io::Result<&[u8]> {
        let missing = len.saturating_sub(self.kept.len() - self.next);
        self.reader.by_ref().take(missing as u64).read_to_end(&mut self.kept)?;
        let end = self.kept.len().min(self.next + len);
        Ok(&self.kept[self.next..end])
    }
}

impl<R> RewindingReader<R> {
    /// Returns the next byte's offset.
    pub(super) const fn offset(&self) -> u64 {
        self.reader.offset() - (self.kept.len() - self.next) as u64
    }
}

impl<R: BufRead> Read for RewindingReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = self.fill_buf()?.read(buffer)?;
        self.consume(len);
        Ok(len)
    }
}

impl<R: BufRead> BufRead for RewindingReader<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.next < self.kept.len() {
            return Ok(&self.kept[self.next..]);
        }
        self.reader.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        if self.next < self.kept.len() {
            self.next += count;
            return;
        }
        if self.next > 2 * KEPT_LEN {
            self.kept.drain(..self.next - KEPT_LEN);
        }
        // The bytes are in the buffer since the last call, which succeeded.
        if let Ok(buffer) = self.reader.fill_buf() {
            self.kept.extend_from_slice(&buffer[..count]);
        }
        self.reader.consume(count);
        self.next = self.kept.len();
    }
}
