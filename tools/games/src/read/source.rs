//! The chunks in which a game file is read: text ranges, `pzstd` frames, or pieces from a decoded stream.

use std::io::Read;
use std::sync::{Mutex, PoisonError};

use super::TextPosition;
use crate::codec::{Codec, Decoder, FrameDecoder};
use crate::error::GamesError;
use crate::file::{RangeReader, SharedFile};
use crate::frames::{Frame, FrameList};

/// The longest frame that is decoded as a whole, in bytes of text and in compressed bytes: 64 MiB.
///
/// Longer ones are decoded in pieces, one after the other.
pub(crate) const MAX_FRAME_LEN: usize = 64 << 20;

/// A stream from a thread-safe reader.
pub(crate) type Stream<'a> = Decoder<Box<dyn Read + Send + 'a>>;

/// A chunk source, which several threads load.
pub(crate) enum Source<'a> {
    Plain(PlainSource<'a>),
    Frames(FrameSource<'a>),
    Stream(Mutex<StreamSource<'a>>),
}

/// A text chunk.
pub(super) struct Chunk {
    /// The chunk's number.
    pub(super) index: usize,
    /// The offset in the file at which decoding starts.
    pub(super) frame_offset: u64,
    /// The number of bytes of text between there and the chunk.
    pub(super) offset_in_frame: u64,
    /// The offset in the file after the chunk.
    pub(super) compressed_end: u64,
    /// The damage to the file between the last chunk and this one.
    pub(super) damage_before: Option<GamesError>,
    /// `true` if the text begins after damage, at a frame or member that divides no game.
    pub(super) is_between_games: bool,
    /// The whole text unless there is an error.
    pub(super) text: Vec<u8>,
    pub(super) status: Status,
}

/// A chunk's completeness.
pub(super) enum Status {
    /// The text is the whole chunk.
    Complete,
    /// The text is empty: the frame is too long or truncated, and must be decoded in pieces.
    InPieces,
    /// The text ends before an error.
    Failed(GamesError),
}

/// The memory that a thread uses for one chunk after the other.
#[derive(Default)]
pub(super) struct Scratch {
    compressed: Vec<u8>,
    decoder: Option<FrameDecoder>,
}

/// The right to load a chunk.
pub(super) struct Claim {
    /// The chunk's number.
    index: usize,
    /// The empty buffer for its text.
    text: Vec<u8>,
}

impl Claim {
    /// Creates a claim, and clears the buffer.
    pub(super) fn new(index: usize, mut text: Vec<u8>) -> Self {
        text.clear();
        Self { index, text }
    }
}

impl Source<'_> {
    /// Loads a chunk.
    ///
    /// `claim` returns the next index, in the file's order. Returns `None` if it does, or at the
    /// end of the file.
    pub(super) fn load(
        &self,
        claim: impl FnOnce() -> Option<Claim>,
        scratch: &mut Scratch,
    ) -> Option<Chunk> {
        match self {
            Self::Plain(source) => source.load(claim()?),
            Self::Frames(source) => source.load(claim()?, scratch),
            // The lock is held during the claim, so that pieces are ordered by index.
            Self::Stream(source) => {
                source.lock().unwrap_or_else(PoisonError::into_inner).load(claim)
            }
        }
    }

    /// Returns a decoder for a frame that is decoded in pieces.
    pub(super) fn frame_stream(&self, index: usize) -> Result<Option<FrameStream<'_>>, GamesError> {
        let Self::Frames(source) = self else { return Ok(None) };
        source.stream(index)
    }

    /// Returns the text after the last chunk, unless the file ends there.
    pub(super) fn following(&self) -> Result<Option<Following<'_>>, GamesError> {
        Ok(match self {
            Self::Plain(PlainSource { file, end, .. }) if *end < file.len() => {
                let reader = RangeReader::new(file, *end, file.len());
                Some(Following::Plain(Decoder::plain_at(reader, *end)?))
            }
            Self::Frames(FrameSource { file, list, end, .. })
                if *end < list.frames.len() || list.gap_before(*end).is_some() =>
            {
                let source = FrameSource { file, list, first: *end, end: usize::MAX };
                let scratch = Scratch::default();
                Some(Following::Frames { source, index: 0, scratch, stream: None })
            }
            _ => None,
        })
    }
}

