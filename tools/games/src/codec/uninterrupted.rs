//! A reader without interruptions.

use std::io::{self, ErrorKind, Read};

/// A reader that repeats interrupted calls, for all codecs alike.
#[derive(Debug)]
pub(crate) struct UninterruptedReader<R>(pub(crate) R);

impl<R: Read> Read for UninterruptedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.0.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => return result,
            }
        }
    }
}
