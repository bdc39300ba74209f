//! A stream's decoder, for each codec.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};

use super::counting::CountingReader;
use super::gzip::GzipReader;
use super::uninterrupted::UninterruptedReader;
use super::zstd::ZstdReader;
use super::{Codec, DETECTION_LEN};
use crate::error::GamesError;

/// The size of the buffer for compressed bytes.
const INPUT_LEN: usize = 1 << 17;

/// The largest piece that is decoded at once, so that a buffer grows with the text only.
const PIECE_LEN: usize = 1 << 20;

/// A stream decoder: text, gzip with any number of members, or Zstandard with any number of frames.
///
/// Its memory is bounded: the codec's window, at most [`MAX_WINDOW_LEN`](super::MAX_WINDOW_LEN),
/// and a buffer for compressed bytes.
///
/// ```
/// use tabiya_games::codec::{Codec, Decoder};
///
/// let mut decoder = Decoder::new(&b"1. e4 e5 *"[..])?;
/// assert_eq!(decoder.codec(), Codec::Plain);
/// let mut text = Vec::new();
/// decoder.read_chunk(&mut text, 5)?;
/// assert_eq!(text, b"1. e4");
/// # Ok::<(), tabiya_games::GamesError>(())
/// ```
pub struct Decoder<R: Read> {
    codec: Codec,
    inner: Inner<Input<R>>,
}

/// A decoder's input: the detection's bytes, then the rest.
type Input<R> = BufReader<io::Chain<io::Cursor<Vec<u8>>, UninterruptedReader<R>>>;

enum Inner<R: BufRead> {
    Plain(CountingReader<R>),
    Gzip(Box<GzipReader<R>>),
    Zstd(Box<ZstdReader<R>>),
}

impl<R: Read> Decoder<R> {
    /// Recognizes a stream's codec.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read or has an unsupported format.
    pub fn new(mut reader: R) -> Result<Self, GamesError> {
        let mut start = Vec::new();
        reader.by_ref().take(DETECTION_LEN as u64).read_to_end(&mut start)?;
        Self::with_codec(Codec::detect(&start)?, start, reader, 0)
    }

    /// Recognizes the codec of binary data, whose first bytes may be any.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
    #[cfg(feature = "data")]
    pub(crate) fn for_data(mut reader: R) -> Result<Self, GamesError> {
        let mut start = Vec::new();
        reader.by_ref().take(DETECTION_LEN as u64).read_to_end(&mut start)?;
        Self::with_codec(Codec::detect_in_data(&start), start, reader, 0)
    }

    /// Creates a decoder for Zstandard frames that begin at an offset in a file. Errors contain
    /// file offsets.
    pub(crate) fn zstd_at(reader: R, offset: u64) -> Result<Self, GamesError> {
        Self::with_codec(Codec::Zstd, Vec::new(), reader, offset)
    }

    fn with_codec(
        codec: Codec,
        start: Vec<u8>,
        reader: R,
        offset: u64,
    ) -> Result<Self, GamesError> {
        let reader = io::Cursor::new(start).chain(UninterruptedReader(reader));
        let input = BufReader::with_capacity(INPUT_LEN, reader);
        let input = CountingReader::new(input, offset);
        let inner = match codec {
            Codec::Plain => Inner::Plain(input),
            Codec::Gzip => Inner::Gzip(Box::new(GzipReader::new(input))),
            Codec::Zstd => Inner::Zstd(Box::new(ZstdReader::new(input)?)),
        };
        Ok(Self { codec, inner })
    }

    /// Creates a decoder for text that begins at an offset in the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
    pub(crate) fn plain_at(reader: R, offset: u64) -> Result<Self, GamesError> {
        Self::with_codec(Codec::Plain, Vec::new(), reader, offset)
    }

    /// Returns the codec.
    pub const fn codec(&self) -> Codec {
        self.codec
    }

    /// Returns the number of compressed bytes that were decoded.
    pub fn compressed_offset(&self) -> u64 {
        match &self.inner {
            Inner::Plain(reader) => reader.offset(),
            Inner::Gzip(reader) => reader.offset(),
            Inner::Zstd(reader) => reader.offset(),
        }
    }

    /// Tests whether the text after the last damage may begin inside a game.
    pub(crate) fn may_divide_game(&self) -> bool {
        match &self.inner {
            Inner::Plain(_) => true,
            Inner::Gzip(reader) => reader.may_divide_game(),
            Inner::Zstd(reader) => reader.may_divide_game(),
        }
    }

    /// Appends text to a buffer until its length is `len`, or until the stream ends.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read or decoded. The text before the error is appended. After
    /// damage, the next call goes on at the next frame or member.
    pub fn read_chunk(&mut self, text: &mut Vec<u8>, len: usize) -> Result<(), GamesError> {
        while text.len() < len {
            let start = text.len();
            text.resize(len.min(start + PIECE_LEN), 0);
            let result = self.read(&mut text[start..]);
            text.truncate(start + *result.as_ref().unwrap_or(&0));
            if result? == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Decodes some text bytes and drops them. Damage before the position is passed over.
    ///
    /// # Errors
    ///
    /// Returns an error if the stream cannot be read.
    pub(crate) fn skip(&mut self, len: u64) -> Result<(), GamesError> {
        let mut text = Vec::new();
        let mut left = len;
        while left > 0 {
            text.clear();
            let piece = usize::try_from(left).unwrap_or(usize::MAX).min(PIECE_LEN);
            let result = self.read_chunk(&mut text, piece);
            if text.is_empty() && result.is_ok() {
                break;
            }
            left -= text.len() as u64;
            match result {
                Err(error) if !error.is_damage() => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Decodes bytes; returns their number, which is 0 at the end of the stream only.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize, GamesError> {
        match &mut self.inner {
            Inner::Plain(reader) => Ok(reader.read(buffer)?),
            Inner::Gzip(reader) => reader.read(buffer),
            Inner::Zstd(reader) => reader.read(buffer),
        }
    }
}

impl<R: Read> fmt::Debug for Decoder<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let offset = self.compressed_offset();
        f.debug_struct("Decoder").field("codec", &self.codec).field("offset", &offset).finish()
    }
}
