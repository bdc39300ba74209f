//! Game files and streams.

use std::io::Read;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Mutex;

use sha2::{Digest, Sha256};

use crate::codec::{Codec, DETECTION_LEN, Decoder};
use crate::error::GamesError;
use crate::file::{RangeReader, SharedFile};
use crate::frames::{self, Frame, FrameList};
use crate::index::format::Fingerprint;
use crate::read::{
    Batch, FrameSource, GameFold, PlainSource, ReadEnd, ReadOptions, ReadStart, Source,
    StreamSource, TextPosition,
};

/// The number of bytes at a file's start, and at its end, that identify it.
const FINGERPRINT_LEN: usize = 1 << 16;

/// A game file: PGN, plain or compressed.
///
/// Several threads read a plain file, or one that `pzstd` wrote. In other compressed files, one thread
/// decodes at a time, and several threads work on the games.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabiya_games::{GameFile, ReadEnd, ReadOptions, fold};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("two.pgn");
/// std::fs::write(&path, "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 *\n")?;
///
/// let file = GameFile::open(&path)?;
/// let movetext_len = fold(|| 0, |len, game| *len += game.movetext().trim_ascii().len());
/// let mut sum = 0;
/// let end = file.read(&ReadOptions::default(), &movetext_len, |batch| {
///     sum += batch.value;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!((end, sum), (ReadEnd::Complete, 7 + 10));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameFile {
    pub(crate) file: SharedFile,
    codec: Codec,
    /// The frames in a file that `pzstd` wrote.
    pub(crate) frames: Option<FrameList>,
}

