//! Gzip streams.

use std::io::{BufRead, ErrorKind, Read};

use flate2::bufread::MultiGzDecoder;

use super::Codec;
use super::counting::CountingReader;
use crate::error::GamesError;

/// A decoder of the members of a gzip stream.
pub(super) struct GzipReader<R: BufRead> {
    decoder: MultiGzDecoder<CountingReader<R>>,
}

impl<R: BufRead> GzipReader<R> {
    pub(super) fn new(reader: CountingReader<R>) -> Self {
        Self { decoder: MultiGzDecoder::new(reader) }
    }

    pub(super) fn offset(&self) -> u64 {
        self.decoder.get_ref().offset()
    }

    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, GamesError> {
        let codec = Codec::Gzip;
        let start = self.offset();
        self.decoder.read(buffer).map_err(|error| {
            let offset = self.decoder.get_ref().offset().max(start);
            match error.kind() {
                ErrorKind::UnexpectedEof => GamesError::Truncated { codec, offset },
                // The decoder reports damage by these kinds, and passes on other errors of the reader.
                ErrorKind::InvalidInput | ErrorKind::InvalidData => {
                    GamesError::Damaged { codec, offset, reason: "invalid gzip stream" }
                }
                _ => GamesError::Io(error),
            }
        })
    }
}
