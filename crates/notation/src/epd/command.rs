//! The UCI command `position`, and other texts that set up a position.

use tabiya_movegen::{FenError, FenOptions};

use super::fields::{character_len, trim_end, white_space_len};
use super::read::{Epd, read_lenient};
use crate::variation::{self, Moves};

/// Reads a text that sets up a position: a FEN or EPD, `startpos`, or the UCI command `position`.
///
/// The words `position` and `fen` may be absent, and moves may follow the word `moves`. After
/// `position` or `fen`, the word `moves` ends the position wherever it is outside quotes. In other text
/// it ends the position only before operations, which may contain it. [`read_lenient`] reads the FEN.
///
/// # Errors
///
/// Returns the [`FenError`] for an invalid position. The moves are not read yet: see
/// [`PositionCommand::moves`].
///
/// ```
/// use tabiya::{FenOptions, epd};
///
/// let line = "position fen 4k3/8/8/8/8/8/8/4K2R w K - bm O-O; moves e1g1 e8e7";
/// let command = epd::read_command(FenOptions::new(), line)?;
/// assert_eq!(command.start().moves("bm").count(), 1);
/// let mut moves = command.moves();
/// assert_eq!(moves.by_ref().filter_map(Result::ok).count(), 2);
/// assert_eq!(moves.position().to_string(), "8/4k3/8/8/8/8/8/5RK1 w - - 2 2");
/// # Ok::<(), tabiya::FenError>(())
/// ```
pub fn read_command(
    options: FenOptions,
    text: &(impl AsRef<[u8]> + ?Sized),
) -> Result<PositionCommand<'_>, FenError> {
    let text = skip_spaces(text.as_ref());
    let start = strip_word(text, b"position").unwrap_or(text);
    let fen = strip_word(start, b"fen").unwrap_or(start);
    let is_command = fen.len() < text.len();
    let (start, moves) = split_moves(fen, is_command);
    let start = match trim_end(start) {
        b"startpos" => Epd::START,
        _ => read_lenient(options, start)?,
    };
    Ok(PositionCommand { start, moves })
}

/// A position and the moves from it, returned by [`read_command`].
///
/// ```
/// use tabiya::{FenOptions, Position, epd};
///
/// let command = epd::read_command(FenOptions::new(), "position startpos moves e2e4 e7e5")?;
/// assert_eq!(*command.start().position(), Position::START);
/// assert_eq!(command.moves().filter_map(Result::ok).count(), 2);
/// # Ok::<(), tabiya::FenError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PositionCommand<'a> {
    start: Epd<'a>,
    moves: &'a [u8],
}

impl<'a> PositionCommand<'a> {
    /// Returns the position before the moves, with its EPD operations.
    ///
    /// ```
    /// use tabiya::{FenOptions, epd};
    ///
    /// let command = epd::read_command(FenOptions::new(), "4k3/8/8/8/8/8/8/4K3 w - - 3 9 00:00")?;
    /// assert_eq!(command.start().raw_operations().count(), 1);
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub const fn start(&self) -> &Epd<'a> {
        &self.start
    }

    /// Returns the moves, in UCI notation or SAN, like the iterator from [`variation::read`].
    ///
    /// ```
    /// use tabiya::{FenOptions, epd};
    ///
    /// let command = epd::read_command(FenOptions::new(), "startpos moves e2e4 e2e4")?;
    /// let error = command.moves().find_map(Result::err).expect("the pawn has left e2");
    /// assert_eq!(error.to_string(), "ply 1, byte 5: \"e2e4\" is not a legal move");
    /// # Ok::<(), tabiya::FenError>(())
    /// ```
    #[inline]
    pub fn moves(&self) -> Moves<'a> {
        variation::read(self.start.position(), self.moves)
    }
}

/// Splits a text before and after the word `moves`, outside quotes or before the first operation.
fn split_moves(text: &[u8], is_command: bool) -> (&[u8], &[u8]) {
    let mut index = 0;
    let mut is_word_start = true;
    while let Some(&byte) = text.get(index) {
        let (before, rest) = text.split_at(index);
        if is_word_start && let Some(moves) = strip_word(rest, b"moves") {
            return (before, moves);
        }
        let is_operation = matches!(byte, b';' | b'"');
        if is_operation && !is_command {
            break;
        }
        let space_len = space_len(text, index);
        is_word_start = space_len > 0 || byte == b';';
        index += match quoted_len(rest) {
            0 => space_len.max(character_len(text, index)),
            len => len,
        };
    }
    (text, b"")
}

/// Returns the byte length of the quotes at the start of a text, with what they enclose; 0 if there are none.
fn quoted_len(text: &[u8]) -> usize {
    let end = text.strip_prefix(b"\"").and_then(|text| text.iter().position(|&byte| byte == b'"'));
    end.map_or(0, |end| end + 2)
}

/// Returns the text after a word at the start and the white space that follows it.
fn strip_word<'a>(text: &'a [u8], word: &[u8]) -> Option<&'a [u8]> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || space_len(rest, 0) > 0).then(|| skip_spaces(rest))
}

fn skip_spaces(mut text: &[u8]) -> &[u8] {
    loop {
        match space_len(text, 0) {
            0 => return text,
            len => text = &text[len..],
        }
    }
}

/// Returns the byte length of white space or a line break at an index; 0 if there is none.
fn space_len(text: &[u8], index: usize) -> usize {
    match text.get(index) {
        Some(b'\n' | b'\r') => 1,
        _ => white_space_len(text, index),
    }
}