impl GameFile {
    /// Opens a file, recognizes its codec, and lists its frames.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is not a regular file, or has an unsupported format.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, GamesError> {
        let file = SharedFile::open(path.as_ref())?;
        let mut start = Vec::new();
        file.read_range(&mut start, 0, DETECTION_LEN)?;
        let codec = Codec::detect(&start)?;
        let frames = if codec == Codec::Zstd { frames::scan(&file)? } else { None };
        Ok(Self { file, codec, frames })
    }

    /// Returns the codec.
    pub const fn codec(&self) -> Codec {
        self.codec
    }

    /// Returns the file's length in bytes, to which progress is relative.
    #[expect(clippy::len_without_is_empty, reason = "an empty compressed file is not empty")]
    pub const fn len(&self) -> u64 {
        self.file.len()
    }

    /// Returns the frames in a file that `pzstd` wrote, or `None`.
    ///
    /// The last frame may be truncated.
    pub fn frames(&self) -> Option<&[Frame]> {
        self.frames.as_ref().map(|list| &list.frames[..])
    }

    /// Reads all games: folds batches in several threads, and passes the results to `sink` in the
    /// file's order.
    ///
    /// The memory has a bound. A chunk is a frame of up to 64 MiB, or has the length in the
    /// options.
    ///
    /// | memory | bound |
    /// |---|---|
    /// | text chunks | workers + chunks ahead + 1, each at most two chunk lengths |
    /// | compressed `pzstd` data | one frame of up to 64 MiB per worker |
    /// | games across chunks | twice the sum of [`max_game_len`](ReadOptions::max_game_len) and a chunk |
    /// | decoder of a stream, or of a frame in pieces | about the window, up to [`MAX_WINDOW_LEN`](crate::codec::MAX_WINDOW_LEN) |
    /// | frame list | 2^20 frames of 16 bytes |
    ///
    /// The outputs from `fold` come on top, one per chunk. A panic in `fold` or `sink` ends the
    /// threads and is passed on. The games delivered before it are those at the start of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or decoded. All whole games before the error are
    /// delivered first. After damage in compressed data, reading goes on at the next frame or
    /// member: [`Batch::damage`] has each damage, and the first one is returned at the end.
    pub fn read<F: GameFold>(
        &self,
        options: &ReadOptions<'_>,
        fold: &F,
        sink: impl FnMut(Batch<F::Output>) -> ControlFlow<()>,
    ) -> Result<ReadEnd, GamesError> {
        self.read_from(TextPosition::default(), options, fold, sink)
    }

    /// Reads the games from a position on, which [`Batch::end`] returned for the same file.
    ///
    /// # Errors
    ///
    /// Returns an error like [`read`](Self::read), or [`GamesError::NoSuchTextPosition`].
    pub fn read_from<F: GameFold>(
        &self,
        start: TextPosition,
        options: &ReadOptions<'_>,
        fold: &F,
        sink: impl FnMut(Batch<F::Output>) -> ControlFlow<()>,
    ) -> Result<ReadEnd, GamesError> {
        let (source, start) = self.source(start, options.chunk_len.max(1))?;
        crate::read::read(&source, start, options, fold, sink)?.into_end()
    }

    /// Reads text from a position, such as a game whose place is known. Returns fewer bytes at the
    /// end of the file.
    ///
    /// ```
    /// use tabiya_games::{GameFile, TextPosition};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("two.pgn");
    /// std::fs::write(&path, "1. e4 * 1. d4 d5 *")?;
    /// let file = GameFile::open(&path)?;
    /// assert_eq!(file.read_text(TextPosition::default().advanced(8), 5)?, b"1. d4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error like [`read_from`](Self::read_from).
    pub fn read_text(&self, position: TextPosition, len: usize) -> Result<Vec<u8>, GamesError> {
        self.check_start(position)?;
        if self.codec == Codec::Plain {
            let start = position.frame_offset.saturating_add(position.offset_in_frame);
            let reader = RangeReader::new(&self.file, start, self.file.len());
            let mut text = Vec::new();
            reader.take(len as u64).read_to_end(&mut text)?;
            return Ok(text);
        }
        let mut decoder = self.decoder_at(position)?;
        decoder.skip(position.offset_in_frame)?;
        let mut text = Vec::new();
        decoder.read_chunk(&mut text, len)?;
        Ok(text)
    }

    /// Returns a decoder that begins at a position's compressed offset, which was checked.
    pub(crate) fn decoder_at(
        &self,
        position: TextPosition,
    ) -> Result<Decoder<RangeReader<'_>>, GamesError> {
        let start = position.frame_offset;
        let reader = RangeReader::new(&self.file, start, self.file.len());
        match self.codec {
            Codec::Zstd => Decoder::zstd_at(reader, start),
            _ => Decoder::new(reader),
        }
    }

    /// Returns the file's identity: its length, and a hash over its start and its end.
    pub(crate) fn fingerprint(&self) -> Result<Fingerprint, GamesError> {
        let len = self.len();
        let mut hash = Sha256::new();
        let mut bytes = Vec::new();
        for offset in [0, len.saturating_sub(FINGERPRINT_LEN as u64)] {
            self.file.read_range(&mut bytes, offset, FINGERPRINT_LEN)?;
            hash.update(&bytes);
        }
        let mut half = [0; 16];
        half.copy_from_slice(&hash.finalize()[..16]);
        Ok(Fingerprint { len, hash: half })
    }

    /// Returns the chunks from a position on, and its place in them.
    pub(crate) fn source(
        &self,
        position: TextPosition,
        chunk_len: usize,
    ) -> Result<(Source<'_>, ReadStart), GamesError> {
        self.check_start(position)?;
        let file = &self.file;
        let mut offset_in_chunks = 0;
        let source = if let Some(list) = &self.frames {
            offset_in_chunks = position.offset_in_frame;
            let first = list.frames.partition_point(|frame| frame.offset < position.frame_offset);
            Source::Frames(FrameSource { file, list, first, end: usize::MAX })
        } else if self.codec == Codec::Plain {
            let start = position.frame_offset.saturating_add(position.offset_in_frame);
            Source::Plain(PlainSource { file, start, end: file.len(), chunk_len })
        } else {
            let reader: Box<dyn Read + Send> = Box::new(RangeReader::new(file, 0, file.len()));
            let source = StreamSource::new(Decoder::new(reader)?, chunk_len, position)?;
            Source::Stream(Mutex::new(source))
        };
        Ok((source, ReadStart { position, offset_in_chunks }))
    }

    /// Checks that decoding can start at a position.
    pub(crate) fn check_start(&self, position: TextPosition) -> Result<(), GamesError> {
        let offset = position.frame_offset;
        let is_start = match (&self.frames, self.codec) {
            (Some(list), _) => {
                offset == 0
                    || list.frames.binary_search_by_key(&offset, |frame| frame.offset).is_ok()
            }
            (None, Codec::Plain) => offset <= self.len(),
            (None, _) => offset == 0,
        };
        if is_start { Ok(()) } else { Err(GamesError::NoSuchTextPosition { offset }) }
    }
}

/// Reads a stream's games, such as the standard input, like [`GameFile::read`].
///
/// One thread at a time decodes. [`Batch::compressed_end`] counts the stream's bytes.
///
/// ```
/// use std::ops::ControlFlow;
/// use tabiya_games::{ReadOptions, fold, read_stream};
///
/// let count = fold(|| 0, |games, _game| *games += 1);
/// let mut games = 0;
/// read_stream(&b"1. e4 * 1. d4 *"[..], &ReadOptions::default(), &count, |batch| {
///     games += batch.value;
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(games, 2);
/// # Ok::<(), tabiya_games::GamesError>(())
/// ```
///
/// # Errors
///
/// Returns an error like [`GameFile::read`].
pub fn read_stream<F: GameFold>(
    reader: impl Read + Send,
    options: &ReadOptions<'_>,
    fold: &F,
    sink: impl FnMut(Batch<F::Output>) -> ControlFlow<()>,
) -> Result<ReadEnd, GamesError> {
    let position = TextPosition::default();
    let reader: Box<dyn Read + Send + '_> = Box::new(reader);
    let source = StreamSource::new(Decoder::new(reader)?, options.chunk_len.max(1), position)?;
    let source = Source::Stream(Mutex::new(source));
    let start = ReadStart { position, offset_in_chunks: 0 };
    crate::read::read(&source, start, options, fold, sink)?.into_end()
}
