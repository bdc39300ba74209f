//! The games in a file range, for processes and machines that share the file.

use std::ops::{ControlFlow, Range};

use tabiya::pgn;

use crate::codec::{Codec, Decoder};
use crate::error::GamesError;
use crate::file::RangeReader;
use crate::game_file::GameFile;
use crate::read::{
    Batch, FrameSource, GameFold, PlainSource, ReadEnd, ReadOptions, ReadStart, Source, SourceRead,
    TextPosition,
};

/// The length of the text in which a game start is searched first.
const FIRST_SEARCH_LEN: usize = 1 << 16;

/// A file range. The games that start in it belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRange {
    /// The byte range in the file. In a `pzstd` file, a frame belongs to the range that contains
    /// [`Frame::offset`](crate::Frame::offset).
    pub bytes: Range<u64>,
    /// The number of bytes of text from the range's start to its first game, if known.
    ///
    /// It is 0 at the start of a file, and elsewhere [`RangeRead::next`] from the range before.
    pub start: Option<u64>,
}

/// The result from reading a range.
#[derive(Debug)]
#[non_exhaustive]
pub struct RangeRead {
    /// The reason for the end.
    pub end: ReadEnd,
    /// The number of bytes of text from the range's start to its first game; `None` if no game
    /// start was found, so that nothing was read.
    pub start: Option<u64>,
    /// The number of bytes of text from the range's end to the first game that starts after it, if
    /// the range was read to its end.
    pub next: Option<u64>,
    /// The first damage to compressed data in the range, after which reading went on.
    /// [`Batch::damage`] has every damage.
    pub damage: Option<GamesError>,
}

impl RangeRead {
    /// Returns the result for a range without games.
    const fn unread(start: Option<u64>, next: Option<u64>) -> Self {
        Self { end: ReadEnd::Complete, start, next, damage: None }
    }
}

impl GameFile {
    /// Reads the games that start in a range, like [`read`](Self::read). The last one may end after it.
    ///
    /// If the first game is not known, its start is guessed, and the result tells it. The guess is
    /// wrong if `start` differs from `next` in the range before, for example in a comment that
    /// contains a game. The range is then read again with that start. Ranges that agree have the
    /// games in the whole file, each once. The text position in [`Batch::start`] is counted from
    /// the range's start.
    ///
    /// Damage costs the games that it touches: reading goes on at the next frame. Each damage belongs to one range.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    /// use tabiya_games::{GameFile, GameRange, ReadOptions, fold};
    ///
    /// let folder = tempfile::tempdir()?;
    /// let path = folder.path().join("two.pgn");
    /// std::fs::write(&path, "[White \"A\"]\n\n1. e4 e5 *\n\n[White \"B\"]\n\n1. d4 *\n")?;
    /// let file = GameFile::open(&path)?;
    ///
    /// let (mut counts, mut next) = (Vec::new(), Some(0));
    /// for bytes in [0..20, 20..file.len()] {
    ///     let mut games = 0;
    ///     let range = GameRange { bytes, start: None };
    ///     let count = fold(|| 0, |games, _game| *games += 1);
    ///     let read = file.read_range(&range, &ReadOptions::default(), &count, |batch| {
    ///         games += batch.value;
    ///         ControlFlow::Continue(())
    ///     })?;
    ///     assert_eq!(read.start, next);
    ///     next = read.next;
    ///     counts.push(games);
    /// }
    /// assert_eq!(counts, [1, 1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read. A compressed file that `pzstd` did not write
    /// has one range: for others, the error is [`GamesError::NoSuchTextPosition`].
    pub fn read_range<F: GameFold>(
        &self,
        range: &GameRange,
        options: &ReadOptions<'_>,
        fold: &F,
        sink: impl FnMut(Batch<F::Output>) -> ControlFlow<()>,
    ) -> Result<RangeRead, GamesError> {
        if range.bytes.start == 0 && range.bytes.end >= self.len() {
            let start = TextPosition::default().advanced(range.start.unwrap_or(0));
            let offset = start.offset_in_frame;
            let (source, start) = self.source(start, options.chunk_len.max(1))?;
            let SourceRead { end, damage, .. } =
                crate::read::read(&source, start, options, fold, sink)?;
            let next = (end == ReadEnd::Complete).then_some(0);
            return Ok(RangeRead { end, start: Some(offset), next, damage });
        }
        let part = self.part(&range.bytes)?;
        let start = match range.start {
            Some(start) => Some(start),
            None if part.is_first => Some(0),
            None => self.find_start(&part, options.max_game_len)?,
        };
        let Some(start) = start else {
            return Ok(RangeRead::unread(None, None));
        };
        if start >= part.max_len {
            let next = Some(start - part.max_len);
            return Ok(RangeRead::unread(Some(start), next));
        }
        let (source, first) = self.part_source(&part, start, options.chunk_len.max(1));
        let SourceRead { end, next, damage } =
            crate::read::read(&source, first, options, fold, sink)?;
        let next = (end == ReadEnd::Complete).then_some(next);
        Ok(RangeRead { end, start: Some(start), next, damage })
    }

