//! Lines of text that are filled with tokens.

use core::fmt::{self, Write};

use super::syntax::is_white_space;

/// The number of characters in a line of the export format: fewer than 80.
pub(super) const EXPORT_WIDTH: usize = 79;

/// A writer of tokens that are separated by a space or, where the next one does not fit, a line break.
pub(super) struct Layout<'w, W> {
    out: &'w mut W,
    width: usize,
    column: usize,
}

impl<'w, W: Write> Layout<'w, W> {
    pub(super) const fn new(out: &'w mut W, width: usize) -> Self {
        Self { out, width, column: 0 }
    }

    /// Writes a token in plain text.
    pub(super) fn push(&mut self, token: &str) -> fmt::Result {
        self.separate(token.as_bytes(), token.len())?;
        self.out.write_str(token)
    }

    /// Writes a text directly after the last token.
    pub(super) fn append(&mut self, text: &str) -> fmt::Result {
        self.column += text.len();
        self.out.write_str(text)
    }

    /// Ends the line and writes an empty one.
    pub(super) fn end(&mut self) -> fmt::Result {
        self.out.write_str("\n\n")
    }

    /// Writes the words of a comment as tokens; returns `false` if there are none.
    ///
    /// A command such as `[%clk 0:01:30]` is one token. A brace that would end the comment becomes a
    /// parenthesis.
    pub(super) fn push_comment(&mut self, text: &[u8]) -> Result<bool, fmt::Error> {
        let mut words = Words { rest: text }.peekable();
        if words.peek().is_none() {
            return Ok(false);
        }
        self.push("{")?;
        for word in words {
            let parts = || word.split(|&byte| is_white_space(byte)).filter(|part| !part.is_empty());
            let separators = parts().count() - 1;
            self.separate(word, parts().map(character_count).sum::<usize>() + separators)?;
            for (index, part) in parts().enumerate() {
                if index > 0 {
                    self.out.write_char(' ')?;
                }
                write_without_braces(self.out, part)?;
            }
        }
        self.push("}")?;
        Ok(true)
    }

    /// Writes the separator before a token with a number of characters.
    fn separate(&mut self, token: &[u8], len: usize) -> fmt::Result {
        if self.column > 0 && self.column + 1 + len > self.width {
            self.out.write_char('\n')?;
            self.column = 0;
            // Other readers would find an escaped line or a tag pair, even in a comment.
            let is_special =
                token.starts_with(b"%") || token.starts_with(b"[") && !token.starts_with(b"[%");
            if is_special {
                self.out.write_char(' ')?;
                self.column = 1;
            }
        } else if self.column > 0 {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += len;
        Ok(())
    }
}

/// Returns the number of characters that [`write_without_braces`] writes.
fn character_count(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

/// Writes bytes as text: UTF-8 where they are valid, else Latin-1; `}` becomes `)`.
fn write_without_braces(out: &mut impl Write, bytes: &[u8]) -> fmt::Result {
    for chunk in bytes.utf8_chunks() {
        for (index, text) in chunk.valid().split('}').enumerate() {
            if index > 0 {
                out.write_char(')')?;
            }
            out.write_str(text)?;
        }
        chunk.invalid().iter().try_for_each(|&byte| out.write_char(char::from(byte)))?;
    }
    Ok(())
}

/// The words of a comment. A command is one word, with the white space in it.
struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let start = self.rest.iter().position(|&byte| !is_white_space(byte))?;
        let text = &self.rest[start..];
        let mut end = text.iter().position(|&byte| is_white_space(byte)).unwrap_or(text.len());
        let command = text[..end].windows(2).rposition(|pair| pair == b"[%");
        if let Some(command) = command.filter(|&index| !text[index..end].contains(&b']')) {
            // Without `]`, each later command would search again.
            let close = text[command..].iter().position(|&byte| byte == b']');
            end = close.map_or(text.len(), |close| command + close + 1);
            let after = text[end..].iter().position(|&byte| is_white_space(byte));
            end = after.map_or(text.len(), |after| end + after);
        }
        self.rest = &text[end..];
        Some(&text[..end])
    }
}
