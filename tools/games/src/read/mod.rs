//! Games in a file, read by several threads and delivered in the file's order.

mod chunk;
mod fold;
mod source;
mod stitch;
mod workers;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::GamesError;

pub use fold::{GameFold, fold};
pub(crate) use source::{FrameSource, PlainSource, Source, StreamSource};
pub(crate) use workers::read;

/// Options for reading games.
///
/// The results do not depend on [`workers`](Self::workers) and [`chunks_ahead`](Self::chunks_ahead). The
/// other options decide how games are divided into batches.
#[derive(Clone, Copy, Debug)]
pub struct ReadOptions<'a> {
    /// The number of threads that decode and parse; 0 stands for one per logical CPU.
    ///
    /// One worker runs in the caller's thread. Otherwise, that many threads run beside the caller's
    /// thread, which joins the games across chunks and receives the batches.
    pub workers: usize,
    /// The number of chunks that are read ahead, beside one per worker.
    #[doc(alias = "window")]
    pub chunks_ahead: usize,
    /// The length of a chunk in bytes of text, for files without `pzstd` frames.
    pub chunk_len: usize,
    /// The maximum length of a game that crosses chunks, in bytes. A longer game inside one chunk
    /// may be delivered.
    pub max_game_len: usize,
    /// A flag that stops the threads before their next games.
    pub cancel: Option<&'a AtomicBool>,
}

impl ReadOptions<'_> {
    /// Tests whether the flag is set.
    pub(crate) fn is_canceled(&self) -> bool {
        self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed))
    }

    /// Returns the number of workers.
    pub(crate) fn worker_count(&self) -> usize {
        match self.workers {
            0 => std::thread::available_parallelism().map_or(1, usize::from),
            workers => workers,
        }
    }
}

impl Default for ReadOptions<'_> {
    /// One worker per logical CPU, two chunks read ahead, 4 MiB chunks, games up to 16 MiB.
    fn default() -> Self {
        Self {
            workers: 0,
            chunks_ahead: 2,
            chunk_len: 4 << 20,
            max_game_len: 16 << 20,
            cancel: None,
        }
    }
}

/// A place in a file's text, from which reading can begin.
///
/// A program may save the fields and resume later. The fields may have any values: a position that the
/// file does not have is refused, or yields no text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TextPosition {
    /// The offset in the file at which decoding starts: at a frame, or 0.
    #[doc(alias = "compressed")]
    pub frame_offset: u64,
    /// The number of bytes of text between there and the position.
    #[doc(alias = "within")]
    pub offset_in_frame: u64,
    /// The offset in the whole file's text.
    #[doc(alias = "offset")]
    pub text_offset: u64,
}

impl TextPosition {
    /// Returns the position after some bytes of text. Sums saturate.
    #[must_use]
    pub const fn advanced(self, len: u64) -> Self {
        let offset_in_frame = self.offset_in_frame.saturating_add(len);
        let text_offset = self.text_offset.saturating_add(len);
        Self { offset_in_frame, text_offset, ..self }
    }
}

/// The place of the first game to be read.
#[derive(Clone, Copy)]
pub(crate) struct ReadStart {
    pub(crate) position: TextPosition,
    /// The position's offset in the text of the chunks.
    pub(crate) offset_in_chunks: u64,
}

/// The result from reading a source.
pub(crate) struct SourceRead {
    pub(crate) end: ReadEnd,
    /// The number of bytes between the last chunk and the next game, which is 0 if reading is
    /// stopped.
    pub(crate) next: u64,
    /// The first damage, after which reading went on.
    pub(crate) damage: Option<GamesError>,
}

impl SourceRead {
    /// Returns the reason for the end.
    ///
    /// # Errors
    ///
    /// Returns the damage.
    pub(crate) fn into_end(self) -> Result<ReadEnd, GamesError> {
        self.damage.map_or(Ok(self.end), Err)
    }
}

/// The result for consecutive games.
#[derive(Debug)]
#[non_exhaustive]
pub struct Batch<T> {
    /// The value that the [`GameFold`] computed.
    pub value: T,
    /// The number of games.
    pub games: u64,
    /// The start of the first game. The games' ranges are relative to it.
    pub start: TextPosition,
    /// The length of the games in bytes of text.
    pub len: u64,
    /// The offset in the file after the compressed bytes that were read, for a progress display.
    pub compressed_end: u64,
    /// The damage to the file between the last batch and the games in this one. A game that crosses
    /// it is lost.
    pub damage: Vec<GamesError>,
}

impl<T> Batch<T> {
    /// Returns the end of the last game, where reading can resume.
    pub const fn end(&self) -> TextPosition {
        self.start.advanced(self.len)
    }
}

/// The reason why reading ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadEnd {
    /// All games were delivered.
    Complete,
    /// The function that receives the batches returned [`Break`](std::ops::ControlFlow::Break).
    Stopped,
    /// The flag [`ReadOptions::cancel`] was set.
    Canceled,
}