    /// Returns a range's chunks.
    fn part(&self, bytes: &Range<u64>) -> Result<Part, GamesError> {
        if let Some(list) = &self.frames {
            let index = |offset| list.frames.partition_point(|frame| frame.offset < offset);
            let has_damage =
                list.gap_before(list.frames.len()).is_some_and(|damage| bytes.contains(&damage));
            let first = index(bytes.start);
            let end = if has_damage { usize::MAX } else { index(bytes.end).max(first) };
            let start = list.frames.get(first).map_or(self.len(), |frame| frame.offset);
            let end_offset = list.frames.get(end).map_or(self.len(), |frame| frame.offset);
            let max_len = if first == end { 0 } else { u64::MAX };
            let is_first = first == 0;
            return Ok(Part { bytes: start..end_offset, frames: first..end, max_len, is_first });
        }
        if self.codec() != Codec::Plain {
            return Err(GamesError::NoSuchTextPosition { offset: bytes.start });
        }
        let end = bytes.end.min(self.len());
        let start = bytes.start.min(end);
        Ok(Part { bytes: start..end, frames: 0..0, max_len: end - start, is_first: start == 0 })
    }

    /// Guesses where the first game starts, in bytes after the range's start. If damage comes first, the result is
    /// its place: reading then searches the game after it.
    fn find_start(&self, part: &Part, max_len: usize) -> Result<Option<u64>, GamesError> {
        if self.frames.as_ref().is_some_and(|list| list.gap_before(part.frames.start).is_some()) {
            return Ok(Some(0));
        }
        let Range { start, end } = part.bytes;
        let reader = RangeReader::new(&self.file, start, end);
        let mut decoder = match self.codec() {
            Codec::Zstd => Decoder::zstd_at(reader, start)?,
            _ => Decoder::plain_at(reader, start)?,
        };
        let mut text = Vec::new();
        let mut len = FIRST_SEARCH_LEN;
        loop {
            let result = decoder.read_chunk(&mut text, len);
            if let Some(start) = pgn::guess_game_start(&text) {
                return Ok(Some(start as u64));
            }
            match result {
                Err(error) if error.is_damage() => return Ok(Some(text.len() as u64)),
                _ => result?,
            }
            if text.len() < len || len > max_len {
                return Ok(None);
            }
            len *= 2;
        }
    }

    /// Returns a range's chunks, and the first game's place in them.
    fn part_source(&self, part: &Part, start: u64, chunk_len: usize) -> (Source<'_>, ReadStart) {
        let frame_offset = part.bytes.start;
        let position = TextPosition { frame_offset, offset_in_frame: start, text_offset: start };
        let file = &self.file;
        let Some(list) = &self.frames else {
            let start = frame_offset + start;
            let source = PlainSource { file, start, end: part.bytes.end, chunk_len };
            return (Source::Plain(source), ReadStart { position, offset_in_chunks: 0 });
        };
        let Range { start: first, end } = part.frames;
        let source = Source::Frames(FrameSource { file, list, first, end });
        (source, ReadStart { position, offset_in_chunks: start })
    }
}

/// A range as whole chunks.
struct Part {
    /// The byte range, from one frame to another in a `pzstd` file.
    bytes: Range<u64>,
    /// The indices of the frames in a `pzstd` file.
    frames: Range<usize>,
    /// The text's length, or a greater number.
    max_len: u64,
    /// `true` if the range begins at the start of the file.
    is_first: bool,
}
