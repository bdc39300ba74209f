//! Text lines that are filled with tokens.

use core::fmt::{self, Write};

use arrayvec::{ArrayString, ArrayVec};

use super::scan::find_byte;
use super::syntax::{is_white_space, skip_while, skip_white_space};
use super::tag::write_text;

/// The maximum line length in the export format: fewer than 80 characters.
pub(super) const EXPORT_WIDTH: usize = 79;

/// The number of bytes collected before they are checked as UTF-8 and written.
const BUFFER_LEN: usize = 256;

/// A token writer that separates tokens by a space or, where the next one does not fit, a line break.
pub(super) struct Layout<'w, W> {
    out: &'w mut W,
    /// Bytes that are not written yet. No character is divided between two buffers.
    buffer: ArrayVec<u8, BUFFER_LEN>,
    width: usize,
    column: usize,
}

impl<'w, W: Write> Layout<'w, W> {
    pub(super) const fn new(out: &'w mut W, width: usize) -> Self {
        Self { out, buffer: ArrayVec::new_const(), width, column: 0 }
    }

    /// Writes a token in plain text.
    #[inline]
    pub(super) fn push(&mut self, token: &str) -> fmt::Result {
        self.separate(token.as_bytes(), token.len())?;
        self.append_bytes(token.as_bytes())
    }

    /// Writes a token that consists of a number, between a prefix and a suffix with at most three bytes each.
    #[inline]
    pub(super) fn push_number(&mut self, prefix: &str, number: u32, suffix: &str) -> fmt::Result {
        let mut token = ArrayString::<16>::new();
        token.push_str(prefix);
        push_decimal(&mut token, number);
        token.push_str(suffix);
        self.push(&token)
    }

    /// Writes a text directly after the last token.
    pub(super) fn append(&mut self, text: &str) -> fmt::Result {
        self.column += text.len();
        self.append_bytes(text.as_bytes())
    }

    /// Ends the line and writes an empty one.
    pub(super) fn end(&mut self) -> fmt::Result {
        self.append_bytes(b"\n\n")?;
        self.write_buffer()
    }

    /// Writes a comment's words as tokens; returns `false` if there are none.
    ///
    /// A command such as `[%clk 0:01:30]` is one token. A brace that would end the comment becomes a
    /// parenthesis.
    pub(super) fn push_comment(&mut self, text: &[u8]) -> Result<bool, fmt::Error> {
        let mut words = Words { rest: text };
        let Some(first) = words.next() else { return Ok(false) };
        self.push("{")?;
        self.push_word(first)?;
        words.try_for_each(|word| self.push_word(word))?;
        self.push("}")?;
        Ok(true)
    }

    #[inline]
    fn push_word(&mut self, word: Word<'_>) -> fmt::Result {
        if word.is_plain {
            self.separate(word.text, word.text.len())?;
            return self.append_bytes(word.text);
        }
        self.push_odd_word(word.text)
    }

    #[cold]
    fn push_odd_word(&mut self, word: &[u8]) -> fmt::Result {
        let parts = || word.split(|&byte| is_white_space(byte)).filter(|part| !part.is_empty());
        let separators = parts().count() - 1;
        self.separate(word, parts().map(character_count).sum::<usize>() + separators)?;
        for (index, part) in parts().enumerate() {
            if index > 0 {
                self.append_bytes(b" ")?;
            }
            for (index, text) in part.split(|&byte| byte == b'}').enumerate() {
                if index > 0 {
                    self.append_bytes(b")")?;
                }
                self.append_bytes(text)?;
            }
        }
        Ok(())
    }

    /// Writes the separator before a token that has the given number of characters.
    #[inline]
    fn separate(&mut self, token: &[u8], len: usize) -> fmt::Result {
        if self.column > 0 && self.column + 1 + len > self.width {
            self.append_bytes(b"\n")?;
            self.column = 0;
            // Other readers would find an escaped line or a tag pair, even in a comment.
            let is_special =
                token.starts_with(b"%") || token.starts_with(b"[") && !token.starts_with(b"[%");
            if is_special {
                self.append_bytes(b" ")?;
                self.column = 1;
            }
        } else if self.column > 0 {
            self.append_bytes(b" ")?;
            self.column += 1;
        }
        self.column += len;
        Ok(())
    }

    /// Appends whole characters to the buffer.
    #[inline]
    fn append_bytes(&mut self, bytes: &[u8]) -> fmt::Result {
        if self.buffer.try_extend_from_slice(bytes).is_ok() {
            return Ok(());
        }
        self.write_buffer()?;
        match self.buffer.try_extend_from_slice(bytes) {
            Ok(()) => Ok(()),
            Err(_) => write_text(self.out, bytes),
        }
    }

    /// Writes and empties the buffer.
    #[inline(never)]
    fn write_buffer(&mut self) -> fmt::Result {
        let result = write_text(self.out, &self.buffer);
        self.buffer.clear();
        result
    }
}

/// Appends a number's digits: at most ten.
fn push_decimal(text: &mut ArrayString<16>, number: u32) {
    if number >= 10 {
        push_decimal(text, number / 10);
    }
    let digit = (number % 10) as u8;
    text.push(char::from(b'0' + digit));
}

/// Returns how many characters are written for bytes: UTF-8 where they are valid, else Windows-1252.
fn character_count(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// A word in a comment.
struct Word<'a> {
    text: &'a [u8],
    /// `true` if the word is written as it is.
    is_plain: bool,
}

/// A comment's words. A command is one word, with the white space in it.
struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    #[inline]
    fn next(&mut self) -> Option<Word<'a>> {
        let start = skip_white_space(self.rest, 0);
        let text = self.rest.get(start..).filter(|text| !text.is_empty())?;
        let mut end = 0;
        let mut is_in_command = false;
        let mut before = b' ';
        while let Some(&byte) = text.get(end).filter(|&&byte| !is_white_space(byte)) {
            is_in_command |= (before == b'[') & (byte == b'%');
            is_in_command &= byte != b']';
            (before, end) = (byte, end + 1);
        }
        if is_in_command {
            let close = find_byte(text, end, b']');
            end = skip_while(text, close, |byte| !is_white_space(byte));
        }
        let (word, rest) = text.split_at(end);
        self.rest = rest;
        Some(Word { text: word, is_plain: is_plain(word) })
    }
}

/// Tests whether a word is ASCII without braces, control characters and more than one space in a row.
///
/// The test has no branches, so that the compiler vectorizes it.
#[inline]
fn is_plain(word: &[u8]) -> bool {
    let is_kept = |byte: u8| matches!(byte, b' '..=b'~') & (byte != b'}');
    let pairs = word.iter().zip(word.get(1..).unwrap_or_default());
    let is_plain = pairs.fold(true, |is_plain, (&byte, &after)| {
        is_plain & is_kept(byte) & ((byte | after) != b' ')
    });
    is_plain && word.last().is_some_and(|&last| is_kept(last) && last != b' ')
}
