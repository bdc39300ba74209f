//! Zstandard frames and streams.

use std::io::BufRead;

use zstd_safe::zstd_sys::ZSTD_ErrorCode;
use zstd_safe::{DCtx, DParameter, ErrorCode, InBuffer, OutBuffer, ResetDirective};

use super::counting::CountingReader;
use super::rewinding::RewindingReader;
use super::{Codec, ZSTD_MAGIC, starts_with_skippable_frame};
use crate::error::GamesError;
use crate::format::MAX_WINDOW_LOG;

/// The length of a block header.
const BLOCK_HEADER_LEN: usize = 3;

/// A decoder for whole frames, used for many of them.
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

    /// Decodes exactly one frame into the buffer's capacity, and returns whether it fits. The frame
    /// begins at an offset in the file.
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
            Err(code) => {
                // The text before damage may be wrong, too.
                text.clear();
                if is(code, ZSTD_ErrorCode::ZSTD_error_dstSize_tooSmall) {
                    return Ok(false);
                }
                Err(error(code, offset))
            }
        }
    }
}

/// A decoder for a stream's frames. Skippable frames are skipped.
pub(super) struct ZstdReader<R> {
    reader: RewindingReader<R>,
    context: DCtx<'static>,
    /// The number of bytes that the context needs, with the next block's header; 0 between frames.
    needed: usize,
    /// `true` if the context may hold text that did not fit into the last buffer.
    may_hold_text: bool,
    /// `true` after an error: the next frame is searched.
    is_lost: bool,
    /// `true` if the stream has a skippable frame.
    has_skippable_frame: bool,
}

impl<R: BufRead> ZstdReader<R> {
    pub(super) fn new(reader: CountingReader<R>) -> Result<Self, GamesError> {
        let mut context = DCtx::try_create().ok_or_else(out_of_memory)?;
        let parameter = DParameter::WindowLogMax(MAX_WINDOW_LOG);
        context.set_parameter(parameter).map_err(|code| error(code, 0))?;
        let reader = RewindingReader::new(reader);
        Ok(Self {
            reader,
            context,
            needed: 0,
            may_hold_text: false,
            is_lost: false,
            has_skippable_frame: false,
        })
    }

    pub(super) const fn offset(&self) -> u64 {
        self.reader.offset()
    }

    /// Tests whether the text after the last damage may begin inside a game.
    ///
    /// `pzstd` divides a text into equally long frames, and writes a skippable frame before each.
    pub(super) const fn may_divide_game(&self) -> bool {
        self.has_skippable_frame
    }

    /// Decodes bytes, and returns their number, which is 0 at the end of the stream only. After an
    /// error that is not from the reader, the next call goes on at the next frame.
    pub(super) fn read(&mut self, buffer: &mut [u8]) -> Result<usize, GamesError> {
        if self.is_lost && !self.find_frame()? {
            return Ok(0);
        }
        let result = self.decode(buffer);
        self.is_lost = matches!(&result, Err(error) if error.is_damage());
        if self.is_lost {
            self.reader.rewind();
        }
        result
    }

    /// Skips bytes up to the next frame and passes its magic number to the context. Returns whether there is one.
    fn find_frame(&mut self) -> Result<bool, GamesError> {
        let mut last = [0; ZSTD_MAGIC.len()];
        loop {
            let source = self.reader.fill_buf()?;
            let Some(&byte) = source.first() else { return Ok(false) };
            self.reader.consume(1);
            last.rotate_left(1);
            last[ZSTD_MAGIC.len() - 1] = byte;
            self.has_skippable_frame |= starts_with_skippable_frame(&last);
            if last == ZSTD_MAGIC {
                break;
            }
        }
        self.reader.forget();
        let offset = self.reader.offset();
        self.context.reset(ResetDirective::SessionOnly).map_err(|code| error(code, offset))?;
        let mut input = InBuffer::around(&last);
        let mut output = OutBuffer::around(&mut [0; 0][..]);
        let needed = self.context.decompress_stream(&mut output, &mut input);
        self.needed = needed.map_err(|code| error(code, offset))?;
        self.may_hold_text = false;
        Ok(true)
    }

    fn decode(&mut self, buffer: &mut [u8]) -> Result<usize, GamesError> {
        loop {
            if self.needed == 0 {
                let magic = self.reader.peek(ZSTD_MAGIC.len())?;
                self.has_skippable_frame |= starts_with_skippable_frame(magic);
            }
            let source = self.reader.fill_buf()?;
            let is_end = source.is_empty();
            // An error discards a call's text. Each call thus decodes one block at most, without
            // the next one's header, or yields text that the context holds.
            let block_len = self.needed.saturating_sub(BLOCK_HEADER_LEN).max(1);
            let max = if self.may_hold_text { 0 } else { block_len };
            let mut input = InBuffer::around(&source[..source.len().min(max)]);
            let mut output = OutBuffer::around(buffer);
            let result = self.context.decompress_stream(&mut output, &mut input);
            let read = input.pos;
            let written = output.pos();
            self.reader.consume(read);
            if self.needed == 0 {
                // A frame begins: the search after damage in it does not find its own start.
                self.reader.forget();
            }
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