/// The text after a range.
pub(super) enum Following<'a> {
    Plain(Decoder<RangeReader<'a>>),
    /// Whole frames, because a damaged one may have wrong text.
    Frames {
        source: FrameSource<'a>,
        /// The next frame's index.
        index: usize,
        scratch: Scratch,
        /// A frame that is decoded in pieces.
        stream: Option<FrameStream<'a>>,
    },
}

impl Following<'_> {
    /// Appends text until its length is `len` or more, or until the file ends.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be read or decoded. The text before the error is appended.
    pub(super) fn read(&mut self, text: &mut Vec<u8>, len: usize) -> Result<(), GamesError> {
        let (source, index, scratch, stream) = match self {
            Self::Plain(decoder) => return decoder.read_chunk(text, len),
            Self::Frames { source, index, scratch, stream } => (source, index, scratch, stream),
        };
        while text.len() < len {
            if let Some(FrameStream { decoder, truncation }) = stream {
                decoder.read_chunk(text, len)?;
                if text.len() < len {
                    truncation.take().map_or(Ok(()), Err)?;
                    *stream = None;
                }
                continue;
            }
            let Some(chunk) = source.load(Claim::new(*index, Vec::new()), scratch) else { break };
            chunk.damage_before.map_or(Ok(()), Err)?;
            match chunk.status {
                Status::Complete => text.extend_from_slice(&chunk.text),
                Status::InPieces => *stream = source.stream(*index)?,
                Status::Failed(error) => return Err(error),
            }
            *index += 1;
        }
        Ok(())
    }
}

/// A frame that is decoded in pieces.
pub(super) struct FrameStream<'a> {
    pub(super) decoder: Decoder<RangeReader<'a>>,
    /// The error after the end of a truncated frame.
    pub(super) truncation: Option<GamesError>,
}

/// Ranges in a file that is not compressed.
pub(crate) struct PlainSource<'a> {
    pub(crate) file: &'a SharedFile,
    pub(crate) start: u64,
    /// The offset after the last chunk.
    pub(crate) end: u64,
    pub(crate) chunk_len: usize,
}

impl PlainSource<'_> {
    fn load(&self, Claim { index, mut text }: Claim) -> Option<Chunk> {
        let before = (index as u64).checked_mul(self.chunk_len as u64)?;
        let offset = self.start.checked_add(before)?;
        let left = self.end.checked_sub(offset).filter(|&left| left > 0)?;
        let len = usize::try_from(left).unwrap_or(usize::MAX).min(self.chunk_len);
        let result = self.file.read_range(&mut text, offset, len);
        let status = match result {
            Ok(()) if text.len() == len => Status::Complete,
            Ok(()) => {
                let offset = offset + text.len() as u64;
                Status::Failed(GamesError::Truncated { codec: Codec::Plain, offset })
            }
            Err(error) => Status::Failed(error.into()),
        };
        let compressed_end = offset + len as u64;
        Some(Chunk {
            index,
            frame_offset: offset,
            offset_in_frame: 0,
            compressed_end,
            damage_before: None,
            is_between_games: false,
            text,
            status,
        })
    }
}

/// Frames in a file that `pzstd` wrote.
pub(crate) struct FrameSource<'a> {
    pub(crate) file: &'a SharedFile,
    pub(crate) list: &'a FrameList,
    /// The index of the first frame to be read.
    pub(crate) first: usize,
    /// The index after the last frame to be read. Damage after the frames counts as one more frame.
    pub(crate) end: usize,
}

