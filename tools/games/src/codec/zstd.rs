//! Zstandard frames and streams.

use std::io::BufRead;

use zstd_safe::zstd_sys::ZSTD_ErrorCode;
use zstd_safe::{DCtx, DParameter, ErrorCode, InBuffer, OutBuffer};

use super::Codec;
use super::counting::CountingReader;
use crate::error::GamesError;
use crate::format::MAX_WINDOW_LOG;

/// The length of the header of a block.
const BLOCK_HEADER_LEN: usize = 3;

/// A decoder of whole frames, used for many of them.
pub(crate) struct FrameDecoder(DCtx<'static>);

impl FrameDecoder {
    /// Creates a decoder.
    ///
    /// # Errors
    ///
    /// Returns an error if no memory is available.
    pub(crate) fn new() -> Result<Self, GamesError> {
        DCtx::try_create().map(Self).ok_or_else(out_of_memory)
    }

    /// Decodes exactly one frame into the capacity of a buffer, and returns whether it fits. The frame
    /// begins at an offset of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not exactly one undamaged frame.
    pub(crate) fn decode(
        &mut self,
        frame: &[u8],
        text: &mut Vec<u8>,
        offset: u64,
    ) -> Result<bool, GamesError> {
        text.clear();
        if frame.is_empty() {
            return Err(GamesError::Truncated { codec: Codec::Zstd, offset });
        }
        let len =
            zstd_safe::find_frame_compressed_size(frame).map_err(|code| error(code, offset))?;
        if len != frame.len() {
            let reason = "the length of the frame differs from its header";
            return Err(GamesError::Damaged { codec: Codec::Zstd, offset, reason });
        }
        match self.0.decompress(text, frame) {
            Ok(_) => Ok(true),
            Err(code) if is(code, ZSTD_ErrorCode::ZSTD_error_dstSize_tooSmall) => {
                text.clear();
                Ok(false)
            }
            Err(code) => {
                text.clear();
                Err(error(code, offset))
            }
        }
    }
}

/// A decoder of the frames of a stream. Skippable frames are skipped.
pub(super) struct ZstdReader<R> {
    reader: CountingReader<R>,
    context: DCtx<'static>,
    /// The number of bytes that the context asks for, with the header of the next block; 0 between frames.
    needed: usize,
    /// `true` if the context may hold text that did not fit into the last buffer.
    may_hold_text: bool,
}

impl<R: BufRead> ZstdReader<R> {
    pub(super) fn new(reader: CountingReader<R>) -> Result<Self, GamesError> {
        let mut context = DCtx::try_create().ok_or_else(out_of_memory)?;
        let parameter = DParameter::WindowLogMax(MAX_WINDOW_LOG);
        context.set_parameter(parameter).map_err(|code| error(code, 0))?;
        Ok(Self { reader, context, needed: 0, may_hold_text: false })
    }

    pub(super) const fn offset(&self) -> u64 {
        self.reader.offset()
    }

    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, GamesError> {
        loop {
            let source = self.reader.fill_buf()?;
            let is_end = source.is_empty();
            // An error discards the text of a call. Each call thus decodes one block at most, without
            // the header of the next one, or yields text that the context holds.
            let block_len = self.needed.saturating_sub(BLOCK_HEADER_LEN).max(1);
            let max = if self.may_hold_text { 0 } else { block_len };
            let mut input = InBuffer::around(&source[..source.len().min(max)]);
            let mut output = OutBuffer::around(buffer);
            let result = self.context.decompress_stream(&mut output, &mut input);
            let read = input.pos;
            let written = output.pos();
            self.reader.consume(read);
            let offset = self.reader.offset();
            let needed = result.map_err(|code| error(code, offset))?;
            self.may_hold_text = written > 0 && written == buffer.len();
            // Without input, the context needs a header, also at the end of the stream.
            if read > 0 || written > 0 {
                self.needed = needed;
            }
            if written > 0 {
                return Ok(written);
            }
            if is_end && self.needed == 0 {
                return Ok(0);
            }
            if is_end {
                return Err(GamesError::Truncated { codec: Codec::Zstd, offset });
            }
        }
    }
}

fn is(code: ErrorCode, kind: ZSTD_ErrorCode) -> bool {
    zstd_safe::is_error_kind(code, kind)
}

fn error(code: ErrorCode, offset: u64) -> GamesError {
    if is(code, ZSTD_ErrorCode::ZSTD_error_frameParameter_windowTooLarge) {
        return GamesError::WindowTooLarge { offset };
    }
    if is(code, ZSTD_ErrorCode::ZSTD_error_srcSize_wrong) {
        return GamesError::Truncated { codec: Codec::Zstd, offset };
    }
    if is(code, ZSTD_ErrorCode::ZSTD_error_memory_allocation) {
        return out_of_memory();
    }
    let reason = zstd_safe::get_error_name(code);
    GamesError::Damaged { codec: Codec::Zstd, offset, reason }
}

fn out_of_memory() -> GamesError {
    GamesError::Io(std::io::ErrorKind::OutOfMemory.into())
}
