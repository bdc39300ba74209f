//! Stand-ins for the Zstandard decoders in builds without the feature `zstd`. [`Codec::detect`]
//! refuses such files, so no value of these types exists.
//!
//! [`Codec::detect`]: super::Codec::detect

use std::convert::Infallible;
use std::io::BufRead;
use std::marker::PhantomData;

use super::counting::CountingReader;
use crate::error::GamesError;

const UNSUPPORTED: GamesError = GamesError::UnsupportedFormat { format: "Zstandard" };

/// A decoder for whole frames.
pub(crate) struct FrameDecoder(Infallible);

impl FrameDecoder {
    pub(crate) fn new() -> Result<Self, GamesError> {
        Err(UNSUPPORTED)
    }

    pub(crate) fn decode(
        &mut self,
        _frame: &[u8],
        _text: &mut Vec<u8>,
        _offset: u64,
    ) -> Result<bool, GamesError> {
        match self.0 {}
    }
}

/// A decoder for a stream's frames.
pub(super) struct ZstdReader<R>(Infallible, PhantomData<R>);

impl<R: BufRead> ZstdReader<R> {
    pub(super) fn new(_reader: CountingReader<R>) -> Result<Self, GamesError> {
        Err(UNSUPPORTED)
    }

    pub(super) const fn offset(&self) -> u64 {
        match self.0 {}
    }

    pub(super) const fn may_divide_game(&self) -> bool {
        match self.0 {}
    }

    pub(super) fn read(&mut self, _buffer: &mut [u8]) -> Result<usize, GamesError> {
        match self.0 {}
    }
}