impl<'a> FrameSource<'a> {
    /// Returns a decoder for a frame that is decoded in pieces.
    fn stream(&self, index: usize) -> Result<Option<FrameStream<'a>>, GamesError> {
        let Some(frame) = self.list.frames.get(self.first + index) else { return Ok(None) };
        let end = frame.end().min(self.file.len());
        let truncation = (frame.end() > end)
            .then_some(GamesError::Truncated { codec: Codec::Zstd, offset: end });
        let offset = frame.data_offset();
        let decoder = Decoder::zstd_at(RangeReader::new(self.file, offset, end), offset)?;
        Ok(Some(FrameStream { decoder, truncation }))
    }

    fn load(&self, Claim { index, mut text }: Claim, scratch: &mut Scratch) -> Option<Chunk> {
        let number = self.first.checked_add(index).filter(|&number| number < self.end)?;
        let damage = self.list.damage_before(number);
        let (frame_offset, compressed_end, status) = match self.list.frames.get(number) {
            Some(frame) => {
                let status = self.decode(frame, scratch, &mut text).unwrap_or_else(Status::Failed);
                (frame.offset, frame.end().min(self.file.len()), status)
            }
            None => {
                damage.as_ref()?;
                let end = self.file.len();
                (end, end, Status::Complete)
            }
        };
        Some(Chunk {
            index,
            frame_offset,
            offset_in_frame: 0,
            compressed_end,
            damage_before: damage,
            is_between_games: false,
            text,
            status,
        })
    }

    fn decode(
        &self,
        frame: &Frame,
        scratch: &mut Scratch,
        text: &mut Vec<u8>,
    ) -> Result<Status, GamesError> {
        let len = frame.len as usize;
        if frame.end() > self.file.len() || len > MAX_FRAME_LEN {
            return Ok(Status::InPieces);
        }
        let decoder = match &mut scratch.decoder {
            Some(decoder) => decoder,
            decoder => decoder.insert(FrameDecoder::new()?),
        };
        self.file.read_range(&mut scratch.compressed, frame.data_offset(), len)?;
        text.reserve_exact(MAX_FRAME_LEN);
        let is_complete = decoder.decode(&scratch.compressed, text, frame.data_offset())?;
        Ok(if is_complete { Status::Complete } else { Status::InPieces })
    }
}

/// Stream pieces, decoded by one thread at a time.
pub(crate) struct StreamSource<'a> {
    decoder: Stream<'a>,
    chunk_len: usize,
    offset: u64,
    is_after_damage: bool,
    is_finished: bool,
}

impl<'a> StreamSource<'a> {
    /// Creates a source that begins after some bytes of text.
    ///
    /// # Errors
    ///
    /// Returns an error if these bytes cannot be decoded.
    pub(crate) fn new(
        mut decoder: Stream<'a>,
        chunk_len: usize,
        start: TextPosition,
    ) -> Result<Self, GamesError> {
        decoder.skip(start.offset_in_frame)?;
        Ok(Self {
            decoder,
            chunk_len,
            offset: start.offset_in_frame,
            is_after_damage: false,
            is_finished: false,
        })
    }

    fn load(&mut self, claim: impl FnOnce() -> Option<Claim>) -> Option<Chunk> {
        if self.is_finished {
            return None;
        }
        let Claim { index, mut text } = claim()?;
        let status = match self.decoder.read_chunk(&mut text, self.chunk_len) {
            Ok(()) => Status::Complete,
            Err(error) => Status::Failed(error),
        };
        // After damage, the next chunk begins at the next frame or member.
        let is_between_games = self.is_after_damage && !self.decoder.may_divide_game();
        self.is_after_damage = matches!(&status, Status::Failed(error) if error.is_damage());
        self.is_finished = !self.is_after_damage && text.len() < self.chunk_len;
        let offset_in_frame = self.offset;
        self.offset = self.offset.saturating_add(text.len() as u64);
        let compressed_end = self.decoder.compressed_offset();
        Some(Chunk {
            index,
            frame_offset: 0,
            offset_in_frame,
            compressed_end,
            damage_before: None,
            is_between_games,
            text,
            status,
        })
    }
}
