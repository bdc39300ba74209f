//! Games at known places in a file.

use crate::codec::{Codec, Decoder};
use crate::error::GamesError;
use crate::file::RangeReader;
use crate::{GameFile, TextPosition};

/// A text reader for any positions in a file, such as games from an index.
///
/// It decodes a compressed file from a frame's start on, or from the file's start if `pzstd` did
/// not write it. A position after the last text continues the same decoder, so ascending positions
/// decode a frame once.
///
/// ```
/// use tabiya_games::{GameFile, TextPosition, TextReader};
///
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("two.pgn");
/// std::fs::write(&path, "1. e4 * 1. d4 d5 *")?;
/// let file = GameFile::open(&path)?;
/// let mut reader = TextReader::new(&file);
/// assert_eq!(reader.read(TextPosition::default().advanced(8), 5)?, b"1. d4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct TextReader<'a> {
    file: &'a GameFile,
    /// The decoder after the last text.
    decoder: Option<Decoder<RangeReader<'a>>>,
    /// The decoder's place in the whole file's text.
    offset: u64,
}

impl<'a> TextReader<'a> {
    /// Creates a reader for a file.
    pub const fn new(file: &'a GameFile) -> Self {
        Self { file, decoder: None, offset: 0 }
    }

    /// Reads text from a position. Returns fewer bytes at the end of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or decoded, or if it has no such position.
    pub fn read(&mut self, position: TextPosition, len: u64) -> Result<Vec<u8>, GamesError> {
        let len = usize::try_from(len).unwrap_or(usize::MAX);
        if self.file.codec() == Codec::Plain {
            return self.file.read_text(position, len);
        }
        self.file.check_start(position)?;
        let mut decoder = match self.decoder.take() {
            Some(mut decoder) if self.is_ahead(position) => {
                decoder.skip(position.text_offset - self.offset)?;
                decoder
            }
            _ => {
                let mut decoder = self.file.decoder_at(position)?;
                decoder.skip(position.offset_in_frame)?;
                decoder
            }
        };
        let mut text = Vec::new();
        decoder.read_chunk(&mut text, len)?;
        // At the end of the file, the decoder's place is not certain.
        if text.len() == len {
            self.offset = position.text_offset.saturating_add(len as u64);
            self.decoder = Some(decoder);
        }
        Ok(text)
    }

    /// Tests whether a position is after the last text, and at least as near as its frame's start.
    fn is_ahead(&self, position: TextPosition) -> bool {
        let distance = position.text_offset.checked_sub(self.offset);
        distance.is_some_and(|distance| distance <= position.offset_in_frame)
    }
}
